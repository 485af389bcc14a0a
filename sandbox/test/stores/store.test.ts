import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../src/stores/index.js';
import { type Changes, type CommitResult, START } from '../../src/stores/store.js';
import { describeSharedPlaces } from '../places.js';
import { commitTo, put, remove } from './stores.js';

const keysOf = ({ rows }: Changes): string[] => rows.map(({ key }) => key).sort();
function conflictOf(result: CommitResult): Changes {
  if (result.ok) throw new Error('the commit did not conflict');
  return result;
}

describeSharedPlaces('A store', (newPlace) => {
  test('returns nothing for an account that does not exist, and does not create it', async () => {
    const store = await newPlace().open();
    const changes = await store.changes('a', START);
    expect(changes).toMatchObject({ sequence: 0, tag: '', full: true, lost: false, rows: [] });
    expect(Math.abs(changes.now - Date.now())).toBeLessThan(60_000);
    await store.touch('a');
    await store.drop('a');
    expect(await store.accounts()).toEqual([]);
  });

  test('numbers accounts in the order of first use, the same for all processes', async () => {
    const place = newPlace();
    const [store, other] = [await place.open(), await place.open()];
    const names = ['b', 'a', '{}:*', ''];
    const numbers = [];
    for (const name of names) numbers.push(await store.numberOf(name));
    expect(numbers).toEqual([1, 2, 3, 4]);
    const at = await commitTo(store, START, [put('x')]);
    const all = () => Promise.all(names.map((name) => other.numberOf(name)));
    expect([await all(), at.sequence, await store.accounts()]).toEqual([numbers, 1, ['a']]);
    const both = await Promise.all([store, other, store, other].map((one) => one.numberOf('new')));
    expect(new Set(both).size).toBe(1);
    expect(numbers).not.toContain(both[0]);
  });

  test('does not report silent deletions', async () => {
    const store = await newPlace().open();
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

  test('returns large accounts in full', async () => {
    const store = await newPlace().open();
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

  test('detects the loss of a commit that a process has seen', async () => {
    const store = await newPlace().open();
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

  test('lists accounts with any name by last use', async () => {
    const store = await newPlace().open();
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
    const place = newPlace();
    const [one, two] = [await place.open(), await place.open()];
    const first = await commitTo(one, START, [put('a', '1')]);
    const second = await commitTo(two, first, [put('a', '2')]);
    let latest = second;
    let refused: Changes | undefined;
    // A turn ends after a while, so a slow machine may need several.
    while (refused === undefined) {
      const asked = conflictOf(await one.commit('a', first, [put('a', '3')], { wake: undefined, turn: true }));
      expect(asked).toMatchObject(latest);
      // The other process is up to date, but may not commit now.
      const result = await two.commit('a', latest, [put('a', '4')], { wake: undefined, turn: true });
      if (result.ok) latest = { sequence: result.sequence, tag: result.tag };
      else refused = result;
    }
    expect(refused).toMatchObject({ ...latest, full: false, rows: [] });
    const third = await commitTo(one, latest, [put('a', '3')]);
    // The commit ended the turn.
    const fourth = await commitTo(two, third, [put('a', '4')]);
    conflictOf(await one.commit('a', first, [], { wake: undefined, turn: true }));
    await expect.poll(async () => (await two.commit('a', fourth, [put('a', '5')], { wake: undefined })).ok).toBe(true);
  });

  test('rejects calls with StoreUnavailable after it was closed', async () => {
    const store = await newPlace().open();
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
