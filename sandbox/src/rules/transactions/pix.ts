import { aboveMost, LAST_TIME, pixCode, readDateTime, utcDateTime } from 'payment-gateway-core/codes';
import { parameters } from 'payment-gateway-core/values';
import { unprocessable } from '../refusals.js';
import type { Work } from '../work.js';
import type { Draft } from './draft.js';
import type { Start } from './transaction.js';

/**
 * Starts a Pix, which can be paid until it expires. A request without `async` gets `processing` in the response. A request with any `async` gets
 * `waiting_payment`.
 *
 * @param expirationDate the expiration date of the request
 */
export function startPix(
  work: Work,
  id: number,
  { amount, async }: Pick<Draft, 'amount' | 'async'>,
  expirationDate?: unknown,
): Start {
  const problem = aboveMost('pix', amount);
  if (problem !== undefined) throw unprocessable(`amount: ${problem}`);
  const expires = expiry(work, expirationDate);
  const paid = work.now + (work.settings.pixPaidAfterMs ?? Number.POSITIVE_INFINITY);
  const value = {
    pix_qr_code: pixCode({ amount, txid: `PEDIDO${id}` }),
    pix_expiration_date: utcDateTime(expires),
    pix_additional_fields: { pix_id: id.toString(16).padStart(parameters['pix-response-fields'].digits, '0') },
  };
  const variant = work.use('pix-flow');
  const isProcessing = variant === 'stays-processing' || async === undefined;
  // A late payment is possible without an expiry.
  const end = variant === 'stays-open' ? Number.POSITIVE_INFINITY : expires;
  const due = Math.min(paid, end);
  return {
    status: isProcessing ? 'processing' : 'waiting_payment',
    ...(isProcessing && variant !== 'stays-processing' && { follows: 'waiting_payment' }),
    value,
    hidden: { capture: true, next: paid < end ? 'pay' : 'expire' },
    ...(Number.isFinite(due) && { due }),
  };
}

function expiry(work: Work, sent: unknown): number {
  if (sent === undefined || sent === null) return Math.min(work.now + work.settings.pixExpiryMs, LAST_TIME);
  const time = typeof sent === 'string' ? readDateTime(sent) : undefined;
  if (time === undefined) throw unprocessable('expiration_date: must be a time in UTC, shaped YYYY-MM-DD HH:MM:SS');
  if (time > work.now) return time;
  throw unprocessable(
    `expiration_date: ${utcDateTime(time)} has passed; the clock is at ${utcDateTime(work.now)} (UTC)`,
  );
}
