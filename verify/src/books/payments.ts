/** Reads the payments of a gateway for a comparison. It sends only GET requests. */
import { type GatewayClient, paginate, unwrap } from 'payment-gateway-contract';
import type { OrderOf, Payment } from 'payment-gateway-contract/internal/books';
import { DAY, readDateTime } from 'payment-gateway-contract/internal/codes';
import { asObject, type JsonObject } from 'payment-gateway-contract/internal/util';

/** A payment with what only its reader needs. Times are in milliseconds. */
export interface ReadPayment extends Payment {
  /** NaN if the gateway does not say it. */
  readonly created: number;
  /** Why the payment cannot be compared. */
  readonly problem: string | undefined;
}

export interface ReadOptions {
  readonly orderOf: OrderOf;
  /** A payment that was created or changed after this time is open. */
  readonly settledBefore: number;
  /** Reading may stop at payments created earlier. */
  readonly from: number;
  /** Waits before each request. */
  readonly pause: () => Promise<void>;
}

/** Milliseconds before the period that are read in any case, because a buyer may have paid the same order there. */
const OVERLAP = 7 * DAY;
const PAGE_SIZE = 100;

/** Statuses in which money is on its way. */
const ON_ITS_WAY = new Set(['processing', 'analyzing', 'pending_review', 'pending_refund']);
const WITHOUT_MONEY = new Set(['waiting_payment', 'request_authentication', 'refused', 'canceled']);
const GONE_BACK = new Set(['pending_refund', 'refunded', 'chargedback']);

/**
 * Returns the payments by id. It stops at old payments only if the list showed the newest first. New payments move the rest of the
 * list while it is read, so one may come twice. Throws if one is missing.
 */
export async function readPayments(client: GatewayClient, options: ReadOptions): Promise<Map<string, ReadPayment>> {
  const payments = new Map<string, ReadPayment>();
  const earliest = options.from - OVERLAP;
  let latest = Number.POSITIVE_INFINITY;
  let isNewestFirst = true;
  let expected = 0;
  for (let page = 1; ; page++) {
    await options.pause();
    const { data, last, total } = await readPage(client, page);
    if (page === 1) expected = total;
    const before = payments.size;
    for (const item of data) {
      const payment = readPayment(item, options);
      if (payment.created > latest) isNewestFirst = false;
      if (!Number.isNaN(payment.created)) latest = payment.created;
      payments.set(payment.id, payment);
    }
    if (isNewestFirst && latest < earliest) return payments;
    if (data.length > 0 && payments.size > before && page < last) continue;
    if (payments.size < expected)
      throw new Error(`transactions: the list ended after ${payments.size} of ${expected}; start the comparison again`);
    return payments;
  }
}

async function readPage(client: GatewayClient, page: number) {
  const query = { page, per_page: PAGE_SIZE };
  for await (const list of paginate(client, '/v1/transactions', { params: { query }, pages: true })) {
    const { data = [], last_page: last = Number.POSITIVE_INFINITY, total = 0 } = list;
    return { data, last, total };
  }
  throw new Error(`transactions: page ${page} is missing`);
}

/** Returns a payment as it is now. */
export async function readAgain(client: GatewayClient, id: string, options: ReadOptions): Promise<ReadPayment> {
  await options.pause();
  const call = client.GET('/v1/transactions/{id}', { params: { path: { id } } });
  return readPayment(await unwrap(call), options);
}

function readPayment(item: unknown, { orderOf, settledBefore }: ReadOptions): ReadPayment {
  const transaction = asObject(item);
  const { id, subscription_id, created_at, updated_at } = transaction;
  if (typeof id !== 'number' && typeof id !== 'string')
    throw new Error('transactions: an item has no id, so the list cannot be compared');
  const [created, changed] = [timeOf(created_at), timeOf(updated_at)];
  const amounts = amountsOf(transaction);
  const problem = amounts.problem ?? (Number.isNaN(created) ? '`created_at` is not a time' : undefined);
  const isYoung = created > settledBefore || changed > settledBefore;
  return {
    id: String(id),
    order: orderOf(transaction),
    subscription: subscription_id === undefined || subscription_id === null ? undefined : String(subscription_id),
    ...{ captured: 0, refunded: 0, authorized: 0, ...amounts },
    isOpen: isYoung || problem !== undefined || ON_ITS_WAY.has(String(transaction.status)),
    ...{ created, problem },
  };
}

const timeOf = (text: unknown): number =>
  typeof text === 'string' ? (readDateTime(text) ?? Date.parse(text)) : Number.NaN;

interface Amounts {
  readonly captured?: number;
  readonly refunded?: number;
  readonly authorized?: number;
  readonly problem?: string;
}

const amountIn = (transaction: JsonObject, name: string): number | undefined => {
  const value = transaction[name];
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined;
};

/** Reads what a transaction received and refunded, as `refund-rules` and `status-meanings` assume. */
function amountsOf(transaction: JsonObject): Amounts {
  const status = String(transaction.status);
  const amount = amountIn(transaction, 'amount');
  const paid = amountIn(transaction, 'paid_amount');
  const captured = Math.max(amountIn(transaction, 'capture_amount') ?? 0, paid ?? 0);
  if (WITHOUT_MONEY.has(status)) return {};
  if (GONE_BACK.has(status)) return { captured: captured || (amount ?? 0), refunded: captured || (amount ?? 0) };
  if (ON_ITS_WAY.has(status)) return {};
  if (status === 'authorized')
    return amount === undefined ? { problem: '`amount` is not in centavos' } : { authorized: amount };
  if (status !== 'paid') return { problem: 'its status is unknown' };
  if (paid === undefined) return { problem: '`paid_amount` is not in centavos' };
  return { captured, refunded: captured - paid };
}
