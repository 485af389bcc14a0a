/** Reads the payments of a gateway for a comparison. It sends only GET requests. */
import { type GatewayClient, unwrap } from 'payment-gateway-contract';
import type { OrderOf, Payment } from 'payment-gateway-core/books';
import { asObject, type JsonObject } from 'payment-gateway-core/util';
import { type GatewayClock, timeOf } from '../gateway-clock.js';

/** A payment with the facts that only its reader needs. */
export interface ReadPayment extends Payment {
  /** In milliseconds. NaN if the response does not have it. */
  readonly created: number;
  /** When it was created or changed last. In milliseconds, NaN if the response does not have it. */
  readonly changed: number;
  /** Why the payment cannot be compared. */
  readonly problem: string | undefined;
}

interface ReadOptions {
  readonly orderOf: OrderOf;
  readonly clock: GatewayClock;
  readonly pace: () => Promise<void>;
  /** Called after each page. */
  readonly onPage: ((progress: BooksProgress) => void) | undefined;
}

export interface BooksProgress {
  /** The page that was read last. */
  readonly page: number;
  /** How many payments were read so far. */
  readonly payments: number;
  /** The number of items in the list. Undefined if the response does not have it. */
  readonly total: number | undefined;
}

const PAGE_SIZE = 100;
/** A list that repeats itself on so many pages has no end. */
const MOST_REPEATED = 3;
/** The pages of a list that does not say how many it has. */
const UNKNOWN_PAGES = 5_000;
/** The fields of a transaction that are read. The rest, such as data of buyers, is not kept. */
const FIELDS = [
  ...['id', 'subscription_id', 'status', 'amount', 'paid_amount', 'capture_amount', 'created_at', 'updated_at'],
];

/** Statuses of payments whose money is on its way. */
const ON_ITS_WAY = new Set(['processing', 'analyzing', 'pending_review', 'pending_refund']);
const UNPAID = new Set(['waiting_payment', 'request_authentication']);
const WITHOUT_MONEY = new Set(['refused', 'canceled']);
const GONE_BACK = new Set(['pending_refund', 'refunded', 'chargedback']);

/** Reads the list of transactions page by page. New payments move the rest of the list meanwhile, so one may come twice. */
export function createReader(client: GatewayClient, { orderOf, clock, pace, onPage }: ReadOptions) {
  const payments = new Map<string, ReadPayment>();
  let page = 0;
  /** How many pages in a row showed nothing new. */
  let repeated = 0;
  let isFull = false;
  let expected: number | undefined;
  let most: number | undefined;
  let oldest = Number.POSITIVE_INFINITY;
  let isNewestFirst = true;
  let isAtEnd = false;

  async function readNext(): Promise<void> {
    if (page === most)
      throw new Error(`transactions: the end of the list moves away; books stopped after ${page} pages`);
    const { last, total, rows } = await readPage(page + 1);
    page++;
    expected ??= total;
    // A list whose end moves away may go on without end.
    const pages = total === undefined || rows.length === 0 ? UNKNOWN_PAGES : Math.ceil(total / rows.length);
    most ??= 2 * (last ?? pages) + 10;
    const before = payments.size;
    for (const payment of rows.map(readPayment)) {
      if (payments.has(payment.id)) continue;
      payments.set(payment.id, payment);
      if (payment.created > oldest) isNewestFirst = false;
      if (!Number.isNaN(payment.created)) oldest = payment.created;
    }
    repeated = payments.size === before ? repeated + 1 : 0;
    isFull = rows.length >= PAGE_SIZE;
    isAtEnd = rows.length === 0 || page >= (last ?? Number.POSITIVE_INFINITY) || repeated === MOST_REPEATED;
    onPage?.({ page, payments: payments.size, total: expected });
  }

  async function readPage(number: number) {
    await pace();
    const query = { page: number, per_page: PAGE_SIZE };
    const list = await received(client.GET('/v1/transactions', { params: { query } }));
    const { data, last_page, total } = Array.isArray(list) ? { data: list } : asObject(list);
    const last = countOf(last_page);
    if (!Array.isArray(data) || (last === undefined && last_page !== undefined && last_page !== null))
      throw new Error(`transactions: page ${number} is not a list with data and last_page`);
    if (data.length === 0 && last !== undefined && number < last)
      throw new Error(`transactions: page ${number} of ${last} is empty`);
    return { last, total: countOf(total), rows: data.map(rowOf) };
  }

  /** Returns the body of a response, and learns the time of the gateway. */
  async function received(call: Promise<{ data?: unknown; error?: unknown; response: Response }>): Promise<unknown> {
    const body: unknown = await unwrap(call);
    clock.see((await call).response.headers.get('date'), body);
    return body;
  }

  function rowOf(item: unknown): JsonObject {
    const transaction = asObject(item);
    const fields = FIELDS.map((name) => [name, transaction[name]]);
    return { ...Object.fromEntries(fields), order: orderOf(transaction) };
  }

  return {
    payments,
    /** Reads on to payments that were created before a time, or to the end. Throws if payments are missing. */
    async readBackTo(time: number): Promise<void> {
      while (!isAtEnd && !(isNewestFirst && oldest < time)) await readNext();
      if (!isAtEnd) return;
      if (payments.size < (expected ?? 0))
        throw new Error(
          `transactions: the list ended after ${payments.size} of ${expected}; start the comparison again`,
        );
      if (expected === undefined && repeated > 0 && isFull)
        throw new Error(`transactions: page ${page} repeats earlier pages, and the list does not say where it ends`);
    },
    /** Reads payments as they are now: one by one, or all pages again if that takes fewer requests. */
    async readAgain(ids: ReadonlySet<string>): Promise<void> {
      const left = new Set(ids);
      const update = (row: JsonObject) => {
        const payment = readPayment(row);
        if (left.delete(payment.id)) payments.set(payment.id, payment);
      };
      if (left.size > page) for (let again = 1; again <= page; again++) (await readPage(again)).rows.forEach(update);
      for (const id of left) {
        await pace();
        update(rowOf(await received(client.GET('/v1/transactions/{id}', { params: { path: { id: id as never } } }))));
      }
    },
  };
}

/** Returns a number of pages or items, which some gateways write as a text. */
function countOf(value: unknown): number | undefined {
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(count) && Number(count) >= 0 ? Number(count) : undefined;
}

/** Reads a transaction, reduced to its order and to `FIELDS`. */
function readPayment(row: JsonObject): ReadPayment {
  const { id, order, subscription_id, created_at, updated_at, status } = row;
  if (typeof id !== 'number' && typeof id !== 'string')
    throw new Error('transactions: an item has no id, so the list cannot be compared');
  const [created, updated] = [timeOf(created_at), timeOf(updated_at)];
  const amounts = amountsOf(row);
  const problem = amounts.problem ?? (Number.isNaN(created) ? '`created_at` is not a time with a zone' : undefined);
  return {
    id: String(id),
    order: typeof order === 'string' ? order : undefined,
    subscription: subscription_id === undefined || subscription_id === null ? undefined : String(subscription_id),
    ...{ captured: 0, refunded: 0, authorized: 0, ...amounts },
    isUnreadable: amounts.problem !== undefined,
    isOpen: problem !== undefined || ON_ITS_WAY.has(String(status)),
    ...{ created, changed: updated >= created || Number.isNaN(created) ? updated : created, problem },
  };
}

type Amounts = Partial<Record<'captured' | 'refunded' | 'authorized', number>> & { readonly problem?: string };

const isAmount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** Reads the received and refunded amounts of a transaction, as `refund-rules` and `status-meanings` assume. */
function amountsOf({ status, amount, paid_amount: paid, capture_amount: capture }: JsonObject): Amounts {
  const name = String(status);
  const captured = Math.max(isAmount(capture) ? capture : 0, isAmount(paid) ? paid : 0);
  const all = captured || amount;
  if (UNPAID.has(name)) return {};
  // Money that came before a refusal or a cancellation has gone back.
  if (WITHOUT_MONEY.has(name)) return { captured, refunded: captured };
  if (GONE_BACK.has(name))
    return isAmount(all) ? { captured: all, refunded: all } : { problem: '`amount` is not in centavos' };
  if (ON_ITS_WAY.has(name)) return {};
  if (name === 'authorized')
    return isAmount(amount) ? { authorized: amount } : { problem: '`amount` is not in centavos' };
  if (name !== 'paid') return { problem: 'its status is unknown' };
  if (!isAmount(paid)) return { problem: '`paid_amount` is not in centavos' };
  return { captured, refunded: captured - paid };
}
