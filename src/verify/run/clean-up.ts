import { readContract, readOperations } from '../../contract/contract.js';
import { isObject, type JsonObject, listAt, objectAt } from '../../contract/json.js';
import { type CreatedFile, type Left, openCreated } from './created.js';
import { createGuard, type Guard, HOLDS_NOTHING, stateOf } from './guard.js';
import { checkAddress } from './options.js';
import { isAmount } from './reach.js';
import { createSend } from './send.js';

export interface CleanUpOptions {
  /** The base URL of the run, spelled exactly as in the run. */
  readonly baseUrl: string;
  readonly token: string;
  /** The file that lists what the run created. */
  readonly createdFile: string;
  readonly fetch?: typeof globalThis.fetch;
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
/** Milliseconds before each attempt to refund. */
const PAUSES = [0, 500, 2_000, 4_000];
/** Stop after this many requests in a row without a response. */
const MOST_FAILURES = 3;
/** The most list pages to search for resources of the run. */
const MOST_PAGES = 10;

/**
 * Refunds and removes what a run left behind, according to its file. Throws one line if the file is invalid or belongs to another
 * server.
 */
export async function cleanUpRun({
  baseUrl,
  token,
  createdFile,
  fetch = globalThis.fetch,
}: CleanUpOptions): Promise<CleanUpResult> {
  checkAddress(baseUrl, token);
  const created = openCreated(createdFile, baseUrl);
  try {
    const before = created.left().map(nameOf);
    const guard = createGuard({
      send: createSend({ fetch, timeoutMs: 30_000, pauseMs: 0 }),
      baseUrl,
      operations: readOperations(readContract()),
      allow: new Set(['write', 'money', 'configure']),
      maxAmount: 0,
      created,
      unit: () => 'unknown',
      stopped: () => undefined,
      refundAll: async () => {},
    });
    await createCleanUp(created, baseUrl, token, guard).all();
    const left = created.left();
    const names = left.map(nameOf);
    return { removed: before.filter((name) => !names.includes(name)), left: names, outstanding: outstandingOf(left) };
  } finally {
    created.close();
  }
}

/** Returns the path of a resource. If the response to its creation was lost, returns `/v1/plans (outcome unknown)`. */
export function nameOf({ path, isUnknown }: Left): string {
  return isUnknown ? `${path} (outcome unknown)` : path;
}

/** Returns one sentence for each clean-up that failed. */
export function outstandingOf(left: readonly Left[]): string[] {
  return left.flatMap(({ path, charges, isUnknown }) => {
    if (isUnknown && charges > 0) return [`outcome unknown: POST ${path}, which may have charged ${reais(charges)}`];
    if (isUnknown) return [`outcome unknown: POST ${path}`];
    const [, , collection = '', id] = path.split('/');
    if (charges > 0) return [`still charged: ${collection.replace(/s$/, '')} ${id}, ${reais(charges)}`];
    return REMOVABLE.test(path) ? [`not removed: ${path}`] : [];
  });
}

/** Returns what a file of created objects still holds, one sentence each. Nothing if the file does not exist or is not readable. */
export function outstandingIn(createdFile: string, baseUrl: string): string[] {
  try {
    const created = openCreated(createdFile, baseUrl);
    created.close();
    return outstandingOf(created.left());
  } catch {
    return [];
  }
}

/** Returns an amount in centavos as `R$ 5.00`. */
export function reais(centavos: number): string {
  return `R$ ${(centavos / 100).toFixed(2)}`;
}

/** Creates the clean-up of a run. It never throws: failed items remain in the list. */
export function createCleanUp(created: CreatedFile, baseUrl: string, token: string, guard: Guard) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  let failures = 0;

  /** Sends a request. Returns undefined if no response came, and stops asking after several failures. */
  async function ask(method: string, path: string, body?: object) {
    if (failures >= MOST_FAILURES) return undefined;
    try {
      const { response } = await guard({ method, url: `${baseUrl}${path}`, headers, body });
      failures = 0;
      return response;
    } catch {
      failures++;
      return undefined;
    }
  }

  async function refundAll(): Promise<void> {
    failures = 0;
    await findLost('/v1/transactions');
    for (const { path, charges, isUnknown } of created.left()) {
      if (charges > 0 && !isUnknown && path.startsWith('/v1/transactions/')) await refund(path, charges);
    }
  }

  async function refund(path: string, charges: number): Promise<void> {
    for (const pause of PAUSES) {
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
      const body = (await ask('GET', path))?.body;
      const { paid_amount: paid, amount } = objectAt({ body }, 'body');
      if (HOLDS_NOTHING.has(stateOf(body))) created.charged(path, 0);
      // `charges` may exceed the transaction after a capture of more, and the gateway refuses to refund that much.
      else await ask('POST', `${path}/refund`, { async: false, amount: [paid, amount, charges].find(isAmount) });
      if (!created.left().some((one) => one.path === path && one.charges > 0)) return;
    }
  }

  async function removeAll(): Promise<void> {
    // Newest first. The second round removes resources that others needed in the first round.
    for (let round = 0; round < 2; round++) {
      for (const { path, isUnknown } of created.left()) {
        if (!isUnknown && REMOVABLE.test(path)) await ask('DELETE', path);
      }
    }
  }

  /**
   * Searches the newest pages of a list for the run's mark, to find creations whose responses were lost and the money that they
   * hold. If the list shows marks but lacks a lost creation, the request created nothing.
   */
  async function findLost(collection: string): Promise<void> {
    if (created.run === undefined) return;
    let showsMarks = false;
    for (let page = 1; page <= MOST_PAGES; page++) {
      const { body, status } = (await ask('GET', `${collection}?page=${page}&per_page=50`)) ?? {};
      if (status !== 200) return;
      const items = listAt(body, 'data').filter(isObject);
      const marked = items.filter((item) => item.id !== undefined && JSON.stringify(item).includes(created.run ?? ''));
      for (const item of marked) noteFound(`${collection}/${encodeURIComponent(String(item.id))}`, item);
      showsMarks ||= marked.length > 0;
      if (marked.length === 0) break;
    }
    if (!showsMarks) return;
    for (const { path, isUnknown } of created.left()) if (isUnknown && path === collection) created.removed(path);
  }

  function noteFound(path: string, { payment_method: method, ...item }: JsonObject): void {
    const holdsMoney = /card/i.test(String(method)) && !HOLDS_NOTHING.has(stateOf(item));
    const amount = [item.paid_amount, item.amount].find(isAmount) ?? 0;
    const noted = created.left().find((one) => one.path === path);
    if (!noted) created.created(path, holdsMoney ? amount : 0);
    else if (holdsMoney && noted.charges === 0) created.charged(path, amount);
  }

  return {
    refundAll,
    async all(): Promise<void> {
      const left = created.left();
      const isMoney = left.some(({ charges, path }) => charges > 0 || path.startsWith('/v1/transactions'));
      if (isMoney) await refundAll();
      const lost = new Set(left.filter(({ isUnknown }) => isUnknown).map(({ path }) => path));
      lost.delete('/v1/transactions');
      for (const collection of lost) await findLost(collection);
      await removeAll();
    },
  };
}
