import { isObject, type JsonObject, objectAt } from 'payment-gateway-core/util';
import {
  asSubscription,
  asTransaction,
  cardOutcome,
  isDisputed,
  statusesAfter,
  type Transaction,
} from '../rules/index.js';
import type { Stored, Work } from '../state/index.js';
import { type Scenario, sectionSchema, sections, withReferences } from './file.js';

/**
 * Returns the objects of the account as a scenario that `loadScenario` accepts, named after their ids. It omits the charges of
 * subscriptions, because a subscription creates them. A subscription begins again, unless it was canceled. The
 * scenario omits those that ended, everything that requests cannot create, such as events, and objects that need a deleted one.
 */
export function exportScenario(work: Work): Scenario {
  const names = new Map<string, string>();
  const nameOf = (section: string, id: unknown): string | undefined => names.get(`${section} ${id}`);

  const exported = sections().flatMap((section) => {
    const own = work.all(section).filter((object) => object.hidden.subscription === undefined && !hasEnded(object));
    const entries = own.flatMap((object) => {
      const entry = entryOf(section, object);
      if (NEEDED[section]?.some((field) => entry[field] === undefined)) return [];
      const name = `${section.slice(0, -1)}-${object.id}`;
      names.set(`${section} ${object.id}`, name);
      return [[name, entry] as const];
    });
    return entries.length > 0 ? [[section, Object.fromEntries(entries)] as const] : [];
  });
  const assume = Object.keys(work.assumed).length > 0 && { assume: work.assumed };
  return { ...assume, ...Object.fromEntries(exported) } as Scenario;

  function entryOf(section: string, object: Stored): JsonObject {
    const { customer, card, price, ...value } = object.value;
    const references = {
      customer_id: idIn(customer, 'id'),
      card_id: idIn(card, 'card_id'),
      price_id: idIn(price, 'id'),
      link_id: object.hidden.link,
    };
    const fields = { ...value, ...present(references), ...REQUESTED[section]?.(work, object) };
    return present(withReferences(known(sectionSchema(section), fields), (id, of) => nameOf(of, id)) as JsonObject);
  }
}

const hasEnded = ({ kind, value: { status } }: Stored): boolean =>
  kind === 'subscriptions' && status !== 'canceled' && statusesAfter(kind, status).length === 0;

/** The references without which an object cannot be created. */
const NEEDED: Readonly<Record<string, readonly string[]>> = { prices: ['plan_id'], subscriptions: ['price_id'] };

/** The fields of the request that the response shows in another way, and the fields for the state, by section. */
const REQUESTED: Readonly<Record<string, (work: Work, object: Stored) => JsonObject>> = {
  cards: (work, card) => ({ card: issuerOf(work, card) }),
  links: (_, { value: { status } }) => ({ status: status === 'active' ? undefined : status }),
  subscriptions(work, object) {
    const { status } = object.value;
    const { card_id } = objectAt(object.value, 'card');
    const isStored = typeof card_id !== 'number' || work.seek('cards', card_id) !== undefined;
    return {
      payment_method: asSubscription(object).hidden.method,
      status: status === 'canceled' ? status : undefined,
      card: isStored ? undefined : 'approved',
    };
  },
  transactions: (work, object) => requestOf(work, asTransaction(object)),
};

/** The statuses of a payment whose refund may have been partial. */
export const AFTER_PAYMENT: readonly string[] = ['paid', 'pending_refund', 'refunded', 'chargedback', 'pending_review'];

/** The statuses that acts reach from the first status of a payment, by payment method. */
const REACHED: Readonly<Record<string, readonly string[]>> = {
  pix: ['waiting_payment', 'canceled', ...AFTER_PAYMENT],
  boleto: ['waiting_payment', 'canceled', ...AFTER_PAYMENT],
  credit_card: ['processing', 'authorized', 'refused', 'canceled', ...AFTER_PAYMENT],
  debit_card: ['request_authentication', 'refused', ...AFTER_PAYMENT],
};

function requestOf(work: Work, transaction: Transaction): JsonObject {
  const { value, hidden } = transaction;
  const { amount, capture_amount: captured, card } = value;
  const left = leftOf(transaction);
  const disputed = isDisputed(transaction) ? Number(transaction.hidden.disputed) : undefined;
  const rest = left && left + (disputed ?? 0);
  const { authentication, weights, reviewed, refunding } = hidden;
  const reached = reachedStatus(transaction);
  const stored = card ? work.seek('cards', Number(card.card_id)) : undefined;
  const isProcessing = reached === 'processing' || (left === null && reviewed === 'processing');
  // The issuer decides later, unless the test card stays `processing`.
  const isLater = reached === 'processing' && hidden.next === 'settle';
  const decided = hidden.issuer === 'approved' ? 'approved' : 'refused';
  const outcome = isLater
    ? decided
    : isProcessing
      ? 'processing'
      : (OUTCOMES.find((one) => one === reached) ?? 'approved');
  const isAsStored = stored !== undefined && issuerOf(work, stored) === outcome;
  const most = captured || amount;
  return {
    status: reached,
    set_status: reached === value.status ? undefined : value.status,
    capture: card && left === null && reviewed === 'authorized' ? false : undefined,
    async: isLater || undefined,
    capture_amount: most === amount ? undefined : most,
    paid_amount: rest && rest < most ? rest : undefined,
    disputed_amount: disputed,
    pending_refund_amount: reached === 'pending_refund' ? refunding : undefined,
    threeDSecure: authentication && { ...authentication },
    // A card may have failed since this payment.
    ...(card && !isAsStored && { card_id: undefined, card: outcome }),
    split: value.split?.every(({ receiver_id }) => work.seek('receivers', Number(receiver_id)) !== undefined)
      ? value.split.map((rule, index) => ({
          ...rule,
          // The response shows the current amounts, also for percentages and after refunds.
          amount: rule.percentage === undefined ? weights?.[index] : undefined,
        }))
      : undefined,
  };
}

/** Returns the amount of a payment less its refunds in centavos; `null` before it is paid. */
const leftOf = ({ value, hidden }: Pick<Transaction, 'value' | 'hidden'>): number | null | undefined =>
  hidden.held ?? value.paid_amount;

/**
 * Returns the status that acts reach with the same amounts as the transaction. `setStatus` sets its own status afterwards, if that is another
 * one. `undefined`: the status after the creation.
 */
function reachedStatus({ value, hidden }: Transaction): string | undefined {
  const { status, payment_method: method } = value;
  const left = leftOf({ value, hidden });
  const isReached = REACHED[method]?.includes(status) || (status === 'request_authentication' && hidden.authentication);
  // Only a refund with a due settlement has begun; `setStatus` may have set the status alone.
  const isSet = status === 'pending_refund' && hidden.next !== 'settle';
  if (isReached && !isSet && mayHave(status, left, hidden.reviewed)) return status;
  if (typeof left === 'number') return left > 0 ? 'paid' : 'refunded';
  if (method === 'credit_card') return 'authorized';
  return hidden.authentication && 'request_authentication';
}

/** Returns whether a payment with this status may have this rest. */
function mayHave(status: string, left: unknown, reviewed: unknown): boolean {
  const isPaid = typeof left === 'number' && left > 0;
  if (status === 'refunded') return left === 0;
  if (status === 'pending_review') return isPaid || (left === null && reviewed !== undefined);
  return AFTER_PAYMENT.includes(status) ? isPaid : left === null;
}

/** The statuses with a test card of their own. All others follow an approval. */
const OUTCOMES = ['refused', 'processing', 'request_authentication'];

/** Returns the outcome of the test card that behaves like a card now. */
function issuerOf(work: Work, card: Stored): string {
  const outcome = cardOutcome(work, card);
  return outcome === 'expired' ? 'refused' : outcome;
}

const idIn = (value: unknown, field: string): unknown => (isObject(value) ? value[field] : undefined);

/** Returns only the fields of the schema. A response shows `tangible` as 0 or 1, where a request has a boolean. */
function known(schema: JsonObject, value: unknown): unknown {
  if (typeof value === 'number' && [schema.type].flat().includes('boolean')) return value !== 0;
  if (Array.isArray(value)) return value.map((item) => known(objectAt(schema, 'items'), item));
  const { properties } = schema;
  if (!isObject(value) || !isObject(properties)) return value;
  const fields = Object.entries(value).filter(([field]) => isObject(properties[field]));
  return present(Object.fromEntries(fields.map(([field, one]) => [field, known(objectAt(properties, field), one)])));
}

/** Returns the value without undefined fields, empty objects and empty lists. */
function present(value: JsonObject): JsonObject {
  const isMissing = (one: unknown) =>
    one === undefined || one === null || (typeof one === 'object' && Object.keys(one).length === 0);
  return Object.fromEntries(Object.entries(value).filter(([, one]) => !isMissing(one)));
}
