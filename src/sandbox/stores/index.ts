export { forgetState, openStore } from './open.js';
export { isRedisAddress, readRedisAddress } from './redis/address.js';
export { StateVersionError, type Store, StoreUnavailable } from './store.js';
