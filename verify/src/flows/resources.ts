/** The flows that exist for every resource: list it, retrieve an unknown one, and retrieve an existing one. */
import type { RegisterKey } from 'payment-gateway-core/values';
import { UNKNOWN_ID } from './bodies.js';
import { type Flow, type FlowRun, flow, PAGE, type ResponseValue } from './flow.js';

interface Resource {
  /** The entries about the fields of an object. */
  readonly shows: readonly RegisterKey[];
  /** Requests about an existing object that only this resource has. */
  readonly more?: (run: Pick<FlowRun, 'send' | 'settles'>, path: { readonly id: ResponseValue }) => Promise<unknown>;
}

type ListId =
  `list${'Transactions' | 'PaymentLinks' | 'Customers' | 'Cards' | 'Receivers' | 'Plans' | 'Subscriptions' | 'Webhooks'}`;
type RetrieveId =
  `retrieve${'Transaction' | 'PaymentLink' | 'Customer' | 'Card' | 'Receiver' | 'Plan' | 'Subscription' | 'Webhook'}`;

const ERRORS = ['error-statuses', 'error-body', 'error-other-forms', 'error-message', 'error-code'] as const;
function flowsOf(name: string, one: string, list: ListId, retrieve: RetrieveId, { shows, more }: Resource): Flow[] {
  return [
    flow(`list-${name}`, `List ${name} with and without a token`, async ({ send, settles }) => {
      settles(...ERRORS, 'list-envelope', 'list-order');
      await send(list, { query: PAGE, withoutToken: true });
      await send(list, { query: PAGE });
    }),
    flow(`unknown-${name}`, `Retrieve an unknown ${one}`, async ({ send, settles }) => {
      settles(...ERRORS);
      await send(retrieve, { path: { id: UNKNOWN_ID }, entry: 'unknown-id', expects: [404], part: 'in the path' });
    }),
    flow(`retrieve-${name}`, `Retrieve an existing ${one}`, async ({ send, settles }) => {
      settles('list-envelope', 'response-ids', ...shows);
      const { data } = await send(list, { query: PAGE });
      const path = { id: data?.[0]?.id };
      await send(retrieve, { path, withoutToken: true });
      await send(retrieve, { path });
      await more?.({ send, settles }, path);
    }),
  ];
}

export const resources: readonly Flow[] = [
  ...flowsOf('transactions', 'transaction', 'listTransactions', 'retrieveTransaction', {
    shows: ['transaction-response-reused', 'response-requiredness', 'transaction-fields-missing', 'nullable-types'],
    async more({ send, settles }, path) {
      settles('shipping-echo', 'history-shape', 'transaction-transitions', 'installments-shape');
      await send('listTransactionHistory', { path, query: PAGE });
      await send('listTransactionInstallments', { path, query: PAGE });
    },
  }),
  ...flowsOf('links', 'payment link', 'listPaymentLinks', 'retrievePaymentLink', {
    shows: ['link-shape'],
    more: ({ send }, path) => send('listPaymentLinkTransactions', { path, query: PAGE }),
  }),
  ...flowsOf('customers', 'customer', 'listCustomers', 'retrieveCustomer', { shows: ['customer-shape'] }),
  ...flowsOf('cards', 'card', 'listCards', 'retrieveCard', { shows: ['card-shape'] }),
  ...flowsOf('receivers', 'receiver', 'listReceivers', 'retrieveReceiver', {
    shows: ['receiver-shape', 'bank-account-shape'],
    async more({ send }, path) {
      const { data } = await send('listReceiverBankAccounts', { path, query: PAGE });
      await send('retrieveReceiverBankAccount', { path: { ...path, bank_account_id: data?.[0]?.id } });
    },
  }),
  ...flowsOf('plans', 'plan', 'listPlans', 'retrievePlan', {
    shows: ['plan-shape', 'price-shape'],
    more: ({ send }, path) => send('listPlanPrices', { path, query: PAGE }),
  }),
  ...flowsOf('subscriptions', 'subscription', 'listSubscriptions', 'retrieveSubscription', {
    shows: ['subscription-shape'],
  }),
  ...flowsOf('webhooks', 'webhook', 'listWebhooks', 'retrieveWebhook', { shows: ['webhook-shape'] }),
];
