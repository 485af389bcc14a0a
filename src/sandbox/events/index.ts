export { AddressRefused, checkUrl } from './address.js';
export { Deliverer } from './deliverer.js';
export { DeliveryFailed, type EventFilter, Events } from './events.js';
export { DISTURBANCE, type Disturbance, type StartReceiver } from './receivers.js';
export { createSender } from './send.js';
export { Signals, WaitTimeout } from './signals.js';
