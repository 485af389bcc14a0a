/** Card payments, with their captures, refunds and cancellations. Each flow refunds its charges. */
import { cardPayment, debitPayment, person, refundOf, SHOP_FIELDS, THREE_D_SECURE } from './bodies.js';
import { flow, PAGE } from './flow.js';

/** A security code for which test environments refuse a card. */
const REFUSED_CODE = '612';

export const cards = [
  flow('card', 'Charge a card and refund the charge in two parts', async ({ send, settles, ...run }) => {
    settles('card-transaction', 'form-fields-shared', 'payment-method-values', 'response-requiredness');
    settles('transaction-fields-missing', 'status-meanings', 'nullable-types', 'installments-shape');
    settles('refund-rules', 'transaction-transitions', 'refund-capture-body', 'metadata-everywhere');
    settles('metadata-kept', 'transaction-response-reused', 'history-shape');
    const more = { customer: person('card', run), descriptor: 'VERIFICACAO', payment_direct: false };
    const { id } = await send('createTransaction', { body: cardPayment(run, { ...SHOP_FIELDS, ...more }) });
    const path = { id };
    await send('retrieveTransaction', { path });
    await send('listTransactionInstallments', { path, query: PAGE });
    await send('refundTransaction', { path, body: { ...refundOf(40), metadata: '{"part":1}' } });
    await send('refundTransaction', { path, body: { ...refundOf(60), metadata: '{"part":2}' } });
    await send('listTransactionHistory', { path, query: PAGE });
  }),
  flow('refused', 'Charge a card whose security code makes the issuer refuse it', async ({ send, settles, ...run }) => {
    settles('security-code-refused', 'card-outcomes', 'transaction-transitions');
    const customer = person('refused', run);
    const body = cardPayment(run, { ...SHOP_FIELDS, customer, card: { ...run.card, card_cvv: REFUSED_CODE } });
    const { id } = await send('createTransaction', { body, accepted: ['refused-response'] });
    await send('retrieveTransaction', { path: { id } });
    await send('refundTransaction', { path: { id }, body: refundOf(100) });
  }),
  flow('three-d-secure', 'Charge a card with 3DS', async ({ send, settles, ...run }) => {
    settles('three-d-secure-response', 'transaction-transitions');
    const body = cardPayment(run, { capture: false, threeDSecure: THREE_D_SECURE });
    const { id } = await send('createTransaction', { body, accepted: ['three-d-secure-request'] });
    await send('refundTransaction', { path: { id }, body: refundOf(100) });
  }),
  flow('debit', 'Charge a debit card', async ({ send, settles, ...run }) => {
    settles('three-d-secure-response', 'three-d-secure-flow', 'payment-method-values', 'transaction-transitions');
    const { id } = await send('createTransaction', { body: debitPayment(run), accepted: ['debit-form'] });
    await send('refundTransaction', { path: { id }, body: refundOf(100) });
  }),
  flow('debit-descriptor', 'Charge a debit card with a descriptor', async ({ send, settles, ...run }) => {
    settles('transaction-transitions');
    const body = debitPayment(run, { descriptor: 'VERIFICACAO' });
    const { id } = await send('createTransaction', { body, accepted: ['descriptor-shared'] });
    await send('refundTransaction', { path: { id }, body: refundOf(100) });
  }),
  flow('parts', 'Charge a card in three installments', async ({ send, settles, ...run }) => {
    settles('installment-dates', 'card-outcomes', 'refund-rules');
    const { id } = await send('createTransaction', { body: cardPayment(run, { installments: 3 }) });
    await send('listTransactionInstallments', { path: { id }, query: { page: 1, per_page: 50 } });
    await send('refundTransaction', { path: { id }, body: refundOf(100) });
  }),
];

export const refunds = [
  flow('capture', 'Authorize, capture and refund a card payment', async ({ send, settles, ...run }) => {
    settles('card-transaction', 'capture-rules', 'refund-capture-body', 'transaction-response-reused');
    settles('metadata-on-capture', 'metadata-kept', 'wrong-state');
    const { id } = await send('createTransaction', { body: cardPayment(run, { capture: false }) });
    const path = { id };
    await send('captureTransaction', { path, body: { async: false, amount: 60, metadata: '{"part":true}' } });
    await send('captureTransaction', { path, body: { async: false, amount: 60 } });
    await send('refundTransaction', { path, body: refundOf(60) });
  }),
  flow('void', 'Authorize a card payment and cancel it', async ({ send, settles, ...run }) => {
    settles('card-transaction', 'transaction-transitions');
    const { id } = await send('createTransaction', { body: cardPayment(run, { capture: false }) });
    await send('refundTransaction', { path: { id }, body: refundOf(100) });
  }),
  flow('too-much', 'Refund and capture more than the available amount', async ({ send, settles, ...run }) => {
    settles('card-outcomes', 'refund-rules', 'capture-rules', 'wrong-state');
    const { id } = await send('createTransaction', { body: cardPayment(run) });
    const path = { id };
    await send('refundTransaction', { path, body: refundOf(101) });
    await send('captureTransaction', { path, body: { async: false, amount: 100 } });
    await send('refundTransaction', { path, body: { async: true, amount: 100 } });
    await send('retrieveTransaction', { path });
  }),
  flow('authorized', 'Authorize, refund a part, capture too much, and cancel', async ({ send, settles, ...run }) => {
    settles('card-outcomes', 'refund-rules', 'capture-rules', 'refund-void');
    const { id } = await send('createTransaction', { body: cardPayment(run, { capture: false }) });
    const path = { id };
    await send('refundTransaction', { path, body: refundOf(40) });
    await send('captureTransaction', { path, body: { async: false, amount: 101 } });
    await send('refundTransaction', { path, body: refundOf(100) });
  }),
];
