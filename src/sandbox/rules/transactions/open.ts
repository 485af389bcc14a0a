/** Writes a new transaction, however it came about: by a request, on a link's page, or as a charge of a subscription. */
import { groupOf } from '../kinds.js';
import { linkPaid } from '../links/paid.js';
import { pageKey } from '../pages.js';
import type { Work } from '../work.js';
import type { Start } from './start.js';
import { move } from './status.js';
import { asTransaction, KIND, type Transaction } from './transaction.js';
import { type Draft, wireOf } from './wire.js';

export interface Opening {
  readonly draft: Omit<Draft, 'now'>;
  readonly start: Start;
  readonly link?: number;
  /** The key of the page on which it is paid, beside that of the link. */
  readonly key?: string;
  readonly subscription?: number;
}

export interface Opened {
  /** As it was in the moment of its creation, which is what the response shows. */
  readonly created: Transaction;
  /** As it is now. */
  readonly transaction: Transaction;
}

export function open(work: Work, { draft, start, link, key, subscription }: Opening, nextId: () => number): Opened {
  const { amount, id, customer } = draft;
  const value = {
    ...wireOf({ ...draft, now: work.now }, nextId),
    ...start.fields(id),
    status: start.status,
  };
  const belongsTo = {
    ...(link !== undefined && { link }),
    ...(key !== undefined && { checkout: { key } }),
    ...(subscription !== undefined && { subscription }),
  };
  const created = asTransaction(
    work.create(KIND, {
      id,
      value,
      hidden: { ...start.hidden, ...belongsTo, history: [[start.status, amount, work.now]] },
      groups: [
        ...(typeof customer?.id === 'number' ? [groupOf('Customer', customer.id)] : []),
        ...(link === undefined ? [] : [groupOf('PaymentLink', link)]),
        ...(subscription === undefined ? [] : [groupOf('Subscription', subscription)]),
      ],
      keys: [
        ...(start.keys ?? []),
        ...(key === undefined ? [] : [pageKey(key)]),
        ...(typeof value.reference_key === 'string' ? [referenceKey(value.reference_key)] : []),
      ],
      due: start.due,
    }),
  );
  work.emit('transaction.created', created);
  if (link !== undefined && start.status === 'paid') linkPaid(work, link);
  if (start.follows === undefined) return { created, transaction: created };
  const { next } = start.hidden;
  const transaction = move(work, created, start.follows, {
    ...(next !== undefined && { hidden: { next } }),
    ...(start.due !== undefined && { due: start.due }),
  });
  return { created, transaction };
}

export const referenceKey = (key: string): string => `reference_key:${key}`;
