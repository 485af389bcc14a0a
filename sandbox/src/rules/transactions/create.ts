import { timestamp } from 'payment-gateway-core/codes';
import type { JsonObject } from 'payment-gateway-core/util';
import { cardOfPayment, cardOutcome, foreignCard, without3ds } from '../cards.js';
import { customerOfPayment } from '../customers.js';
import { optionalObject, present, string } from '../input.js';
import { groupOf } from '../kinds.js';
import { linkPaid } from '../links.js';
import { unprocessable, wrongState } from '../refusals.js';
import { ok, pageKey, pageUrl } from '../resource.js';
import { type OperationHandler, type OperationRules, type Stored, valueAs, type Wire, type Work } from '../work.js';
import { type Draft, isByCard, readDraft } from './draft.js';
import { type Split, splitOf } from './split.js';
import { refusedByCode, startBoleto, startCard, startPix } from './start.js';
import { announce, lapseAt, moved } from './status.js';
import { asTransaction, type Start, TRANSACTIONS, type Transaction } from './transaction.js';

/** Creates transactions: for a request, on a link's page, or as a charge of a subscription. */

interface Opening {
  readonly id: number;
  readonly draft: Draft;
  readonly start: Start;
  readonly split?: Split | undefined;
  readonly customer?: Wire['Customer'] | undefined;
  readonly card?: Wire['Card'] | undefined;
  readonly link?: number;
  /** The key of its payment page. The link's page has a different key. */
  readonly key?: string;
  readonly subscription?: number;
}

interface Opened {
  /** The transaction at its creation, as the response shows it. */
  readonly created: Transaction;
  readonly transaction: Transaction;
}

const createTransaction: OperationHandler = (work, { body = {} }) => {
  work.use('card-outcomes');
  const { value } = create(work, body).created;
  if (value.status === 'refused') work.use('refused-response');
  return ok(value, [...foreignCard(work, body, value.customer?.id), ...without3ds(body, value.status)]);
};

export function create(work: Work, body: JsonObject, owner: Pick<Opening, 'link' | 'key'> = {}): Opened {
  const draft = readDraft(work, body);
  requireFreeKey(work, draft.referenceKey);
  const split = splitOf(work, draft.amount, body);
  const id = work.id();
  const stored = customerOfPayment(work, body);
  const opening = { id, draft, split, customer: stored && valueAs('Customer', stored), ...owner };
  if (isByCard(draft.method)) {
    const card = cardOfPayment(work, body, stored?.id);
    const start = startCard(work, draft, cardOutcome(work, card), refusedByCode(work, body));
    return openTransaction(work, { ...opening, start, card: valueAs('Card', card) });
  }
  const start =
    draft.method === 'pix'
      ? startPix(work, id, draft, body.expiration_date)
      : startBoleto(work, id, draft.amount, optionalObject(body.boleto));
  return openTransaction(work, { ...opening, start });
}

/** The reference keys, with the ids of their transactions. A transaction can be dropped before its key. */
export const REFERENCE_KEYS = 'reference_keys';

/** Fails with 422 if a transaction has the reference key. A key is never free again. */
function requireFreeKey(work: Work, key: string | undefined): void {
  const taken = key === undefined ? undefined : work.find(REFERENCE_KEYS, key);
  if (taken === undefined || work.use('reference-key') === 'accepted-again') return;
  throw unprocessable(`reference_key: already used by transaction ${taken.id}`);
}

/** Returns the payments with a reference key, newest first. */
export function paymentsWithKey(work: Work, key: string): Stored[] {
  const later = work.all(TRANSACTIONS, groupOfKey(key)).toReversed();
  const first = work.seek(TRANSACTIONS, work.find(REFERENCE_KEYS, key)?.id ?? 0);
  return first === undefined ? [...later] : [...later, first];
}

/** The list of the payments with a key that another payment had first. */
const groupOfKey = (key: string): string => `reference_key:${key}`;

export function openTransaction(work: Work, opening: Opening): Opened {
  const { id, draft, start, split, customer, link, key, subscription } = opening;
  const { status, follows, value } = start;
  const lapse = status === 'authorized' ? lapseAt(work.now) : undefined;
  const due = start.due ?? lapse?.due;
  const { referenceKey } = draft;
  const isTaken = referenceKey !== undefined && work.find(REFERENCE_KEYS, referenceKey) !== undefined;
  const pages = [start.hidden.authentication?.key, key].filter((one) => one !== undefined);
  const created = asTransaction({
    kind: TRANSACTIONS,
    id,
    value: { ...buildTransaction(work, opening), ...value, status },
    hidden: present({
      ...start.hidden,
      ...lapse?.hidden,
      link,
      checkout: key === undefined ? undefined : { key },
      subscription,
      weights: split?.weights,
      history: [[status, draft.amount, work.now, work.cause]],
    }),
    groups: [
      customer?.id !== undefined && groupOf('Customer', customer.id),
      link !== undefined && groupOf('PaymentLink', link),
      subscription !== undefined && groupOf('Subscription', subscription),
      isTaken && groupOfKey(referenceKey),
    ].filter((group) => group !== false),
    keys: pages.map(pageKey),
    ...(due !== undefined && { due }),
  });
  const fields =
    follows === undefined ? {} : moved(work, created, follows, { hidden: { next: start.hidden.next }, due });
  const transaction = asTransaction(work.create(TRANSACTIONS, { ...created, ...fields }));
  if (referenceKey !== undefined && !isTaken) work.createKey(REFERENCE_KEYS, { id, value: {}, keys: [referenceKey] });
  work.emit('transaction.created', created);
  // The caller updates a subscription.
  if (link !== undefined && status === 'paid') linkPaid(work, link);
  return { created, transaction: follows === undefined ? transaction : announce(work, transaction) };
}

type Built = Omit<Wire['Transaction'], 'status'>;

/** Returns the fields of section 2.2, from the request and the stored customer and card. */
function buildTransaction(work: Work, opening: Opening): Built {
  work.use('response-requiredness');
  const { id, draft, split, customer, card, subscription } = opening;
  const now = timestamp(work.now);
  const times = { created_at: now, updated_at: now };
  const { billing, items = [] } = draft;
  return {
    id,
    ip_address: string(draft.threeDSecure?.ipAddress) ?? '127.0.0.1',
    tid: card === undefined ? null : String(70_000_000 + id),
    amount: draft.amount,
    capture_amount: 0,
    paid_amount: null,
    payment_type: null,
    ref_id: `ref_${id}`,
    ...times,
    ...(card !== undefined && { card: cardOf(card, times) }),
    pix_qr_code: null,
    pix_expiration_date: null,
    pix_additional_fields: null,
    installments: draft.installments,
    reference_key: draft.referenceKey ?? null,
    session: draft.session ?? null,
    local_time: null,
    payment_method: draft.method,
    customer: customer === undefined ? null : { ...NO_CUSTOMER, ...times, ...customer },
    billing: billing === undefined ? null : { id: work.id(), ...billing, ...times },
    shipping: draft.shipping ?? null,
    items: items.map((item) => ({ id: work.id(), ...item, ...times })),
    metadata: draft.metadata ?? null,
    ...(split !== undefined && { split: [...split.rules] }),
    ...(subscription !== undefined && { subscription_id: subscription }),
  };
}

/** The fields of a customer that its request may omit. */
const NO_CUSTOMER = {
  external_id: '',
  name: '',
  type: 'individual',
  country: 'br',
  email: '',
  birthday: null,
  phone_numbers: [],
  documents: [],
};

const NO_CARD = { card_holder_name: '', card_first_digits: '', card_last_digits: '', brand: '' };

/** Returns a card as transactions show it: with `card_id` but without `id`. */
function cardOf({ id: _id, ...card }: Wire['Card'], times: Times): Wire['TransactionCard'] {
  return { ...NO_CARD, ...times, ...card };
}

type Times = Pick<Wire['TransactionCard'], 'created_at' | 'updated_at'>;

/** The buyer's choices on the page of a link: the fields of a transaction request without its amount. */
export type CheckoutChoices = JsonObject & { readonly payment_method?: string };

/**
 * Creates a transaction for a payment on the page of a link. A card payment is decided at once; Pix and boleto wait to be paid. Fails with
 * 422 unless the link is active.
 *
 * @param inBrowser whether a browser can go to the issuer and back
 */
export function checkout(
  work: Work,
  link: Stored,
  { payment_method = 'pix', ...chosen }: CheckoutChoices = {},
  { inBrowser = false }: { readonly inBrowser?: boolean } = {},
): Transaction {
  work.use('link-payments');
  const { amount } = chosen;
  if (amount !== undefined && amount !== null && amount !== link.value.amount)
    throw unprocessable(`amount: a buyer of link ${link.id} pays its amount (${Number(link.value.amount)})`);
  if (link.value.status !== 'active') throw wrongState(link, 'pay it', ['active']);
  const key = work.settings.randomKey();
  // After 3DS, the browser returns to the page of the payment.
  const page = pageUrl(work, 'pay', key);
  const threeDSecure = inBrowser ? { threeDSecure: { urlSuccess: page, urlFail: page } } : {};
  // The buyer waits for the code on the page, as with `async`.
  const body = present({ async: false, ...threeDSecure, ...chosen, payment_method, amount: link.value.amount });
  return create(work, body, { link: link.id, key }).transaction;
}

export const createRules = { createTransaction } satisfies OperationRules;
