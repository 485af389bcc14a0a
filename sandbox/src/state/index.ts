export { epochOf } from './account.js';
export { Accounts, type AccountsOptions, type Run } from './accounts.js';
export { ADVANCE, CLOCK, type Clock, movedTo, readClock } from './clock.js';
export {
  isListener,
  LISTENERS,
  type Listener,
  listenerReceiver,
  listenersFor,
  listenersIn,
  lostAt,
} from './listeners.js';
export type {
  DeliveryAttempt,
  EventDelivery,
  EventHead,
  EventQuery,
  Kind,
  Page,
  Range,
  Stored,
  StoredEvent,
} from './model.js';
export { type Cause, EVENTS, RECEIVERS, readKey, rowKey } from './model.js';
export { orRefusal, Refusal } from './refusal.js';
export type { SandboxSettings } from './settings.js';
export { checkSnapshot, type Snapshot, snapshotOf, writeSnapshot } from './snapshot.js';
export type { State } from './state.js';
export type { DueRule, Emitted, Unit, Work } from './unit.js';
export { countUse, countUses } from './uses.js';
