import { DAY } from 'payment-gateway-core/codes';
import { booleanOf, isObject, type JsonObject } from 'payment-gateway-core/util';
import { parameters, resources } from 'payment-gateway-core/values';
import { optionalAmountOf, string } from '../input.js';
import { unprocessable, wrongState } from '../refusals.js';
import { existing, ok, requireStatus } from '../resource.js';
import type { OperationHandler, OperationRules, Wire, Work } from '../work.js';
import { allowNoAmount, finishRefund, paidInFull, requireNoMoney, withoutMoney, withRest } from './settle.js';
import { announce, authorizedAt, CAPTURE_DAYS, move, write } from './status.js';
import { asTransaction, heldAmount, statusOf, TRANSACTIONS, type Transaction } from './transaction.js';

function requireHeld(work: Work, { id, hidden }: Transaction): void {
  if (work.now <= authorizedAt(work, hidden) + CAPTURE_DAYS * DAY) return;
  work.use('authorization-expiry');
  throw unprocessable(
    `status: transaction ${id} was authorized more than ${CAPTURE_DAYS} days ago; the issuer no longer holds the amount`,
  );
}

/** Captures the whole amount, or a part in centavos. A partial capture releases the rest. */
export function capture(work: Work, transaction: Transaction, body: JsonObject = {}): Transaction {
  requireStatus(work, transaction, 'capture it', resources.captureTransaction.states);
  requireNoMoney(transaction);
  const { id, amount: authorized } = transaction.value;
  const asked = optionalAmountOf(body.amount, 'amount') ?? authorized;
  const variant = asked < authorized ? work.use('capture-rules') : undefined;
  if (variant === 'refuses-partial') throw unprocessable(`amount: capture all of transaction ${id} (${authorized})`);
  const amount = variant === 'captures-everything' ? authorized : asked;
  if (amount > authorized)
    throw unprocessable(`amount: ${amount} is more than the ${authorized} that transaction ${id} is authorized for`);
  requireHeld(work, transaction);
  return move(work, transaction, 'paid', {
    amount,
    value: { ...paidInFull(amount), ...withMetadata(work, transaction, body.metadata) },
  });
}

/** Refunds the rest of a payment, or a part in centavos. Voids an authorized transaction, always completely. */
export function refund(work: Work, transaction: Transaction, body: JsonObject = {}): Transaction {
  requireStatus(work, transaction, 'refund it', resources.refundTransaction.states);
  const amount = optionalAmountOf(body.amount, 'amount');
  const metadata = withMetadata(work, transaction, body.metadata);
  if (statusOf(transaction) === 'authorized') return voided(work, transaction, amount, metadata);

  const { id, paid_amount, payment_method } = transaction.value;
  const variant = work.use('refund-rules');
  const left = paid_amount === null ? 0 : heldAmount(transaction.value, transaction.hidden);
  const back = amount ?? left;
  if (variant === 'refused-when-old') requireRecent(work, transaction);
  if (back > left) throw unprocessable(`amount: ${back} is more than the ${left} that is left of transaction ${id}`);
  if (back < left) {
    if (variant === 'refuses-partial')
      throw unprocessable(`amount: refund all that is left of transaction ${id} (${left})`);
    if (variant === 'partial-is-pending' || variant === 'pending-keeps-paid-amount')
      return pendRefund(work, transaction, back, metadata);
    const refunded = write(work, transaction, 'paid', {
      amount: back,
      ...withRest(work, transaction, left - back, metadata),
    });
    // The status stays `paid`.
    return variant === 'partial-sends-event' ? announce(work, refunded) : refunded;
  }
  const isLater = payment_method === 'pix' || payment_method === 'boleto' || variant === 'pending-for-cards';
  if (!isLater && booleanOf(body.async) !== true) return finishRefund(work, transaction, metadata);
  return pendRefund(work, transaction, undefined, metadata);
}

/** Days after the payment in which a variant allows a refund. */
const REFUND_DAYS = parameters['refund-rules'].days;

function requireRecent(work: Work, { id, hidden: { history } }: Transaction): void {
  const [, , paidAt = work.now] = history.find(([status]) => status === 'paid') ?? [];
  if (work.now <= paidAt + REFUND_DAYS * DAY) return;
  throw unprocessable(
    `status: transaction ${id} was paid more than ${REFUND_DAYS} days ago; the gateway no longer refunds it`,
  );
}

/** Begins a refund that settles later. `refunding`: the part in centavos; undefined: all that is left. */
export function pendRefund(
  work: Work,
  transaction: Transaction,
  refunding: number | undefined,
  value: Partial<Wire['Transaction']> = {},
): Transaction {
  const hidden = { next: 'settle' as const, ...(refunding !== undefined && { refunding }) };
  const due = work.now + work.settings.settleMs;
  return move(work, transaction, 'pending_refund', { value, hidden, due, amount: refunding });
}

function voided(
  work: Work,
  transaction: Transaction,
  amount: number | undefined,
  value: Partial<Wire['Transaction']>,
): Transaction {
  const { id, amount: authorized } = transaction.value;
  if (work.use('refund-void') === 'refused') throw wrongState(transaction, 'refund it', ['paid']);
  if (amount === undefined || amount === authorized)
    return move(work, transaction, 'canceled', withoutMoney(work, transaction, value));
  throw unprocessable(`amount: transaction ${id} is not captured; refund all of it (${authorized})`);
}

/** A limit of the sandbox in characters. Without it, many partial refunds could make a transaction grow without limit. */
const LONGEST = 1_000_000;

/**
 * Returns the metadata of a transaction after a capture or a refund with metadata. Joins the members of both JSON objects; the new member wins.
 * Replaces metadata that is not a JSON object. Fails with 422 if the result is too long.
 */
export function withMetadata(work: Work, { value }: Transaction, sent: unknown): { metadata?: string } {
  const added = string(sent);
  if (added === undefined) return {};
  work.use('metadata-kept');
  const metadata = joined(string(value.metadata) ?? '', added);
  if (metadata.length <= LONGEST) return { metadata };
  throw unprocessable(`metadata: the sandbox keeps at most ${LONGEST} characters with transaction ${value.id}`);
}

function joined(known: string, added: string): string {
  try {
    const [before, after]: unknown[] = [JSON.parse(known), JSON.parse(added)];
    if (!isObject(before) || !isObject(after)) return added;
    if (Object.keys(before).some((name) => Object.hasOwn(after, name))) return JSON.stringify({ ...before, ...after });
    // Joins the texts, because parsing and printing would round long numbers.
    const members = [known, added].map((text) => text.trim().slice(1, -1).trim());
    return `{${members.filter((text) => text !== '').join(',')}}`;
  } catch {
    return added; // Not JSON, or too deep to print again.
  }
}

/** Returns the rule that moves the amount of a request, or the whole one. */
const moves =
  (change: typeof capture): OperationHandler =>
  (work, { params, body }) => {
    allowNoAmount(work, body);
    return ok(change(work, asTransaction(existing(work, TRANSACTIONS, params.id)), body).value);
  };

export const refundRules = {
  captureTransaction: moves(capture),
  refundTransaction: moves(refund),
} satisfies OperationRules;
