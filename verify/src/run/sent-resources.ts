/** Reads the resources of requests and responses: their ids, their paths and their status. */
import { isObject, stringAt } from 'payment-gateway-core/util';

/** Statuses of a transaction that does not hold money on the card. */
export const HOLDS_NOTHING: ReadonlySet<unknown> = new Set([
  'refused',
  'refunded',
  'canceled',
  'request_authentication',
  'waiting_payment',
]);

/** The status of a transaction whose refund may still fail. */
export const PENDING = 'pending_refund';

/** Returns the status of a transaction in lower case. The checks are strict about case, but money must not depend on it. */
export function stateOf(body: unknown): string {
  return (stringAt(body, 'status') ?? '').toLowerCase();
}

/** Returns the resource that a path changes: `/v1/transactions/1002` for `/v1/transactions/1002/refund`. */
export function ownerOf(path: string): string {
  const [, version, collection, id, below, part] = path.split('/');
  const owner = `/${version}/${collection}/${id}`;
  return below === 'bank-accounts' && part !== undefined ? `${owner}/${below}/${part}` : owner;
}

/** Returns the id in the response, or all ids if the request created several resources (acquirers). */
export function idsOf(body: unknown, collection: string): (number | string)[] {
  const bodies = isObject(body) && Array.isArray(body[collection]) ? body[collection] : [body];
  return bodies.map((one: unknown) => (isObject(one) ? (one.id ?? one.card_id) : undefined)).filter(isPathId);
}

/**
 * Returns whether a value can be the id in a path. A lone surrogate has no encoding. JSON parsing rounds a number beyond the safe
 * integers, so it may be the id of another resource.
 */
export function isPathId(value: unknown): value is number | string {
  return Number.isSafeInteger(value) || (typeof value === 'string' && value !== '' && !/\p{Cs}/u.test(value));
}
