export { AddressRefused, checkUrl } from './allowed-address.js';
export { createDeliverer, type Deliverer } from './deliverer.js';
export { createEvents, DeliveryFailed, type EventFilter, type Events } from './event-service.js';
export { createListeners, type Listeners, type Result } from './listeners.js';
export { DISTURBANCE, type Disturbance, heldEvents, holdEvents, writeEvents } from './outbox.js';
export { type AccountReceiver, addReceiver, receiversOf, removeReceiver, type StartReceiver } from './receivers.js';
export type { Sent } from './sender.js';
export { createSender } from './sender.js';
export { Signals, WaitTimeout } from './signals.js';
