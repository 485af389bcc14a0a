/** What each operation does to the state, what happens by itself, and what happens from outside. */
import { addAcquirers, setMainAcquirer } from './acquirers.js';
import { configureAntiFraud } from './anti-fraud.js';
import { createReceiverBankAccount, updateReceiverBankAccountStatus } from './bank-accounts.js';
import { createCard, retrieveCardBrand } from './cards.js';
import { createCustomer, findCustomer, listCustomerCards, updateCustomer } from './customers.js';
import { type DeclaredId, declaredRules } from './declared.js';
import { createPaymentLink, updatePaymentLink } from './links.js';
import { createPlan, updatePlan } from './plans.js';
import { createPrice, updatePrice } from './prices.js';
import { createReceiver, updateReceiver } from './receivers.js';
import { simulateTax } from './simulate-tax.js';
import { subscriptionDue } from './subscriptions/charge.js';
import { cancelSubscription, createSubscription, updateSubscription } from './subscriptions/subscriptions.js';
import { captureTransaction } from './transactions/capture.js';
import { createTransaction } from './transactions/create.js';
import { listTransactionHistory, listTransactionInstallments, listTransactions } from './transactions/lists.js';
import { refundTransaction } from './transactions/refund.js';
import { transactionDue } from './transactions/settle.js';
import { createWebhook, updateWebhook } from './webhooks.js';
import type { DueRule, Kind, OperationHandler, OperationId, Rule } from './work.js';

export { type Act, acts } from './acts.js';
export { checkout } from './checkout.js';
export { groupOf, KINDS } from './kinds.js';
export { type NextAct, nextActs, nextStates } from './next-acts.js';
export { pageKey, pageUrl } from './resource.js';
export { type AuthenticationOutcome, redirectAfter } from './transactions/authenticate.js';
export { asTransaction, type Transaction } from './transactions/transaction.js';
export type { OperationHandler, OperationId, Reply, RuleRequest } from './work.js';

/** The rules that do not follow from the declaration. The compiler names one that is missing, and one without a register entry. */
const ownRules: Readonly<Record<Exclude<OperationId, DeclaredId> | 'listTransactions', Rule<OperationHandler>>> = {
  addAcquirers,
  cancelSubscription,
  captureTransaction,
  configureAntiFraud,
  createCard,
  createCustomer,
  createPaymentLink,
  createPlan,
  createPrice,
  createReceiver,
  createReceiverBankAccount,
  createSubscription,
  createTransaction,
  createWebhook,
  findCustomer,
  listCustomerCards,
  listTransactionHistory,
  listTransactionInstallments,
  listTransactions,
  refundTransaction,
  retrieveCardBrand,
  setMainAcquirer,
  simulateTax,
  updateCustomer,
  updatePaymentLink,
  updatePlan,
  updatePrice,
  updateReceiver,
  updateReceiverBankAccountStatus,
  updateSubscription,
  updateWebhook,
};

/** The rule of each operation of the contract. */
export const rules: Readonly<Record<OperationId, Rule<OperationHandler>>> = { ...declaredRules, ...ownRules };

/** What happens to an object of a kind at its due time. */
export const dueRules: Readonly<Record<Kind, DueRule>> = {
  transactions: transactionDue,
  subscriptions: subscriptionDue,
};
