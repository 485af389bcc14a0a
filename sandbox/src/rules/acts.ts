/**
 * Acts from outside the API: the buyer pays, the issuer decides, time runs out. Each fails with 422 if the state does not allow it. Also lists the
 * acts that an object allows next, for the buttons of the console.
 */
import type { JsonObject } from 'payment-gateway-core/util';
import { type ACT_TABLE, ACTS, type ActName, AUTHENTICATION_OUTCOMES, kindsOf, movesOf, rowOf } from '../acts/index.js';
import { acceptCard, FAILED_CARDS, failCard, isFailed } from './cards.js';
import { optionalAmountOf } from './input.js';
import { kindName, SCHEMA_KINDS } from './kinds.js';
import { changeLink } from './links.js';
import { elsewhere, unprocessable } from './refusals.js';
import { existing, requireStatus } from './resource.js';
import { paymentOutcome, type Subscription } from './subscription-state.js';
import { cancel, end, retry } from './subscriptions.js';
import { capture, refund } from './transactions/capture-and-refund.js';
import { type CheckoutChoices, checkout } from './transactions/create.js';
import { analyze, approve, chargeback, isDisputed, review, winChargeback } from './transactions/review.js';
import {
  authenticate,
  challenge,
  payAmount,
  REFUSED_BY_ISSUER,
  REFUSED_IN_REVIEW,
  refuseTransaction,
  requirePayable,
  settle,
  timeOut,
} from './transactions/settle.js';
import { move, setStatus } from './transactions/status.js';
import { statusOf, TRANSACTIONS, type Transaction } from './transactions/transaction.js';
import { type Kind, Refusal, type Stored, type Work } from './work.js';

/**
 * Acts on the object with this kind and id, and returns the object that it changed or created. Throws a `Refusal`: 404 for an unknown id, 422 if
 * the state or the kind does not allow the act.
 */
export type Act = (work: Work, kind: Kind, id: number, options?: JsonObject) => Stored;

/** Only the rules write objects, so an object has the type that the rule of its kind takes. */
interface Objects {
  readonly transactions: Transaction;
  readonly links: Stored;
  readonly subscriptions: Subscription;
  readonly cards: Stored;
}

type ActRule<Kind extends keyof Objects> = (work: Work, object: Objects[Kind], options: JsonObject) => Stored;

/** A rule for each kind in the row of an act. The status of the object allows the act. */
type ActRules = {
  readonly [Name in ActName]: {
    readonly [Kind in Extract<keyof (typeof ACT_TABLE)[Name]['on'], keyof Objects>]: ActRule<Kind>;
  };
};

const RULES: ActRules = {
  pay: { transactions: pay, links: payLink, subscriptions: payAgain },
  checkout: { links: (work, link, options) => checkout(work, link, options as CheckoutChoices) },
  authenticate: { transactions: authenticateWith },
  settle: { transactions: settleNow },
  capture: { transactions: capture },
  refund: { transactions: refund },
  chargeback: { transactions: chargeback },
  winChargeback: { transactions: winChargeback },
  decline: { transactions: decline },
  challenge: { transactions: challenge },
  analyze: { transactions: analyze },
  approve: { transactions: approve },
  fail: { cards: failCard, subscriptions: (work, subscription) => failCard(work, cardOf(work, subscription)) },
  accept: { cards: acceptCard, subscriptions: (work, subscription) => acceptCard(work, cardOf(work, subscription)) },
  expire: { transactions: timeOut, links: endLink('expired'), subscriptions: end },
  cancel: {
    transactions: (work, transaction) => refund(work, transaction),
    links: endLink('canceled'),
    subscriptions: cancel,
  },
  review: { transactions: review },
  setStatus: { transactions: setStatus },
};

/** The acts, each with the checks of its row. */
export const acts = Object.fromEntries(ACTS.map((name) => [name, act(name)])) as Readonly<Record<ActName, Act>>;

function act(name: ActName): Act {
  // The compiler has checked the rule of each kind.
  const rules = RULES[name] as Readonly<Record<Kind, ActRule<keyof Objects>>>;
  return (work, kind, id, options = {}) => {
    const rule = Object.hasOwn(rules, kind) ? rules[kind] : undefined;
    if (rule === undefined)
      throw unprocessable(`${name}: cannot be done to ${kind}, only to ${kindsOf(name).join(', ')}`);
    const object = existing(work, kind, id);
    const moves = movesOf(name, kind);
    if (typeof moves === 'object' && !isAlsoAllowed(work, name, object))
      requireStatus(work, object, rowOf(name).wish, Object.keys(moves));
    return rule(work, object as Transaction & Subscription, options);
  };
}

/** Returns whether a variant, a code that is late, or a dispute about a part allows an act in a status that its row does not have. */
function isAlsoAllowed(work: Work, name: ActName, object: Stored): boolean {
  const { kind, value } = object;
  if (kind !== TRANSACTIONS) return false;
  if (name === 'winChargeback') return isDisputed(object);
  const { status, payment_method: method } = value;
  if (name === 'expire') return status === 'processing' && method === 'pix';
  if (name !== 'pay' || status !== 'canceled') return false;
  // A bank may report the payment of a canceled transaction.
  if (method === 'pix') return work.use('pix-flow') === 'paid-after-cancel';
  return method === 'boleto' && work.use('boleto-flow') === 'paid-after-cancel';
}

/** Refuses the fields of a new payment, because a field that has no effect would look like a part of the payment. */
function refuseFields({ kind, id }: Stored, fields: JsonObject): void {
  const [field] = Object.keys(fields);
  if (field === undefined) return;
  throw unprocessable(`${field}: only a link takes the fields of a payment; ${kindName(kind)} ${id} has its own`);
}

function pay(work: Work, transaction: Transaction, { amount, ...fields }: JsonObject = {}): Transaction {
  refuseFields(transaction, fields);
  const paid = optionalAmountOf(amount, 'amount') ?? transaction.value.amount;
  requirePayable(work, transaction, paid);
  return statusOf(transaction) === 'authorized' ? capture(work, transaction) : payAmount(work, transaction, paid);
}

function payLink(work: Work, link: Stored, options: JsonObject): Transaction {
  const transaction = checkout(work, link, options as CheckoutChoices);
  return statusOf(transaction) === 'waiting_payment' ? payAmount(work, transaction) : transaction;
}

/** Pays the open charge of the current period, or charges again. */
function payAgain(work: Work, subscription: Subscription, fields: JsonObject): Stored {
  refuseFields(subscription, fields);
  const { kind, id, hidden } = subscription;
  const charge = hidden.charge === undefined ? undefined : work.seek(TRANSACTIONS, hidden.charge);
  if (charge === undefined || paymentOutcome(charge) !== 'open') return retry(work, subscription);
  acts.pay(work, TRANSACTIONS, charge.id);
  return existing(work, kind, id);
}

function endLink(status: string) {
  return (work: Work, link: Stored): Stored => changeLink(work, link, { status });
}

function settleNow(work: Work, transaction: Transaction): Transaction {
  if (statusOf(transaction) === 'request_authentication') return authenticate(work, transaction, 'approved');
  return settle(work, transaction);
}

function decline(work: Work, transaction: Transaction): Transaction {
  const status = statusOf(transaction);
  if (status === 'request_authentication') return authenticate(work, transaction, 'declined');
  if (status === 'processing') return refuseTransaction(work, transaction, REFUSED_BY_ISSUER);
  if (status === 'pending_review' || status === 'analyzing')
    return refuseTransaction(work, transaction, REFUSED_IN_REVIEW);
  // The refund failed, so the remaining amount stays paid.
  return move(work, transaction, 'paid');
}

function cardOf(work: Work, { kind, id, value: { card } }: Subscription): Stored {
  if (card === undefined) throw unprocessable(`card: ${kindName(kind)} ${id} has none`);
  return existing(work, 'cards', card.card_id);
}

function authenticateWith(work: Work, transaction: Transaction, { outcome: sent }: JsonObject): Transaction {
  const outcome = AUTHENTICATION_OUTCOMES.find((one) => one === sent);
  if (outcome === undefined) throw unprocessable(`outcome: must be ${AUTHENTICATION_OUTCOMES.join(', ')}`);
  return authenticate(work, transaction, outcome);
}

/** Every kind of object, in the search order of `objectOf`. */
export const KIND_NAMES = Object.values(SCHEMA_KINDS);

/** Returns the object with the id, which is unique across all kinds of an account. Throws a 404 `Refusal` if no such object exists or retention dropped it. */
export function objectOf(work: Work, id: number): Stored {
  for (const kind of KIND_NAMES) {
    const found = work.seek(kind, id);
    if (found !== undefined) return found;
  }
  for (const kind of KIND_NAMES) work.get(kind, id); // throws for a dropped object
  const hint = KIND_NAMES.map((kind) => elsewhere(work, kind, id)).join('');
  throw new Refusal(404, [`There is no object ${id}${hint}`]);
}

/** Carries out an act, and returns the object that it changed or created. Throws a `Refusal` if the kind or the state does not allow it. */
export function actOn(work: Work, name: ActName, id: number, options: JsonObject = {}): Stored {
  return acts[name](work, objectOf(work, id).kind, id, options);
}

export interface NextAct {
  readonly act: ActName;
  /** The states that may follow. Empty if the act keeps the state. */
  readonly into: readonly string[];
  readonly options?: JsonObject;
  /** The largest accepted `amount`, in centavos. */
  readonly most?: number;
}

/** Returns the acts that the object allows now, without those that have the effect of another one. */
export function nextActs(object: Stored): NextAct[] {
  const { kind, value } = object;
  const status = String(value.status);
  return ACTS.flatMap((act): NextAct[] => {
    const { choices = {}, withoutButton = {} }: Buttons = rowOf(act);
    const moves = movesOf(act, kind);
    // Leaves out acts in any status that need an option, such as `setStatus`.
    const listed =
      moves === 'any' && rowOf(act).options === undefined ? [] : typeof moves === 'object' ? moves[status] : undefined;
    const into = listed ?? (act === 'winChargeback' && isDisputed(object) ? [] : undefined);
    if (into === undefined || withoutButton[kind]?.includes(status) || !isPossible(act, object)) return [];
    const most = mostOf(act, object);
    const next = { act, into, ...(most !== undefined && { most }) };
    return choices[kind]?.map((options) => ({ ...next, options })) ?? [next];
  });
}

/** The columns by kind, for any kind. */
interface Buttons {
  readonly choices?: Readonly<Record<string, readonly JsonObject[]>>;
  readonly withoutButton?: Readonly<Record<string, readonly string[]>>;
}

/** A card can fail once and be accepted again, and a subscription needs a card for it. */
function isPossible(act: ActName, object: Stored): boolean {
  if (act === 'accept') return object.groups.includes(FAILED_CARDS);
  if (act !== 'fail') return true;
  return object.kind === 'cards' ? !isFailed(object) : object.value.card !== undefined;
}

function mostOf(act: ActName, { value, hidden }: Stored): number | undefined {
  const { most } = rowOf(act);
  if (most === undefined) return undefined;
  const largest = most === 'left' ? (hidden.held ?? value.paid_amount) : value[most];
  return typeof largest === 'number' && largest > 0 ? largest : undefined;
}
