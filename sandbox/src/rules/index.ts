/** The rules of the operations, the rules for due work, and the acts from outside the API. */
import { resources } from 'payment-gateway-contract/internal/values';
import * as cards from './cards.js';
import * as configuration from './configuration.js';
import * as customers from './customers.js';
import { type DeclaredId, declaredRules } from './declared.js';
import * as links from './links.js';
import * as plansAndPrices from './plans-and-prices.js';
import * as receivers from './receivers.js';
import { simulateTax } from './simulate-tax.js';
import { subscriptionDue } from './subscriptions/charge.js';
import * as subscriptions from './subscriptions/subscriptions.js';
import { captureTransaction } from './transactions/capture.js';
import { createTransaction } from './transactions/create.js';
import { transactionDue } from './transactions/due.js';
import * as transactionLists from './transactions/list.js';
import { refundTransaction } from './transactions/refund.js';
import * as webhooks from './webhooks.js';
import type { DueRule, Kind, OperationHandler, OperationId, Rule } from './work.js';

export { type Act, acts } from './acts.js';
export { outcomeOf as cardOutcome } from './cards.js';
export { groupOf, KINDS, statusesAfter } from './kinds.js';
export { checkout } from './link-checkout.js';
export { type NextAct, nextActs } from './next-acts.js';
export { pageKey, pageUrl } from './resource.js';
export { asSubscription } from './subscription-state.js';
export { redirectAfter } from './transactions/authenticate.js';
export { pendRefund } from './transactions/refund.js';
export { payAmount } from './transactions/settle.js';
export { asTransaction, type Transaction } from './transactions/transaction.js';
export type { OperationHandler, OperationId, Reply, RuleRequest } from './work.js';

/** The rules that do not follow from `x-resource`. The compiler reports a missing rule, and a rule without a register entry. */
const ownRules: Readonly<Record<Exclude<OperationId, DeclaredId> | 'listTransactions', Rule<OperationHandler>>> = {
  ...cards,
  ...configuration,
  ...customers,
  ...links,
  ...plansAndPrices,
  ...receivers,
  ...subscriptions,
  ...transactionLists,
  ...webhooks,
  captureTransaction,
  createTransaction,
  refundTransaction,
  simulateTax,
};

/** The rule of each operation of the contract. The modules above also export helpers. */
export const rules = Object.fromEntries(
  Object.entries({ ...declaredRules, ...ownRules }).filter(([name]) => Object.hasOwn(resources, name)),
) as Readonly<Record<OperationId, Rule<OperationHandler>>>;

/** The rules for due work, by kind. */
export const dueRules: Readonly<Record<Kind, DueRule>> = {
  transactions: transactionDue,
  subscriptions: subscriptionDue,
};
