import { setTimeout as sleep } from 'node:timers/promises';
import { printable, reais } from 'payment-gateway-core/codes';
import { contractOf, readContract } from 'payment-gateway-core/contract';
import { asObject, isObject, type JsonObject, jsonOf, textOf } from 'payment-gateway-core/util';
import { isSuccessStatus } from '../exchange.js';
import { SUBSCRIBER } from '../flows/index.js';
import { USUAL_TIMEOUT } from '../pace.js';
import { type CreatedFile, HOLDS_NOTHING, isPathId, type Left, openCreated, PENDING, stateOf } from './created.js';
import { checkAddress } from './options.js';
import { isAmount } from './reach.js';
import { createSend } from './send.js';
import { createSpendingGuard, type SpendingGuard } from './spending-guard.js';

export interface CleanUpOptions {
  /** The base URL of the run, spelled exactly as in the run. */
  readonly baseUrl: string;
  readonly token: string;
  /** The file that lists what the run created. */
  readonly createdFile: string;
  readonly fetch?: typeof globalThis.fetch;
  /** The most milliseconds to wait for a refund that is pending, or before another attempt. Default: 30,000. */
  readonly refundMs?: number;
}

export interface CleanUpResult {
  readonly removed: string[];
  /** Everything that still exists, including resources that the API cannot remove: transactions, links, cards. */
  readonly left: string[];
  /** Clean-up that failed, one sentence each: money on the card, objects, creations with an unknown outcome. */
  readonly outstanding: string[];
}

/** Resources that the API can delete. It cannot delete transactions, links, cards and acquirers. */
const REMOVABLE = /^\/v1\/(customers|receivers|plans|prices|subscriptions|webhooks)\/[^/ ]+(\/bank-accounts\/[^/ ]+)?$/;
const IS_TRANSACTION = /^\/v1\/transactions\/[^/ ]+$/;
/** Milliseconds before each attempt to refund. */
const PAUSES = [0, 500, 2_000, 4_000];
/** Milliseconds between two looks at a pending refund. */
const POLL = 1_000;
/** The most milliseconds to wait for a pending refund. */
const REFUND_MS = 30_000;
/** Stop after this many requests in a row without a response. */
const MOST_FAILURES = 3;
/** The most list pages to search for resources of the run. */
const MOST_PAGES = 10;

/**
 * Refunds and removes what a run left behind, according to its file. Throws one line if the file is invalid or belongs to another
 * server.
 */
export async function cleanUpRun(options: CleanUpOptions): Promise<CleanUpResult> {
  const { baseUrl, token, createdFile, fetch = globalThis.fetch, refundMs } = options;
  checkAddress(baseUrl, token);
  const created = openCreated(createdFile, baseUrl);
  try {
    const before = created.left().map(leftName);
    const guard = createSpendingGuard({
      send: createSend({ fetch, timeoutMs: USUAL_TIMEOUT }),
      baseUrl,
      route: contractOf(readContract()).route,
      allow: new Set(['write', 'money', 'configure']),
      maxAmount: 0,
      created,
      unit: () => 'unknown',
      stopped: () => undefined,
      refundAll: async () => {},
    });
    await new CleanUp({ created, baseUrl, token, guard, refundMs, isLater: true }).all();
    const left = created.left();
    const names = left.map(leftName);
    return { removed: before.filter((name) => !names.includes(name)), left: names, outstanding: outstandingOf(left) };
  } finally {
    created.close();
  }
}

/** Returns the path of a resource. If the response to its creation was lost, returns `/v1/plans (outcome unknown)`. */
export function leftName({ path, isUnknown }: Left): string {
  return printable(isUnknown ? `${path} (outcome unknown)` : path);
}

export function outstandingOf(left: readonly Left[]): string[] {
  const lines = left.flatMap(({ path, charges, isUnknown, isPending }) => {
    if (isUnknown && charges > 0) return [`outcome unknown: POST ${path}, which may have charged ${reais(charges)}`];
    if (isUnknown) return [`outcome unknown: POST ${path}`];
    const [, , collection = '', id] = path.split('/');
    const what = isPending ? 'refund still pending' : 'still charged';
    if (charges > 0) return [`${what}: ${collection.replace(/s$/, '')} ${id}, ${reais(charges)}`];
    return REMOVABLE.test(path) ? [`not removed: ${path}`] : [];
  });
  return lines.map(printable);
}

/** Returns the remaining objects in a file of created objects, one sentence each. Nothing if the file does not exist or is not readable. */
export function outstandingIn(createdFile: string, baseUrl: string): string[] {
  try {
    const created = openCreated(createdFile, baseUrl);
    created.close();
    return outstandingOf(created.left());
  } catch {
    return [];
  }
}

/** Returns the amount in centavos that a transaction holds by its own fields, or 0 if they do not tell. */
function heldBy(body: unknown): number {
  const { paid_amount: paid, amount } = asObject(body);
  return [paid, amount].find(isAmount) ?? 0;
}

/**
 * Returns how a run led to the item: it created the item itself, or a subscription whose charge it is. The mark of its customer proves nothing: a gateway may show the customer of the run in earlier payments of the
 * same person. Only the subscriber is not a person, and a subscription's charges have no other mark.
 */
function cameFrom({ customer, ...item }: JsonObject, run: string): 'run' | 'subscription' | undefined {
  if (jsonOf(item).includes(run)) return 'run';
  return jsonOf(customer).includes(`${SUBSCRIBER}-${run}`) ? 'subscription' : undefined;
}

interface CleanUpParts extends Pick<CleanUpOptions, 'baseUrl' | 'token'> {
  readonly created: CreatedFile;
  readonly guard: SpendingGuard;
  readonly refundMs: number | undefined;
  /** Whether the run has ended before. During a run, the server may still carry out a charge whose response was lost. */
  readonly isLater: boolean;
}

/** The clean-up of a run. It never throws: failed items remain in the list. */
export class CleanUp {
  readonly #parts: CleanUpParts;
  readonly #created: CreatedFile;
  /** What a GET or a list showed of a transaction. */
  readonly #shown = new Map<string, 'charged' | 'returned' | 'absent'>();
  #failures = 0;

  constructor(parts: CleanUpParts) {
    this.#parts = parts;
    this.#created = parts.created;
  }

  /** Refunds the charges, and removes what the API can remove. */
  async all(): Promise<void> {
    const left = this.#created.left();
    const isMoney = left.some(({ charges, path }) => charges > 0 || path.startsWith('/v1/transactions'));
    if (isMoney) await this.refundAll(true);
    const lost = new Set(left.filter(({ isUnknown }) => isUnknown).map(({ path }) => path));
    lost.delete('/v1/transactions');
    for (const collection of lost) await this.#findLost(collection);
    await this.#removeAll();
  }

  /**
   * Refunds the known charges. At the end of a run, also looks at transactions whose refund only a response showed, and counts them as
   * charged if neither a GET nor a list confirms it.
   */
  async refundAll(isEnd = false): Promise<void> {
    this.#failures = 0;
    const lost = this.#created.left().filter(({ isUnknown, cost }) => isUnknown && cost > 0);
    for (const path of new Set(['/v1/transactions', ...lost.map(({ path }) => path)])) await this.#findLost(path);
    for (const { path, charges } of this.#uncertain()) if (charges > 0 || isEnd) await this.#refund(path);
    if (!isEnd) return;
    for (const { path, charges, cost } of this.#uncertain())
      if (charges === 0 && this.#shown.get(path) !== 'absent') this.#created.charged(path, cost);
  }

  /** Sends a request. Returns undefined if no response came, and stops asking after several failures. */
  async #ask(method: string, path: string, body?: object) {
    if (this.#failures >= MOST_FAILURES) return undefined;
    const { baseUrl, token, guard } = this.#parts;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    try {
      const { response } = await guard({ method, url: `${baseUrl}${path}`, headers, body });
      this.#failures = 0;
      return response;
    } catch {
      this.#failures++;
      return undefined;
    }
  }

  /** Returns the transactions that may hold money, because no response has shown otherwise. */
  #uncertain(): Left[] {
    return this.#created
      .left()
      .filter(
        ({ path, cost, isUnknown }) =>
          cost > 0 && !isUnknown && IS_TRANSACTION.test(path) && this.#shown.get(path) !== 'returned',
      );
  }

  /** Refunds until a GET shows that the transaction holds no money. A refund alone does not prove it: it may be pending, and fail later. */
  async #refund(path: string): Promise<void> {
    const { refundMs = REFUND_MS } = this.#parts;
    const end = performance.now() + refundMs;
    for (let attempt = 0; this.#failures < MOST_FAILURES; ) {
      const { status: seen = 0, body } = (await this.#ask('GET', path)) ?? {};
      if (isSuccessStatus(seen) && this.#noteState(path, body)) return;
      if (seen === 404 && !this.#shown.has(path)) this.#shown.set(path, 'absent');
      const pause = this.#created.left().some((one) => one.path === path && one.isPending) ? POLL : PAUSES[attempt++];
      if (pause === undefined || (pause === POLL && performance.now() > end)) return;
      await sleep(Math.min(pause, refundMs));
      for (const amount of pause === POLL ? [] : this.#restsOf(path, body)) {
        const { status = 0 } = (await this.#ask('POST', `${path}/refund`, { async: false, amount })) ?? {};
        // A limit of requests says nothing about the amount, and may have cost a minute.
        if (status < 400 || status === 429 || status >= 500) break;
      }
    }
  }

  /** Records what a response shows of a transaction. Returns whether it holds no money. */
  #noteState(path: string, body: unknown): boolean {
    const state = stateOf(body);
    const { charges = 0, cost = 0 } = this.#created.left().find((one) => one.path === path) ?? {};
    const isReturned = HOLDS_NOTHING.has(state);
    this.#shown.set(path, isReturned ? 'returned' : 'charged');
    this.#created.charged(path, isReturned ? 0 : charges || heldBy(body) || cost, state === PENDING);
    return isReturned;
  }

  /** Returns the amounts that may be left to refund, the surest first. Gateways refuse to refund more than is left. */
  #restsOf(path: string, body: unknown): (number | undefined)[] {
    const { charges = 0, refunds = [] } = this.#created.left().find((one) => one.path === path) ?? {};
    const held = heldBy(body);
    const known = [Math.min(charges, held || charges), charges, ...refunds.map((part) => charges - part), held];
    return [...new Set(known.filter(isAmount)), undefined];
  }

  async #removeAll(): Promise<void> {
    // Newest first. The second round removes resources that others needed in the first round.
    for (let round = 0; round < 2; round++) {
      for (const { path, isUnknown } of this.#created.left()) {
        if (!isUnknown && REMOVABLE.test(path)) await this.#ask('DELETE', path);
      }
    }
  }

  /**
   * Searches the newest pages of a list for the run's mark, to find creations whose responses were lost and the money that they
   * hold. If the list shows marks but lacks a lost creation, the request created nothing. Of a charge, only a later clean-up believes that.
   */
  async #findLost(collection: string): Promise<void> {
    const { run } = this.#created;
    if (run === undefined) return;
    let showsMarks = false;
    for (let page = 1; page <= MOST_PAGES; page++) {
      const { body, status } = (await this.#ask('GET', `${collection}?page=${page}&per_page=50`)) ?? {};
      if (status !== 200) return;
      if (!isObject(body) || !Array.isArray(body.data)) return;
      const marked = body.data.filter(isObject).filter((item) => cameFrom(item, run));
      for (const item of marked) if (!this.#noteFound(collection, item, run)) return;
      showsMarks ||= marked.length > 0;
      // Later payments of a busy shop can fill the first pages.
      if (body.data.length === 0 || (showsMarks && marked.length === 0)) break;
    }
    for (const { path, cost, isUnknown, isRefused } of this.#created.left()) {
      const isAbsent = isRefused || (showsMarks && (this.#parts.isLater || cost === 0));
      if (isUnknown && path === collection && isAbsent) this.#created.removed(path);
    }
  }

  /** Returns whether the item has an id that is exact. Otherwise the clean-up can neither name nor refund it. */
  #noteFound(collection: string, item: JsonObject, run: string): boolean {
    const id = textOf(item.id).replaceAll(/\p{Cs}/gu, '\ufffd');
    if (id === '' || (typeof item.id === 'number' && !isPathId(item.id))) return false;
    const path = `${collection}/${encodeURIComponent(id)}`;
    const isByCard = /card/i.test(textOf(item.payment_method));
    const isOfSubscription = collection === '/v1/transactions' && cameFrom(item, run) === 'subscription';
    const note = isOfSubscription ? this.#created.found : this.#created.created;
    if (!this.#created.has(path)) note(path, isByCard ? heldBy(item) : 0);
    if (isByCard) this.#noteState(path, item);
    return true;
  }
}
