/** Captures, refunds and cancellations of card payments. */
import { cardPayment, refundOf } from './bodies.js';
import { flow } from './flow.js';

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
