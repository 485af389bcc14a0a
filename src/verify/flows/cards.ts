/** Card payments. Each flow takes back what it charged. */
import { cardPayment, emailOf, guest, marked, ORDER, person, refundOf } from './bodies.js';
import { flow, needed, PAGE } from './flow.js';

/** A security code for which test environments refuse a card. */
const REFUSED_CODE = '612';
const THREE_D_SECURE = {
  urlSuccess: 'https://verification.example/ok',
  urlFail: 'https://verification.example/fail',
  onFailure: 'decline',
  userAgent: 'Mozilla/5.0',
  ipAddress: '203.0.113.7',
  device: {
    colorDepth: 24,
    deviceType3ds: 'BROWSER',
    javaEnabled: false,
    language: 'pt-BR',
    screenHeight: 1080,
    screenWidth: 1920,
    timeZoneOffset: 180,
  },
} as const;

export const cards = [
  flow('card', 'Charge a card and refund the charge in two parts', async ({ send, ...run }) => {
    const more = { customer: person('card', run), descriptor: 'VERIFICACAO', payment_direct: false };
    const { id } = await send('createTransaction', {
      body: cardPayment(run, { ...ORDER, ...more }),
      settles: ['card-transaction', 'payment-method-values', 'response-requiredness', 'transaction-fields-missing'],
    });
    const path = { id };
    await send('retrieveTransaction', { path, settles: ['transaction-path', 'nullable-types'] });
    await send('listTransactionInstallments', { path, query: PAGE, settles: ['installments-shape'] });
    const settles = ['refund-path', 'refund-rules', 'transaction-transitions'] as const;
    await send('refundTransaction', {
      path,
      body: { ...refundOf(40), metadata: '{"part":true}' },
      settles: [...settles, 'refund-capture-body', 'metadata-everywhere'],
    });
    await send('refundTransaction', {
      path,
      body: { ...refundOf(60), metadata: '{"rest":true}' },
      settles: [...settles, 'transaction-response-reused', 'metadata-kept'],
    });
    await send('listTransactionHistory', { path, query: PAGE, settles: ['history-shape', 'transaction-transitions'] });
  }),
  flow('refused', 'Charge a card whose security code makes the issuer refuse it', async ({ send, ...run }) => {
    const body = cardPayment(run, { card: { ...run.card, card_cvv: REFUSED_CODE } });
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
    const debit = { amount: 100, payment_method: 'debit_card', metadata: marked(run), card: run.card } as const;
    const { id } = await send('createTransaction', {
      body: { ...debit, threeDSecure: THREE_D_SECURE },
      settles: ['debit-form', 'three-d-secure-response', 'payment-method-values'],
      accepted: ['debit-form'],
    });
    await send('refundTransaction', { path: { id }, body: refundOf(100), settles: ['transaction-transitions'] });
  }),
  flow('parts', 'Charge a card in three installments', async ({ send, ...run }) => {
    const body = cardPayment(run, { installments: 3 });
    const { id } = await send('createTransaction', { body, settles: ['installment-dates', 'card-outcomes'] });
    const query = { page: 1, per_page: 50 };
    await send('listTransactionInstallments', { path: { id }, query, settles: ['installment-dates'] });
    await send('refundTransaction', { path: { id }, body: refundOf(100), settles: ['refund-rules'] });
  }),
  flow('same-card', 'Charge the same card again, by number and by id', async ({ send, ...run }) => {
    const settles = ['card-kept'] as const;
    const { card: _, ...rest } = cardPayment(run, { customer: guest('card', run) });
    const first = await send('createTransaction', { body: { ...rest, card: run.card }, settles });
    const second = await send('createTransaction', { body: { ...rest, card: run.card }, settles });
    const card_id = needed(first.card?.card_id, 'the id of the card');
    const third = await send('createTransaction', { body: { ...rest, card_id }, settles });
    const body = { email: emailOf('card', run) };
    await send('listCustomerCards', { body, settles: ['card-kept', 'customer-lookup'] });
    for (const { id } of [third, second, first])
      await send('refundTransaction', { path: { id }, body: refundOf(100), settles: ['refund-path'] });
  }),
];
