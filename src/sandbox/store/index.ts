export { StateVersionError, StoreUnavailable } from './errors.js';
export { type Eventually, follow } from './eventually.js';
export { forgetState } from './forget.js';
export { createMemoryStore } from './memory/memory.js';
export { openStore } from './open.js';
export { isRedisAddress, readRedisAddress } from './redis/address.js';
export type {
  Attempt,
  Claimed,
  Commit,
  CommitResult,
  Delivery,
  DeliveryState,
  Document,
  EventQuery,
  Expected,
  Head,
  Kind,
  ListQuery,
  NewDelivery,
  NewEvent,
  Page,
  Settlement,
  Snapshot,
  Store,
  Stored,
  StoredEvent,
  StoreOptions,
  Waiting,
} from './store.js';
export { FIRST_ID } from './store.js';
export { STATE_VERSION } from './version.js';
