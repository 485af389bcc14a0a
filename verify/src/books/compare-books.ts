/** Compares the orders of a shop with the transactions of a gateway. */
import type { GatewayClient } from 'payment-gateway-contract';
import {
  compareBooks as compare,
  type Difference,
  type Order,
  type OrderOf,
  requireOrders,
  usualOrder,
} from 'payment-gateway-contract/internal/books';
import { DAY, endOfDay, isDay, MINUTE } from 'payment-gateway-contract/internal/codes';
import { pause } from 'payment-gateway-contract/internal/util';
import type { RegisterKey } from 'payment-gateway-contract/internal/values';
import { type ReadOptions, type ReadPayment, readAgain, readPayments } from './payments.js';

export interface BooksOptions {
  /** The first day in São Paulo, as `YYYY-MM-DD`, on which a payment needs an order. Default: all days. */
  readonly since?: string | undefined;
  /** The last such day. Default: all days. */
  readonly until?: string | undefined;
  /** Returns the order of a transaction. Default: `metadata.order`, or else `reference_key`. */
  readonly orderOf?: OrderOf | undefined;
  /** Requests per minute. Default: 50. */
  readonly rate?: number | undefined;
  /** The time at which the shop listed the orders, in milliseconds since 1970. Default: now. */
  readonly now?: number | undefined;
}

/** What was found. Amounts are in centavos. */
export interface BooksResult {
  readonly orders: number;
  readonly payments: number;
  /** An order has at most one difference. */
  readonly differences: readonly Difference[];
  /** Differences that may disappear: money is on its way, or a payment is younger than 15 minutes. */
  readonly open: readonly Difference[];
  /** Payments that could not be compared. */
  readonly undecided: readonly { readonly transaction: string; readonly reason: string }[];
  /** The entries of the register that the result relies on. */
  readonly assumptions: readonly RegisterKey[];
}

const ASSUMPTIONS: readonly RegisterKey[] = ['list-envelope', 'list-order', 'refund-rules', 'status-meanings'];
/** Milliseconds in which a shop may not have learned of a change yet. */
const GRACE = 15 * MINUTE;
const RATE = 50;

/**
 * Compares the orders of a shop with the transactions that the gateway lists. It only reads. List the orders first: a payment that the
 * shop knows is then in the list of the gateway.
 *
 * `since` and `until` limit which payments need an order. For an order in the list, payments of other days count too, so a refund of
 * an old payment is found. It reads the whole list if an order differs, and each payment of a difference again, before it reports it.
 *
 * Throws a `TypeError` if the orders or options are wrong, an `Error` if items of the list are missing or if no payment names an order,
 * and the errors of `unwrap`.
 */
export async function compareBooks(
  client: GatewayClient,
  orders: readonly Order[],
  options: BooksOptions = {},
): Promise<BooksResult> {
  const { since, until, orderOf = usualOrder, rate = RATE, now = Date.now() } = options;
  const checked = requireOrders(orders);
  const from = since === undefined ? Number.NEGATIVE_INFINITY : endOfDay(day('since', since)) - DAY;
  const to = until === undefined ? Number.POSITIVE_INFINITY : endOfDay(day('until', until));
  if (from >= to) throw new TypeError('until: must not be before since');
  if (!(rate > 0)) throw new TypeError('rate: must be a number above 0');

  const known = new Set(checked.map(({ order }) => order));
  const reading: ReadOptions = { orderOf, from, settledBefore: now - GRACE, pause: pacer(60_000 / rate) };
  let payments = await readPayments(client, reading);
  const compareNow = () => {
    const needed = [...payments.values()].filter(({ order, created }) => {
      const isOutside = created < from || created >= to;
      return !isOutside || (order !== undefined && known.has(order));
    });
    return { needed, ...compare(needed, checked) };
  };

  // Payments that were not read may belong to the same order.
  const mayBePartial =
    from > Number.NEGATIVE_INFINITY && compareNow().differences.some(({ shop }) => shop !== undefined);
  if (mayBePartial) payments = await readPayments(client, { ...reading, from: Number.NEGATIVE_INFINITY });
  requireNames([...payments.values()], checked);

  // A payment may have changed since its page was read.
  const suspects = compareNow().differences.flatMap((difference) => difference.payments.map(({ id }) => id));
  for (const id of new Set(suspects)) payments.set(id, await readAgain(client, id, reading));

  const { needed, differences, open } = compareNow();
  return {
    ...{ orders: checked.length, payments: needed.length, differences, open },
    undecided: needed.flatMap(({ id, problem }) => (problem ? { transaction: id, reason: problem } : [])),
    assumptions: ASSUMPTIONS,
  };
}

function day(name: string, given: string): string {
  if (!isDay(given)) throw new TypeError(`${name}: must be a day as YYYY-MM-DD, such as 2026-11-20`);
  return given;
}

/** Throws if the payments name no order at all: each of them would be a difference. */
function requireNames(payments: readonly ReadPayment[], orders: readonly Order[]): void {
  if (orders.length === 0 || payments.length === 0 || payments.some(({ order }) => order !== undefined)) return;
  throw new Error(
    `transactions: none of ${payments.length} names an order in metadata.order, in reference_key, or in the field that you chose (--order, orderOf)`,
  );
}

/** Returns a function that waits until the next request may be sent. */
function pacer(milliseconds: number): () => Promise<void> {
  let next = 0;
  return async () => {
    const wait = next - performance.now();
    next = Math.max(next, performance.now()) + milliseconds;
    if (wait > 0) await pause(wait, []);
  };
}
