import {
  aboveMost,
  addDays,
  BOLETO_DAYS,
  boletoLine,
  businessDay,
  dayInSaoPaulo,
  endOfDay,
  isDay,
  LAST_TIME,
  pixCode,
  readDateTime,
  utcDateTime,
} from 'payment-gateway-core/codes';
import type { JsonObject } from 'payment-gateway-core/util';
import { parameters, testValues } from 'payment-gateway-core/values';
import type { IssuerDecision } from '../cards.js';
import { optionalObject, string } from '../input.js';
import { unprocessable } from '../refusals.js';
import type { Work } from '../work.js';
import type { Draft } from './draft.js';
import { authentication, decided } from './settle.js';
import type { Hidden, Issuer, Start } from './transaction.js';

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

/** Starts a boleto, which can be paid until the first business day on or after its last day ends in São Paulo. */
export function startBoleto(
  work: Work,
  id: number,
  amount: number,
  { expiration, max_payment_date }: JsonObject = {},
): Start {
  const problem = aboveMost('boleto', amount);
  if (problem !== undefined) throw unprocessable(`amount: ${problem}`);
  const today = dayInSaoPaulo(work.now);
  const dueDate = dayOf(expiration, 'boleto.expiration') ?? addDays(today, BOLETO_DAYS);
  const lastDay = dayOf(max_payment_date, 'boleto.max_payment_date') ?? addDays(dueDate, work.settings.boletoGraceDays);
  if (dueDate < today) throw unprocessable(`boleto.expiration: ${dueDate} has passed; it is ${today} in São Paulo`);
  if (lastDay < dueDate) throw unprocessable(`boleto.max_payment_date: ${lastDay} is before the due date ${dueDate}`);
  const variant = work.use('boleto-flow');
  const end = variant === 'ends-on-last-day' ? lastDay : businessDay(lastDay);
  return {
    status: 'waiting_payment',
    value: { boleto: { barcode_line: boletoLine({ amount, dueDate, number: id }) } },
    hidden: { capture: true, next: 'expire' },
    ...(variant !== 'stays-open' && { due: endOfDay(end) }),
  };
}

function dayOf(value: unknown, field: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || !isDay(value)) throw unprocessable(`${field}: must be a day, shaped YYYY-MM-DD`);
  // Leaves room for the days after a due date.
  if (value >= '9900') throw unprocessable(`${field}: must be before the year 9900`);
  return value;
}

type Decision = Pick<Hidden, 'capture' | 'issuer'>;

/** Starts a payment by card. The test card decides its outcome, after 3DS if the payment requires it. */
export function startCard(work: Work, draft: Draft, card: IssuerDecision, isRefusedByCode: boolean): Start {
  const { amount, threeDSecure } = draft;
  const debit = draft.method === 'debit_card';
  const decision = { capture: debit || draft.capture !== false, issuer: issuerOf(card, isRefusedByCode) };
  const isDebit3ds = debit && work.use('three-d-secure-flow') !== 'debit-without-authentication';
  const requires3ds = isDebit3ds || (card === 'request_authentication' && threeDSecure !== undefined);
  if (requires3ds) {
    const start = authentication(work, threeDSecure ?? {});
    return { ...start, hidden: { ...decision, ...start.hidden } };
  }
  return charge(work, amount, decision, draft.async === true);
}

/** Returns the issuer's decision on a card whose buyer needs no authentication or has completed it. */
export function issuerOf(card: IssuerDecision, isRefusedByCode: boolean): Issuer {
  const issuer = card === 'request_authentication' ? 'approved' : card;
  return issuer === 'approved' && isRefusedByCode ? 'refused' : issuer;
}

/** Starts a charge. The issuer decides now, or after the settle delay. */
export function charge(work: Work, amount: number, decision: Decision, async: boolean): Start {
  if (decision.issuer === 'processing') return { status: 'processing', hidden: decision };
  const isLater = async || work.use('status-meanings') === 'processing-first';
  if (!isLater) return { ...decided(work, amount, decision), hidden: decision };
  const due = work.now + work.settings.settleMs;
  return { status: 'processing', hidden: { ...decision, next: 'settle' }, due };
}

/** Returns whether the security code refuses a card that would otherwise be approved. A stored card may also come with a code, which is never stored. */
export function refusedByCode(work: Work, body: JsonObject): boolean {
  const code = string(optionalObject(body.card)?.card_cvv) ?? string(body.card_cvv);
  const isRefused = testValues.security_codes.some(({ begins_with }) => code?.startsWith(begins_with));
  if (isRefused) work.use('security-code-refused');
  return isRefused;
}
