/** Pix codes and boletos. Money moves when a buyer pays them, so they cost nothing. */
import { BOLETO, dayIn, markedMetadata, PIX, person, SHOP_FIELDS, tomorrow } from './bodies.js';
import { flow, PAGE } from './flow.js';

export const unpaid = [
  flow('pix', 'Create an unpaid Pix charge with every field', async ({ send, settles, ...run }) => {
    settles('amount-centavos', 'pix-flow', 'card-absent', 'pix-expiration', 'reference-key', 'descriptor-shared');
    settles('async-meaning', 'pix-response-fields', 'form-fields-shared', 'customer-record-shared');
    settles('address-record-shared', 'address-fields-seen', 'shipping-echo', 'payment-method-values');
    settles('response-requiredness', 'transaction-response-reused', 'history-shape');
    const reference_key = `verify-${run.mark}-reference-key`;
    const more = { descriptor: 'VERIFICACAO 1', capture: true, payment_direct: false, expiration_date: tomorrow(run) };
    const own = { customer: person('pix', run), metadata: markedMetadata(run), reference_key };
    const body = { ...PIX, ...SHOP_FIELDS, ...own, ...more };
    const { id } = await send('createTransaction', { body });
    await send('retrieveTransaction', { path: { id } });
    await send('listTransactionHistory', { path: { id }, query: PAGE });
    // The same request again: another one could be refused for another reason.
    await send('createTransaction', { body });
    await send('listTransactions', { query: { ...PAGE, reference_key } });
  }),
  flow('pix-plain', 'Create Pix charges without a customer and with other scalar types', async ({ send, settles }) => {
    settles('card-absent', 'async-meaning', 'amount-centavos', 'pix-flow', 'address-record-shared');
    await send('createTransaction', { body: PIX, accepted: ['customer-absent'] });
    await send('createTransaction', { body: { ...PIX, async: true } });
    const { billing } = SHOP_FIELDS;
    const address = { ...billing.address, neighborhood: null };
    await send('createTransaction', { body: { ...PIX, billing: { ...billing, address } } });
    for (const flag of [1, '0']) {
      const body = { ...PIX, async: flag, installments: '1' };
      // @ts-expect-error: as plugins send them, and not as the contract has them
      await send('createTransaction', { body, accepted: ['scalar-types'] });
    }
  }),
  flow('boleto', 'Create an unpaid boleto', async ({ send, settles, ...run }) => {
    settles('boleto-flow', 'amount-centavos', 'card-absent', 'descriptor-shared', 'form-fields-shared');
    settles('customer-record-shared', 'address-record-shared', 'address-fields-seen', 'shipping-echo');
    settles('payment-method-values', 'response-requiredness');
    const boleto = { expiration: dayIn(3, run), max_payment_date: dayIn(5, run) };
    const more = { capture: true, payment_direct: false, descriptor: 'VERIFICACAO' };
    const own = { customer: person('boleto', run), metadata: markedMetadata(run), boleto };
    const body = { ...BOLETO, ...SHOP_FIELDS, ...more, ...own };
    const { id } = await send('createTransaction', { body, accepted: ['boleto-form'] });
    await send('retrieveTransaction', { path: { id } });
  }),
  flow('nothing', 'Create charges of zero and of a negative amount', async ({ send, settles, ...run }) => {
    settles('wrong-state');
    // Only the amount is wrong.
    const whole = { ...PIX, ...SHOP_FIELDS, customer: person('nothing', run) };
    await send('createTransaction', { body: { ...whole, amount: 0 } });
    await send('createTransaction', { body: { ...whole, amount: -100 } });
  }),
  flow('dates', 'Create charges that are already expired', async ({ send, settles, ...run }) => {
    settles('pix-flow', 'boleto-flow');
    const expired = { expiration: '2020-01-01', max_payment_date: '2020-01-02' };
    const pastDue = { expiration: '2020-01-01', max_payment_date: dayIn(3, run) };
    const swapped = { expiration: dayIn(5, run), max_payment_date: dayIn(3, run) };
    await send('createTransaction', { body: { ...PIX, expiration_date: '2020-01-01 00:00:00' } });
    for (const boleto of [expired, pastDue, swapped]) await send('createTransaction', { body: { ...BOLETO, boleto } });
  }),
];
