/** Captures, refunds and cancellations of card payments. */
import { cardPayment, refundOf } from './bodies.js';
import { flow } from './flow.js';

export const refunds = [
  flow('capture', 'Authorize, capture and refund a card payment', async ({ send, ...run }) => {
    const body = cardPayment(run, { capture: false });
    const { id } = await send('createTransaction', { body, settles: ['card-transaction'] });
    const path = { id };
    await send('captureTransaction', {
      path,
      body: { async: false, amount: 60, metadata: '{"part":true}' },
      settles: [
        ...(['capture-path', 'capture-rules', 'refund-capture-body'] as const),
        ...(['transaction-response-reused', 'metadata-on-capture', 'metadata-kept'] as const),
      ],
    });
    const again = { async: false, amount: 60 };
    await send('captureTransaction', { path, body: again, settles: ['capture-rules', 'wrong-state'] });
    await send('refundTransaction', { path, body: refundOf(60), settles: ['refund-path'] });
  }),
  flow('void', 'Authorize a card payment and cancel it', async ({ send, ...run }) => {
    const body = cardPayment(run, { capture: false });
    const { id } = await send('createTransaction', { body, settles: ['card-transaction'] });
    await send('refundTransaction', { path: { id }, body: refundOf(100), settles: ['transaction-transitions'] });
  }),
  flow('too-much', 'Refund and capture more than the available amount', async ({ send, ...run }) => {
    const { id } = await send('createTransaction', { body: cardPayment(run), settles: ['card-outcomes'] });
    const path = { id };
    await send('refundTransaction', { path, body: refundOf(101), settles: ['refund-rules'] });
    const all = { async: false, amount: 100 };
    await send('captureTransaction', { path, body: all, settles: ['capture-rules', 'wrong-state'] });
    await send('refundTransaction', { path, body: { async: true, amount: 100 }, settles: ['refund-rules'] });
    await send('retrieveTransaction', { path, settles: ['refund-rules'] });
  }),
  flow(
    'authorized',
    'Authorize a card payment, refund a part, capture too much, and cancel it',
    async ({ send, ...run }) => {
      const body = cardPayment(run, { capture: false });
      const { id } = await send('createTransaction', { body, settles: ['card-outcomes'] });
      const path = { id };
      await send('refundTransaction', { path, body: refundOf(40), settles: ['refund-rules'] });
      await send('captureTransaction', { path, body: { async: false, amount: 101 }, settles: ['capture-rules'] });
      await send('refundTransaction', { path, body: refundOf(100), settles: ['refund-void'] });
    },
  ),
];
