/** Pix codes and boletos. Money moves when a buyer pays them, so they cost nothing. */
import { BOLETO, dayIn, markedMetadata, PIX, person, SHOP_FIELDS, tomorrow } from './bodies.js';
import { flow, PAGE } from './flow.js';

/** The entries about the fields that every payment form shares. */
const FORM = [
  ...(['form-fields-shared', 'customer-record-shared', 'address-record-shared', 'address-fields-seen'] as const),
  ...(['shipping-echo', 'payment-method-values', 'response-requiredness'] as const),
];

export const unpaid = [
  flow('pix', 'Create an unpaid Pix charge with every field', async ({ send, ...run }) => {
    const reference_key = `verify-${run.mark}-reference-key`;
    const more = { descriptor: 'VERIFICACAO 1', capture: true, payment_direct: false, expiration_date: tomorrow(run) };
    const body = {
      ...PIX,
      ...SHOP_FIELDS,
      customer: person('pix', run),
      metadata: markedMetadata(run),
      reference_key,
      ...more,
    };
    const { id } = await send('createTransaction', {
      body,
      settles: [
        ...(['amount-centavos', 'pix-flow', 'card-absent', 'pix-expiration', 'reference-key'] as const),
        ...(['descriptor-shared', 'async-meaning', 'pix-response-fields', ...FORM] as const),
      ],
    });
    const settles = ['transaction-path', 'transaction-response-reused', 'amount-centavos'] as const;
    await send('retrieveTransaction', { path: { id }, settles });
    await send('listTransactionHistory', {
      path: { id },
      query: PAGE,
      settles: ['transaction-pages', 'history-shape'],
    });
    // The same request again: another one could be refused for another reason.
    await send('createTransaction', { body, settles: ['reference-key'] });
    await send('listTransactions', { query: { ...PAGE, reference_key }, settles: ['reference-key'] });
  }),
  flow('pix-plain', 'Create Pix charges without a customer and with other scalar types', async ({ send }) => {
    await send('createTransaction', {
      body: PIX,
      settles: ['customer-absent', 'card-absent', 'async-meaning', 'amount-centavos'],
      accepted: ['customer-absent'],
    });
    const later = { ...PIX, async: true };
    await send('createTransaction', { body: later, settles: ['async-meaning', 'amount-centavos', 'pix-flow'] });
    const address = { ...SHOP_FIELDS.billing.address, neighborhood: null };
    const billing = { ...SHOP_FIELDS.billing, address };
    await send('createTransaction', { body: { ...PIX, billing }, settles: ['address-record-shared'] });
    const scalars = { settles: ['scalar-types'], accepted: ['scalar-types'] } as const;
    for (const flag of [1, '0']) {
      // @ts-expect-error: as plugins send them, and not as the contract has them
      await send('createTransaction', { body: { ...PIX, async: flag, installments: '1' }, ...scalars });
    }
  }),
  flow('boleto', 'Create an unpaid boleto', async ({ send, ...run }) => {
    const boleto = { expiration: dayIn(3, run), max_payment_date: dayIn(5, run) };
    const more = { capture: true, payment_direct: false, descriptor: 'VERIFICACAO' };
    const { id } = await send('createTransaction', {
      body: {
        ...BOLETO,
        ...SHOP_FIELDS,
        ...more,
        customer: person('boleto', run),
        metadata: markedMetadata(run),
        boleto,
      },
      settles: ['boleto-form', 'boleto-flow', 'amount-centavos', 'card-absent', 'descriptor-shared', ...FORM],
      accepted: ['boleto-form'],
    });
    await send('retrieveTransaction', { path: { id }, settles: ['transaction-path', 'boleto-form'] });
  }),
  flow('nothing', 'Create charges of zero and of a negative amount', async ({ send, ...run }) => {
    // Only the amount is wrong.
    const whole = { ...PIX, ...SHOP_FIELDS, customer: person('nothing', run) };
    await send('createTransaction', { body: { ...whole, amount: 0 }, settles: ['wrong-state'] });
    await send('createTransaction', { body: { ...whole, amount: -100 }, settles: ['wrong-state'] });
  }),
  flow('dates', 'Create charges that are already expired', async ({ send, ...run }) => {
    const expired = { expiration: '2020-01-01', max_payment_date: '2020-01-02' };
    const pastDue = { expiration: '2020-01-01', max_payment_date: dayIn(3, run) };
    const swapped = { expiration: dayIn(5, run), max_payment_date: dayIn(3, run) };
    const pix = { ...PIX, expiration_date: '2020-01-01 00:00:00' };
    await send('createTransaction', { body: pix, settles: ['pix-flow'] });
    await send('createTransaction', { body: { ...BOLETO, boleto: expired }, settles: ['boleto-flow'] });
    await send('createTransaction', { body: { ...BOLETO, boleto: pastDue }, settles: ['boleto-flow'] });
    await send('createTransaction', { body: { ...BOLETO, boleto: swapped }, settles: ['boleto-flow'] });
  }),
];
