export { forgetState, openStore } from './open-store.js';
export { isRedisAddress, readRedisAddress } from './redis/redis-address.js';
export { StateVersionError, type Store, StoreUnavailable } from './store.js';
