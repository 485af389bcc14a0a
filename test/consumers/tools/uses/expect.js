// What each client expects of its one call: the sandbox's response to a Pix payment.
import assert from 'node:assert/strict';

export const body = { amount: 15990, payment_method: 'pix' };

/** @param {unknown} transaction @param {string} expected the status; a Pix request with `async` gets `waiting_payment` */
export function expectPayment(transaction, expected = 'processing') {
  assert.equal(typeof transaction, 'object');
  const { id, amount, payment_method, status } = /** @type {Record<string, unknown>} */ (transaction);
  assert.deepEqual(
    { id: typeof id, amount, payment_method, status },
    { id: 'number', amount: 15990, payment_method: 'pix', status: expected },
    JSON.stringify(transaction),
  );
}
