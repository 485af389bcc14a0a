/**
 * Compares the state of one account with a plain model. Every unit can be undone, and its rows reproduce the state in
 * another process.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../core/src/util/json.js';
import { runs } from '../../../test/property-runs.ts';
import { CLOCK, type EventDelivery, type Page, type StoredEvent } from '../../src/state/index.js';
import { snapshotOf } from '../../src/state/snapshot.js';
import { State } from '../../src/state/state.js';
import { Unit } from '../../src/state/unit.js';

const SETTINGS = {
  assumed: {},
  settleMs: 1000,
  pixExpiryMs: 1,
  boletoGraceDays: 3,
  publicUrl: '',
  randomKey: () => 'key',
};
const NOW = 5_000;

/** Returns a unit of work on the state. Commits the former changes. */
function unitOn(state: State, keep = 1000): { state: State; unit: Unit } {
  state.commit();
  return { state, unit: new Unit(state, { account: 'a', realTime: NOW, settings: SETTINGS, keep }) };
}

const delivery = (event: number, receiver: string, changes: Partial<EventDelivery> = {}): EventDelivery => ({
  event,
  receiver,
  url: 'http://127.0.0.1/',
  lane: `plans:${event % 3}`,
  copies: 1,
  state: 'pending',
  attempts: [],
  tries: 0,
  notBefore: 0,
  readyAt: 0,
  by: '',
  ...changes,
});

type Step = (unit: Unit) => void;
const at = fc.integer({ min: 1, max: 12 });
const kind = fc.constantFrom('plans', 'cards');
const names = fc.subarray(['g1', 'g2', 'g3']);
const due = fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined });

/** Returns a step that draws its values, and how often it comes. */
const drawn = <Value>(weight: number, values: fc.Arbitrary<Value>, run: (unit: Unit, value: Value) => void) => ({
  weight,
  arbitrary: values.map(
    (value): Step =>
      (unit) =>
        run(unit, value),
  ),
});

const changes = fc.constantFrom<Partial<EventDelivery>>(
  { state: 'delivered' },
  { state: 'failed' },
  { readyAt: 8_000, notBefore: 0 },
  { readyAt: 0, notBefore: 7 },
  { readyAt: 9_500, notBefore: 0 },
);

const step = fc.oneof(
  drawn(4, fc.tuple(kind, names, due), (unit, [kind, groups, due]) => {
    const id = unit.id();
    unit.create(kind, { id, value: { id }, groups, keys: [`own:${id}`], due });
  }),
  drawn(3, fc.tuple(kind, at, names, due, fc.boolean()), (unit, [kind, n, groups, due, freed]) => {
    const object = unit.seek(kind, 1000 + n);
    if (object === undefined) return;
    unit.change(object, { value: { id: object.id, n }, groups, keys: freed ? [] : object.keys, due: due ?? null });
  }),
  drawn(1, fc.tuple(kind, at), (unit, [kind, n]) => {
    const object = unit.seek(kind, 1000 + n);
    if (object !== undefined) unit.remove(object);
  }),
  drawn(3, fc.tuple(at, fc.subarray(['r1', 'r2'])), (unit, [n, receivers]) => {
    const payload = { text: 'line\nbreak, \u2028 "quoted",\n{}' };
    const id = unit.addEvent({ time: NOW, name: 'plan.changed', kind: 'plans', object: 1000 + (n % 4), payload });
    for (const receiver of receivers) unit.setDelivery(delivery(id, receiver));
  }),
  drawn(2, fc.tuple(at, fc.constantFrom('r1', 'r2'), changes), (unit, [event, receiver, changed]) => {
    const known = unit.state.deliveries(event)[receiver];
    if (known !== undefined) unit.setDelivery({ ...known, ...changed });
  }),
  drawn(1, at, (unit, n) => unit.setDocument(`document${n % 3}`, { n })),
);

/** Sorts the receivers of each event, because they have no order. */
function sorted({ items, total }: Page<StoredEvent>): Page<StoredEvent> {
  const byReceiver = (one: EventDelivery, other: EventDelivery): number => (one.receiver < other.receiver ? -1 : 1);
  return { items: items.map((event) => ({ ...event, deliveries: event.deliveries.toSorted(byReceiver) })), total };
}

/** Returns everything that can be read from a state. */
function viewOf(state: State) {
  const all = { offset: 0, limit: 1000 };
  const kinds = ['plans', 'cards'];
  const ids = Array.from({ length: 40 }, (_, index) => 1001 + index);
  return {
    rows: Object.fromEntries(Array.from(state.rows(), ([key, record]) => [key, JSON.stringify(record)])),
    last: state.last,
    pending: state.pending,
    objects: kinds.flatMap((kind) => ids.map((id) => state.object(kind, id))),
    holders: kinds.flatMap((kind) => ids.map((id) => state.holderOf(kind, `own:${id}`))),
    lists: kinds.flatMap((kind) =>
      [undefined, 'g1', 'g2', 'g3'].flatMap((group) => [
        state.list(kind, { group, ...all }),
        state.list(kind, { group, offset: 1, limit: 2 }),
      ]),
    ),
    events: sorted(state.events(all)),
    eventsOf: [1000, 1001, 1002, 1003].map((id) => sorted(state.events({ object: { kind: 'plans', id }, ...all }))),
    due: state.nextDue(),
    claimable: ['r1', 'r2'].flatMap((receiver) =>
      [0, 6, 7].flatMap((clock) => [7_999, 8_000, 9_500].map((now) => state.claimable(receiver, clock, now))),
    ),
    receivers: state.receivers().sort(),
    nextWork: state.nextWork(),
  };
}

/** Expects that each view equals one computed directly from the objects. */
function expectConsistent(state: State): void {
  const objects = Array.from(state.rows()).filter(([key]) => /^(plans|cards)\//.test(key));
  const view = viewOf(state);
  const dues = objects.flatMap(([key, record]) =>
    'due' in record && typeof record.due === 'number' ? [{ due: record.due, id: Number(key.split('/')[1]) }] : [],
  );
  dues.sort((one, other) => one.due - other.due || one.id - other.id);
  expect(view.due && { due: view.due.due, id: view.due.id }).toEqual(dues[0]);
  for (const kind of ['plans', 'cards']) {
    const ids = objects.flatMap(([key]) => (key.startsWith(kind) ? [Number(key.split('/')[1])] : []));
    ids.sort((one, other) => other - one);
    expect(state.list(kind, { offset: 0, limit: 1000 })).toEqual({ items: ids, total: ids.length });
    for (const group of ['g1', 'g2', 'g3']) {
      const members = ids.filter((id) => state.object(kind, id)?.groups.includes(group));
      expect(state.list(kind, { group, offset: 0, limit: 1000 })).toEqual({ items: members, total: members.length });
    }
  }
  const deliveries = view.events.items.flatMap((event) => event.deliveries);
  const pending = deliveries.filter(({ state }) => state === 'pending');
  expect(view.pending).toBe(pending.length);
  expect(view.receivers).toEqual([...new Set(pending.map(({ receiver }) => receiver))].sort());
  for (const receiver of view.receivers) {
    const lanes = new Map(
      pending
        .filter((one) => one.receiver === receiver)
        .sort((one, other) => other.event - one.event)
        .map((one) => [one.lane, one]),
    );
    const ready = [...lanes.values()].filter((one) => one.notBefore <= 6 && one.readyAt <= 8_000);
    const next = state.claimable(receiver, 6, 8_000);
    if (ready.length === 0) expect(next).toBeUndefined();
    else expect(ready).toContainEqual(next);
  }
}

const units = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { maxLength: 12 });

describe('The state of an account', () => {
  test('matches its rows, in this process and in another one', () => {
    fc.assert(
      fc.property(units, fc.constantFrom(3, 5, 1000), (all, keep) => {
        const [state, other] = [new State(), new State()];
        for (const steps of all) {
          const { unit } = unitOn(state, keep);
          for (const step of steps) step(unit);
          const rows = state.changedRows();
          expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
          // Silent deletions follow from the watermark row, so the other process does not receive them.
          other.apply(rows.filter(({ silent }) => silent !== true));
          expectConsistent(state);
          expect(viewOf(other)).toEqual(viewOf(state));
        }
        const loaded = new State();
        loaded.apply(Array.from(state.rows(), ([key, record]) => ({ key, value: JSON.stringify(record) })).reverse());
        expect(viewOf(loaded)).toEqual(viewOf(state));
      }),
      { numRuns: runs(200) },
    );
  });

  test('is restored by a full or partial undo', () => {
    fc.assert(
      fc.property(units, units, fc.constantFrom(4, 1000), (before, undone, keep) => {
        const { state, unit } = unitOn(new State(), keep);
        for (const step of before.flat()) step(unit);
        const view = viewOf(state);
        const { unit: other } = unitOn(state, keep);
        const failed = other.attempt(() => {
          for (const step of undone.flat()) step(other);
          throw new Error('undo');
        });
        expect(failed).toEqual({ error: new Error('undo') });
        expect(viewOf(state)).toEqual(view);
        expect(state.changes).toBe(0);
        for (const step of undone.flat()) step(other);
        state.undo();
        expect(viewOf(state)).toEqual(view);
        expectConsistent(state);
      }),
      { numRuns: runs(200) },
    );
  });

  test('keeps a limited number of each kind, and records the last dropped id', () => {
    const { state, unit } = unitOn(new State(), 3);
    for (let count = 0; count < 5; count++) {
      unit.create('plans', { id: unit.id(), value: {} });
      const event = { time: NOW, name: 'plan.created', kind: 'plans', object: 1001 + count, payload: {} };
      unit.setDelivery(delivery(unit.addEvent(event), 'r1'));
    }
    expect(state.list('plans', { offset: 0, limit: 9 })).toEqual({ items: [1005, 1004, 1003], total: 3 });
    expect(state.events({ offset: 0, limit: 9 }).items.map(({ id }) => id)).toEqual([5, 4, 3]);
    expect([state.dropped('plans'), state.dropped('event'), state.dropped('cards')]).toEqual([1002, 2, 0]);
    expect(state.pending).toBe(3);
    expect(state.events({ object: { kind: 'plans', id: 1001 }, offset: 0, limit: 9 })).toEqual({ items: [], total: 0 });
    expect(state.changedRows()).toContainEqual({ key: 'plans/1001', value: undefined, silent: true });
    const next = unitOn(state, 3);
    next.unit.create('plans', { id: next.unit.id(), value: {} });
    expect(state.changedRows()).toEqual([
      { key: 'last', value: '{"id":1006,"event":5}', silent: false },
      { key: 'plans/1006', value: expect.any(String), silent: false },
      { key: 'dropped/plans', value: '{"id":1003}', silent: false },
      { key: 'plans/1003', value: undefined, silent: true },
    ]);
  });

  test('forgets what a failed part of a unit wrote and emitted, and what retention dropped', () => {
    const { unit } = unitOn(new State(), 2);
    const create = () => unit.create('plans', { id: unit.id(), value: { n: 1 } });
    const plan = create();
    unit.emit('customer.created', plan);
    unit.attempt(() => {
      unit.emit('customer.created', unit.change(plan, { value: { n: 2 } }));
      throw new Error('undo');
    });
    expect([unit.seek('plans', plan.id)?.value, unit.emitted.length]).toEqual([{ n: 1 }, 1]);
    for (let count = 0; count < 3; count++) create();
    expect([1001, 1002, 1003].map((id) => unit.seek('plans', id)?.id)).toEqual([undefined, undefined, 1003]);
  });

  test('has neither leases nor the count of resets in a snapshot', () => {
    const state = new State();
    unitOn(state).unit.setDelivery(delivery(1, 'r1', { readyAt: 9_000, by: 'process:1', tries: 2 }));
    state.set('', 'epoch', { count: 3 });
    const { assumed: _assumed, ...rows } = snapshotOf(state, {}).rows;
    expect(rows).toEqual({ 'delivery/1': JSON.stringify({ r1: delivery(1, 'r1', { tries: 2 }) }) });
  });

  test('lists an object once in a group that it names twice', () => {
    const { state, unit } = unitOn(new State());
    const pages = () => state.list('plans', { group: 'g', offset: 0, limit: 9 });
    const [one] = [0, 1].map(() => unit.create('plans', { id: unit.id(), value: {}, groups: ['g', 'g'] }));
    expect(pages()).toEqual({ items: [1002, 1001], total: 2 });
    if (one !== undefined) unit.remove(one);
    expect(pages()).toEqual({ items: [1002], total: 1 });
  });

  test('accepts a key that moved from one object to another, in any order of the rows', () => {
    const record = (keys: string[]) => JSON.stringify({ groups: [], keys, hidden: '{}', value: '{}' });
    const state = new State();
    state.apply([{ key: 'plans/1001', value: record(['main']) }]);
    state.apply([
      { key: 'plans/1002', value: record(['main']) },
      { key: 'plans/1001', value: record([]) },
    ]);
    expect(state.holderOf('plans', 'main')).toBe(1002);
    state.apply([{ key: 'plans/1002', value: undefined }]);
    expect(state.holderOf('plans', 'main')).toBeUndefined();
  });

  test('keeps the deliveries of an event with the id of a dropped object', () => {
    const { unit } = unitOn(new State(undefined, undefined, { id: 1000, event: 1000 }), 1);
    const id = unit.addEvent({ time: NOW, name: 'x', kind: 'plans', object: 1001, payload: {} });
    unit.setDelivery(delivery(id, 'r1'));
    for (let count = 0; count < 2; count++) unit.create('plans', { id: unit.id(), value: {} });
    expect([id, unit.state.dropped('plans'), unit.state.event(id)?.deliveries.length]).toEqual([1001, 1001, 1]);
  });

  test('commits nothing about the deliveries of a dropped event without receivers', () => {
    const { state, unit } = unitOn(new State(), 1);
    const event = { time: NOW, name: 'x', kind: 'plans', object: 1001, payload: {} };
    for (let count = 0; count < 2; count++) unit.addEvent(event);
    expect(state.changedRows().map(({ key }) => key)).toEqual(['last', 'event/1', 'event/2', 'dropped/event']);
    expect([state.event(1), state.event(2)?.deliveries, state.event(3)]).toEqual([undefined, [], undefined]);
  });

  test('assigns object and event ids above its floor', () => {
    const state = new State(undefined, undefined, { id: 5000, event: 70 });
    const { unit } = unitOn(state);
    expect(unit.id()).toBe(5001);
    expect(unit.addEvent({ time: NOW, name: 'x', kind: 'plans', object: 1, payload: {} })).toBe(71);
    expect([unit.id(), state.last]).toEqual([5002, { id: 5002, event: 71 }]);
  });

  test('returns the time of the next due work', () => {
    const state = new State({ kind: 'system', offset: -100 });
    const { unit } = unitOn(state);
    const running = { kind: 'system', offset: -100 };
    const stopped = { kind: 'frozen', at: 20 };
    const nextWork = (clock: JsonObject) => {
      unit.setDocument(CLOCK, clock);
      return state.nextWork();
    };
    expect(state.nextWork()).toBeUndefined();
    const plan = unit.create('plans', { id: unit.id(), value: {}, due: 50 });
    expect([state.nextWork(), nextWork(running), nextWork(stopped)]).toEqual([150, 150, undefined]);
    unit.setDelivery(delivery(1, 'r1', { readyAt: 140 }));
    unit.setDelivery(delivery(2, 'r2', { notBefore: 30 }));
    expect([nextWork(running), nextWork(stopped)]).toEqual([130, 140]);
    unit.change(plan, { due: 20 });
    expect([nextWork(running), nextWork(stopped)]).toEqual([120, 0]);
  });
});
