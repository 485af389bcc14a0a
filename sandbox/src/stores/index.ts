export { forgetState, openStore } from './open-store.js';
export { RealTime } from './real-time.js';
export { isRedisAddress, readRedisAddress } from './redis/redis-address.js';
export {
  type Changes,
  type CommitResult,
  type Position,
  type Row,
  START,
  STORE_VERSION,
  StateVersionError,
  type Store,
  StoreUnavailable,
  wrongVersion,
} from './store.js';
