/** All changes of a transaction's status. */
import { timestamp } from '../../../codes/days.js';
import type { JsonObject } from '../../../contract/json.js';
import { string } from '../input.js';
import { linkPaid } from '../links.js';
import { unprocessable, wrongState } from '../refusals.js';
import { chargeMoved } from '../subscription.js';
import { rule, type Stored, type Wire, type Work } from '../work.js';
import { withAmounts } from './split.js';
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
  /** The amount of the history entry in centavos. Default: the amount of the transaction. */
  readonly amount?: number;
  readonly value?: Partial<Wire['Transaction']>;
  readonly hidden?: Partial<Hidden>;
  readonly due?: number;
}

/**
 * Moves a transaction to the next status: writes its history, sends the event, and notifies its link or subscription. Clears the
 * due time unless the move sets one. The caller has checked that the status can follow.
 */
export function move(work: Work, transaction: Transaction, to: Status, change: Move = {}): Transaction {
  const changed = write(work, transaction, to, change);
  notifyOwners(work, transaction, changed);
  return changed;
}

/** Sets any status, even one that the contract does not have, and clears the due time. Nothing else changes. */
export function setStatus(work: Work, transaction: Transaction, { status }: JsonObject): Transaction {
  const to = string(status);
  if (to === undefined || to.length > LONGEST_STATUS) {
    throw unprocessable(`status: must be a text of 1 to ${LONGEST_STATUS} characters`);
  }
  return write(work, transaction, to, {});
}

/** The longest status that a control call can set, in characters. */
const LONGEST_STATUS = 60;

function write(work: Work, transaction: Transaction, to: string, { amount, value, hidden, due }: Move): Transaction {
  const { next: _next, refunding: _refunding, reviewed: _reviewed, ...kept } = transaction.hidden;
  const entry: HistoryEntry = [to, amount ?? transaction.value.amount, work.now];
  const changed = asTransaction(
    work.change(transaction, {
      value: shared(transaction, {
        ...withoutAuthentication(transaction.value),
        ...value,
        status: to,
        updated_at: timestamp(work.now),
      }),
      hidden: { ...kept, ...hidden, history: [...transaction.hidden.history, entry] },
      due: due ?? null,
    }),
  );
  work.emit('transaction.status_changed', changed);
  return changed;
}

/** Checks first, because copying is the slowest part of a move and few transactions have the field. */
function withoutAuthentication(value: Wire['Transaction']): Wire['Transaction'] {
  if (value.threeDSecure === undefined) return value;
  const { threeDSecure: _waiting, ...rest } = value;
  return rest;
}

/** Returns the value with the current amounts of its split. They share the payment without its refunds, or before the payment the full amount. */
function shared({ hidden }: Transaction, value: Wire['Transaction']): Wire['Transaction'] {
  if (value.split === undefined || hidden.weights === undefined) return value;
  return { ...value, split: withAmounts(value.split, value.paid_amount ?? value.amount, hidden.weights) };
}

/** Notifies the link or the subscription of the transaction. */
function notifyOwners(work: Work, before: Transaction, { id, value, hidden }: Transaction): void {
  // A failed refund and an approved review also lead back to `paid`, but are not new payments.
  if (value.status === 'paid' && before.hidden.history.some(([status]) => status === 'paid')) return;
  if (hidden.link !== undefined && value.status === 'paid') linkPaid(work, hidden.link);
  if (hidden.subscription !== undefined) chargeMoved(work, hidden.subscription, { id, value });
}

/** Writes a partial refund. The status does not change, so no event follows. */
export function note(
  work: Work,
  transaction: Transaction,
  amount: number,
  value: Partial<Wire['Transaction']>,
): Transaction {
  const entry: HistoryEntry = [statusOf(transaction), amount, work.now];
  return asTransaction(
    work.change(transaction, {
      value: shared(transaction, { ...transaction.value, ...value, updated_at: timestamp(work.now) }),
      hidden: { ...transaction.hidden, history: [...transaction.hidden.history, entry] },
    }),
  );
}

/** Fails with 422 unless the transaction is in one of the states. */
export const requireStatus = rule(
  'wrong-state',
  (transaction: Stored, wish: string, legal: readonly Status[]): void => {
    if (!legal.includes(statusOf(transaction))) throw wrongState({ ...transaction, kind: KIND }, wish, legal);
  },
);
