/** Card payments. Each flow refunds its charges. */
import { cardPayment, debitPayment, person, refundOf, SHOP_FIELDS, THREE_D_SECURE } from './bodies.js';
import { flow, PAGE } from './flow.js';

/** A security code for which test environments refuse a card. */
const REFUSED_CODE = '612';

export const cards = [
  flow('card', 'Charge a card and refund the charge in two parts', async ({ send, ...run }) => {
    const more = { customer: person('card', run), descriptor: 'VERIFICACAO', payment_direct: false };
    const { id } = await send('createTransaction', {
      body: cardPayment(run, { ...SHOP_FIELDS, ...more }),
      settles: [
        ...(['card-transaction', 'form-fields-shared', 'payment-method-values'] as const),
        ...(['response-requiredness', 'transaction-fields-missing', 'status-meanings'] as const),
      ],
    });
    const path = { id };
    await send('retrieveTransaction', { path, settles: ['transaction-path', 'nullable-types'] });
    await send('listTransactionInstallments', { path, query: PAGE, settles: ['installments-shape'] });
    const settles = ['refund-path', 'refund-rules', 'transaction-transitions'] as const;
    await send('refundTransaction', {
      path,
      body: { ...refundOf(40), metadata: '{"part":1}' },
      settles: [...settles, 'refund-capture-body', 'metadata-everywhere', 'metadata-kept'],
    });
    await send('refundTransaction', {
      path,
      body: { ...refundOf(60), metadata: '{"part":2}' },
      settles: [...settles, 'transaction-response-reused', 'metadata-kept'],
    });
    await send('listTransactionHistory', { path, query: PAGE, settles: ['history-shape', 'transaction-transitions'] });
  }),
  flow('refused', 'Charge a card whose security code makes the issuer refuse it', async ({ send, ...run }) => {
    const customer = person('refused', run);
    const body = cardPayment(run, { ...SHOP_FIELDS, customer, card: { ...run.card, card_cvv: REFUSED_CODE } });
    const settles = ['refused-response', 'security-code-refused'] as const;
    const { id } = await send('createTransaction', { body, settles, accepted: ['refused-response'] });
    await send('retrieveTransaction', { path: { id }, settles: ['card-outcomes'] });
    await send('refundTransaction', { path: { id }, body: refundOf(100), settles: ['transaction-transitions'] });
  }),
  flow('three-d-secure', 'Charge a card with 3DS', async ({ send, ...run }) => {
    const body = cardPayment(run, { capture: false, threeDSecure: THREE_D_SECURE });
    const settles = ['three-d-secure-request', 'three-d-secure-response'] as const;
    const { id } = await send('createTransaction', { body, settles, accepted: ['three-d-secure-request'] });
    await send('refundTransaction', { path: { id }, body: refundOf(100), settles: ['transaction-transitions'] });
  }),
  flow('debit', 'Charge a debit card', async ({ send, ...run }) => {
    const { id } = await send('createTransaction', {
      body: debitPayment(run),
      settles: ['debit-form', 'three-d-secure-response', 'three-d-secure-flow', 'payment-method-values'],
      accepted: ['debit-form'],
    });
    await send('refundTransaction', { path: { id }, body: refundOf(100), settles: ['transaction-transitions'] });
  }),
  flow('debit-descriptor', 'Charge a debit card with a descriptor', async ({ send, ...run }) => {
    const settles = ['descriptor-shared'] as const;
    const body = debitPayment(run, { descriptor: 'VERIFICACAO' });
    const { id } = await send('createTransaction', { body, settles, accepted: settles });
    await send('refundTransaction', { path: { id }, body: refundOf(100), settles: ['transaction-transitions'] });
  }),
  flow('parts', 'Charge a card in three installments', async ({ send, ...run }) => {
    const body = cardPayment(run, { installments: 3 });
    const { id } = await send('createTransaction', { body, settles: ['installment-dates', 'card-outcomes'] });
    const query = { page: 1, per_page: 50 };
    await send('listTransactionInstallments', { path: { id }, query, settles: ['installment-dates'] });
    await send('refundTransaction', { path: { id }, body: refundOf(100), settles: ['refund-rules'] });
  }),
];
