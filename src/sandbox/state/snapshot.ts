import { LAST_TIME } from '../../codes/days.js';
import { isObject, type JsonObject } from '../../contract/json.js';
import { STORE_VERSION, StateVersionError } from '../stores/store.js';
import { CLOCK } from './clock.js';
import { type Attempt, type Delivery, FIRST_ID, type Stored, type StoredEvent } from './model.js';
import { DELIVERY, DROPPED, deliveryKey, EVENTS, eventRecord, objectKey, splitKey } from './rows.js';
import { LAST, type Last, type State } from './state.js';
import { type Changelog, EPOCH } from './unit.js';

const FORMAT = 'payment-gateway-contract/sandbox';

/** A delivery without its lease, which belongs to a process. */
type SnapshotDelivery = Omit<Delivery, 'by' | 'readyAt'>;

/** All data of an account, as plain JSON. */
export interface Snapshot {
  readonly format: typeof FORMAT;
  readonly version: number;
  /** The clock, the last ids, and other small values by name. */
  readonly documents: Readonly<Record<string, JsonObject>>;
  readonly objects: readonly Stored[];
  readonly events: readonly (Omit<StoredEvent, 'deliveries'> & { readonly deliveries: readonly SnapshotDelivery[] })[];
}

/** Throws one line for an invalid document. */
export type DocumentChecks = Readonly<Record<string, (value: JsonObject) => void>>;

/** The greatest id. Requests cannot contain ids with more digits. */
const GREATEST_ID = 1e14;

const ALL = { offset: 0, limit: Number.MAX_SAFE_INTEGER };

export function snapshotOf(state: State): Snapshot {
  const objects = state.kinds().flatMap((kind) => state.list(kind, ALL).items.map((id) => state.object(kind, id)));
  const events = state.events(ALL).items.toReversed();
  return {
    format: FORMAT,
    version: STORE_VERSION,
    documents: structuredClone(Object.fromEntries([...state.documents()].filter(([name]) => name !== EPOCH))),
    objects: objects.filter((object) => object !== undefined).sort((one, other) => one.id - other.id),
    events: events.map(({ deliveries, ...event }) => ({
      ...event,
      deliveries: deliveries.map(({ by: _, readyAt: __, ...delivery }) => delivery),
    })),
  };
}

/** Writes a checked snapshot to an empty state. */
export function writeSnapshot(log: Changelog, { documents, objects, events }: Snapshot): void {
  for (const [name, value] of Object.entries(documents)) log.set(name, structuredClone(value));
  for (const { kind, id, value, hidden, groups, keys, due } of objects) {
    const texts = { value: JSON.stringify(value), hidden: JSON.stringify(hidden) };
    log.set(objectKey(kind, id), { groups: [...groups], keys: [...keys], due, ...texts });
  }
  for (const { deliveries, payload, ...event } of events) {
    log.set(objectKey(EVENTS, event.id), eventRecord(event, JSON.stringify(payload)));
    for (const delivery of deliveries) {
      const plain = Object.fromEntries(Object.keys(DELIVERY_SHAPE).map((field) => [field, delivery[field as never]]));
      log.set(deliveryKey(event.id, delivery.receiver), { ...plain, readyAt: 0, by: '' });
    }
  }
}

/** Checks a whole snapshot. Throws a `StateVersionError` that names the first problem. */
export function checkSnapshot(value: unknown, checks: DocumentChecks = {}): asserts value is Snapshot {
  if (!isObject(value) || value.format !== FORMAT) {
    throw new StateVersionError('this is not a snapshot of the sandbox: expected the result of snapshot()');
  }
  if (value.version !== STORE_VERSION) {
    const version = typeof value.version === 'number' ? String(value.version) : 'unknown';
    throw new StateVersionError(
      `the snapshot has state version ${version}, and this version of the package reads only ${STORE_VERSION}: take a new one`,
    );
  }
  const problem = problemOf(value, checks);
  if (problem !== undefined) throw new StateVersionError(`the snapshot is damaged at ${problem}: take a new one`);
}

function problemOf({ documents, objects, events }: JsonObject, checks: DocumentChecks): string | undefined {
  if (!isObject(documents)) return 'documents';
  const last = { id: FIRST_ID, event: 0, ...(documents[LAST] as Partial<Last> | undefined) };
  const known = new Map(Object.entries({ [CLOCK]: checkClock, [LAST]: checkLast, ...checks }));
  const lastOf = (kind: string): number => (kind === EVENTS ? last.event : last.id);
  for (const [name, value] of Object.entries(documents)) {
    const [sort, kind] = splitKey(name);
    const isRight =
      sort === DROPPED && (isKind(kind) || kind === EVENTS)
        ? fits(value, { id: whole(0, lastOf(kind)) })
        : passes(value, known.get(name));
    // A document name in a snapshot may contain anything.
    if (!isRight) return `documents.${name.replace(/[^\w/-]/g, '?').slice(0, 40)}`;
  }
  const taken = new Set<string>();
  const isFirst = (key: string): boolean => !taken.has(key) && taken.add(key).has(key);
  const isKept = (kind: string, id: number): boolean =>
    id > Number((documents[`${DROPPED}/${kind}`] as { id?: number } | undefined)?.id ?? 0) &&
    id <= lastOf(kind) &&
    isFirst(objectKey(kind, id));
  const isStored: Check = (object) =>
    fits(object, STORED) &&
    isKept(object.kind, object.id) &&
    object.keys.every((key) => isFirst(`${object.kind} ${key}`));
  const isEvent: Check = (event) =>
    fits(event, EVENT) &&
    isKept(EVENTS, event.id) &&
    event.deliveries.every((one) => one.event === event.id && isFirst(deliveryKey(event.id, one.receiver)));
  return firstWrong('objects', objects, isStored) ?? firstWrong('events', events, isEvent);
}

type Check = (value: unknown) => boolean;

const isString: Check = (value) => typeof value === 'string';
const isKind: Check = (kind) =>
  /^[a-z_]{1,40}$/.test(String(kind)) && ![EVENTS, DELIVERY, DROPPED].includes(String(kind));
const isState: Check = (state) => ['pending', 'delivered', 'failed'].some((known) => known === state);
const whole =
  (from: number, to: number): Check =>
  (value) =>
    Number.isSafeInteger(value) && Number(value) >= from && Number(value) <= to;
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

const TIME = whole(0, LAST_TIME);
const ID = whole(1, GREATEST_ID);

const STORED: Shape<Stored> = {
  kind: isKind,
  id: ID,
  value: isObject,
  hidden: isObject,
  groups: listOf(isString),
  keys: listOf(isString),
  due: optional(TIME),
};
const ATTEMPT: Shape<Attempt> = {
  at: TIME,
  duration: TIME,
  status: optional(whole(0, 999)),
  response: optional(isString),
  error: optional(isString),
};
const DELIVERY_SHAPE: Shape<SnapshotDelivery> = {
  event: ID,
  receiver: isString,
  url: isString,
  lane: isString,
  copies: whole(1, 100),
  state: isState,
  attempts: listOf((attempt) => fits(attempt, ATTEMPT)),
  tries: whole(0, GREATEST_ID),
  notBefore: TIME,
};
const EVENT: Shape<StoredEvent> = {
  id: ID,
  time: TIME,
  name: isString,
  kind: isKind,
  object: ID,
  payload: isObject,
  deliveries: listOf((delivery) => fits(delivery, DELIVERY_SHAPE)),
};

/** One check for each field. */
type Shape<Type> = { readonly [Field in keyof Required<Type>]: Check };

function fits<Type>(value: unknown, shape: Shape<Type>): value is Type {
  return isObject(value) && Object.entries<Check>(shape).every(([field, check]) => check(value[field]));
}

function firstWrong(name: string, list: unknown, isRight: Check): string | undefined {
  if (!Array.isArray(list)) return name;
  const index = list.findIndex((item) => !isRight(item));
  return index < 0 ? undefined : `${name}[${index}]`;
}

/** Returns whether a document passes its check. The sandbox writes no document without a check. */
function passes(value: unknown, check: ((value: JsonObject) => void) | undefined): boolean {
  try {
    if (!isObject(value) || check === undefined) return false;
    check(value);
    return true;
  } catch {
    return false;
  }
}

function checkLast(last: JsonObject): void {
  if (!fits(last, { id: whole(FIRST_ID, GREATEST_ID), event: whole(0, GREATEST_ID) }))
    throw new RangeError('last must have the last ids');
}

function checkClock({ kind, at, offset }: JsonObject): void {
  if (kind === 'frozen' && TIME(at)) return;
  if (kind === 'system' && whole(-LAST_TIME, LAST_TIME - Date.now())(offset)) return;
  throw new RangeError('clock must be frozen at a time, or the clock of the system with an offset');
}
