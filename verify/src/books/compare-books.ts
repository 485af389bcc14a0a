/** Compares the orders of a shop with the transactions of a gateway. */
import type { GatewayClient } from 'payment-gateway-contract';
import {
  compareOrders as compare,
  type Difference,
  type Order,
  type OrderOf,
  requireOrders,
  usualOrder,
} from 'payment-gateway-core/books';
import { DAY, endOfDay, isDay, MINUTE } from 'payment-gateway-core/codes';
import type { RegisterKey } from 'payment-gateway-core/values';
import { createGatewayClock } from '../gateway-clock.js';
import { createPace, USUAL_RATE } from '../pace.js';
import { type BooksProgress, createReader, type ReadPayment } from './payments.js';

export interface BooksOptions {
  /** The first day in São Paulo, as `YYYY-MM-DD`, whose payments need an order. Default: all days. */
  readonly since?: string | undefined;
  /** The last such day. Default: all days. */
  readonly until?: string | undefined;
  /** Returns the order of a transaction. Default: `metadata.order`, or else `reference_key`. */
  readonly orderOf?: OrderOf | undefined;
  /** Requests per minute. Default: 50. */
  readonly rate?: number | undefined;
  /**
   * The time at which the shop listed the orders, by the clock of the gateway, in milliseconds since 1970. Default: the start of the
   * comparison, by the `Date` header of the gateway or by its newest payment if that is later.
   */
  readonly now?: number | undefined;
  /** Called after each page. */
  readonly onPage?: ((progress: BooksProgress) => void) | undefined;
}

/** The result of a comparison. Amounts are in centavos. */
export interface BooksResult {
  readonly orders: number;
  readonly payments: number;
  /** An order has at most one difference. */
  readonly differences: readonly Difference[];
  /** Differences that may disappear: money is on its way, or a payment is younger than 15 minutes by the clock of the gateway. */
  readonly open: readonly Difference[];
  /** The milliseconds by which the clock of the gateway is ahead of the clock of this machine. Less than 0: it is behind. */
  readonly clockAhead: number;
  /** Payments that could not be compared. */
  readonly undecided: readonly { readonly transaction: string; readonly reason: string }[];
  /** The entries of the register that the result relies on. */
  readonly assumptions: readonly RegisterKey[];
}

const ASSUMPTIONS: readonly RegisterKey[] = ['list-envelope', 'list-order', 'refund-rules', 'status-meanings'];
/** The time in milliseconds that a shop may take to learn of a change. */
export const LEARNING_TIME = 15 * MINUTE;
/** Milliseconds before the period that are read in any case, because a buyer may have paid the same order there. */
export const OVERLAP = 7 * DAY;

/** Checks the days, the rate and the time. Returns the period in milliseconds, without its end. Throws a `TypeError`. */
export function requirePeriod({ since, until, rate = USUAL_RATE, now = 0 }: BooksOptions) {
  for (const [name, day] of Object.entries({ since, until }))
    if (day !== undefined && !isDay(day))
      throw new TypeError(`${name}: must be a day as YYYY-MM-DD, such as 2026-11-20`);
  const from = since === undefined ? Number.NEGATIVE_INFINITY : endOfDay(since) - DAY;
  const to = until === undefined ? Number.POSITIVE_INFINITY : endOfDay(until);
  if (from >= to) throw new TypeError('until: must not be before since');
  if (!(rate > 0)) throw new TypeError('rate: must be a number above 0');
  if (!Number.isFinite(now)) throw new TypeError('now: must be a time in milliseconds since 1970');
  return { from, to };
}

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
  const { orderOf = usualOrder, rate = USUAL_RATE, now, onPage } = options;
  const checked = requireOrders(orders);
  const { from, to } = requirePeriod(options);
  const known = new Set(checked.map(({ order }) => order));
  const clock = createGatewayClock();
  const began = Date.now();
  const reader = createReader(client, { orderOf, clock, pace: createPace(rate), onPage });
  const compareNow = () => {
    const settledBefore = (now ?? began + clock.ahead()) - LEARNING_TIME;
    const needed = [...reader.payments.values()].filter(({ order, created }) => {
      const isOutside = created < from || created >= to;
      return !isOutside || (order !== undefined && known.has(order));
    });
    const asOfNow = needed.map((one) => ({ ...one, isOpen: one.isOpen || one.changed > settledBefore }));
    return { needed, ...compare(asOfNow, checked) };
  };

  await reader.readBackTo(from - OVERLAP);
  // Payments that were not read may belong to the same order.
  if (compareNow().differences.some(({ shop }) => shop !== undefined))
    await reader.readBackTo(Number.NEGATIVE_INFINITY);
  requireNames([...reader.payments.values()], checked);

  // A payment may have changed since its page was read, also one that held no money then.
  const { differences: suspected, needed: suspects } = compareNow();
  const doubtful = new Set(suspected.flatMap(({ order, payments }) => [order, ...payments.map(({ id }) => id)]));
  const isDoubtful = ({ id, order }: ReadPayment) => doubtful.has(id) || (order !== undefined && doubtful.has(order));
  await reader.readAgain(new Set(suspects.filter(isDoubtful).map(({ id }) => id)));

  const { needed, differences, open } = compareNow();
  return {
    ...{ orders: checked.length, payments: needed.length, differences, open },
    clockAhead: clock.ahead(),
    undecided: needed.flatMap(({ id, problem }) => (problem ? { transaction: id, reason: problem } : [])),
    assumptions: ASSUMPTIONS,
  };
}

/** Throws if no payment names an order: each one would be a difference. */
function requireNames(payments: readonly ReadPayment[], orders: readonly Order[]): void {
  if (orders.length === 0 || payments.length === 0 || payments.some(({ order }) => order !== undefined)) return;
  throw new Error(
    `transactions: none of ${payments.length} names an order in metadata.order, in reference_key, or in the field that you chose (--order, orderOf)`,
  );
}
