import { readContract, readOperations } from '../../contract/contract.js';
import { checkAddress } from './address.js';
import { type CreatedFile, openCreated } from './created.js';
import { createGuard, type Guard } from './guard.js';

export interface CleanUpOptions {
  /** The server of the run, written as it was then. */
  readonly baseUrl: string;
  readonly token: string;
  /** The file in which the run noted what it created. */
  readonly createdFile: string;
  readonly fetch?: typeof globalThis.fetch;
}

/** What can be deleted. Transactions, links and cards cannot. */
const REMOVABLE: ReadonlySet<string> = new Set([
  'customers',
  'receivers',
  'plans',
  'prices',
  'subscriptions',
  'webhooks',
]);

/**
 * Removes what a run that was killed left behind, by the file in which it noted it. Throws one line when the file is none, or was written
 * for another server.
 */
export async function cleanUpRun({
  baseUrl,
  token,
  createdFile,
  fetch = globalThis.fetch,
}: CleanUpOptions): Promise<{ removed: string[]; left: string[] }> {
  checkAddress(baseUrl, token);
  const created = openCreated(createdFile, baseUrl);
  try {
    const before = created.left();
    const guard = createGuard({
      fetch,
      baseUrl,
      operations: readOperations(readContract()),
      allow: new Set(['write', 'money', 'configure']),
      maxAmount: 0,
      created,
      secrets: new Map(),
      timeoutMs: 30_000,
      pauseMs: 100,
    });
    await removeCreated(created, baseUrl, token, guard);
    const left = created.left();
    return { removed: before.filter((path) => !left.includes(path)), left };
  } finally {
    created.close();
  }
}

/** Deletes what can be deleted, the last created first. What is not gone afterwards stays listed. */
export async function removeCreated(created: CreatedFile, baseUrl: string, token: string, guard: Guard): Promise<void> {
  for (const path of created.left()) {
    const [collection = ''] = path.split('/').slice(2);
    if (!REMOVABLE.has(collection) || path.includes(' ')) continue;
    // It stays in the list, which is shown.
    await guard('DELETE', `${baseUrl}${path}`, { authorization: `Bearer ${token}` }).catch(() => {});
  }
}
