import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { Engine } from '../../../src/sandbox/engine.js';
import {
  FIRST_ID,
  forgetState,
  STATE_VERSION,
  StateVersionError,
  type Store,
  StoreUnavailable,
} from '../../../src/sandbox/store/index.js';
import { openRedisStore } from '../../../src/sandbox/store/redis/redis.js';
import { Cable } from './cable.js';
import { commitTo, objectOf } from './commits.js';
import { describeRedis, redisServers } from './redis-fixtures.js';
import type { RedisServer } from './redis-server.js';

test.each([
  'redis:',
  'redis://',
  'redis:///0',
  'redis://:marked-secret@',
  'redis://:marked#secret@host',
  'redis://:marked-secret@host:99999',
  'redis://:marked-secret@host/one',
  'redis://:%E0%A4%A@host',
  'redis://user:marked-secret@host?password=marked-secret',
  'redis://:marked-secret@host?prefix=a%20b',
  'redis://:marked-secret@host?prefix=a:b',
  `redis://:marked-secret@host?prefix=${'x'.repeat(65)}`,
  `rediss://${'x'.repeat(100_000)}\u0000`,
])('%.60s is refused with one line that repeats nothing of it', (address) => {
  const refused = (): unknown => openRedisStore(address);
  expect(refused).toThrow(RangeError);
  expect(refused).toThrow(/^state[^\n]{0,300}$/);
  expect(refused).not.toThrow(/marked/);
});

describeRedis('a state on Redis', () => {
  const servers = redisServers();
  const stores: Store[] = [];
  const cables: Cable[] = [];
  let server: RedisServer;
  beforeAll(async () => {
    server = await servers.start();
  });
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
    for (const cable of cables.splice(0)) cable.close();
  });

  let count = 0;
  const prefixOf = (): string => `t${++count}`;
  const notices: string[] = [];
  const opened = (address: string, grace = 0): Store => {
    const store = openRedisStore(address, { onNotice: (line) => notices.push(line), grace });
    stores.push(store);
    return store;
  };
  const cabled = async (prefix: string): Promise<{ cable: Cable; store: Store }> => {
    const cable = await Cable.to(server.port);
    cables.push(cable);
    return { cable, store: opened(`redis://127.0.0.1:${cable.port}?prefix=${prefix}`) };
  };
  const idsOf = async (store: Store): Promise<number[]> =>
    (await store.list('a', 'transactions', { offset: 0, limit: 1000 })).items.map(({ id }) => id);

  test('keeps everything under its prefix, and forgets it without touching others', async () => {
    const [one, other] = ['shop', 'shop2'].map((prefix) => `${server.address}?prefix=${prefix}`);
    const before = new Set((await server.command('KEYS', '*')) as string[]);
    for (const address of [one, other]) {
      const store = opened(address ?? '');
      for (const account of ['a', 'token-0', 'brace}s{', '*']) {
        await commitTo(store, account, ONE_OF_EACH);
        await store.restore(account, await store.snapshot(account));
        await store.lead(account, 1000);
        await store.claim(account, 'r', { now: 1, until: 2, limit: 1 });
      }
    }
    const keysNow = async () => ((await server.command('KEYS', '*')) as string[]).filter((key) => !before.has(key));
    const keys = await keysNow();
    expect(keys.filter((key) => !/^\{shop2?:/.test(key))).toEqual([]);
    // A cluster places an account as one: what is between the first braces is the same for all of its keys.
    const tags = new Set(keys.map((key) => /^\{([^}]*)\}/.exec(key)?.[1]));
    expect([...tags].filter((tag) => tag?.startsWith('shop:')).sort()).toEqual([
      'shop:',
      'shop:*',
      'shop:a',
      'shop:brace%7Ds%7B',
      'shop:token-0',
    ]);
    expect(await forgetState(one ?? '')).toMatch(/^removed \d+ keys under the prefix shop of redis:\/\/127.0.0.1:\d+$/);
    const left = await keysNow();
    expect(left.filter((key) => key.startsWith('{shop:'))).toEqual([]);
    expect(left).toEqual(expect.arrayContaining(keys.filter((key) => key.startsWith('{shop2:'))));
  });

  test('of another version is refused in one line and left as it is', async () => {
    const prefix = prefixOf();
    const key = `{${prefix}:}:state`;
    await server.command('HSET', key, 'version', String(STATE_VERSION + 1), 'state', 'x', 'base', '1000');
    const store = opened(`${server.address}?prefix=${prefix}`);
    await expect(store.head('a')).rejects.toBeInstanceOf(StateVersionError);
    await expect(store.head('a')).rejects.toThrow(
      new RegExp(
        `^the state under this prefix [^\n]*version ${STATE_VERSION + 1}, [^\n]* reads only ${STATE_VERSION}[^\n]*$`,
      ),
    );
    expect(await server.command('KEYS', `{${prefix}:*`)).toEqual([key]);
  });

  test('gives the same clock to all processes: that of the server', async () => {
    const store = opened(`${server.address}?prefix=${prefixOf()}`);
    await store.head('a');
    const [seconds, microseconds] = (await server.command('TIME')) as [string, string];
    expect(Math.abs(store.now() - Number(seconds) * 1000 - Number(microseconds) / 1000)).toBeLessThan(1000);
    expect(Number.isInteger(store.now())).toBe(true);
  });

  test('has one leader for due work, until it gives it back or is silent for too long', async () => {
    const address = `${server.address}?prefix=${prefixOf()}`;
    const [one, two] = [opened(address), opened(address)];
    expect([await one.lead('a', 300), await two.lead('a', 300), await one.lead('a', 300)]).toEqual([true, false, true]);
    expect(await two.lead('b', 300)).toBe(true);
    await two.lead('a', 0); // not its own to give
    expect(await two.lead('a', 300)).toBe(false);
    await sleep(350);
    expect(await two.lead('a', 10_000)).toBe(true);
    await two.lead('a', 0);
    expect(await one.lead('a', 300)).toBe(true);
  });

  test('makes a commit once whose response was cut off, and says that it was made', async () => {
    const { cable, store } = await cabled(prefixOf());
    const { ids } = await store.reserve('a', 1);
    for (let round = 0; round < 5; round++) {
      const id = (ids[0] ?? 0) + round;
      cable.cutsNextReply = true;
      const expected = { objects: [{ kind: 'transactions', id, version: 0 }], keys: [], documents: [] };
      const made = store.commit('a', {
        epoch: 1,
        expected,
        writes: [objectOf({ id, keys: [`k${id}`] })],
        removals: [],
        documents: [],
        events: [],
        print: JSON.stringify,
      });
      expect(await made).toEqual({ ok: true });
    }
    expect(await idsOf(store)).toHaveLength(5);
    // Nothing is left behind but the last one.
    const [key] = (await server.command('KEYS', '*:commits')) as string[];
    expect(await server.command('HLEN', key ?? '')).toBe(1);
  });

  test('goes on by itself after a cut connection', async () => {
    const { cable, store } = await cabled(prefixOf());
    await commitTo(store, 'a', { writes: [objectOf({ id: 1 })] });
    cable.cut();
    expect(await commitTo(store, 'a', { writes: [objectOf({ id: 2 })] })).toEqual({ ok: true });
    cable.cut({ refuse: true });
    const failed = store.read('a', 'transactions', 1);
    await expect(failed).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(failed).rejects.toThrow(/^the Redis server redis:\/\/127.0.0.1:\d+ cannot be used: [^\n]+$/);
    // Nobody waits for a server that is known to be away.
    const start = performance.now();
    await expect(store.head('a')).rejects.toBeInstanceOf(StoreUnavailable);
    expect(performance.now() - start).toBeLessThan(500);
    cable.heal();
    await expect.poll(() => idsOf(store).catch(() => []), { timeout: 5000 }).toEqual([2, 1]);
  });

  test('leaves of a dropped account only what expires, until it is used again', async () => {
    const prefix = prefixOf();
    const address = `${server.address}?prefix=${prefix}`;
    const [one, two] = [1, 2].map(() => openRedisStore(address, { keepAccounts: 1, grace: 0, onNotice: () => {} }));
    if (one === undefined || two === undefined) throw new Error('no stores');
    stores.push(one, two);
    await commitTo(one, 'a', ONE_OF_EACH);
    await commitTo(two, 'b', ONE_OF_EACH);
    const keysOf = async (account: string) =>
      ((await server.command('KEYS', `{${prefix}:${account}}:*`)) as string[]).map((key) => key.replace(/.*:/, ''));
    expect(await keysOf('a')).toEqual(['meta']);
    const [meta = ''] = (await server.command('KEYS', `{${prefix}:a}:meta`)) as string[];
    expect(Number(await server.command('TTL', meta))).toBeGreaterThan(1000);
    // The one that knew the account takes it for dropped and not for lost, and lists it again.
    expect((await one.reserve('a', 1)).ids).toEqual([FIRST_ID + 1]);
    await commitTo(one, 'a', ONE_OF_EACH);
    expect(await server.command('TTL', meta)).toBe(-1);
    expect(await two.accounts()).toEqual(['a']);
    expect(notices).not.toContainEqual(expect.stringContaining('has lost'));
  });

  test('is closed while calls wait for the server, and reports none of those', async () => {
    const { cable, store } = await cabled(prefixOf());
    const failures: unknown[] = [];
    const engine = new Engine({ store, onError: (error) => failures.push(error) });
    await engine.start();
    await engine.run('a', async (work) => work.setDocument('d', {}));
    cable.hang();
    // The looks for due work and deliveries of others, once a second, are under way too.
    await sleep(1200);
    await engine.close();
    await expect(store.head('a')).rejects.toThrow(/^the store is closed$/);
    expect(failures).toEqual([]);
  });

  test('survives a script cache that was flushed', async () => {
    const store = opened(`${server.address}?prefix=${prefixOf()}`);
    await store.head('a');
    await server.command('SCRIPT', 'FLUSH');
    expect(await commitTo(store, 'a', { writes: [objectOf({ id: 1 })] })).toEqual({ ok: true });
  });

  test('that is gone without a word is noticed: ids go on above all that were given, in all processes', async () => {
    const address = `${server.address}?prefix=${prefixOf()}`;
    const [one, two] = [opened(address), opened(address)];
    const given = [...(await one.reserve('a', 5)).ids, ...(await two.reserve('a', 5)).ids];
    await two.reserve('only-two-knows', 5);
    notices.splice(0);
    await forgetState(address);
    for (const store of [one, two, one]) given.push(...(await store.reserve('a', 5)).ids);
    expect(new Set(given).size).toBe(given.length);
    await expect.poll(() => notices.length).toBe(2); // one line from each
    expect(notices[0]).toMatch(/has lost the state[^\n]* new ids begin at \d{15}\./);
    expect((await one.reserve('new', 1)).ids[0]).toBeGreaterThan(1e14);
    expect((await two.reserve('only-two-knows', 1)).ids[0]).toBeGreaterThan(1e14);
    // All that ids are used for bears their length.
    const [id = 0] = (await one.reserve('a', 1)).ids;
    await commitTo(one, 'a', { writes: [objectOf({ id, keys: ['k'], groups: ['g'], due: 7 })] });
    expect((await two.find('a', 'transactions', 'k'))?.id).toBe(id);
    expect((await two.list('a', 'transactions', { group: 'g', offset: 0, limit: 1 })).items[0]?.id).toBe(id);
    expect((await two.nextDue('a'))?.id).toBe(id);
  });

  test('that went back in time is noticed too', async () => {
    const prefix = prefixOf();
    const store = opened(`${server.address}?prefix=${prefix}`);
    await store.reserve('a', 3);
    const meta = `{${prefix}:a}:meta`;
    const old = (await server.command('HGETALL', meta)) as string[];
    const { ids } = await store.reserve('a', 10);
    await server.command('HSET', meta, ...old);
    const [next = 0] = (await store.reserve('a', 1)).ids;
    expect(next).toBeGreaterThan(Math.max(...ids));
  });

  test('refuses the wrong password, an unknown user and a user without rights, and prints none of them', async () => {
    const locked = await servers.start(['--requirepass', 'marked-password']);
    const admin = (...args: string[]) => locked.command(...args);
    await expect(admin('PING')).rejects.toThrow();
    for (const [login, message] of [
      ['', 'asks for a password'],
      [':marked-wrong@', 'does not take the user or the password'],
      ['marked-user:marked-password@', 'does not take the user or the password'],
    ] as const) {
      const refused = openRedisStore(`redis://${login}127.0.0.1:${locked.port}`);
      stores.push(refused);
      const error = await Promise.resolve(refused.head('a')).catch((error: unknown) => error);
      expect(error).toBeInstanceOf(StoreUnavailable);
      expect(String(error)).toContain(message);
      expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/marked/);
    }
    const good = opened(`redis://:marked-password@127.0.0.1:${locked.port}`);
    expect((await good.reserve('a', 1)).ids).toEqual([FIRST_ID + 1]);
  });

  test('needs of an ACL user only the commands that the docs list, on its own keys', async () => {
    const commands = ACL_COMMANDS;
    await server.command('ACL', 'SETUSER', 'shop', 'reset', 'on', '>a#b/c', '~{mine:*', ...commands.split(' '));
    const address = `redis://shop:a%23b%2Fc@127.0.0.1:${server.port}`;
    const store = opened(`${address}?prefix=mine`);
    await commitTo(store, 'a', ONE_OF_EACH);
    await store.restore('a', await store.snapshot('a'));
    await store.lead('a', 10);
    const [claimed] = await store.claim('a', 'r', { now: 1, until: 2, limit: 1 });
    if (claimed === undefined) throw new Error('nothing to claim');
    await store.settle(claimed, { state: 'delivered', attempts: [] });
    await store.redeliver('a', 1, []);
    await store.reset('a');
    expect(await store.waiting()).toEqual([]);
    expect(await forgetState(`${address}?prefix=mine`)).toMatch(/^removed \d/);
    const others = opened(`${address}?prefix=others`);
    await expect(others.head('a')).rejects.toThrow('the user may not do what the sandbox needs');
  });
});

/** Something in each part of an account. */
const ONE_OF_EACH = {
  writes: [objectOf({ id: 1, keys: ['k'], groups: ['g'], due: 5 })],
  documents: [{ name: 'clock', value: {} }],
  events: [
    {
      time: 1,
      name: 'transaction.created',
      kind: 'transactions',
      object: 1,
      payload: {},
      deliveries: [{ receiver: 'r', url: 'http://127.0.0.1:1', notBefore: 0, copies: 1, lane: 'l' }],
    },
  ],
};

/** As the guide says it. */
const ACL_COMMANDS =
  '+@connection +@hash +@sortedset +eval +evalsha +script|load +time +info +scan +unlink +del +rename +exists +expire +persist';
