import type { Store } from './store.js';

export { isRedisAddress, readRedisAddress } from './redis/address.js';
export { StateVersionError, type Store, StoreUnavailable } from './store.js';

export async function openStore(state: string): Promise<Store> {
  throw new Error(`no store for ${state}`);
}
export async function forgetState(state: string): Promise<string> {
  throw new Error(`no store for ${state}`);
}
