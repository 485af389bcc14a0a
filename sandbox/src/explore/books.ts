/** What the gateway's books and those of the shop say. */
import { isObject, type JsonObject } from 'payment-gateway-contract/internal/util';
import { asTransaction, type Transaction } from '../rules/index.js';
import type { Stored, Unit } from '../state/index.js';

/** An order as the shop sees it. */
export interface ShopOrder {
  readonly order: string;
  /** In centavos, net of refunds. */
  readonly paid: number;
  /** The price in centavos, if `explore` should compare it with what was captured. */
  readonly due?: number;
  /** How often the shop has shipped the order. */
  readonly shipped?: number | boolean;
}

/** A payment that holds money, or has held some. Amounts are in centavos. */
export interface Payment {
  readonly id: number;
  readonly order: string | undefined;
  /** The subscription that it belongs to. Its renewals belong to the same order, and are no double charges. */
  readonly subscription: number | undefined;
  readonly captured: number;
  readonly refunded: number;
  /** Captured minus refunded. 0 for a payment that is only authorized. */
  readonly received: number;
  readonly authorized: number;
}

export type OrderOf = (transaction: JsonObject) => string | undefined;

/** Statuses of a payment whose money has gone back, or never came. */
const RETURNED = ['refunded', 'chargedback', 'canceled', 'refused'];

/** Returns all objects of a kind, oldest first. */
export function objectsOf({ state }: Unit, kind: string): Stored[] {
  const { total } = state.list(kind, { offset: 0, limit: 0 });
  const { items } = state.list(kind, { offset: 0, limit: total });
  return items.toReversed().flatMap((id) => state.object(kind, id) ?? []);
}

/** Returns the payments, oldest first. */
export function readPayments(unit: Unit, orderOf: OrderOf): Payment[] {
  return objectsOf(unit, 'transactions').map((stored) => {
    const { id, value, hidden } = asTransaction(stored);
    const authorized = value.status === 'authorized' ? (value.amount ?? 0) : 0;
    return { id, order: orderOf(value), subscription: hidden.subscription, ...sumsOf(hidden), authorized };
  });
}

/** Returns how many subscriptions go on. */
export const liveSubscriptions = (unit: Unit): number =>
  objectsOf(unit, 'subscriptions').filter(
    ({ value: { status } }) => status !== 'canceled' && status !== 'incomplete_expired',
  ).length;

/** Returns what the gateway received, from its history: `paid_amount` may follow another assumption. */
function sumsOf({ history }: Transaction['hidden']) {
  let captured = 0;
  let refunded = 0;
  let pending = 0;
  let before = '';
  for (const [status, amount] of history) {
    const left = captured - refunded;
    // A second `paid` in a row is a partial refund, and so is the end of a pending one. A failed refund has the amount that was left.
    const isRefund = before === 'paid' || (before === 'pending_refund' && amount === pending && amount < left);
    if (status === 'paid' && isRefund) refunded += amount;
    else if (status === 'paid') captured ||= amount;
    else if (status === 'pending_refund') pending = amount;
    before = status;
  }
  if (before === 'refunded') refunded = captured;
  if (before === 'pending_refund') refunded += Math.min(pending, captured - refunded);
  return { captured, refunded, received: RETURNED.includes(before) ? 0 : captured - refunded };
}

/** Returns a function that reads a field, such as `metadata.order`. */
export function orderAt(path: string): OrderOf {
  return (transaction) => {
    const found = path.split('.').reduce<unknown>((value, name) => parsed(value)[name], transaction);
    return found === undefined || found === null ? undefined : String(found);
  };
}

/** Returns `metadata.order`, or else `reference_key`. */
export const usualOrder: OrderOf = (transaction) =>
  orderAt('metadata.order')(transaction) ?? orderAt('reference_key')(transaction);

/** Shops may send metadata as JSON in a string. */
function parsed(metadata: unknown): JsonObject {
  if (typeof metadata !== 'string') return isObject(metadata) ? metadata : {};
  try {
    return parsed(JSON.parse(metadata));
  } catch {
    return {};
  }
}

/** The shop answered something else than orders. */
export class BadOrders extends TypeError {
  /** What it answered, such as `paid: null`. */
  readonly answered: string;

  constructor(problem: string, answered: unknown) {
    super(`orders: must return [{ order: 'order-1', paid: 15990 }]${problem}`);
    this.answered = String(answered);
  }
}

const LONGEST_NAME = 60;

const isAmount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

/** The fields of an order in addition to its name, with what each must be. */
const FIELDS = [
  ['paid', true, isAmount, 'whole centavos, 0 or more'],
  ['due', false, isAmount, 'whole centavos, 0 or more, or absent'],
  [
    'shipped',
    false,
    (value: unknown) => typeof value === 'boolean' || isAmount(value),
    'a count, true or false, or absent',
  ],
] as const;

/** Throws a `BadOrders` that names the first item with a wrong shape. */
export function requireOrders(orders: unknown): readonly ShopOrder[] {
  if (!Array.isArray(orders)) throw new BadOrders(`, not ${typeof orders}`, typeof orders);
  const seen = new Set<string>();
  for (const [index, item] of orders.entries()) {
    const { order, ...fields }: JsonObject = Object(item);
    const of = `of item ${index + 1}`;
    if (typeof order !== 'string') throw new BadOrders(`; order ${of} must be a string`, `order: ${typeof order}`);
    for (const [name, isRequired, isValid, must] of FIELDS) {
      const value = fields[name];
      if ((!isRequired && value === undefined) || isValid(value)) continue;
      throw new BadOrders(
        `; ${name} ${of} must be ${must}`,
        `${name}: ${JSON.stringify(value)?.slice(0, LONGEST_NAME)}`,
      );
    }
    const name = order.slice(0, LONGEST_NAME);
    if (seen.has(order))
      throw new BadOrders(`; item ${index + 1} repeats the order ${name}`, `the order ${name} twice`);
    seen.add(order);
  }
  return orders;
}
