import { isObject } from '../json.js';
import { StateVersionError } from './errors.js';
import type { Snapshot } from './store.js';

/** Raised with every change of what is stored, so that the state of another version is refused instead of half read. */
export const STATE_VERSION = 2;

export const SNAPSHOT_FORMAT = 'payment-gateway-contract/sandbox';

/** Throws a `StateVersionError` unless the value is a snapshot of this version. */
export function checkSnapshot(value: unknown): asserts value is Snapshot {
  if (!isObject(value) || value.format !== SNAPSHOT_FORMAT) {
    throw new StateVersionError('this is not a snapshot of the sandbox: expected what snapshot() returned');
  }
  if (value.version !== STATE_VERSION) {
    throw new StateVersionError(wrongVersion('the snapshot', value.version));
  }
  const { objects, events, documents, dropped, lastId, lastEvent } = value;
  const whole =
    isListOf(objects, isStored) &&
    isListOf(events, isStoredEvent) &&
    isObject(documents) &&
    Object.values(documents).every(isObject) &&
    isObject(dropped) &&
    Object.values(dropped).every(isWhole) &&
    isWhole(lastId) &&
    isWhole(lastEvent);
  if (!whole) throw new StateVersionError('the snapshot is damaged: take a new one with snapshot()');
}

const isWhole = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isString = (value: unknown): boolean => typeof value === 'string';
const isListOf = (value: unknown, fits: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(fits);

function isStored(object: unknown): boolean {
  return (
    isObject(object) &&
    isString(object.kind) &&
    [object.id, object.version].every(isWhole) &&
    [object.value, object.hidden].every(isObject) &&
    isListOf(object.groups, isString) &&
    isListOf(object.keys, isString) &&
    (object.due === undefined || Number.isSafeInteger(object.due))
  );
}

function isStoredEvent(event: unknown): boolean {
  return (
    isObject(event) &&
    [event.name, event.kind].every(isString) &&
    [event.id, event.object].every(isWhole) &&
    Number.isSafeInteger(event.time) &&
    isObject(event.payload) &&
    isListOf(event.deliveries, isDelivery)
  );
}

function isDelivery(delivery: unknown): boolean {
  return (
    isObject(delivery) &&
    [delivery.receiver, delivery.url, delivery.lane].every(isString) &&
    [delivery.event, delivery.copies, delivery.notBefore, delivery.tries].every(isWhole) &&
    ['pending', 'delivered', 'failed'].includes(String(delivery.state)) &&
    isListOf(delivery.attempts, isObject)
  );
}

export function wrongVersion(what: string, found: unknown): string {
  const version = typeof found === 'number' ? String(found) : 'unknown';
  return `${what} has state version ${version}, and this version of the package reads only ${STATE_VERSION}: start with a new one`;
}
