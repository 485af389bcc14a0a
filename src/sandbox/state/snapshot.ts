import { createHash } from 'node:crypto';
import { isObject, type JsonObject } from '../../contract/json.js';
import { STORE_VERSION, StateVersionError } from '../stores/store.js';
import type { Delivery } from './model.js';
import { DELIVERY, type RowRecord, splitKey } from './rows.js';
import type { State } from './state.js';
import { EPOCH } from './unit.js';

const FORMAT = 'payment-gateway-contract/sandbox';

/** All data of an account, as plain JSON. */
export interface Snapshot {
  readonly format: typeof FORMAT;
  readonly version: number;
  /** The SHA-256 of the rows. Only an unchanged snapshot can be restored, so nothing in it needs another check. */
  readonly digest: string;
  readonly rows: Readonly<Record<string, RowRecord>>;
}

export function snapshotOf(state: State): Snapshot {
  const rows: Record<string, RowRecord> = {};
  for (const [key, record] of state.rows()) {
    // A lease belongs to a process.
    if (splitKey(key)[0] === DELIVERY) rows[key] = { ...(record as Delivery), readyAt: 0, by: '' };
    else if (key !== EPOCH) rows[key] = structuredClone(record);
  }
  return { format: FORMAT, version: STORE_VERSION, digest: digestOf(rows), rows };
}

/** Writes a checked snapshot to an empty state. */
export function writeSnapshot(state: State, { rows }: Snapshot): void {
  for (const [key, record] of Object.entries(rows)) state.set(key, structuredClone(record));
}

/** Checks a whole snapshot. Throws a `StateVersionError` of one sentence. */
export function checkSnapshot(value: unknown): asserts value is Snapshot {
  if (!isObject(value) || value.format !== FORMAT) {
    throw new StateVersionError('snapshot: is not from a sandbox; pass the result of snapshot()');
  }
  if (value.version !== STORE_VERSION) {
    const version = typeof value.version === 'number' ? String(value.version) : 'unknown';
    throw new StateVersionError(
      `snapshot: has state version ${version}, and this version of the package reads only ${STORE_VERSION}; take a new one`,
    );
  }
  if (!isUnchanged(value)) {
    throw new StateVersionError('snapshot: was changed after it was taken; take a new one');
  }
}

function isUnchanged({ rows, digest }: JsonObject): boolean {
  try {
    return isObject(rows) && digest === digestOf(rows);
  } catch {
    // The rows have a cycle, or are too deep for JSON.
    return false;
  }
}

/** Returns the digest of a value. Storing JSON elsewhere may change the order of fields, so the digest ignores it. */
function digestOf(rows: unknown): string {
  const text = JSON.stringify(rows, (_, value: unknown) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
  return createHash('sha256').update(text).digest('hex');
}
