export { AddressRefused, checkUrl } from './address.js';
export { createDeliverer, type Deliverer } from './deliverer.js';
export { createEvents, DeliveryFailed, type EventFilter, type Events } from './events.js';
export { DISTURBANCE, type Disturbance, heldEvents, writeEvents } from './outbox.js';
export type { StartReceiver } from './receivers.js';
export { createSender } from './send.js';
export { Signals, WaitTimeout } from './signals.js';
