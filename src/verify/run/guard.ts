import type { Operation } from '../../contract/contract.js';
import { asObject, isObject, objectAt, stringAt } from '../../contract/json.js';
import { createRouter } from '../../contract/router.js';
import type { Exchange } from '../exchange.js';
import { isLoopback } from '../origin.js';
import type { CreatedFile } from './created.js';
import { costOf, isAmount, type Reach, reachOf } from './reach.js';
import { NotSent, type Send } from './send.js';

/** Whether a PIX of this run showed that amounts are in centavos. */
export type Unit = 'unknown' | 'confirmed' | 'refuted';

export interface GuardOptions {
  readonly send: Send;
  readonly baseUrl: string;
  readonly operations: readonly Operation[];
  readonly allow: ReadonlySet<Reach>;
  /** The most that the whole run may charge, in centavos. */
  readonly maxAmount: number;
  readonly created: CreatedFile | undefined;
  readonly unit: () => Unit;
  /** Returns why flows must stop sending, or undefined while the run continues. */
  readonly stopped: () => string | undefined;
  /** Refunds every charge of the run. The guard calls it before a charge if an earlier flow or a failed refund left money. */
  readonly refundAll: () => Promise<void>;
  readonly signal?: AbortSignal | undefined;
}

export interface GuardedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: string | undefined;
  /** The flow that sends the request. Undefined for the clean-up, which continues after the run stopped. */
  readonly flow?: string;
}

/** Sends a permitted request and returns the exchange. Throws `NotSent` if the request is not permitted. */
export type Guard = (request: GuardedRequest) => Promise<Exchange>;

const MOST_REQUESTS = 500;
/** Traces of an expression without a value. */
const UNRESOLVED = /\/(undefined|null|NaN|%5Bobject[^/]*)(\/|$)|[{}$]|%7B|%7D|%24/i;
/** Collections that accept new resources, according to the source document or the contract. */
const CREATES = /^\/v1\/[a-z-]+(?:\/[^/]+\/bank-accounts)?$/;
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

/** The operation that changes a setting which exists once. A run cannot create it and needs `--allow configure`. */
const SETTING = 'configureAntiFraud';

export function createGuard(options: GuardOptions): Guard {
  const { created } = options;
  const route = createRouter(options.operations);
  const unknownOutcomes = new Set<string>();
  /** Maps the path of a price or an authorized transaction to its amount in centavos. */
  const amounts = new Map<string, number>();
  let spent = 0;
  let sent = 0;
  let chargedBy: string | undefined;
  let isRefundDue = false;
  let stopsCharging = '';

  return async ({ method, url, headers, body, flow }) => {
    const refuse = (why: string): never => {
      throw new NotSent(why);
    };
    if (!url.startsWith(`${options.baseUrl}/v1/`)) refuse('its address is not below the base address');
    if (!url.startsWith('https://') && !isLoopback(url)) refuse('it would go over http to another machine');
    const path = new URL(url).pathname.slice(new URL(options.baseUrl).pathname.replace(/\/$/, '').length);
    if (UNRESOLVED.test(path) || path.includes('//') || path.endsWith('/')) refuse('an id in its path is not known');
    if (body !== undefined && /\$(steps|inputs|response)\.|\{\$/.test(body)) refuse('a value in its body is not known');
    const found = route(method, path);
    if ('problem' in found) return refuse('the contract has no such operation');
    const { operation } = found;
    const value: unknown = body === undefined || body === '' ? undefined : JSON.parse(body);
    const reach = reachOf(operation, value);
    const name = operation.operationId;
    const isWrite = reach !== 'read';
    if (isWrite && !options.allow.has(reach)) refuse(`${name} needs --allow ${reach}`);
    if (isWrite && !(headers.authorization ?? '').startsWith('Bearer ')) refuse(`${name} writes, and has no token`);
    if (isWrite && changesExisting(operation) && !created?.has(ownerOf(path)) && name !== SETTING)
      refuse(`${name} concerns an object that this run did not create`);
    const creates = isWrite && method === 'POST' && CREATES.test(path);
    if (creates && !created) refuse(`${name} creates an object, but the run has no file to note it in`);
    const cost =
      costOf(operation, value, {
        price: (id) => amounts.get(`/v1/prices/${id}`),
        authorized: () => amounts.get(ownerOf(path)),
      }) ?? refuse(`${name} has no amount that the run can count`);
    if (spent + cost > options.maxAmount) refuse(`${name} would exceed the ${options.maxAmount} centavos of the run`);
    if (flow !== undefined) {
      const stopped = () => options.stopped() ?? (sent >= MOST_REQUESTS ? `a run sends at most ${MOST_REQUESTS}` : '');
      if (stopped() !== '') refuse(stopped());
      if (unknownOutcomes.has(name)) refuse(`${name} was sent before, and its outcome is unknown`);
      if (cost > 0) await mayCharge(flow, refuse);
      if (stopped() !== '') refuse(stopped());
    }
    spent += cost;
    sent++;
    if (creates) created?.willCreate(path, cost);
    const charges = creates ? cost : cost + chargesOf(ownerOf(path));
    if (!creates && cost > 0) created?.charged(ownerOf(path), charges);
    const { amount: part } = asObject(value);
    if (name === 'refundTransaction' && isAmount(part) && part < charges) created?.willRefund(ownerOf(path), part);
    try {
      const signal = flow === undefined ? undefined : options.signal;
      const exchange = await options.send({ method, url, headers, body, signal, isWrite });
      const { status } = exchange.response;
      if (isWrite && method === 'POST' && (status >= 500 || status === 408)) unknownOutcomes.add(name);
      if (creates) noteCreation(path, cost, value, exchange);
      else if (isWrite) noteChange(ownerOf(path), name, value, exchange);
      if (name === 'createTransaction' && status < 300) noteCustomer(value, exchange);
      if (method === 'DELETE' && (status < 300 || status === 404)) created?.removed(path);
      return exchange;
    } catch (error) {
      if (error instanceof NotSent) {
        if (creates) created?.removed(path);
      } else if (isWrite) unknownOutcomes.add(name);
      throw error;
    }
  };

  /** Lets only one flow hold money at a time. Refuses charges after a failed refund and before the unit of amounts is known. */
  async function mayCharge(flow: string, refuse: (why: string) => never): Promise<void> {
    if (options.unit() === 'refuted') refuse('amounts are not in centavos on this server, so no card is charged');
    if (options.unit() === 'unknown') refuse('no PIX of this run has shown that amounts are in centavos');
    if (stopsCharging) refuse(stopsCharging);
    const isCharged = () => created?.left().some(({ charges }) => charges > 0) ?? false;
    if (isCharged() && (isRefundDue || chargedBy !== flow)) {
      await options.refundAll();
      stopsCharging = isCharged() ? 'the card is still charged by an earlier request that could not be refunded' : '';
      if (stopsCharging) refuse(stopsCharging);
    }
    isRefundDue = false;
    chargedBy = flow;
  }

  function chargesOf(path: string): number {
    return created?.left().find((one) => one.path === path)?.charges ?? 0;
  }

  function noteCreation(path: string, cost: number, sent: unknown, { response }: Exchange): void {
    const ids = idsOf(response.body, path.split('/').at(-1) ?? '');
    const amount = path === '/v1/prices' ? objectAt({ sent }, 'sent').amount : cost;
    const holdsMoney = cost > 0 && !HOLDS_NOTHING.has(stateOf(response.body));
    if (response.status < 300 && ids.length > 0) {
      for (const id of ids) {
        const own = `${path}/${encodeURIComponent(id)}`;
        created?.created(own, holdsMoney ? cost : 0);
        if (isAmount(amount)) amounts.set(own, amount);
      }
    }
    // The gateway refused the request, so it created nothing.
    else if (response.status >= 400 && response.status < 500 && response.status !== 408) created?.refused(path);
  }

  /** Records the amount that a capture or refund leaves on the card. */
  function noteChange(path: string, name: string, value: unknown, { response }: Exchange): void {
    const before = chargesOf(path);
    if (before === 0 || !/^(capture|refund)Transaction$/.test(name)) return;
    const { paid_amount: paid } = objectAt(response, 'body');
    const state = stateOf(response.body);
    const { amount } = objectAt({ value }, 'value');
    const isRefund = name === 'refundTransaction';
    const ok = response.status < 300;
    if (ok && HOLDS_NOTHING.has(state)) created?.charged(path, 0);
    else if (ok && state === 'paid' && isAmount(paid) && paid < before) created?.charged(path, paid);
    else if (ok && isRefund && state !== PENDING && isAmount(amount) && amount < before)
      created?.charged(path, before - amount);
    // Gateways refuse partial refunds of an authorization, so only a refused full refund is a failure.
    else if (isRefund && (!isAmount(amount) || amount === before)) isRefundDue = true;
  }

  /** Lists the customer of a transaction. The run never removes it, because it may have existed before. */
  function noteCustomer(sent: unknown, { response }: Exchange): void {
    const [id] = isObject(sent) && isObject(sent.customer) ? idsOf(objectAt(response.body, 'customer'), '') : [];
    const path = `/v1/customers/${encodeURIComponent(id ?? '')}`;
    if (id !== undefined && !created?.has(path)) created?.created(`${path}${OF_A_TRANSACTION}`);
  }
}

/** Returns the status of a transaction in lower case. The rules are strict about case, but money must not depend on it. */
export function stateOf(body: unknown): string {
  return (stringAt(body, 'status') ?? '').toLowerCase();
}

/** Marks a customer that a transaction created or found. */
export const OF_A_TRANSACTION = ' (of a transaction)';

/** Returns whether the operation changes an existing resource: PUT, DELETE, and POST below an id. */
function changesExisting({ method, path }: Operation): boolean {
  return method === 'PUT' || method === 'DELETE' || path.includes('{');
}

/** Returns the resource that a path changes: `/v1/transactions/1002` for `/v1/transactions/1002/refund`. */
function ownerOf(path: string): string {
  const [, version, collection, id, below, part] = path.split('/');
  const owner = `/${version}/${collection}/${id}`;
  return below === 'bank-accounts' && part !== undefined ? `${owner}/${below}/${part}` : owner;
}

/** Returns the id in the response, or all ids if the request created several resources (acquirers). */
function idsOf(body: unknown, collection: string): (number | string)[] {
  const bodies = isObject(body) && Array.isArray(body[collection]) ? body[collection] : [body];
  return bodies
    .map((one: unknown) => (isObject(one) ? (one.id ?? one.card_id) : undefined))
    .filter((id) => typeof id === 'number' || typeof id === 'string');
}
