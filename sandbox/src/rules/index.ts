/** The rules of the operations, the rules for due work, and the acts from outside the API. */
import { cardRules } from './cards.js';
import { configurationRules } from './configuration.js';
import { customerRules } from './customers.js';
import { type DeclaredId, declaredRules } from './declared.js';
import { linkRules } from './links.js';
import { planRules } from './plans-and-prices.js';
import { receiverRules } from './receivers.js';
import { taxRules } from './simulate-tax.js';
import { subscriptionDue, subscriptionRules } from './subscriptions.js';
import { refundRules } from './transactions/capture-and-refund.js';
import { createRules } from './transactions/create.js';
import { listRules } from './transactions/list.js';
import { transactionDue } from './transactions/settle.js';
import type { DueRule, Kind, OperationHandler, OperationId } from './work.js';

export { type Act, actOn, acts, KIND_NAMES, type NextAct, nextActs, objectOf } from './acts.js';
export { cardOutcome, FAILED_CARDS } from './cards.js';
export { present } from './input.js';
export { groupOf, SCHEMA_KINDS, statusesAfter } from './kinds.js';
export { pageKey, pageUrl, requestFields } from './resource.js';
export { asSubscription } from './subscription-state.js';
export { pendRefund } from './transactions/capture-and-refund.js';
export { checkout, REFERENCE_KEYS } from './transactions/create.js';
export { isDisputed } from './transactions/review.js';
export { payAmount, redirectAfter } from './transactions/settle.js';
export { asTransaction, heldAmount, moneyOf, type Transaction } from './transactions/transaction.js';
export type { OperationHandler, OperationId, Reply, RuleRequest } from './work.js';

/** The rules that do not follow from `x-resource`, by the file of their resource. The compiler reports a missing rule, and a rule without a register entry. */
const ownRules: Readonly<Record<Exclude<OperationId, DeclaredId> | 'listTransactions', OperationHandler>> = {
  ...cardRules,
  ...configurationRules,
  ...customerRules,
  ...linkRules,
  ...planRules,
  ...receiverRules,
  ...taxRules,
  ...subscriptionRules,
  ...createRules,
  ...listRules,
  ...refundRules,
};

export const rules: Readonly<Record<OperationId, OperationHandler>> = { ...declaredRules, ...ownRules };

export const dueRules: Readonly<Record<Kind, DueRule>> = {
  transactions: transactionDue,
  subscriptions: subscriptionDue,
};
