import { isObject } from '../json.js';
import { StateVersionError } from './errors.js';
import type { Snapshot } from './store.js';

/** Raised with every change of what is stored, so that the state of another version is refused instead of half read. */
export const STATE_VERSION = 1;

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
  const complete =
    Array.isArray(objects) &&
    Array.isArray(events) &&
    isObject(documents) &&
    isObject(dropped) &&
    Number.isSafeInteger(lastId) &&
    Number.isSafeInteger(lastEvent);
  if (!complete) throw new StateVersionError('the snapshot is not complete: take a new one with snapshot()');
}

export function wrongVersion(what: string, found: unknown): string {
  const version = typeof found === 'number' ? String(found) : 'unknown';
  return `${what} has state version ${version}, and this version of the package reads only ${STATE_VERSION}: start with a new one`;
}
