import { createMemoryStore } from './memory/memory.js';
import { isRedisAddress } from './redis/address.js';
import type { Store, StoreOptions } from './store.js';

/**
 * The store that `state` names: a `redis://` or `rediss://` address, a file, or none: then it is in this process. What is
 * not used is not loaded, since most sandboxes are in memory and start once per test file.
 */
export async function openStore(state: string | undefined, options: StoreOptions): Promise<Store> {
  if (state === undefined) return createMemoryStore(options);
  if (isRedisAddress(state)) return (await import('./redis/redis.js')).openRedisStore(state, options);
  return (await import('./sqlite/sqlite.js')).openSqliteStore(state, options);
}
