import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/property-runs.ts';
import type { Stored, Work } from '../../src/state/index.js';
import { engines } from '../engines.js';
import { describePlace, describeSharedPlaces } from '../places.js';

function createPlan(work: Work, changes: Partial<Parameters<Work['create']>[1]> = {}): Stored {
  const id = work.id();
  return work.create('plans', { id, value: { id }, ...changes });
}

function planOf(work: Work, id: number): Stored {
  const plan = work.get('plans', id);
  if (plan === undefined) throw new Error(`no plan ${id}`);
  return plan;
}

describePlace('a unit of work', (newPlace) => {
  const engineOn = engines();

  test('keeps the due time if `due` is absent, and removes it for null', async () => {
    const engine = await engineOn(newPlace());
    const { id } = await engine.run('a', (work) => createPlan(work, { due: 5e12 }));
    await engine.run('a', (work) => void work.change(planOf(work, id), { value: { changed: true } }));
    expect((await engine.run('a', (work) => planOf(work, id))).due).toBe(5e12);
    await engine.run('a', (work) => void work.change(planOf(work, id), { due: null }));
    expect((await engine.run('a', (work) => planOf(work, id))).due).toBeUndefined();
  });

  test('refuses to change an outdated copy of an object', async () => {
    const engine = await engineOn(newPlace());
    const { id } = await engine.run('a', (work) => createPlan(work));
    const twice = engine.run('a', (work) => {
      const plan = planOf(work, id);
      work.change(plan, { value: { a: 1 } });
      work.change(plan, { value: { b: 1 } });
    });
    await expect(twice).rejects.toThrow(/^plans 1001 was written since: change the object that change\(\) returned$/);
    const copied = engine.run('a', (work) => {
      const copy = planOf(work, id);
      work.change(planOf(work, id), { value: { a: 1 } });
      work.change(copy, { value: { b: 1 } });
    });
    await expect(copied).rejects.toThrow(/was written since/);
    expect((await engine.run('a', (work) => planOf(work, id))).value).toEqual({ id });
  });

  test('reports a dropped object, but not one that never existed', async () => {
    const engine = await engineOn(newPlace(), { keep: 2 });
    for (let count = 0; count < 4; count++) await engine.run('a', (work) => createPlan(work));
    await expect(engine.run('a', (work) => work.get('plans', 1001))).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining('--keep'),
    });
    await expect(engine.run('a', (work) => work.get('plans', 1002))).rejects.toThrow('no object 1002 among the plans');
    expect(await engine.run('a', (work) => work.seek('plans', 1002))).toBeUndefined();
    // Ids begin at 1001.
    for (const id of [2000, 1000, 2, 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(await engine.run('a', (work) => work.get('plans', id))).toBeUndefined();
    }
    expect(await engine.run('a', (work) => work.get('cards', 1001))).toBeUndefined();
  });

  test('creates an object without groups and keys, and finds one by its key', async () => {
    const engine = await engineOn(newPlace());
    expect(await engine.run('a', (work) => createPlan(work))).toEqual({
      ...{ kind: 'plans', id: 1001, value: { id: 1001 } },
      ...{ hidden: {}, groups: [], keys: [] },
    });
    await engine.run('a', (work) => createPlan(work, { keys: ['k'] }));
    const found = (key: string) => engine.run('a', (work) => work.find('plans', key)?.id);
    expect([await found('k'), await found('other')]).toEqual([1002, undefined]);
  });

  test('returns pages from the newest or from the oldest object, also of a group', async () => {
    const engine = await engineOn(newPlace());
    await engine.run('a', (work) => {
      for (let index = 0; index < 7; index++) createPlan(work, { groups: index % 2 ? ['g'] : [] });
    });
    const pages = (isOldestFirst: boolean, group?: string) =>
      engine.run('a', (work) =>
        [1, 2, 3, 4].map((page) => {
          const { items, total } = work.page('plans', { group, page, perPage: 3, isOldestFirst });
          return [total, ...items.map(({ id }) => id - 1000)];
        }),
      );
    expect(await pages(false)).toEqual([[7, 7, 6, 5], [7, 4, 3, 2], [7, 1], [7]]);
    expect(await pages(true)).toEqual([[7, 1, 2, 3], [7, 4, 5, 6], [7, 7], [7]]);
    expect(await pages(true, 'g')).toEqual([[3, 2, 4, 6], [3], [3], [3]]);
  });

  test.each([Number.NaN, 1.5, Number.POSITIVE_INFINITY, '5' as never])('refuses %s as a due time', async (due) => {
    const engine = await engineOn(newPlace());
    await expect(engine.run('a', (work) => createPlan(work, { due }))).rejects.toThrow(/^due: must be/);
  });

  test('lists stored objects together with its uncommitted changes', async () => {
    const engine = await engineOn(newPlace());
    const change = fc.record({ what: fc.constantFrom('create', 'remove', 'join', 'leave'), at: fc.nat(20) });
    const run = fc.asyncProperty(fc.nat(12), fc.array(change, { maxLength: 8 }), async (stored, changes) => {
      await engine.reset('a');
      await engine.run('a', (work) => {
        for (let index = 0; index < stored; index++) createPlan(work, { groups: index % 2 ? ['g'] : [] });
      });
      const pagesOf = (work: Work) => {
        const pages = [];
        for (const group of [undefined, 'g']) {
          for (const page of [1, 2, 3]) pages.push(work.page('plans', { group, page, perPage: 4 }));
        }
        return pages.map(({ items, total }) => ({ ids: items.map(({ id }) => id), total }));
      };
      const within = await engine.run('a', (work) => {
        for (const { what, at } of changes) {
          if (what === 'create') createPlan(work, { groups: at % 2 ? ['g'] : [] });
          const plan = work.get('plans', 1001 + at);
          if (plan === undefined) continue;
          if (what === 'remove') work.remove(plan);
          else work.change(plan, { groups: what === 'join' ? ['g'] : [] });
        }
        return pagesOf(work);
      });
      expect(await engine.run('a', pagesOf)).toEqual(within);
    });
    await fc.assert(run, { numRuns: runs(50) });
  });
});

describeSharedPlaces('a unit of work', (newPlace) => {
  const engineOn = engines();

  test('runs again after a change by another process, with the same ids', async () => {
    const place = newPlace();
    const [engine, other] = [await engineOn(place), await engineOn(place)];
    const { id } = await engine.run('a', (work) => createPlan(work, { value: { count: 0 } }));
    await other.run('a', (work) => void work.change(planOf(work, id), { value: { count: 1 } }));
    let runs = 0;
    const made = await engine.run('a', (work) => {
      runs++;
      const plan = planOf(work, id);
      const created = createPlan(work);
      work.change(plan, { value: { count: Number(plan.value.count) + 10 } });
      return created.id;
    });
    expect(runs).toBe(2);
    expect(made).toBe(id + 1);
    expect((await other.run('a', (work) => planOf(work, id))).value).toEqual({ count: 11 });
  });

  test('starts over after a reset by another process', async () => {
    const place = newPlace();
    const [engine, other] = [await engineOn(place), await engineOn(place)];
    await engine.run('a', (work) => createPlan(work, { keys: ['k'] }));
    await other.reset('a');
    expect((await engine.run('a', (work) => createPlan(work, { keys: ['k'] }))).id).toBe(1001);
    expect((await engine.run('a', (work) => work.page('plans', { page: 1, perPage: 5 }))).total).toBe(1);
  });
});
