import { expect, test } from 'vitest';
import { type Store, StoreUnavailable } from '../../../src/sandbox/stores/index.js';
import { type Changes, type CommitResult, HISTORY, START } from '../../../src/sandbox/stores/store.js';
import { Replica } from './replica.js';
import { commitTo, describeEachStore, put, remove } from './stores.js';

const keysOf = ({ rows }: Changes): string[] => rows.map(({ key }) => key).sort();
const sequencesOf = async (store: Store, count: number): Promise<void> => {
  let at = await store.changes('a', START);
  for (let round = 0; round < count; round++)
    at = { ...at, ...(await commitTo(store, at, [put('count', String(round))])) };
};
function conflictOf(result: CommitResult): Changes {
  if (result.ok) throw new Error('the commit did not conflict');
  return result;
}

describeEachStore('A store', (newState) => {
  test('returns nothing for an account that does not exist, and does not create it', async () => {
    const store = await newState().open();
    const changes = await store.changes('a', START);
    expect(changes).toMatchObject({ sequence: 0, tag: '', full: true, lost: false, rows: [] });
    expect(Math.abs(changes.now - Date.now())).toBeLessThan(60_000);
    await store.touch('a');
    await store.drop('a');
    expect(await store.accounts()).toEqual([]);
  });

  test('numbers commits without gaps, and gives each commit a different tag', async () => {
    const store = await newState().open();
    let at = START as { sequence: number; tag: string };
    const tags = new Set<string>();
    for (let sequence = 1; sequence <= 5; sequence++) {
      at = await commitTo(store, at, [put('k', String(sequence))]);
      expect(at.sequence).toBe(sequence);
      tags.add(at.tag);
    }
    expect(tags.size).toBe(5);
  });

  test('returns changed, new and deleted rows after a position, each once', async () => {
    const state = newState();
    const [one, two] = [await state.open(), await state.open()];
    const first = await commitTo(one, START, [put('a', '1'), put('b', '1'), put('c', '1')]);
    expect(await two.changes('a', first)).toMatchObject({ ...first, full: false, rows: [] });
    const second = await commitTo(one, first, [put('a', '2'), remove('b')]);
    const third = await commitTo(one, second, [put('a', '3'), put('d', '"\u{1f680} é\\n"'), remove('never')]);
    for (const store of [one, two]) {
      const changes = await store.changes('a', first);
      expect(changes).toMatchObject({ ...third, full: false, lost: false });
      expect(keysOf(changes)).toEqual(['a', 'b', 'd', 'never']);
      expect(changes.rows).toEqual(
        expect.arrayContaining([put('a', '3'), remove('b'), put('d', '"\u{1f680} é\\n"'), remove('never')]),
      );
      expect(await store.changes('a', third)).toMatchObject({ ...third, full: false, rows: [] });
      const all = await store.changes('a', START);
      expect(all).toMatchObject({ ...third, full: true, lost: false });
      expect(keysOf(all)).toEqual(['a', 'c', 'd']);
    }
  });

  test('refuses a commit that is not at the current position, and returns the rows that the caller lacks', async () => {
    const state = newState();
    const [one, two] = [await state.open(), await state.open()];
    const first = await commitTo(one, START, [put('a', '1')]);
    const second = await commitTo(two, first, [put('a', '2')]);
    const conflict = conflictOf(await one.commit('a', first, [put('a', 'lost'), put('b')], { wake: 5 }));
    expect(conflict).toMatchObject({ ...second, full: false, lost: false, rows: [put('a', '2')] });
    const fresh = conflictOf(await one.commit('a', START, [put('b')], { wake: 5 }));
    expect(fresh).toMatchObject({ ...second, full: true, lost: false, rows: [put('a', '2')] });
    expect(await one.due(10)).toEqual([]);
    expect(keysOf(await two.changes('a', START))).toEqual(['a']);
  });

  test('keeps the last of several rows with the same key, and accepts a commit without rows', async () => {
    const store = await newState().open();
    const first = await commitTo(store, START, [put('a', '1'), remove('a'), put('a', '2'), put('b'), remove('b')]);
    const second = await commitTo(store, first, []);
    expect(second.sequence).toBe(2);
    expect((await store.changes('a', START)).rows).toEqual([put('a', '2')]);
    expect((await store.changes('a', first)).rows).toEqual([]);
  });

  test('does not report silent deletions', async () => {
    const store = await newState().open();
    const first = await commitTo(store, START, [put('a'), put('b'), put('watermark', '1')]);
    const second = await commitTo(store, first, [remove('a', true), put('watermark', '2')]);
    expect((await store.changes('a', first)).rows).toEqual([put('watermark', '2')]);
    expect(keysOf(await store.changes('a', START))).toEqual(['b', 'watermark']);
    // A key can be written again after each kind of deletion.
    const third = await commitTo(store, second, [remove('b')]);
    await commitTo(store, third, [put('a', '9'), put('b', '9')]);
    expect(keysOf(await store.changes('a', second))).toEqual(['a', 'b']);
    expect((await store.changes('a', second)).rows).toEqual(expect.arrayContaining([put('a', '9'), put('b', '9')]));
  });

  test('replaces a whole account, and reports it to every process that knew the account', async () => {
    const store = await newState().open();
    const first = await commitTo(store, START, [put('a'), put('b')]);
    const second = await commitTo(store, first, [remove('b'), put('c')]);
    const third = await commitTo(store, second, [put('z')], { replace: true });
    expect(third.sequence).toBe(3);
    for (const at of [START, first, second]) {
      expect(await store.changes('a', at)).toMatchObject({ ...third, full: true, lost: false, rows: [put('z')] });
    }
    expect(conflictOf(await store.commit('a', second, [], { wake: undefined, replace: true })).full).toBe(true);
    const fourth = await commitTo(store, third, [put('y')]);
    expect(await store.changes('a', third)).toMatchObject({ ...fourth, full: false, rows: [put('y')] });
  });

  test('returns everything to a process that is too far behind, otherwise tombstones', {
    timeout: 180_000,
  }, async () => {
    const store = await newState().open();
    const first = await commitTo(store, START, [put('a'), put('b')]);
    const second = await commitTo(store, first, [remove('a')]);
    await sequencesOf(store, HISTORY - 1);
    const behind = await store.changes('a', second);
    expect([behind.full, behind.lost, keysOf(behind)]).toEqual([false, false, ['count']]);
    await sequencesOf(store, 1001);
    for (const at of [first, second]) {
      const changes = await store.changes('a', at);
      expect([changes.full, changes.lost, keysOf(changes)]).toEqual([true, false, ['b', 'count']]);
    }
  });

  test('returns large accounts in full', async () => {
    const store = await newState().open();
    const many = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => put(`row/${from + index}`, String(from + index)));
    let at = await commitTo(store, START, many(0, 5000));
    const first = at;
    for (let from = 5000; from < 9500; from += 100) at = await commitTo(store, at, many(from, 100));
    const all = await store.changes('a', START);
    expect(new Set(keysOf(all))).toEqual(new Set(many(0, 9500).map(({ key }) => key)));
    expect(all.rows).toHaveLength(9500);
    expect(all).toMatchObject({ ...at, full: true, lost: false });
    const since = await store.changes('a', first);
    expect([since.rows.length, since.full]).toEqual([4500, false]);
    const next = await commitTo(
      store,
      at,
      [...many(0, 3000)].map(({ key }) => remove(key)),
    );
    expect((await store.changes('a', at)).rows).toHaveLength(3000);
    expect((await store.changes('a', START)).rows).toHaveLength(6500);
    await commitTo(store, next, many(20_000, 4000), { replace: true });
    expect((await store.changes('a', first)).rows).toHaveLength(4000);
  });

  test('drops an account: a process that knew it starts over and reports no loss', async () => {
    const state = newState();
    const [one, two] = [await state.open(), await state.open()];
    const first = await commitTo(one, START, [put('a', '1')], { wake: 5 });
    const second = await commitTo(one, first, [put('b', '1')], { wake: 5 });
    await two.drop('a');
    expect([await one.accounts(), await one.due(10)]).toEqual([[], []]);
    for (const at of [first, second, START]) {
      expect(await one.changes('a', at)).toMatchObject({ full: true, lost: false, rows: [] });
    }
    const conflict = conflictOf(await one.commit('a', second, [put('c')], { wake: undefined }));
    expect(conflict).toMatchObject({ full: true, lost: false, rows: [] });
    await commitTo(one, conflict, [put('d')]);
    expect(await two.accounts()).toEqual(['a']);
    expect((await two.changes('a', second)).rows).toEqual([put('d')]);
    await two.drop('never');
  });

  test('detects the loss of a commit that a process has seen', async () => {
    const store = await newState().open();
    const first = await commitTo(store, START, [put('a')]);
    for (const at of [
      { sequence: 1, tag: 'another' },
      { sequence: 2, tag: 'another' },
    ]) {
      expect(await store.changes('a', at)).toMatchObject({ ...first, full: true, lost: true, rows: [put('a')] });
      const conflict = conflictOf(await store.commit('a', at, [put('b')], { wake: undefined }));
      expect(conflict).toMatchObject({ ...first, full: true, lost: true, rows: [put('a')] });
    }
    // Commits after the loss do not hide it.
    await commitTo(store, first, [put('b')]);
    expect(await store.changes('a', { sequence: 1, tag: 'another' })).toMatchObject({ full: true, lost: true });
    expect(await store.changes('unknown', first)).toMatchObject({ sequence: 0, full: true, lost: true, rows: [] });
  });

  test('finds the accounts with work due before a time', async () => {
    const store = await newState().open();
    const a = await commitTo(store, START, [put('a')], { account: 'a', wake: 300 });
    await commitTo(store, START, [put('a')], { account: 'b', wake: 100 });
    await commitTo(store, START, [put('a')], { account: 'c' });
    expect(await store.due(100)).toEqual([]);
    expect(await store.due(101)).toEqual([{ account: 'b', at: 100 }]);
    const both = [
      { account: 'b', at: 100 },
      { account: 'a', at: 300 },
    ];
    expect(await store.due(301)).toEqual(both);
    const wake = 1_800_000_000_123;
    const later = await commitTo(store, a, [], { account: 'a', wake });
    expect(await store.due(wake + 1)).toEqual([both[0], { account: 'a', at: wake }]);
    await commitTo(store, later, [], { account: 'a' });
    expect(await store.due(Number.MAX_SAFE_INTEGER)).toEqual([both[0]]);
  });

  test('lists accounts with any name by last use', async () => {
    const store = await newState().open();
    const names = ['one', 'two', '{}:*', 'três/é 🚀', ''];
    const positions = new Map<string, { sequence: number; tag: string }>();
    for (const account of names) {
      positions.set(account, await commitTo(store, START, [put(account, JSON.stringify(account))], { account }));
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    expect(await store.accounts()).toEqual(names);
    await store.touch('two');
    expect(await store.accounts()).toEqual(['one', '{}:*', 'três/é 🚀', '', 'two']);
    // The engine's own commits do not count as use.
    await commitTo(store, positions.get('one') ?? START, [put('x')], { account: 'one' });
    expect((await store.accounts())[0]).toBe('one');
    for (const account of names.slice(1)) {
      expect((await store.changes(account, START)).rows).toEqual([put(account, JSON.stringify(account))]);
    }
  });

  test('reserves a turn for a process that requests it, until it commits or stops responding', async () => {
    const state = newState();
    const [one, two] = [await state.open(), await state.open()];
    const first = await commitTo(one, START, [put('a', '1')]);
    const second = await commitTo(two, first, [put('a', '2')]);
    const asked = conflictOf(await one.commit('a', first, [put('a', '3')], { wake: undefined, turn: true }));
    expect(asked).toMatchObject(second);
    // The other process is up to date, but may not commit now.
    const refused = conflictOf(await two.commit('a', second, [put('a', '4')], { wake: undefined, turn: true }));
    expect(refused).toMatchObject({ ...second, full: false, rows: [] });
    const third = await commitTo(one, second, [put('a', '3')]);
    // The commit ended the turn.
    const fourth = await commitTo(two, third, [put('a', '4')]);
    conflictOf(await one.commit('a', first, [], { wake: undefined, turn: true }));
    await expect
      .poll(async () => (await two.commit('a', fourth, [put('a', '5')], { wake: undefined })).ok, { timeout: 5000 })
      .toBe(true);
  });

  test('loses no update when connections race', async () => {
    const state = newState();
    const replicas: Replica[] = [];
    for (let count = 0; count < 3; count++) replicas.push(new Replica(await state.open()));
    const increments = 60;
    const sequences: number[] = [];
    await Promise.all(
      replicas.map(async (replica, index) => {
        for (let round = 0; round < increments; round++) {
          const { sequence } = await replica.write((rows) => [
            put('sum', String(Number(rows.get('sum') ?? 0) + 1)),
            put(`own/${index}`, String(round)),
          ]);
          sequences.push(sequence);
          // Every other process sees a commit as soon as it is acknowledged.
          const other = await replicas[(index + 1) % replicas.length]?.store.changes('a', START);
          expect(other?.sequence).toBeGreaterThanOrEqual(sequence);
        }
      }),
    );
    expect(sequences.sort((a, b) => a - b)).toEqual(Array.from({ length: 3 * increments }, (_, index) => index + 1));
    for (const replica of replicas) {
      expect((await replica.read()).rows.get('sum')).toBe(String(3 * increments));
      expect(replica.losses).toBe(0);
    }
  });

  test('rejects calls with StoreUnavailable after it was closed', async () => {
    const store = await newState().open();
    await commitTo(store, START, [put('a')]);
    await store.close();
    for (const call of [
      () => store.changes('a', START),
      () => store.commit('a', START, [], { wake: undefined }),
      () => store.due(1),
      () => store.accounts(),
      () => store.touch('a'),
      () => store.drop('a'),
    ]) {
      await expect(call()).rejects.toBeInstanceOf(StoreUnavailable);
      await expect(call()).rejects.toThrow('the store is closed');
    }
    await store.close();
  });
});
