export { AddressRefused, checkUrl } from './allowed-address.js';
export { createDeliverer, type Deliverer } from './deliverer.js';
export { createEvents, DeliveryFailed, type EventFilter, type Events } from './event-service.js';
export { DISTURBANCE, type Disturbance, heldEvents, writeEvents } from './outbox.js';
export { createSender } from './sender.js';
export { Signals, WaitTimeout } from './signals.js';
export type { StartReceiver } from './webhook-receivers.js';
