import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Refusal, type Stored, type Work } from '../../../src/sandbox/state/index.js';
import { START as BEGIN, type Store } from '../../../src/sandbox/stores/store.js';
import { runs } from '../../property-runs.ts';
import { engines } from '../engines.js';
import { describeEachPlace, describeSharedPlaces } from '../places.js';

function createPlan(work: Work, changes: Partial<Parameters<Work['create']>[1]> = {}): Stored {
  const id = work.id();
  return work.create('plans', { id, value: { id }, ...changes });
}

function planOf(work: Work, id: number): Stored {
  const plan = work.get('plans', id);
  if (plan === undefined) throw new Error(`no plan ${id}`);
  return plan;
}

describeEachPlace('a unit of work', (newPlace) => {
  const engineOn = engines();

  test('sees its changes before the commit', async () => {
    const engine = await engineOn(newPlace());
    await engine.run('a', (work) => {
      const plan = createPlan(work, { keys: ['k'], groups: ['g'] });
      expect(work.get('plans', plan.id)).toEqual(plan);
      expect(work.find('plans', 'k')).toEqual(plan);
      expect(work.page('plans', { group: 'g', page: 1, perPage: 5 })).toEqual({ items: [plan], total: 1 });
      const changed = work.change(plan, { value: { id: plan.id, name: 'new' }, keys: ['l'], groups: [] });
      expect(work.find('plans', 'k')).toBeUndefined();
      expect(work.find('plans', 'l')).toEqual(changed);
      expect(work.page('plans', { group: 'g', page: 1, perPage: 5 }).total).toBe(0);
    });
    expect(await engine.run('a', (work) => work.get('plans', 1001))).toMatchObject({
      value: { name: 'new' },
      keys: ['l'],
    });
  });

  test('leaves no changes if it is refused', async () => {
    const engine = await engineOn(newPlace());
    const refused = engine.run('a', (work) => {
      work.emit('customer.created', createPlan(work));
      throw new Refusal(422, ['no']);
    });
    await expect(refused).rejects.toThrow(Refusal);
    const page = await engine.run('a', (work) => work.page('plans', { page: 1, perPage: 1 }));
    expect(page).toEqual({ items: [], total: 0 });
    expect((await engine.events.list('a', { offset: 0, limit: 1 })).total).toBe(0);
  });

  test('rejects with the error of its task, and the next unit runs', async () => {
    const engine = await engineOn(newPlace());
    const thrown: Promise<unknown> = engine.run('a', (work) => {
      work.setDocument('seen', { yes: true });
      throw new Refusal(422, ['no']);
    });
    await expect(thrown).rejects.toThrow('no');
    expect(await engine.run('a', (work) => work.document('seen') ?? 'unseen')).toBe('unseen');
  });

  test('records each event with the value at that moment', async () => {
    const engine = await engineOn(newPlace());
    await engine.run('a', (work) => {
      const first = createPlan(work, { value: { status: 'processing' } });
      work.emit('transaction.created', first);
      work.emit('transaction.status_changed', work.change(first, { value: { status: 'paid' } }));
    });
    const { items } = await engine.events.list('a', { offset: 0, limit: 5 });
    expect(items.map(({ name, payload }) => [name, payload.status])).toEqual([
      ['transaction.status_changed', 'paid'],
      ['transaction.created', 'processing'],
    ]);
  });

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

  test('can create and remove an object', async () => {
    const engine = await engineOn(newPlace());
    await engine.run('a', (work) => work.remove(createPlan(work, { keys: ['k'] })));
    expect(await engine.run('a', (work) => work.get('plans', 1001))).toBeUndefined();
    const { id } = await engine.run('a', (work) => createPlan(work, { keys: ['k'] }));
    expect(id).toBe(1002);
    await engine.run('a', (work) => {
      work.remove(planOf(work, id));
      expect(work.get('plans', id)).toBeUndefined();
      expect(work.page('plans', { page: 1, perPage: 5 }).total).toBe(0);
    });
    expect((await engine.run('a', (work) => work.page('plans', { page: 1, perPage: 5 }))).total).toBe(0);
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
    for (const id of [2000, 1000, 2, 0]) {
      expect(await engine.run('a', (work) => work.get('plans', id))).toBeUndefined();
    }
    expect(await engine.run('a', (work) => work.get('cards', 1001))).toBeUndefined();
  });

  test.each([Number.NaN, 1.5, Number.POSITIVE_INFINITY, -1])('treats %s as an unknown id', async (id) => {
    const engine = await engineOn(newPlace());
    expect(await engine.run('a', (work) => work.get('plans', id))).toBeUndefined();
  });

  test.each([Number.NaN, 1.5, Number.POSITIVE_INFINITY, '5' as never])('refuses %s as a due time', async (due) => {
    const engine = await engineOn(newPlace());
    await expect(engine.run('a', (work) => createPlan(work, { due }))).rejects.toThrow(/^due: must be/);
  });

  test('returns an empty page far past the end', async () => {
    const engine = await engineOn(newPlace());
    await engine.run('a', (work) => createPlan(work));
    const query = { page: Number.MAX_SAFE_INTEGER, perPage: 100 };
    expect(await engine.run('a', (work) => work.page('plans', query))).toEqual({ items: [], total: 1 });
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

  test('never refunds more than was paid in parallel attempts', async () => {
    const engine = await engineOn(newPlace());
    const run = fc.asyncProperty(
      fc.nat(1000),
      fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 20 }),
      async (paid, amounts) => {
        const { id } = await engine.run('a', (work) => createPlan(work, { value: { left: paid } }));
        const refund = (amount: number) =>
          engine.run('a', (work) => {
            const plan = planOf(work, id);
            const left = Number(plan.value.left) - amount;
            if (left < 0) throw new Refusal(422, ['more than is left']);
            work.change(plan, { value: { left } });
            return amount;
          });
        const results = await Promise.allSettled(amounts.map(refund));
        const refunded = results.reduce((sum, result) => sum + (result.status === 'fulfilled' ? result.value : 0), 0);
        const { value } = await engine.run('a', (work) => planOf(work, id));
        expect(value.left).toBe(paid - refunded);
        expect(refunded).toBeLessThanOrEqual(paid);
      },
    );
    await fc.assert(run, { numRuns: runs(40) });
  });

  test('assigns ids without duplicates or gaps in parallel units', async () => {
    const engine = await engineOn(newPlace());
    const created = await Promise.all(Array.from({ length: 300 }, () => engine.run('a', (work) => createPlan(work))));
    expect(created.map(({ id }) => id)).toEqual(Array.from({ length: 300 }, (_, index) => 1001 + index));
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

  test('sees the commits of another process without a write', async () => {
    const place = newPlace();
    const [engine, other] = [await engineOn(place), await engineOn(place)];
    await engine.run('a', (work) => work.get('plans', 1001));
    const { id } = await other.run('a', (work) => createPlan(work));
    expect((await engine.run('a', (work) => planOf(work, id))).value).toEqual({ id });
  });

  test('starts over after a reset by another process', async () => {
    const place = newPlace();
    const [engine, other] = [await engineOn(place), await engineOn(place)];
    await engine.run('a', (work) => createPlan(work, { keys: ['k'] }));
    await other.reset('a');
    expect((await engine.run('a', (work) => createPlan(work, { keys: ['k'] }))).id).toBe(1001);
    expect((await engine.run('a', (work) => work.page('plans', { page: 1, perPage: 5 }))).total).toBe(1);
  });

  test('fails as unavailable if it always conflicts, and leaves no changes', async () => {
    const place = newPlace();
    const openConflicting = async (): Promise<Store | undefined> => {
      const store = await place.open();
      return (
        store && { ...boundTo(store), commit: async (name) => ({ ok: false, ...(await store.changes(name, BEGIN)) }) }
      );
    };
    const engine = await engineOn({ ...place, open: openConflicting });
    const hopeless = engine.run('a', (work) => createPlan(work));
    await expect(hopeless).rejects.toMatchObject({
      name: 'StoreUnavailable',
      message: expect.stringMatching(/try again$/),
    });
    expect((await engine.run('a', (work) => work.page('plans', { page: 1, perPage: 5 }))).total).toBe(0);
  });
});

/** Returns the methods of a store, bound to it. */
function boundTo(store: Store): Store {
  return {
    changes: (...args) => store.changes(...args),
    commit: (...args) => store.commit(...args),
    due: (...args) => store.due(...args),
    accounts: () => store.accounts(),
    touch: (...args) => store.touch(...args),
    drop: (...args) => store.drop(...args),
    close: () => store.close(),
  };
}
