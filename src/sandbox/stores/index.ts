export { forgetState, openStore } from './open.js';
export { isRedisAddress, readRedisAddress } from './redis/address.js';
export {
  type Changes,
  type CommitOptions,
  type CommitResult,
  type Position,
  type Row,
  START,
  STORE_VERSION,
  StateVersionError,
  type Store,
  StoreUnavailable,
} from './store.js';
