/** What each operation does to the state, what happens by itself, and what happens from outside. */
import { addAcquirers, setMainAcquirer } from './acquirers.js';
import { configureAntiFraud } from './anti-fraud.js';
import { createReceiverBankAccount, updateReceiverBankAccountStatus } from './bank-accounts.js';
import { createCard, retrieveCardBrand } from './cards.js';
import { createCustomer, findCustomer, listCustomerCards, updateCustomer } from './customers.js';
import { type DeclaredId, declaredRules } from './declared.js';
import { createPaymentLink, updatePaymentLink } from './links/links.js';
import { createPlan, updatePlan } from './plans.js';
import { createPrice, updatePrice } from './prices.js';
import { createReceiver, updateReceiver } from './receivers.js';
import { simulateTax } from './simulate-tax.js';
import { subscriptionDue } from './subscriptions/due.js';
import { cancelSubscription, createSubscription, updateSubscription } from './subscriptions/subscriptions.js';
import { captureTransaction } from './transactions/capture.js';
import { createTransaction } from './transactions/create.js';
import { transactionDue } from './transactions/due.js';
import { listTransactionHistory, listTransactionInstallments, listTransactions } from './transactions/lists.js';
import { refundTransaction } from './transactions/refund.js';
import { createWebhook, updateWebhook } from './webhooks.js';
import type { DueRule, Kind, OperationId, Rule } from './work.js';

export { type Act, acts } from './acts.js';
export { groupOf, KINDS } from './kinds.js';
export { checkout } from './links/checkout.js';
export { type NextAct, nextActs, nextStates } from './next-acts.js';
export { pageKey, pageUrl } from './pages.js';
export { type AuthenticationOutcome, redirectAfter } from './transactions/authenticate.js';
export { asTransaction, type Transaction } from './transactions/transaction.js';
export type { OperationId, Reply, Rule, RuleRequest } from './work.js';

/** The rules that do not follow from the declaration: the compiler names one that is missing. */
const ownRules: Readonly<Record<Exclude<OperationId, DeclaredId> | 'listTransactions', Rule>> = {
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
export const rules: Readonly<Record<OperationId, Rule>> = { ...declaredRules, ...ownRules };

/** What happens to an object of a kind at its due time. */
export const dueRules: Readonly<Record<Kind, DueRule>> = {
  transactions: transactionDue,
  subscriptions: subscriptionDue,
};
