import { isObject, type JsonObject } from '../json.js';
import { STORE_VERSION, StateVersionError } from '../stores/store.js';
import { CLOCK } from './clock.js';
import { type Delivery, FIRST_ID, type Kind, type Stored, type StoredEvent } from './model.js';
import { deliveryKey, droppedKey, eventKey, objectKey, RESERVED } from './rows.js';
import { EVENTS, type State } from './state.js';

const FORMAT = 'payment-gateway-contract/sandbox';

/** A delivery without its lease, which belongs to a process. */
type SnapshotDelivery = Omit<Delivery, 'by' | 'until' | 'sendAt'>;

/** Everything of an account, as plain JSON. */
export interface Snapshot {
  readonly format: typeof FORMAT;
  readonly version: number;
  readonly lastId: number;
  readonly lastEvent: number;
  readonly documents: Readonly<Record<string, JsonObject>>;
  /** By kind: the greatest id that was dropped. */
  readonly dropped: Readonly<Record<Kind, number>>;
  readonly objects: readonly Stored[];
  readonly events: readonly (Omit<StoredEvent, 'deliveries'> & { readonly deliveries: readonly SnapshotDelivery[] })[];
}

/** Throws one line if the document of that name does not make sense. */
export type DocumentChecks = Readonly<Record<string, (value: JsonObject) => void>>;

/** Documents that snapshots have fields for, or that belong to the store. */
const INTERNAL = ['last', 'epoch'];

/** Ids with more digits are not taken for ids in requests. */
const GREATEST_ID = 1e14;

/** The last time that timestamps with four digits for the year can name. */
const LAST_TIME = Date.UTC(9999, 11, 31);

export function snapshotOf(state: State): Snapshot {
  const { id, event } = state.last;
  const documents = [...state.documents()].filter(([name]) => !INTERNAL.includes(name));
  const kinds = [...state.kinds(), EVENTS];
  const objects = state.kinds().flatMap((kind) => state.list(kind, ALL).items.map((id) => state.object(kind, id)));
  return {
    format: FORMAT,
    version: STORE_VERSION,
    lastId: id,
    lastEvent: event,
    documents: structuredClone(Object.fromEntries(documents)),
    dropped: Object.fromEntries(kinds.map((kind) => [kind, state.dropped(kind)]).filter(([, id]) => id !== 0)),
    objects: objects.filter((object) => object !== undefined).sort((one, other) => one.id - other.id),
    events: state
      .events(ALL)
      .items.toReversed()
      .map((event) => ({
        ...event,
        deliveries: event.deliveries.map(({ by: _, until: __, sendAt: ___, ...delivery }) => delivery),
      })),
  };
}

const ALL = { offset: 0, limit: Number.MAX_SAFE_INTEGER };

/** Writes a checked snapshot to an empty state. */
export function writeSnapshot(state: State, snapshot: Snapshot): void {
  state.set('last', { id: snapshot.lastId, event: snapshot.lastEvent });
  for (const [name, value] of Object.entries(snapshot.documents)) state.set(name, structuredClone(value));
  for (const [kind, id] of Object.entries(snapshot.dropped)) state.set(droppedKey(kind), { id });
  for (const { kind, id, value, hidden, groups, keys, due } of snapshot.objects) {
    const texts = { value: JSON.stringify(value), hidden: JSON.stringify(hidden) };
    state.set(objectKey(kind, id), { groups: [...groups], keys: [...keys], due, ...texts });
  }
  for (const { id, time, name, kind, object, payload, deliveries } of snapshot.events) {
    state.set(eventKey(id), { time, name, kind, object, payload: JSON.stringify(payload) });
    for (const delivery of deliveries) {
      const { event, receiver, url, lane, copies, state: reached, attempts, tries, notBefore } = delivery;
      const plain = { event, receiver, url, lane, copies, state: reached, attempts, tries, notBefore };
      state.set(deliveryKey(id, receiver), { ...plain, sendAt: 0, by: '', until: 0 });
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

function problemOf(snapshot: JsonObject, checks: DocumentChecks): string | undefined {
  const { lastId, lastEvent, documents, dropped, objects, events } = snapshot;
  if (!isWhole(lastId, FIRST_ID, GREATEST_ID)) return 'lastId';
  if (!isWhole(lastEvent, 0, GREATEST_ID)) return 'lastEvent';
  if (!isObject(documents)) return 'documents';
  for (const [name, value] of Object.entries(documents)) {
    if (!isObject(value) || !passes(value, name === CLOCK ? checkClock : checks[name]))
      return `documents.${shown(name)}`;
  }
  if (!isObject(dropped)) return 'dropped';
  for (const [kind, id] of Object.entries(dropped)) {
    if (!(isKind(kind) || kind === EVENTS) || !isWhole(id, 0, kind === EVENTS ? lastEvent : lastId)) {
      return `dropped.${shown(kind)}`;
    }
  }
  if (!Array.isArray(objects)) return 'objects';
  const taken = new Set<string>();
  const wrong = objects.findIndex((object) => !isStored(object, lastId, dropped, taken));
  if (wrong >= 0) return `objects[${wrong}]`;
  if (!Array.isArray(events)) return 'events';
  const wrongEvent = events.findIndex((event) => !isEvent(event, lastEvent, dropped, taken));
  return wrongEvent >= 0 ? `events[${wrongEvent}]` : undefined;
}

/** A document without a check is none that the sandbox writes. */
function passes(value: JsonObject, check: ((value: JsonObject) => void) | undefined): boolean {
  try {
    check?.(value);
    return check !== undefined;
  } catch {
    return false;
  }
}

function checkClock({ kind, at, offset }: JsonObject): void {
  if (kind === 'frozen' && isWhole(at, 0, LAST_TIME)) return;
  if (kind === 'system' && isWhole(offset, -LAST_TIME, LAST_TIME - Date.now())) return;
  throw new RangeError('clock must be frozen at a time, or the clock of the system with an offset');
}

/** @param taken the ids and unique keys of the objects before this one */
function isStored(object: unknown, lastId: number, dropped: JsonObject, taken: Set<string>): boolean {
  if (!isObject(object)) return false;
  const { kind, id, value, hidden, groups, keys, due } = object;
  return (
    isKind(kind) &&
    isWhole(id, 1, lastId) &&
    id > Number(dropped[kind] ?? 0) &&
    isFirst(objectKey(kind, id), taken) &&
    isObject(value) &&
    isObject(hidden) &&
    isListOf(groups, isString) &&
    isListOf(keys, (key) => isString(key) && isFirst(`${kind} ${key}`, taken)) &&
    (due === undefined || isWhole(due, 0, LAST_TIME))
  );
}

function isEvent(event: unknown, lastEvent: number, dropped: JsonObject, taken: Set<string>): boolean {
  if (!isObject(event)) return false;
  const { id, time, name, kind, object, payload, deliveries } = event;
  return (
    isWhole(id, 1, lastEvent) &&
    id > Number(dropped[EVENTS] ?? 0) &&
    isFirst(eventKey(id), taken) &&
    isWhole(time, 0, LAST_TIME) &&
    isString(name) &&
    isKind(kind) &&
    isWhole(object, 1, GREATEST_ID) &&
    isObject(payload) &&
    isListOf(deliveries, (delivery) => isDelivery(delivery, id, taken))
  );
}

function isDelivery(delivery: unknown, id: number, taken: Set<string>): boolean {
  if (!isObject(delivery)) return false;
  const { event, receiver, url, lane, copies, state, attempts, tries, notBefore } = delivery;
  return (
    event === id &&
    isString(receiver) &&
    isFirst(deliveryKey(id, receiver), taken) &&
    isString(url) &&
    isString(lane) &&
    isWhole(copies, 1, 100) &&
    ['pending', 'delivered', 'failed'].some((known) => known === state) &&
    isListOf(attempts, isAttempt) &&
    isWhole(tries, 0, GREATEST_ID) &&
    isWhole(notBefore, 0, LAST_TIME)
  );
}

function isAttempt(attempt: unknown): boolean {
  if (!isObject(attempt)) return false;
  const { at, duration, status, error } = attempt;
  return (
    isWhole(at, 0, LAST_TIME) &&
    isWhole(duration, 0, LAST_TIME) &&
    (status === undefined || isWhole(status, 0, 999)) &&
    (error === undefined || isString(error))
  );
}

const isKind = (kind: unknown): kind is Kind =>
  isString(kind) && /^[a-z_]{1,40}$/.test(kind) && !RESERVED.includes(kind);

function isFirst(key: string, taken: Set<string>): boolean {
  const isNew = !taken.has(key);
  taken.add(key);
  return isNew;
}

function isWhole(value: unknown, from: number, to: number): value is number {
  return Number.isSafeInteger(value) && Number(value) >= from && Number(value) <= to;
}

const isString = (value: unknown): value is string => typeof value === 'string';

const isListOf = <Item>(value: unknown, fits: (item: Item) => boolean): boolean =>
  Array.isArray(value) && value.every(fits);

/** A name from outside, as a message quotes it. */
const shown = (name: string): string => name.replace(/[^\w-]/g, '?').slice(0, 40);
