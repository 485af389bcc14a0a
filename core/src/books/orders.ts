/** The orders that a shop reports, and the field of a transaction that names its order. */
import { asObject, type JsonObject, parseJson, text } from '../util/index.js';

/** An order as the shop sees it. Amounts are in centavos. */
export interface Order {
  readonly order: string;
  /** What the buyer has paid, without refunds. */
  readonly paid: number;
  /** What the shop has refunded, if the shop reports it. */
  readonly refunded?: number;
  /** The price before refunds, if the shop reports it. It tells an order paid in two parts from one that was charged twice. */
  readonly due?: number;
  /** How often the shop has shipped the order, if the shop reports it. */
  readonly shipped?: number | boolean;
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
  return asObject(typeof value === 'string' ? parseJson(value) : value);
}

/** The shop reported something else than orders. */
export class BadOrders extends TypeError {
  /** The reported value, such as `paid: null`. */
  readonly answered: string;
  /** The name of two orders. */
  readonly repeated: string | undefined;

  constructor(problem: string, answered: string, repeated?: string) {
    super(`orders: must be [{ order: 'order-1', paid: 15990 }]${problem}`);
    this.answered = answered;
    this.repeated = repeated;
  }
}

const isAmount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const AMOUNT = { isValid: isAmount, must: 'whole centavos, 0 or more' };

/** The fields of an order in addition to its name. All but `paid` may be absent. */
const FIELDS = {
  // A shop may take off more than it has booked.
  paid: { isValid: Number.isSafeInteger, must: 'whole centavos' },
  refunded: AMOUNT,
  due: AMOUNT,
  shipped: {
    isValid: (value: unknown) => typeof value === 'boolean' || isAmount(value),
    must: 'a count, true or false',
  },
} as const;

/** Characters of a name in a message. */
const LONGEST_NAME = 60;

/** Returns the orders without other fields. Throws a `BadOrders` that names the first item with a wrong shape. */
export function requireOrders(orders: unknown): readonly Order[] {
  if (!Array.isArray(orders)) {
    const kind = orders === null ? 'null' : typeof orders;
    throw new BadOrders(`, not ${kind}`, kind);
  }
  const names = new Set<string>();
  return orders.map((item: unknown, index) => {
    const { order, ...fields }: JsonObject = asObject(item);
    const of = `of item ${index + 1}`;
    if (typeof order !== 'string' || order === '')
      throw new BadOrders(`; order ${of} must be a text`, `order: ${shown(order)}`);
    const name = order.slice(0, LONGEST_NAME);
    if (names.has(order))
      throw new BadOrders(`; item ${index + 1} repeats the order ${name}`, `the order ${name} twice`, name);
    names.add(order);
    const known = Object.entries(FIELDS).flatMap(([field, { isValid, must }]) => {
      const value = fields[field];
      if (value === undefined && field !== 'paid') return [];
      if (isValid(value)) return [[field, value] as const];
      const orAbsent = field === 'paid' ? '' : ', or absent';
      throw new BadOrders(`; ${field} ${of} must be ${must}${orAbsent}`, `${field}: ${shown(value)}`);
    });
    return { order, paid: 0, ...Object.fromEntries(known) };
  });
}

/**
 * Returns the orders that the command of `--orders` printed. `quote` returns the part of other output that a message may show, which by default is
 * nothing: it may hold data of buyers.
 */
export function parseOrders(printed: string, quote: (text: string) => string = () => 'other text'): readonly Order[] {
  const json = printed.replace(/^\uFEFF/, '').trim();
  const parsed = parseJson(json);
  if (parsed !== undefined) return requireOrders(parsed);
  const instead = json === '' ? 'nothing' : quote(json.slice(0, LONGEST_NAME));
  throw new TypeError(
    `--orders: must print JSON such as [{"order": "order-1", "paid": 15990}], but printed ${instead}`,
  );
}

const shown = (value: unknown): string => String(JSON.stringify(value)).slice(0, LONGEST_NAME);

/** Options of the commands that compare the orders of a shop. */
export const ORDERS = {
  ...text(),
  value: '<command>',
  help: 'prints what your shop believes: [{"order": "order-1", "paid": 15990}], in centavos',
} as const;

export const ORDER = {
  ...text('a field such as metadata.order', /^[\w-]+(\.[\w-]+)*$/),
  value: '<field>',
  help: 'the field of a transaction that names its order; by default metadata.order, or else reference_key',
} as const;
