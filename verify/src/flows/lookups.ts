/** Requests that only read, apart from lists and objects. */
import { flow, needed, PAGE } from './flow.js';

const NOBODY = { email: 'nobody@verification.example' };
/** A published test number. */
const NUMBER = { card_number: '5555555555554444' };
/** The sample of the source document. */
const SAMPLE = { brand: 'mastercard', installments: 12, amount: 19000, fee_responsible: 'customer' } as const;

export const lookups = [
  flow('page-size', 'List transactions, 20 per page, and the second page', async ({ send, settles }) => {
    settles('list-envelope');
    await send('listTransactions', { query: { page: 1, per_page: 20 } });
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
