/** The orders that a shop reports, and the field of a transaction that names its order. */
import { isObject, type JsonObject } from '../util/index.js';

/** An order as the shop sees it. Amounts are in centavos. */
export interface Order {
  readonly order: string;
  /** What the buyer has paid, without refunds. */
  readonly paid: number;
  /** What the shop has refunded, if the shop reports it. */
  readonly refunded?: number;
  /** The price, if the shop reports it. It tells an order paid in two parts from one that was charged twice. */
  readonly due?: number;
}

/** Returns the order of a transaction. */
export type OrderOf = (transaction: JsonObject) => string | undefined;

/** Returns a function that reads a field, such as `metadata.order`. */
export function orderAt(path: string): OrderOf {
  return (transaction) => {
    const found = path.split('.').reduce<unknown>((value, name) => fieldsOf(value)[name], transaction);
    return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined;
  };
}

const inMetadata = orderAt('metadata.order');
const inReference = orderAt('reference_key');

/** Returns `metadata.order`, or else `reference_key`. */
export const usualOrder: OrderOf = (transaction) => inMetadata(transaction) ?? inReference(transaction);

/** Shops may send metadata as JSON in a string. */
function fieldsOf(value: unknown): JsonObject {
  if (typeof value !== 'string') return isObject(value) ? value : {};
  try {
    const parsed: unknown = JSON.parse(value);
    return isObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

const AMOUNTS = ['paid', 'refunded', 'due'] as const;
/** Characters of a name in a message. */
const LONGEST_NAME = 60;

/** Returns the orders without other fields. Throws a `TypeError` that names the first item with a wrong shape. */
export function requireOrders(orders: unknown): readonly Order[] {
  const fail = (problem: string) => new TypeError(`orders: must be [{ order: 'order-1', paid: 15990 }]${problem}`);
  if (!Array.isArray(orders)) throw fail(`, not ${orders === null ? 'null' : typeof orders}`);
  const names = new Set<string>();
  return orders.map((item: unknown, index) => {
    const { order, ...fields }: JsonObject = isObject(item) ? item : {};
    const of = `of item ${index + 1}`;
    if (typeof order !== 'string' || order === '') throw fail(`; order ${of} must be a text`);
    if (names.has(order)) throw fail(`; item ${index + 1} repeats the order ${order.slice(0, LONGEST_NAME)}`);
    names.add(order);
    const amounts = AMOUNTS.filter((name) => name === 'paid' || fields[name] !== undefined).map((name) => {
      const value = fields[name];
      if (!Number.isSafeInteger(value) || Number(value) < 0)
        throw fail(`; ${name} ${of} must be whole centavos, 0 or more${name === 'paid' ? '' : ', or absent'}`);
      return [name, Number(value)] as const;
    });
    return { order, paid: 0, ...Object.fromEntries(amounts) };
  });
}
