import { DAY, timestamp } from 'payment-gateway-core/codes';
import type { JsonObject } from 'payment-gateway-core/util';
import { parameters } from 'payment-gateway-core/values';
import { LONGEST_STATUS } from '../../acts/index.js';
import { string } from '../input.js';
import { linkPaid } from '../links.js';
import { unprocessable } from '../refusals.js';
import { chargeMoved } from '../subscription-state.js';
import type { Wire, Work } from '../work.js';
import { withAmounts } from './split.js';
import { asTransaction, type Hidden, heldAmount, type Transaction, type TransactionStatus } from './transaction.js';

/** Days for which the issuer reserves an authorized amount. */
export const CAPTURE_DAYS = parameters['authorization-expiry'].days;

/** Returns the step at which the issuer drops an authorization. */
export const lapseAt = (since: number) => ({ hidden: { next: 'lapse' as const }, due: since + CAPTURE_DAYS * DAY });

export const authorizedAt = (work: Work, { history }: Pick<Hidden, 'history'>): number =>
  history.find(([status]) => status === 'authorized')?.[2] ?? work.now;

export interface Move {
  /** The amount of the history entry in centavos. Default: the amount that was held before. */
  readonly amount?: number | undefined;
  readonly value?: Partial<Wire['Transaction']>;
  readonly hidden?: Partial<Hidden>;
  readonly due?: number | undefined;
}

/**
 * Moves a transaction to the next status: writes its history, sends the event, and notifies its link or subscription. The caller has checked that
 * the status can follow.
 */
export function move(work: Work, transaction: Transaction, to: TransactionStatus, change: Move = {}): Transaction {
  return announce(work, write(work, transaction, to, change));
}

/** Emits the event for a new status, and notifies the link or subscription. */
export function announce(work: Work, transaction: Transaction): Transaction {
  work.emit('transaction.status_changed', transaction);
  notifyOwners(work, transaction);
  return transaction;
}

/**
 * Sets any status, even one that the contract does not have, and clears the due time. A transaction that becomes `paid` for the first time also gets its
 * amounts. Nothing else changes.
 */
export function setStatus(work: Work, transaction: Transaction, { status }: JsonObject): Transaction {
  const to = string(status);
  if (to === undefined || to.length > LONGEST_STATUS) {
    throw unprocessable(`status: must be a text of 1 to ${LONGEST_STATUS} characters`);
  }
  const { amount, paid_amount } = transaction.value;
  if (to === 'paid' && paid_amount === null)
    return move(work, transaction, 'paid', { value: { capture_amount: amount, paid_amount: amount } });
  const changed = write(work, transaction, to);
  work.emit('transaction.status_changed', changed);
  return changed;
}

/** Writes a status and its history entry, without an event. Clears the due time and all pending steps that the change does not set again. */
export function write(work: Work, transaction: Transaction, to: string, change: Move = {}): Transaction {
  return asTransaction(work.change(transaction, moved(work, transaction, to, change)));
}

interface Moved {
  readonly value: JsonObject;
  readonly hidden: JsonObject;
  readonly due: number | null;
}

/** Returns the fields of a transaction in a status. */
export function moved(work: Work, transaction: Transaction, to: string, change: Move): Moved {
  const { threeDSecure: _page, ...before } = transaction.value;
  const { next: _next, reviewed: _reviewed, refunding: _refunding, history, ...kept } = transaction.hidden;
  const lapse = to === 'authorized' ? lapseAt(authorizedAt(work, { history })) : undefined;
  const { amount = heldAmount(before, kept), value, hidden = lapse?.hidden, due = lapse?.due ?? null } = change;
  const after = { ...before, ...value, status: to, updated_at: timestamp(work.now) };
  const held = heldAmount(after, { ...kept, ...hidden });
  const split = kept.weights && withAmounts(work, after.split ?? [], held, kept.weights, heldAmount(before, kept));
  return {
    value: split === undefined ? after : { ...after, split },
    hidden: { ...kept, ...hidden, history: [...history, [to, amount, work.now, work.cause]] },
    due,
  };
}

function notifyOwners(work: Work, { id, value, hidden }: Transaction): void {
  const payments = hidden.history.filter(([status]) => status === 'paid').length;
  // A failed refund and an approved review also lead back to `paid`, but are not new payments.
  if (value.status === 'paid' && payments > 1) return;
  if (value.status === 'paid' && hidden.link !== undefined) linkPaid(work, hidden.link);
  if (hidden.subscription !== undefined) chargeMoved(work, hidden.subscription, { id, value });
}
