import { createMemoryStore } from './memory/memory.js';
import { isRedisAddress } from './redis/address.js';
import { openRedisStore } from './redis/redis.js';
import { openSqliteStore } from './sqlite/sqlite.js';
import type { Store, StoreOptions } from './store.js';

/** The store that `state` names: a `redis://` or `rediss://` address, a file, or none: then it is in this process. */
export function openStore(state: string | undefined, options: StoreOptions): Store {
  if (state === undefined) return createMemoryStore(options);
  return isRedisAddress(state) ? openRedisStore(state, options) : openSqliteStore(state, options);
}
