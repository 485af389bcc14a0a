import { isObject, type JsonObject } from '../../contract/json.js';
import { STORE_VERSION, StateVersionError } from '../stores/store.js';
import { CLOCK } from './clock.js';
import { type Attempt, type Delivery, FIRST_ID, type Kind, type Stored, type StoredEvent } from './model.js';
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

/** Throws one line for an invalid document. */
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
  if (!whole(FIRST_ID, GREATEST_ID)(lastId)) return 'lastId';
  if (!whole(0, GREATEST_ID)(lastEvent)) return 'lastEvent';
  if (!isObject(documents)) return 'documents';
  for (const [name, value] of Object.entries(documents)) {
    if (!passes(value, name === CLOCK ? checkClock : checks[name])) return `documents.${shown(name)}`;
  }
  if (!isObject(dropped)) return 'dropped';
  for (const [kind, id] of Object.entries(dropped)) {
    const last = Number(kind === EVENTS ? lastEvent : lastId);
    if (!(isKind(kind) || kind === EVENTS) || !whole(0, last)(id)) return `dropped.${shown(kind)}`;
  }
  const taken = new Set<string>();
  const isFirst = (key: string): boolean => !taken.has(key) && taken.add(key).has(key);
  const isStored: Check = (object) =>
    fits(object, STORED) &&
    object.id > Number(dropped[object.kind] ?? 0) &&
    object.id <= Number(lastId) &&
    isFirst(objectKey(object.kind, object.id)) &&
    object.keys.every((key) => isFirst(`${object.kind} ${key}`));
  const isEvent: Check = (event) =>
    fits(event, EVENT) &&
    event.id > Number(dropped[EVENTS] ?? 0) &&
    event.id <= Number(lastEvent) &&
    isFirst(eventKey(event.id)) &&
    event.deliveries.every((one) => one.event === event.id && isFirst(deliveryKey(event.id, one.receiver)));
  return firstWrong('objects', objects, isStored) ?? firstWrong('events', events, isEvent);
}

type Check = (value: unknown) => boolean;

const isString: Check = (value) => typeof value === 'string';
const isKind: Check = (kind) => /^[a-z_]{1,40}$/.test(String(kind)) && !RESERVED.includes(String(kind));
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
const DELIVERY: Shape<SnapshotDelivery> = {
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
  deliveries: listOf((delivery) => fits(delivery, DELIVERY)),
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

/** The sandbox writes no document without a check. */
function passes(value: unknown, check: ((value: JsonObject) => void) | undefined): boolean {
  try {
    if (!isObject(value) || check === undefined) return false;
    check(value);
    return true;
  } catch {
    return false;
  }
}

function checkClock({ kind, at, offset }: JsonObject): void {
  if (kind === 'frozen' && TIME(at)) return;
  if (kind === 'system' && whole(-LAST_TIME, LAST_TIME - Date.now())(offset)) return;
  throw new RangeError('clock must be frozen at a time, or the clock of the system with an offset');
}

/** A name from outside, as a message quotes it. */
const shown = (name: string): string => name.replace(/[^\w-]/g, '?').slice(0, 40);
