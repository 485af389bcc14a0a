/** What each operation does to the state, what happens by itself, and what happens from outside. */
import { addAcquirers, setMainAcquirer } from './acquirers.js';
import { configureAntiFraud } from './anti-fraud.js';
import {
  createReceiverBankAccount,
  deleteReceiverBankAccount,
  listReceiverBankAccounts,
  retrieveReceiverBankAccount,
  updateReceiverBankAccountStatus,
} from './bank-accounts.js';
import { createCard, listCards, retrieveCard, retrieveCardBrand } from './cards.js';
import {
  createCustomer,
  deleteCustomer,
  findCustomer,
  listCustomerCards,
  listCustomers,
  retrieveCustomer,
  updateCustomer,
} from './customers.js';
import {
  createPaymentLink,
  listPaymentLinks,
  listPaymentLinkTransactions,
  retrievePaymentLink,
  updatePaymentLink,
} from './links/links.js';
import { createPlan, deletePlan, listPlans, retrievePlan, updatePlan } from './plans.js';
import { createPrice, deletePrice, listPlanPrices, updatePrice } from './prices.js';
import { createReceiver, deleteReceiver, listReceivers, retrieveReceiver, updateReceiver } from './receivers.js';
import { simulateTax } from './simulate-tax.js';
import { subscriptionDue } from './subscriptions/due.js';
import {
  cancelSubscription,
  createSubscription,
  deleteSubscription,
  listSubscriptions,
  retrieveSubscription,
  updateSubscription,
} from './subscriptions/subscriptions.js';
import { captureTransaction } from './transactions/capture.js';
import { createTransaction } from './transactions/create.js';
import { transactionDue } from './transactions/due.js';
import {
  listTransactionHistory,
  listTransactionInstallments,
  listTransactions,
  retrieveTransaction,
} from './transactions/lists.js';
import { refundTransaction } from './transactions/refund.js';
import { createWebhook, deleteWebhook, listWebhooks, retrieveWebhook, updateWebhook } from './webhooks.js';
import type { DueRule, Kind, OperationId, Rule } from './work.js';

export { type Act, acts } from './acts.js';
export { checkout } from './links/checkout.js';
export { type NextAct, nextActs, nextStates } from './next-acts.js';
export { pageKey, pageUrl } from './pages.js';
export { type AuthenticationOutcome, redirectAfter } from './transactions/authenticate.js';
export { asTransaction, type Transaction } from './transactions/transaction.js';
export type { OperationId } from './work.js';

/** The rule of each operation of the contract: the compiler says which one is missing. */
export const rules: Readonly<Record<OperationId, Rule>> = {
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
  deleteCustomer,
  deletePlan,
  deletePrice,
  deleteReceiver,
  deleteReceiverBankAccount,
  deleteSubscription,
  deleteWebhook,
  findCustomer,
  listCards,
  listCustomerCards,
  listCustomers,
  listPaymentLinks,
  listPaymentLinkTransactions,
  listPlanPrices,
  listPlans,
  listReceiverBankAccounts,
  listReceivers,
  listSubscriptions,
  listTransactionHistory,
  listTransactionInstallments,
  listTransactions,
  listWebhooks,
  refundTransaction,
  retrieveCard,
  retrieveCardBrand,
  retrieveCustomer,
  retrievePaymentLink,
  retrievePlan,
  retrieveReceiver,
  retrieveReceiverBankAccount,
  retrieveSubscription,
  retrieveTransaction,
  retrieveWebhook,
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

/** What happens to an object of a kind at its due time. */
export const dueRules: Readonly<Record<Kind, DueRule>> = {
  transactions: transactionDue,
  subscriptions: subscriptionDue,
};
