/** Requests that only read: for every resource, its list, an unknown one and an existing one; and lookups. */
import { parameters, type RegisterKey } from 'payment-gateway-core/values';
import { UNKNOWN_ID } from './bodies.js';
import { type Flow, type FlowRun, flow, needed, PAGE, type ResponseValue } from './flow.js';

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

const NOBODY = { email: 'nobody@verification.example' };
/** A published test number. */
const NUMBER = { card_number: '5555555555554444' };
/** The sample of the source document. */
const SAMPLE = { brand: 'mastercard', installments: 12, amount: 19000, fee_responsible: 'customer' } as const;

export const lookups = [
  flow('page-size', 'List transactions, many per page, and the second page', async ({ send, settles }) => {
    settles('list-envelope');
    await send('listTransactions', { query: { page: 1, per_page: 2 * parameters['list-envelope'].items } });
    await send('listTransactions', { query: { page: 2, per_page: 1 } });
  }),
  flow('metadata-query', 'List transactions with metadata in the query', async ({ send }) => {
    const query = { ...PAGE, metadata: '{"verification":true}' };
    await send('listTransactions', { query, accepted: ['metadata-query'] });
  }),
  flow(
    'find-customer',
    'Search for an unknown customer, and search without an e-mail address',
    async ({ send, settles }) => {
      settles('error-body', 'error-statuses', 'customer-identity');
      await send('findCustomer', { body: NOBODY, withoutToken: true });
      await send('findCustomer', { body: NOBODY, entry: 'customer-lookup', expects: [200], part: 'unknown' });
      await send('findCustomer', { body: {}, leftOut: 'email' });
      await send('listCustomerCards', { body: NOBODY });
    },
  ),
  flow('find-known-customer', 'Find an existing customer and their cards', async ({ send, settles }) => {
    settles('customer-shape', 'card-shape');
    const { data } = await send('listCustomers', { query: PAGE });
    const body = { email: needed(data?.[0]?.email, 'the e-mail address of a customer') };
    await send('findCustomer', { body });
    await send('listCustomerCards', { body });
  }),
  flow('card-brand', 'Get the brand of a published test number', async ({ send, settles }) => {
    settles('card-brand-shape', 'card-brands', 'error-statuses');
    await send('retrieveCardBrand', { body: NUMBER, withoutToken: true });
    await send('retrieveCardBrand', { body: NUMBER });
    await send('retrieveCardBrand', { body: {}, leftOut: 'card_number' });
  }),
  flow('simulate', 'Simulate fees for the published sample and for other sales', async ({ send, settles }) => {
    settles('simulation-units', 'simulation-formula', 'simulation-rate', 'simulation-values', 'error-statuses');
    const another = { brand: 'visa', installments: 6, amount: 25050, fee_responsible: 'customer' } as const;
    const byMerchant = { brand: 'visa', installments: 3, amount: 15990, fee_responsible: 'self' } as const;
    await send('simulateTax', { body: SAMPLE, withoutToken: true });
    await send('simulateTax', { body: SAMPLE });
    await send('simulateTax', { body: another });
    await send('simulateTax', { body: byMerchant, accepted: ['simulation-self'] });
    await send('simulateTax', { body: { brand: 'visa' }, leftOut: 'amount' });
  }),
];
