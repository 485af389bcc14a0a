import { readContract, readOperations } from '../../contract/contract.js';
import { isObject, type JsonObject, listAt, objectAt } from '../../contract/json.js';
import { checkAddress } from './address.js';
import { type CreatedFile, type Left, openCreated } from './created.js';
import { createGuard, type Guard, HOLDS_NOTHING, stateOf } from './guard.js';
import { isAmount } from './reach.js';
import { createSend } from './send.js';

export interface CleanUpOptions {
  /** The server of the run, written as it was then. */
  readonly baseUrl: string;
  readonly token: string;
  /** The file in which the run noted what it created. */
  readonly createdFile: string;
  readonly fetch?: typeof globalThis.fetch;
}

export interface CleanUpResult {
  readonly removed: string[];
  /** Everything that is still there, also what the API cannot remove: transactions, links, cards. */
  readonly left: string[];
  /** What should be gone and is not, one sentence each: money on the card, objects, creations whose outcome is unknown. */
  readonly outstanding: string[];
}

/** What can be deleted. Transactions, links, cards and acquirers cannot. */
const REMOVABLE = /^\/v1\/(customers|receivers|plans|prices|subscriptions|webhooks)\/[^/ ]+(\/bank-accounts\/[^/ ]+)?$/;
/** Milliseconds before a failed refund is tried again. */
const PAUSES = [0, 500, 2_000, 4_000];
/** Requests without a response after which a server counts as gone. */
const MOST_FAILURES = 3;
/** Pages of a list that are searched for what the run created. */
const MOST_PAGES = 10;

/**
 * Refunds and removes what a run left behind, by the file in which the run noted it. Throws one line if it is not such a file, or
 * belongs to another server.
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
      send: createSend({ fetch, secrets: new Map(), timeoutMs: 30_000, pauseMs: 0 }),
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

/** Shows a resource as its path, or a creation whose response was lost as `/v1/plans (outcome unknown)`. */
export function nameOf({ path, isUnknown }: Left): string {
  return isUnknown ? `${path} (outcome unknown)` : path;
}

/** One sentence for everything that a run should have taken back and could not. */
export function outstandingOf(left: readonly Left[]): string[] {
  return left.flatMap(({ path, charges, isUnknown }) => {
    if (isUnknown && charges > 0) return [`outcome unknown: POST ${path}, which may have charged ${reais(charges)}`];
    if (isUnknown) return [`outcome unknown: POST ${path}`];
    const [, , collection = '', id] = path.split('/');
    if (charges > 0) return [`still charged: ${collection.replace(/s$/, '')} ${id}, ${reais(charges)}`];
    return REMOVABLE.test(path) ? [`not removed: ${path}`] : [];
  });
}

/** An amount in centavos as `R$ 5.00`. */
export function reais(centavos: number): string {
  return `R$ ${(centavos / 100).toFixed(2)}`;
}

/** Takes back what a run did. It never throws: what fails stays in the list. */
export function createCleanUp(created: CreatedFile, baseUrl: string, token: string, guard: Guard) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  let failures = 0;

  /** Undefined if no response came. A server that stopped to respond is not asked again. */
  async function ask(method: string, path: string, body?: object) {
    if (failures >= MOST_FAILURES) return undefined;
    try {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const { response } = await guard({ method, url: `${baseUrl}${path}`, headers, body: text });
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
      const { paid_amount: paid } = objectAt({ body }, 'body');
      if (HOLDS_NOTHING.has(stateOf(body))) created.charged(path, 0);
      // The guard notes what is left after a refund.
      else await ask('POST', `${path}/refund`, { async: false, amount: isAmount(paid) ? paid : charges });
      if (!created.left().some((one) => one.path === path && one.charges > 0)) return;
    }
  }

  async function removeAll(): Promise<void> {
    // The last created first; a second time for what something else still needed.
    for (let round = 0; round < 2; round++) {
      for (const { path, isUnknown } of created.left()) {
        if (!isUnknown && REMOVABLE.test(path)) await ask('DELETE', path);
      }
    }
  }

  /**
   * Searches the newest pages of a list for resources with the mark of the run, and notes those whose responses were lost and the money
   * that they hold. If the list shows marks and a lost creation is not in it, nothing was created.
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
