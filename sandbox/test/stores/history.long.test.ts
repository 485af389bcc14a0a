/** Ten thousand commits: the history that stores keep, and the size of a file. */
import { expect, test } from 'vitest';
import { type Changes, HISTORY, type Position, START, type Store } from '../../src/stores/store.js';
import { describeSharedPlaces } from '../places.js';
import { commitTo, connect, describeSqlite, put, remove, stores, temporaryFiles } from './stores.js';

async function commitTimes(store: Store, at: Position, count: number): Promise<Position> {
  for (let round = 0; round < count; round++) at = await commitTo(store, at, [put('count', String(round))]);
  return at;
}

const keysOf = ({ rows }: Changes): string[] => rows.map(({ key }) => key).sort();

describeSharedPlaces('A store', (newPlace) => {
  test('returns everything to a process that is too far behind, otherwise tombstones', async () => {
    const store = await newPlace().open();
    const first = await commitTo(store, START, [put('a'), put('b')]);
    const second = await commitTo(store, first, [remove('a')]);
    const at = await commitTimes(store, second, HISTORY - 1);
    const behind = await store.changes('a', second);
    expect([behind.full, behind.lost, keysOf(behind)]).toEqual([false, false, ['count']]);
    await commitTimes(store, at, 1001);
    for (const at of [first, second]) {
      const changes = await store.changes('a', at);
      expect([changes.full, changes.lost, keysOf(changes)]).toEqual([true, false, ['b', 'count']]);
    }
  });
});

describeSqlite('A state file', () => {
  const files = temporaryFiles();
  const open = stores();

  test('does not grow with deletions', async () => {
    const file = files.next();
    const store = await open(file);
    let at = START;
    const write = async (from: number, to: number) => {
      for (let id = from; id < to; id++) {
        const rows = [put(`row/${id}`, 'x'.repeat(2000)), remove(`row/${id - 50}`, true), remove(`row/${id - 60}`)];
        at = await commitTo(store, at, rows);
      }
    };
    const pages = () => {
      const connection = connect(file);
      const count = Number(connection.prepare('PRAGMA page_count').get()?.page_count);
      connection.close();
      return count;
    };
    await write(0, 11_000);
    const size = pages();
    await write(11_000, 13_000);
    expect(pages()).toBeLessThanOrEqual(size * 1.1);
  });
});
