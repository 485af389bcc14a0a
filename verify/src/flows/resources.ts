/** The flows that exist for every resource: list it, retrieve an unknown one, and retrieve an existing one. */
import type { RegisterKey } from 'payment-gateway-core/values';
import { UNKNOWN_ID } from './bodies.js';
import { type Flow, flow, PAGE, type ResponseValue, type SendStep } from './flow.js';

interface Resource {
  /** The entries about the fields of an object. */
  readonly shows: readonly RegisterKey[];
  /** The entry about requests without a token: for the list, and for an object. */
  readonly tokens?: readonly [RegisterKey, RegisterKey];
  /** Requests about an existing object that only this resource has. */
  readonly more?: (send: SendStep, path: { readonly id: ResponseValue }) => Promise<unknown>;
}

type ListId =
  `list${'Transactions' | 'PaymentLinks' | 'Customers' | 'Cards' | 'Receivers' | 'Plans' | 'Subscriptions' | 'Webhooks'}`;
type RetrieveId =
  `retrieve${'Transaction' | 'PaymentLink' | 'Customer' | 'Card' | 'Receiver' | 'Plan' | 'Subscription' | 'Webhook'}`;

const ERRORS = ['error-statuses', 'error-body', 'error-other-forms', 'error-message', 'error-code'] as const;

function flowsOf(name: string, one: string, list: ListId, retrieve: RetrieveId, about: Resource): Flow[] {
  const { shows, tokens: [listToken, token] = ['bearer-everywhere', 'bearer-everywhere'], more } = about;
  return [
    flow(`list-${name}`, `List ${name} with and without a token`, async ({ send }) => {
      await send(list, { query: PAGE, withoutToken: true, settles: [listToken, ...ERRORS] });
      await send(list, { query: PAGE, settles: [listToken, 'list-envelope', 'list-order'] });
    }),
    flow(`unknown-${name}`, `Retrieve an unknown ${one}`, async ({ send }) => {
      const path = { id: UNKNOWN_ID };
      await send(retrieve, { path, settles: ['unknown-id', ...ERRORS], expects: [404], part: 'in the path' });
    }),
    flow(`retrieve-${name}`, `Retrieve an existing ${one}`, async ({ send }) => {
      const { data } = await send(list, { query: PAGE, settles: ['list-envelope'] });
      const path = { id: data?.[0]?.id };
      await send(retrieve, { path, withoutToken: true, settles: [token] });
      await send(retrieve, { path, settles: ['response-ids', ...shows] });
      await more?.(send, path);
    }),
  ];
}

export const resources: readonly Flow[] = [
  ...flowsOf('transactions', 'transaction', 'listTransactions', 'retrieveTransaction', {
    shows: [
      ...(['transaction-path', 'transaction-response-reused', 'response-requiredness'] as const),
      ...(['transaction-fields-missing', 'nullable-types', 'shipping-echo'] as const),
    ],
    tokens: ['bearer-key', 'bearer-key'],
    async more(send, path) {
      const settles = ['transaction-pages', 'history-shape', 'transaction-transitions'] as const;
      await send('listTransactionHistory', { path, query: PAGE, settles });
      await send('listTransactionInstallments', { path, query: PAGE, settles: ['installments-shape'] });
    },
  }),
  ...flowsOf('links', 'payment link', 'listPaymentLinks', 'retrievePaymentLink', {
    shows: ['link-shape'],
    more: (send, path) =>
      send('listPaymentLinkTransactions', { path, query: PAGE, settles: ['link-transactions-path'] }),
  }),
  ...flowsOf('customers', 'customer', 'listCustomers', 'retrieveCustomer', {
    shows: ['customer-shape'],
  }),
  ...flowsOf('cards', 'card', 'listCards', 'retrieveCard', {
    shows: ['card-shape'],
  }),
  ...flowsOf('receivers', 'receiver', 'listReceivers', 'retrieveReceiver', {
    shows: ['receiver-shape'],
    async more(send, path) {
      const settles = ['bank-account-shape'] as const;
      const { data } = await send('listReceiverBankAccounts', { path, query: PAGE, settles });
      await send('retrieveReceiverBankAccount', { path: { ...path, bank_account_id: data?.[0]?.id }, settles });
    },
  }),
  ...flowsOf('plans', 'plan', 'listPlans', 'retrievePlan', {
    shows: ['plan-shape'],
    more: (send, path) => send('listPlanPrices', { path, query: PAGE, settles: ['price-shape'] }),
  }),
  ...flowsOf('subscriptions', 'subscription', 'listSubscriptions', 'retrieveSubscription', {
    shows: ['subscription-shape'],
  }),
  ...flowsOf('webhooks', 'webhook', 'listWebhooks', 'retrieveWebhook', {
    shows: ['webhook-shape', 'webhook-navigation'],
    tokens: ['bearer-key', 'bearer-everywhere'],
  }),
];
