/** A server loses data while processes are running, idle or new. */
import { expect, test } from 'vitest';
import { some } from '../../../test/property-runs.ts';
import type { Engine } from '../../src/engine/engine.js';
import type { Stored } from '../../src/state/index.js';
import { openStore } from '../../src/stores/index.js';
import { engines } from '../engines.ts';
import { describeRedis, redisServers } from './redis-server.ts';

const create = (engine: Engine): Promise<number> =>
  engine.run('a', (work) => {
    const id = work.id();
    work.emit('transaction.created', work.create('transactions', { id, value: { id } }));
    return id;
  });

async function createSome(engine: Engine, count = 5): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < count) ids.push(await create(engine));
  return ids;
}

describeRedis('A server that has lost data', () => {
  const engineOn = engines();
  const servers = redisServers();

  async function startAll() {
    const server = await servers.start(['--appendonly', 'yes', '--appendfsync', 'always']);
    const notices: string[] = [];
    const open = () =>
      engineOn(
        { state: server.address, open: () => openStore(server.address) },
        { onNotice: (line) => notices.push(line), onError: () => {} },
      );
    return { server, notices, open, busy: await open(), idle: await open() };
  }

  /** Retries a task until the server accepts connections again. */
  const again = async <Value>(task: () => Promise<Value>): Promise<Value> => {
    for (;;) {
      try {
        return await task();
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'StoreUnavailable') throw error;
      }
    }
  };

  test('a process assigns no id twice after a restart from an old copy', async () => {
    const { server, notices, busy, idle } = await startAll();
    const given = { busy: await createSome(busy), idle: await createSome(idle) };
    const restore = server.copy();
    given.busy.push(...(await createSome(busy)));
    // The idle process learns of these ids.
    await expect.poll(() => idle.run('a', ({ state }) => state.last.id)).toBe(Math.max(...given.busy));
    await server.kill();
    restore();
    await server.start();
    const last = Math.max(...given.busy, ...given.idle);
    // The idle process goes first.
    const after = { idle: await again(() => createSome(idle)), busy: await again(() => createSome(busy)) };
    expect(Math.min(...after.idle, ...after.busy)).toBeGreaterThan(last);
    const all = [...given.busy, ...given.idle, ...after.idle, ...after.busy];
    expect(new Set(all).size).toBe(all.length);
    const events = await busy.events.list('a', { offset: 0, limit: 1000 });
    expect(new Set(events.items.map(({ id }) => id)).size).toBe(events.total);
    expect(notices.length).toBeGreaterThan(0);
    for (const notice of notices) expect(notice).toMatch(/^the store has lost data that it had confirmed: [^\n]+$/);
  });

  const kinds = ['rows', 'order', 'gone', 'tags', 'meta'];
  // Without them, the account looks new.
  const subsets = Array.from({ length: 2 ** kinds.length - 2 }, (_, bits) =>
    kinds.filter((_, index) => (bits + 1) & (1 << index)),
  );

  test.each(some(some(subsets)).map((subset) => [subset]))(
    'only of the keys %j: all processes agree, and assign no id twice',
    async (evicted) => {
      const { server, notices, busy, idle, open } = await startAll();
      const late = await open();
      const given = [...(await createSome(late)), ...(await createSome(busy)), ...(await createSome(idle))];
      await busy.run('a', (work) => {
        for (const id of given.slice(0, 2)) work.remove(work.get('transactions', id) as Stored);
      });
      await server.command('DEL', ...evicted.map((kind) => `{payment-gateway:}:${kind}:a`));
      const fresh = await open();
      const engines = [fresh, idle, busy, late];
      for (const engine of [...engines, ...engines.toReversed()]) given.push(await again(() => create(engine)));
      expect(new Set(given).size).toBe(given.length);
      const states = await Promise.all(engines.map((engine) => engine.snapshot('a')));
      for (const state of states) expect(state.rows).toEqual(states[0]?.rows);
      // Without the tags, processes read the whole account without a loss.
      if (`${evicted}` !== 'tags') expect(notices.length).toBeGreaterThan(0);
      const events = await fresh.events.list('a', { offset: 0, limit: 1000 });
      expect(new Set(events.items.map(({ id }) => id)).size).toBe(events.total);
    },
  );
});
