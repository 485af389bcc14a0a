import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { type Store, StoreUnavailable } from '../../../src/sandbox/store/index.js';
import { openRedisStore } from '../../../src/sandbox/store/redis/redis.js';
import { commitTo, objectOf } from './commits.js';
import { describeRedis, redisServers } from './redis-fixtures.js';

describeRedis('a server that does not do what is asked', () => {
  const servers = redisServers();
  const stores: Store[] = [];
  const notices: string[] = [];
  afterEach(async () => {
    notices.splice(0);
    for (const store of stores.splice(0)) await store.close();
  });
  const opened = (address: string): Store => {
    const store = openRedisStore(address, { grace: 0, onNotice: (line) => notices.push(line) });
    stores.push(store);
    return store;
  };
  const failureOf = async (call: unknown): Promise<string> => {
    const error = await Promise.resolve(call).then(
      () => expect.fail('it did not fail'),
      (error: unknown) => error,
    );
    expect(error).toBeInstanceOf(StoreUnavailable);
    expect(inspect(error, { depth: 9 })).not.toContain('marked');
    return String(error);
  };

  test('because its memory is full: nothing half done, and all goes on when there is room', {
    timeout: 60_000,
  }, async () => {
    const server = await servers.start(['--maxmemory', '6mb', '--maxmemory-policy', 'noeviction']);
    const store = opened(server.address);
    const text = 'marked'.repeat(5000);
    let made = 0;
    let failure = '';
    while (failure === '' && made < 2000) {
      const id = made + 1;
      const write = commitTo(store, 'a', { writes: [objectOf({ id, value: { id, text } })] });
      failure = await write.then(
        () => '',
        (error: unknown) => String(error),
      );
      if (failure === '') made++;
    }
    if (failure === '') failure = await failureOf(store.reserve('a', 1));
    expect(failure).toMatch(/cannot be used: it has no memory left$/);
    expect(made).toBeGreaterThan(10);
    expect((await store.list('a', 'transactions', { offset: 0, limit: 1 })).total).toBe(made);
    await server.command('CONFIG', 'SET', 'maxmemory', '100mb');
    expect(await commitTo(store, 'a', { writes: [objectOf({ id: made + 1 })] })).toEqual({ ok: true });
    expect(notices).toEqual([]);
  });

  test('because it is a replica', { timeout: 60_000 }, async () => {
    const primary = await servers.start();
    const replica = await servers.start(['--replicaof', '127.0.0.1', String(primary.port)]);
    expect(await failureOf(opened(replica.address).head('a'))).toMatch(/it is a replica, and takes no writes$/);
    // One that was promoted is a server like any other.
    await replica.command('REPLICAOF', 'NO', 'ONE');
    const promoted = opened(replica.address);
    await expect.poll(async () => (await promoted.reserve('a', 1)).ids.length).toBe(1);
  });

  test('because something else wrote under the prefix', async () => {
    const server = await servers.start([]);
    for (const key of ['{odd:}:state', '{odd:a}:objects', '{odd:}:accounts']) {
      await server.command('FLUSHALL');
      await server.command('SET', key, 'marked');
      const failure = await failureOf(
        commitTo(opened(`${server.address}?prefix=odd`), 'a', { writes: [objectOf({ id: 1 })] }),
      );
      expect(failure).toMatch(/a key under the prefix was written by something else: take another prefix/);
      expect(await server.command('GET', key)).toBe('marked');
    }
  });

  test('because it is part of a cluster', { timeout: 60_000 }, async () => {
    const server = await servers.start(['--cluster-enabled', 'yes']);
    expect(await failureOf(opened(server.address).head('a'))).toMatch(
      /it is part of a cluster, which the sandbox does not support$/,
    );
  });

  test('because it runs a script of somebody else', { timeout: 60_000 }, async () => {
    const server = await servers.start(['--busy-reply-threshold', '100']);
    const store = opened(server.address);
    await store.head('a');
    const busy = server.command('EVAL', 'while true do end', '0').catch(() => {});
    await sleep(500);
    expect(await failureOf(store.head('a'))).toMatch(/it is busy with a script of somebody else$/);
    await server.command('SCRIPT', 'KILL');
    await busy;
    expect((await store.head('a')).epoch).toBe(1);
  });

  test('and throws keys away when its memory is full: that is said once, when it is connected to', async () => {
    const evicting = await servers.start(['--maxmemory', '50mb', '--maxmemory-policy', 'allkeys-lru']);
    const store = opened(evicting.address);
    await store.head('a');
    await store.head('b');
    expect(notices).toEqual([expect.stringMatching(/^[^\n]*maxmemory-policy allkeys-lru\)[^\n]*noeviction$/)]);
    notices.splice(0);
    // Without a limit nothing is thrown away, and of the volatile ones nothing that lasts.
    for (const options of [
      ['--maxmemory-policy', 'allkeys-lru'],
      ['--maxmemory', '50mb', '--maxmemory-policy', 'volatile-lru'],
    ]) {
      await opened((await servers.start(options)).address).head('a');
    }
    expect(notices).toEqual([]);
  });

  test('but is emptied while three write: no id is given twice', { timeout: 60_000 }, async () => {
    const server = await servers.start([]);
    const three = [1, 2, 3].map(() => opened(server.address));
    const given: number[] = [];
    let emptied = 0;
    const worker = async (store: Store): Promise<void> => {
      for (let round = 0; round < 150; round++) given.push(...(await store.reserve('a', 2)).ids);
    };
    const emptying = (async () => {
      for (; emptied < 4; emptied++) {
        await sleep(30);
        await server.command('FLUSHALL');
      }
    })();
    await Promise.all([...three.map(worker), emptying]);
    await Promise.all(three.map(worker));
    expect(emptied).toBe(4);
    expect(given).toHaveLength(1800);
    expect(new Set(given).size).toBe(given.length);
  });
});
