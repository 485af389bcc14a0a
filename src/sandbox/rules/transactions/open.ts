/** Writes a new transaction for a request, a link's page, or a charge of a subscription. */
import { timestamp } from '../../../codes/days.js';
import { groupOf } from '../kinds.js';
import { linkPaid } from '../links.js';
import { unprocessable } from '../refusals.js';
import { pageKey } from '../resource.js';
import { rule, type Wire, type Work } from '../work.js';
import type { Draft } from './draft.js';
import { move } from './status.js';
import { asTransaction, type Hidden, KIND, type Status, type Transaction } from './transaction.js';

/** The first state of a payment, and the fields of its payment method. */
export interface Start {
  readonly status: Status;
  /** The state that follows at once, with a separate event. The response shows the first state. */
  readonly follows?: Status;
  readonly hidden: Omit<Hidden, 'history' | 'link' | 'checkout' | 'subscription'>;
  /** The time of `hidden.next`, in milliseconds of the account's clock. */
  readonly due?: number;
  readonly keys?: readonly string[];
  /** Returns the fields of its payment method, for the id of the transaction. */
  readonly fields: (id: number) => Partial<Wire['Transaction']>;
}

export interface Opening {
  readonly id: number;
  readonly draft: Draft;
  readonly start: Start;
  readonly customer?: Wire['Customer'] | undefined;
  readonly card?: Wire['Card'] | undefined;
  readonly link?: number;
  /** The key of its payment page. The link's page has a different key. */
  readonly key?: string;
  readonly subscription?: number;
}

export interface Opened {
  /** The transaction at its creation, as the response shows it. */
  readonly created: Transaction;
  /** The current transaction. */
  readonly transaction: Transaction;
}

export function open(work: Work, opening: Opening): Opened {
  const { id, draft, start, customer, link, key, subscription } = opening;
  const value = { ...buildTransaction(work, opening), ...start.fields(id), status: start.status };
  const owner = {
    ...(link !== undefined && { link }),
    ...(key !== undefined && { checkout: { key } }),
    ...(subscription !== undefined && { subscription }),
  };
  const weights = draft.split === undefined ? {} : { weights: draft.split.weights };
  const created = asTransaction(
    work.create(KIND, {
      id,
      value,
      hidden: { ...start.hidden, ...owner, ...weights, history: [[start.status, draft.amount, work.now]] },
      groups: [
        ...(typeof customer?.id === 'number' ? [groupOf('Customer', customer.id)] : []),
        ...(link === undefined ? [] : [groupOf('PaymentLink', link)]),
        ...(subscription === undefined ? [] : [groupOf('Subscription', subscription)]),
      ],
      keys: [
        ...(start.keys ?? []),
        ...(key === undefined ? [] : [pageKey(key)]),
        ...(draft.referenceKey === undefined ? [] : [referenceKey(draft.referenceKey)]),
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

/** Returns the fields of section 2.2, from the request and the stored customer and card. */
function buildTransaction(
  work: Work,
  { id, draft, customer, card, subscription }: Opening,
): Omit<Wire['Transaction'], 'status'> {
  const now = timestamp(work.now);
  const times = { created_at: now, updated_at: now };
  const { split, billing, items = [] } = draft;
  const ipAddress = draft.threeDSecure?.ipAddress;
  return {
    id,
    ip_address: typeof ipAddress === 'string' && ipAddress !== '' ? ipAddress : '127.0.0.1',
    tid: card === undefined ? null : String(70_000_000 + id),
    amount: draft.amount,
    capture_amount: 0,
    paid_amount: null,
    payment_type: null,
    ref_id: `ref_${id}`,
    ...times,
    ...(card !== undefined && { card: withoutId(card) }),
    pix_qr_code: null,
    pix_expiration_date: null,
    pix_additional_fields: null,
    installments: draft.installments,
    reference_key: draft.referenceKey ?? null,
    session: draft.session ?? null,
    local_time: null,
    payment_method: draft.method,
    customer: customer ?? null,
    billing: billing === undefined ? null : { id: work.id(), ...billing, ...times },
    shipping: draft.shipping ?? null,
    items: items.map((item) => ({ id: work.id(), ...item, ...times })),
    metadata: draft.metadata ?? null,
    ...(split !== undefined && { split: [...split.rules] }),
    ...(subscription !== undefined && { subscription_id: subscription }),
  };
}

/** Returns a card as transactions show it: with `card_id` but without `id`. */
function withoutId({ id: _id, ...card }: Wire['Card']): Wire['TransactionCard'] {
  return card;
}

/** Fails with 422 if a transaction has the reference key. A key is never free again. */
export const requireFreeKey = rule('reference-key', (work: Work, key: string | undefined): void => {
  const taken = key === undefined ? undefined : work.find(KIND, referenceKey(key));
  if (taken !== undefined) throw unprocessable(`reference_key: already used by transaction ${taken.id}`);
});

export const referenceKey = (key: string): string => `reference_key:${key}`;
