/** Requests that only read, apart from lists and objects. */
import { flow, needed, PAGE } from './flow.js';

const NOBODY = { email: 'nobody@verification.example' };
/** A published test number. */
const NUMBER = { card_number: '5555555555554444' };
/** The sample of the source document. */
const SAMPLE = { brand: 'mastercard', installments: 12, amount: 19000, fee_responsible: 'customer' } as const;

export const lookups = [
  flow('page-size', 'List transactions, 20 per page, and the second page', async ({ send }) => {
    await send('listTransactions', { query: { page: 1, per_page: 20 }, settles: ['list-envelope'] });
    await send('listTransactions', { query: { page: 2, per_page: 1 }, settles: ['list-envelope'] });
  }),
  flow('metadata-query', 'List transactions with metadata in the query', async ({ send }) => {
    const query = { ...PAGE, metadata: '{"verification":true}' };
    await send('listTransactions', { query, settles: ['metadata-query'], accepted: ['metadata-query'] });
  }),
  flow('find-customer', 'Search for an unknown customer, and search without an e-mail address', async ({ send }) => {
    await send('findCustomer', { body: NOBODY, withoutToken: true, settles: ['bearer-key'] });
    await send('findCustomer', {
      body: NOBODY,
      settles: ['customer-lookup', 'error-body'],
      expects: [200],
      part: 'unknown',
    });
    await send('findCustomer', { body: {}, leftOut: 'email', settles: ['requiredness', 'error-statuses'] });
    await send('listCustomerCards', { body: NOBODY, settles: ['customer-lookup', 'customer-identity'] });
  }),
  flow('find-known-customer', 'Find an existing customer and their cards', async ({ send }) => {
    const { data } = await send('listCustomers', { query: PAGE, settles: ['path-known-other-method'] });
    const body = { email: needed(data?.[0]?.email, 'the e-mail address of a customer') };
    await send('findCustomer', { body, settles: ['customer-lookup', 'customer-shape'] });
    await send('listCustomerCards', { body, settles: ['customer-lookup', 'card-shape'] });
  }),
  flow('card-brand', 'Get the brand of a published test number', async ({ send }) => {
    await send('retrieveCardBrand', { body: NUMBER, withoutToken: true, settles: ['bearer-everywhere'] });
    await send('retrieveCardBrand', { body: NUMBER, settles: ['brand-path', 'card-brand-shape', 'card-brands'] });
    await send('retrieveCardBrand', { body: {}, leftOut: 'card_number', settles: ['requiredness', 'error-statuses'] });
  }),
  flow('simulate', 'Simulate fees for the published sample and for other sales', async ({ send }) => {
    const another = { brand: 'visa', installments: 6, amount: 25050, fee_responsible: 'customer' } as const;
    const byMerchant = { brand: 'visa', installments: 3, amount: 15990, fee_responsible: 'self' } as const;
    const settles = ['simulation-units', 'simulation-formula', 'simulation-rate'] as const;
    await send('simulateTax', { body: SAMPLE, withoutToken: true, settles: ['bearer-everywhere'] });
    await send('simulateTax', { body: SAMPLE, settles: [...settles, 'simulation-values'] });
    await send('simulateTax', { body: another, settles });
    const self = ['simulation-self'] as const;
    await send('simulateTax', { body: byMerchant, settles: [...self, 'simulation-values'], accepted: self });
    await send('simulateTax', {
      body: { brand: 'visa' },
      leftOut: 'amount',
      settles: ['requiredness', 'error-statuses'],
    });
  }),
];
