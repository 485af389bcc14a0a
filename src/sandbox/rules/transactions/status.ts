/** The one place in which a transaction changes its state. */

import { transitions } from '../../../../generated/transitions.js';
import { timestamp } from '../../../codes/days.js';
import { linkPaid } from '../links.js';
import { wrongState } from '../refusals.js';
import { chargeMoved } from '../subscription.js';
import type { Stored, Wire, Work } from '../work.js';
import {
  asTransaction,
  type Hidden,
  type HistoryEntry,
  KIND,
  type Status,
  statusOf,
  type Transaction,
} from './transaction.js';

export interface Move {
  /** What the change is about in centavos. Default: the amount of the transaction. */
  readonly amount?: number;
  readonly value?: Partial<Wire['Transaction']>;
  readonly hidden?: Partial<Hidden>;
  readonly due?: number;
}

/**
 * Moves a transaction to the next state: writes its history, sends the event, and notifies the link or the subscription that it belongs to. What
 * was due is no longer, unless the move says so. Fails with 422 when the state cannot follow.
 */
export function move(
  work: Work,
  transaction: Transaction,
  to: Status,
  { amount, value, hidden, due }: Move = {},
): Transaction {
  const from = statusOf(transaction);
  const legal: readonly Status[] = transitions.TransactionStatus[from];
  if (!legal.includes(to)) throw wrongState(transaction, `become ${to}`, statesBefore(to));
  const { next: _done, refunding: _settled, ...kept } = transaction.hidden;
  const entry: HistoryEntry = [to, amount ?? transaction.value.amount, work.now];
  const changed = asTransaction(
    work.change(transaction, {
      value: { ...withoutAuthentication(transaction.value), ...value, status: to, updated_at: timestamp(work.now) },
      hidden: { ...kept, ...hidden, history: [...transaction.hidden.history, entry] },
      due: due ?? null,
    }),
  );
  work.emit('transaction.status_changed', changed);
  // A refund that failed is no new payment.
  if (from !== 'pending_refund') notifyOwners(work, changed);
  return changed;
}

/** (A copy without a field costs more than the rest of the move, and few have this one.) */
function withoutAuthentication(value: Wire['Transaction']): Wire['Transaction'] {
  if (value.threeDSecure === undefined) return value;
  const { threeDSecure: _waiting, ...rest } = value;
  return rest;
}

/** The states which one can follow. */
export function statesBefore(to: Status): Status[] {
  return states.filter((from) => (transitions.TransactionStatus[from] as readonly Status[]).includes(to));
}

const states = Object.keys(transitions.TransactionStatus) as Status[];

/** What the payment of a transaction means for what it belongs to. */
function notifyOwners(work: Work, transaction: Transaction): void {
  const { link, subscription } = transaction.hidden;
  if (link !== undefined && statusOf(transaction) === 'paid') linkPaid(work, link);
  if (subscription !== undefined) chargeMoved(work, subscription, transaction);
}

/** A part of it was given back: no other state, so no event. */
export function note(
  work: Work,
  transaction: Transaction,
  amount: number,
  value: Partial<Wire['Transaction']>,
): Transaction {
  const entry: HistoryEntry = [statusOf(transaction), amount, work.now];
  return asTransaction(
    work.change(transaction, {
      value: { ...transaction.value, ...value, updated_at: timestamp(work.now) },
      hidden: { ...transaction.hidden, history: [...transaction.hidden.history, entry] },
    }),
  );
}

/** Fails with 422 unless the transaction is in one of the states. */
export function requireStatus(transaction: Stored, wish: string, legal: readonly Status[]): void {
  if (!legal.includes(statusOf(transaction))) throw wrongState({ ...transaction, kind: KIND }, wish, legal);
}
