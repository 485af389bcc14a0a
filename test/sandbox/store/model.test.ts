import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NewDelivery, Store, Stored } from '../../../src/sandbox/store/index.js';
import { runs } from '../../property-runs.ts';
import { commitTo, objectOf } from './commits.js';
import { describeEachStore } from './stores.js';

const KEEP = 6;
const KINDS = ['plans', 'cards'];
const GROUPS = ['g', 'h'];
const KEYS = ['k', 'l', 'm'];

const contents = fc.record({
  kind: fc.constantFrom(...KINDS),
  groups: fc.subarray(GROUPS),
  keys: fc.subarray(KEYS, { maxLength: 2 }),
  due: fc.option(fc.nat(20), { nil: undefined }),
});
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ step: fc.constant('create' as const), contents, at: fc.nat(30) }) },
  {
    weight: 3,
    arbitrary: fc.record({ step: fc.constant('change' as const), contents, at: fc.nat(30), stale: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ step: fc.constant('remove' as const), at: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constantFrom('restore' as const, 'reset' as const) }) },
);

/** What a store is meant to be, without a thought for speed. */
class Model {
  objects: Stored[] = [];
  dropped = new Map<string, number>();

  of(kind: string, group?: string): Stored[] {
    const list = this.objects.filter(
      (object) => object.kind === kind && (group === undefined || object.groups.includes(group)),
    );
    return list.sort((a, b) => b.id - a.id);
  }

  put(object: Stored): boolean {
    const others = this.objects.filter(({ kind, id }) => kind !== object.kind || id !== object.id);
    const taken = others.some(
      ({ kind, keys }) => kind === object.kind && keys.some((key) => object.keys.includes(key)),
    );
    if (taken) return false;
    this.objects = [...others, object];
    const surplus = this.of(object.kind).slice(KEEP);
    for (const { kind, id } of surplus) this.dropped.set(kind, Math.max(id, this.dropped.get(kind) ?? 0));
    this.objects = this.objects.filter((other) => !surplus.includes(other));
    return true;
  }
}

const newObject = (
  id: number,
  version: number,
  { due, ...rest }: { kind: string; groups: string[]; keys: string[]; due: number | undefined },
): Stored => objectOf({ id, version, value: { id, version }, ...rest, ...(due !== undefined && { due }) });

async function expectSame(store: Store, model: Model): Promise<void> {
  for (const kind of KINDS) {
    for (const group of [undefined, ...GROUPS]) {
      const expected = model.of(kind, group);
      for (const offset of [0, 2, 5]) {
        const page = await store.list('a', kind, { group, offset, limit: 3 });
        expect(page).toEqual({ items: expected.slice(offset, offset + 3), total: expected.length });
      }
    }
    for (const key of KEYS) {
      expect(await store.find('a', kind, key)).toEqual(model.of(kind).find(({ keys }) => keys.includes(key)));
    }
    expect(await store.dropped('a', kind)).toBe(model.dropped.get(kind) ?? 0);
  }
  const due = model.objects.filter((object) => object.due !== undefined);
  const [first] = due.sort((a, b) => (a.due ?? 0) - (b.due ?? 0) || a.id - b.id);
  expect(await store.nextDue('a')).toEqual(first);
}

describeEachStore('any run of commits', (open) => {
  test('leaves a store as a simple model has it', { timeout: 60_000 }, async () => {
    const store = open({ keep: KEEP });
    const run = fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      await store.reset('a');
      const model = new Model();
      let last = 0;
      for (const next of steps) {
        if (next.step === 'create') {
          const object = newObject(++last, 1, next.contents);
          expect((await commitTo(store, 'a', { writes: [object] })).ok).toBe(model.put(object));
        } else if (next.step === 'change') {
          const before = model.objects[next.at % Math.max(model.objects.length, 1)];
          if (before === undefined) continue;
          const version = before.version - Number(next.stale);
          const object = newObject(before.id, before.version + 1, { ...next.contents, kind: before.kind });
          const expected = { objects: [{ kind: before.kind, id: before.id, version }], keys: [], documents: [] };
          const { ok } = await commitTo(store, 'a', { expected, writes: [object] });
          expect(ok).toBe(!next.stale && model.put(object));
        } else if (next.step === 'remove') {
          const gone = model.objects[next.at % Math.max(model.objects.length, 1)];
          if (gone === undefined) continue;
          await commitTo(store, 'a', { removals: [{ kind: gone.kind, id: gone.id }] });
          model.objects = model.objects.filter((object) => object !== gone);
        } else if (next.step === 'restore') {
          await store.restore('a', JSON.parse(JSON.stringify(await store.snapshot('a'))));
        } else {
          await store.reset('a');
          Object.assign(model, new Model());
        }
        await expectSame(store, model);
      }
    });
    await fc.assert(run, { numRuns: runs(60) });
  });

  test('sends deliveries in order, one at a time per lane, until each is settled', { timeout: 60_000 }, async () => {
    const store = open();
    const events = fc.array(
      fc.record({ lane: fc.constantFrom('x', 'y'), receiver: fc.constantFrom('r', 's'), notBefore: fc.nat(5) }),
      { minLength: 1, maxLength: 12 },
    );
    const outcomes = fc.array(fc.constantFrom('delivered', 'failed', 'retry', 'lost'), { maxLength: 40 });
    const run = fc.asyncProperty(events, outcomes, async (all, fates) => {
      await store.reset('a');
      const newDelivery = (delivery: Pick<NewDelivery, 'lane' | 'receiver' | 'notBefore'>): NewDelivery => ({
        url: 'http://127.0.0.1:1',
        copies: 1,
        ...delivery,
      });
      await commitTo(store, 'a', {
        events: all.map((delivery) => ({
          time: 0,
          name: 'n',
          kind: 'k',
          object: 1,
          payload: {},
          deliveries: [newDelivery(delivery)],
        })),
      });
      const settled: { event: number; queue: string }[] = [];
      const leased = new Map<string, number>();
      let fate = 0;
      for (let now = 0; now < 1000 && (await store.pending('a')) > 0; now++) {
        for (const receiver of ['r', 's']) {
          for (const claimed of await store.claim('a', receiver, { now, until: now + 3, limit: 2 })) {
            const queue = `${receiver}/${claimed.lane}`;
            expect(claimed.notBefore).toBeLessThanOrEqual(now);
            expect(leased.get(queue) ?? 0).toBeLessThanOrEqual(now);
            const outcome = fates[fate++] ?? 'delivered';
            if (outcome === 'lost') {
              leased.set(queue, now + 3);
            } else if (outcome === 'retry') {
              await store.settle(claimed, {
                state: 'pending',
                notBefore: now + 2,
                attempts: [{ at: now, duration: 0 }],
              });
            } else {
              await store.settle(claimed, { state: outcome, attempts: [{ at: now, duration: 0 }] });
              settled.push({ event: claimed.event, queue });
            }
          }
        }
      }
      expect(settled).toHaveLength(all.length);
      for (const queue of ['r/x', 'r/y', 's/x', 's/y']) {
        const order = settled.filter((one) => one.queue === queue).map(({ event }) => event);
        expect(order).toEqual([...order].sort((a, b) => a - b));
      }
      expect(await store.waiting()).toEqual([]);
    });
    await fc.assert(run, { numRuns: runs(60) });
  });
});
