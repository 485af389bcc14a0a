import { createHash } from 'node:crypto';
import { isObject } from 'payment-gateway-core/util';
import type { Assumed } from 'payment-gateway-core/values';
import { STORE_VERSION, StateVersionError, wrongVersion } from '../stores/index.js';
import { ASSUMED, wholeOf } from '../variants/index.js';
import { ADVANCE } from './clock.js';
import { LISTENERS } from './listeners.js';
import { DELIVERIES, type DeliveriesByReceiver, RECEIVERS, readKey } from './model.js';
import type { State } from './state.js';
import { EPOCH } from './unit.js';

const FORMAT = 'payment-gateway-sandbox';

/** The documents about parts outside the account. Snapshots leave them out, and resets keep them. */
export const OUTSIDE: readonly string[] = [RECEIVERS, LISTENERS];

/** No snapshot contains these documents. The last two belong to processes at work. */
const OMITTED: readonly string[] = [...OUTSIDE, EPOCH, ADVANCE];

/** All data of an account, as plain JSON. */
export interface Snapshot {
  readonly format: typeof FORMAT;
  readonly version: number;
  /** The SHA-256 of the rows. It shows a change by accident. `checkRows` refuses rows that the rules could not read. */
  readonly digest: string;
  /** The JSON text of each row. Storing a snapshot elsewhere may change the order of fields, but not a text. */
  readonly rows: Readonly<Record<string, string>>;
}

/** @param assumed what the account assumes, whether it was switched at the start or later */
export function snapshotOf(state: State, assumed: Assumed): Snapshot {
  const rows: Record<string, string> = {};
  for (const [key, record] of state.rows()) {
    const isDelivery = key.startsWith(`${DELIVERIES}/`);
    if (!OMITTED.includes(key))
      rows[key] = JSON.stringify(isDelivery ? withoutLeases(record as DeliveriesByReceiver) : record);
  }
  rows[ASSUMED] = JSON.stringify(wholeOf(assumed));
  return { format: FORMAT, version: STORE_VERSION, digest: digestOf(rows), rows };
}

/** Writes a checked snapshot to an empty state. */
export function writeSnapshot(state: State, { rows }: Snapshot): void {
  for (const [key, text] of Object.entries(rows)) state.set(...readKey(key), JSON.parse(text));
}

/** Checks a whole snapshot. Throws a `StateVersionError` of one sentence. */
export function checkSnapshot(value: unknown): asserts value is Snapshot {
  if (!isObject(value) || value.format !== FORMAT) {
    throw new StateVersionError('snapshot: is not from a sandbox; pass the result of snapshot()');
  }
  if (value.version !== STORE_VERSION) throw new StateVersionError(wrongVersion('snapshot:', value.version));
  const { rows } = value;
  const isText = isObject(rows) && Object.values(rows).every((text) => typeof text === 'string');
  if (!isText || value.digest !== digestOf(rows)) {
    throw new StateVersionError('snapshot: was changed after it was taken; take a new one');
  }
}

/** A lease belongs to a process. */
const withoutLeases = (deliveries: DeliveriesByReceiver): DeliveriesByReceiver =>
  Object.fromEntries(Object.entries(deliveries).map(([key, one]) => [key, { ...one, readyAt: 0, by: '' }]));

/** Returns the digest of the rows in any order. */
function digestOf(rows: Readonly<Record<string, unknown>>): string {
  const hash = createHash('sha256');
  for (const key of Object.keys(rows).sort()) hash.update(JSON.stringify([key, rows[key]]));
  return hash.digest('hex');
}
