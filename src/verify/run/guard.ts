import type { Operation } from '../../contract/contract.js';
import { isObject } from '../../contract/json.js';
import { createRouter } from '../../contract/router.js';
import { bodyOf, type Exchange, readText } from '../exchange.js';
import { isLoopback } from '../origin.js';
import type { CreatedFile } from './created.js';
import { costOf, isAmount, type Reach, reachOf } from './reach.js';

/** A request that was not sent. The message says why, without what was in it. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest';
}

export interface GuardOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly baseUrl: string;
  readonly operations: readonly Operation[];
  readonly allow: ReadonlySet<Reach>;
  /** The most that the whole run may cost, in centavos. */
  readonly maxAmount: number;
  readonly created: CreatedFile | undefined;
  /** What stands in a flow for a secret, and the secret: put in at the last moment. */
  readonly secrets: ReadonlyMap<string, string>;
  readonly timeoutMs: number;
  /** Milliseconds between two requests: a run is no load test. */
  readonly pauseMs: number;
}

/** Sends a request if it may be sent, and gives back the exchange. Throws `RefusedRequest` without sending anything otherwise. */
export type Guard = (method: string, url: string, headers: Record<string, string>, body?: string) => Promise<Exchange>;

const MOST_REQUESTS = 500;
/** What an expression leaves when nothing was there for it. */
const UNRESOLVED = /\/(undefined|null|NaN|%5Bobject[^/]*)(\/|$)|[{}$]|%7B|%7D|%24/i;
/** Collections in which the source document or the contract lets something be created. */
const CREATES = /^\/v1\/[a-z-]+(?:\/[^/]+\/bank-accounts)?$/;

export function createGuard(options: GuardOptions): Guard {
  const route = createRouter(options.operations);
  const unknownOutcomes = new Set<string>();
  /** By the id of a price that this run created: its amount. */
  const prices = new Map<string, number>();
  let spent = 0;
  let sent = 0;
  let stopped: string | undefined;
  let next = 0;

  return async (method, url, headers, body) => {
    const refuse = (why: string): never => {
      throw new RefusedRequest(why);
    };
    if (!url.startsWith(`${options.baseUrl}/v1/`)) refuse('its address is not below the one that was given');
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
    if (reach !== 'read' && !options.allow.has(reach)) refuse(`${name} needs --allow ${reach}`);
    if (reach !== 'read' && !(headers.authorization ?? '').startsWith('Bearer '))
      refuse(`${name} writes, and has no token`);
    if (unknownOutcomes.has(name)) refuse(`${name} was sent before, and what became of it is not known`);
    if (reach !== 'read' && changesExisting(operation) && !options.created?.has(ownerOf(path))) {
      if (!isSingleConfiguration(operation)) refuse(`${name} is for something that this run did not create`);
    }
    const cost =
      costOf(operation, value, (id) => prices.get(String(id))) ?? refuse(`${name} has no amount that could be counted`);
    if (spent + cost > options.maxAmount) refuse(`${name} would exceed the ${options.maxAmount} centavos of the run`);
    if (sent >= MOST_REQUESTS) refuse(`a run sends at most ${MOST_REQUESTS} requests`);
    if (stopped !== undefined) refuse(stopped);
    spent += cost;
    sent++;

    const creates = reach !== 'read' && method === 'POST' && CREATES.test(path);
    if (creates) {
      if (!options.created) refuse(`${name} creates something, and there is no file to note it in`);
      options.created?.willCreate(path);
    }
    await pause();
    const isWrite = reach !== 'read';
    try {
      const exchange = await send(method, url, headers, body);
      const { status } = exchange.response;
      if (status === 429) stopped = 'the server asked for fewer requests (429)';
      if (isWrite && method === 'POST' && (status >= 500 || status === 408)) unknownOutcomes.add(name);
      if (creates) noteCreation(path, exchange);
      if (name === 'createTransaction' && status < 300) noteCustomer(value, exchange);
      if (name === 'createPrice' && status < 300) notePrice(value, exchange);
      if (method === 'DELETE' && (status < 300 || status === 404)) options.created?.removed(path);
      return exchange;
    } catch (error) {
      if (isWrite) unknownOutcomes.add(name);
      throw error;
    }
  };

  function noteCreation(path: string, { response }: Exchange): void {
    const ids = idsOf(response.body, path.split('/').at(-1) ?? '');
    if (response.status < 300 && ids.length > 0)
      for (const id of ids) options.created?.created(`${path}/${encodeURIComponent(id)}`);
    // Refused, so that nothing was created.
    else if (response.status >= 400 && response.status < 500 && response.status !== 408) options.created?.removed(path);
  }

  /** A transaction may create a customer, or find one: it is listed, and never removed. */
  function noteCustomer(sent: unknown, { response }: Exchange): void {
    const customer =
      isObject(sent) && isObject(sent.customer) && isObject(response.body) ? response.body.customer : undefined;
    const [id] = idsOf(customer, '');
    const path = `/v1/customers/${encodeURIComponent(id ?? '')}`;
    if (id !== undefined && !options.created?.has(path)) options.created?.created(`${path} (of a transaction)`);
  }

  function notePrice(sent: unknown, { response }: Exchange): void {
    const [id] = idsOf(response.body, '');
    if (id !== undefined && isObject(sent) && isAmount(sent.amount)) prices.set(String(id), sent.amount);
  }

  async function pause(): Promise<void> {
    const wait = next - performance.now();
    next = Math.max(next, performance.now()) + options.pauseMs;
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  }

  async function send(
    method: string,
    url: string,
    headers: Record<string, string>,
    body: string | undefined,
  ): Promise<Exchange> {
    const time = new Date().toISOString();
    const filled = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)]));
    const filledBody = body === undefined ? undefined : fill(body);
    const response = await options.fetch(url, {
      method,
      headers: filled,
      ...(filledBody === undefined || method === 'GET' ? {} : { body: filledBody }),
      redirect: 'manual',
      signal: AbortSignal.timeout(options.timeoutMs),
    });
    const returned = Object.fromEntries(response.headers);
    return {
      time,
      request: { method, url, headers: filled, ...bodyOf(filledBody, 'application/json') },
      response: {
        status: response.status,
        headers: returned,
        ...bodyOf(await readText(response), returned['content-type']),
      },
    };
  }

  function fill(text: string): string {
    let filled = text;
    for (const [placeholder, secret] of options.secrets) filled = filled.replaceAll(placeholder, () => secret);
    return filled;
  }
}

/** PUT and DELETE, and a POST below an id, change what is there already. */
function changesExisting({ method, path }: Operation): boolean {
  return method === 'PUT' || method === 'DELETE' || path.includes('{');
}

/** `/v1/transactions/1002/refund` changes `/v1/transactions/1002`. */
function ownerOf(path: string): string {
  const [, version, collection, id, below, part] = path.split('/');
  const owner = `/${version}/${collection}/${id}`;
  return below === 'bank-accounts' && part !== undefined ? `${owner}/${below}/${part}` : owner;
}

/** It exists once, so no run can create it; `--allow configure` is the permission to change it. */
function isSingleConfiguration({ operationId }: Operation): boolean {
  return operationId === 'configureAntiFraud';
}

/** The id of what was created; of several (acquirers), that of each. */
function idsOf(body: unknown, collection: string): (number | string)[] {
  const bodies = isObject(body) && Array.isArray(body[collection]) ? body[collection] : [body];
  return bodies
    .map((one: unknown) => (isObject(one) ? (one.id ?? one.card_id) : undefined))
    .filter((id) => typeof id === 'number' || typeof id === 'string');
}
