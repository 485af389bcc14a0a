import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { forgetState, openStore, StateVersionError, type Store, StoreUnavailable } from '../../src/stores/index.js';
import { START, STORE_VERSION } from '../../src/stores/store.js';
import { describeRedis, type RedisServer, redisServers } from './redis-server.js';
import { commitTo, put, remove, stores } from './stores.js';
import { TcpProxy } from './tcp-proxy.js';

const SECRET = 'marked-secret';

test.each([
  'redis:',
  `redis://:${SECRET}@`,
  'redis://:marked#secret@host',
  `redis://:${SECRET}@host:99999`,
  `redis://:${SECRET}@host/one`,
  'redis://:%E0%A4%A@host',
  `redis://user:${SECRET}@host?password=${SECRET}`,
  `redis://:${SECRET}@host?prefix=a%20b`,
  `redis://:${SECRET}@host?prefix=${'x'.repeat(65)}`,
])('The address %.60s is refused with one line without secrets', async (address) => {
  const failure = await openStore(address).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(RangeError);
  expect(String(failure)).toMatch(/^RangeError: [^\n]{0,300}$/);
  expect(inspect(failure)).not.toMatch(/marked|secret/);
});

/**
 * Resolves with the error message of a call. The error must be a `StoreUnavailable` with one line and without
 * secrets.
 */
async function failureOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => expect.fail('the call did not fail'),
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(StoreUnavailable);
  expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('marked');
  const { message } = error as Error;
  expect(message).toMatch(/^the Redis server redis:\/\/127\.0\.0\.1:\d+ cannot be used: [^\n]+$/);
  return message;
}

/** Returns the warnings of this process during the test. */
function recordWarnings(): string[] {
  const warnings: string[] = [];
  const record = ({ message }: Error): void => void warnings.push(message);
  process.on('warning', record);
  onTestFinished(() => void process.off('warning', record));
  return warnings;
}

describeRedis('A store on Redis', () => {
  const servers = redisServers();
  const open = stores();
  const proxies: TcpProxy[] = [];
  let server: RedisServer;
  let count = 0;
  const newPrefix = (): string => `t${++count}`;
  beforeAll(async () => {
    server = await servers.start();
  });
  afterEach(() => {
    for (const proxy of proxies.splice(0)) proxy.close();
  });
  const behindProxy = async (): Promise<{ proxy: TcpProxy; store: Store; direct: Store }> => {
    const proxy = await TcpProxy.to(server.port);
    proxies.push(proxy);
    const prefix = newPrefix();
    const store = await open(`redis://127.0.0.1:${proxy.port}?prefix=${prefix}`);
    return { proxy, store, direct: await open(`${server.address}?prefix=${prefix}`) };
  };

  test('keeps everything under its prefix, and deletes it without touching other keys', async () => {
    const before = new Set((await server.command('KEYS', '*')) as string[]);
    const [one, other] = ['shop', 'shop2'].map((prefix) => `${server.address}?prefix=${prefix}`) as [string, string];
    for (const address of [one, other]) {
      const store = await open(address);
      for (const account of ['a', 'brace}s{', '*']) {
        await commitTo(store, START, [put('a'), remove('b')], { account, wake: 1 });
        await store.commit(account, START, [], { wake: 1, turn: true });
      }
      await store.drop('a');
    }
    const newKeys = async () => ((await server.command('KEYS', '*')) as string[]).filter((key) => !before.has(key));
    const keys = await newKeys();
    // A cluster places keys by the part in braces.
    expect(new Set(keys.map((key) => /^\{[^}]*\}/.exec(key)?.[0]))).toEqual(new Set(['{shop:}', '{shop2:}']));
    await server.command('SET', '{shop:a}:meta', 'of the former version');
    expect(await forgetState(one)).toMatch(/^removed \d+ keys under the prefix shop of redis:\/\/127.0.0.1:\d+$/);
    const left = await newKeys();
    expect(left.sort()).toEqual(keys.filter((key) => key.startsWith('{shop2:')).sort());
  });

  test('keeps only expiring keys of a dropped account, until the account is used again', async () => {
    const prefix = newPrefix();
    const store = await open(`${server.address}?prefix=${prefix}`);
    await commitTo(store, START, [put('a'), remove('b')], { wake: 1 });
    await store.drop('a');
    const lifetimes = async () => {
      const keys = (await server.command('KEYS', `{${prefix}:}:*:a`)) as string[];
      const pairs = keys.map(async (key) => [key.split(':').at(-2), Number(await server.command('TTL', key))] as const);
      return Object.fromEntries(await Promise.all(pairs)) as Record<string, number>;
    };
    const dropped = await lifetimes();
    expect(Object.keys(dropped).sort()).toEqual(['meta', 'tags']);
    expect(Math.min(...Object.values(dropped))).toBeGreaterThan(3600);
    await commitTo(store, await store.changes('a', START), [put('a')]);
    expect(await lifetimes()).toEqual({ meta: -1, tags: -1, rows: -1, order: -1 });
  });

  test('refuses keys of another version with one line and leaves them unchanged', async () => {
    for (const version of [2, STORE_VERSION + 1]) {
      const prefix = newPrefix();
      await server.command('HSET', `{${prefix}:}:state`, 'version', String(version), 'base', '1000');
      const store = await open(`${server.address}?prefix=${prefix}`);
      for (const call of [() => store.changes('a', START), () => store.due(1)]) {
        await expect(call()).rejects.toBeInstanceOf(StateVersionError);
        await expect(call()).rejects.toThrow(
          new RegExp(
            `^the state under the prefix ${prefix} [^\n]* version ${version}, [^\n]* only version ${STORE_VERSION}[^\n]*$`,
          ),
        );
      }
      expect(await server.command('KEYS', `{${prefix}:*`)).toEqual([`{${prefix}:}:state`]);
    }
  });

  test('detects that another version replaced its keys while it was disconnected', async () => {
    const { proxy, store, direct } = await behindProxy();
    await commitTo(store, START, [put('a')]);
    const [key = ''] = ((await server.command('KEYS', `{t${count}:}:state`)) as string[]) ?? [];
    await server.command('HSET', key, 'version', '99');
    proxy.cut();
    await expect(store.changes('a', START)).rejects.toBeInstanceOf(StateVersionError);
    await direct.close();
  });

  test('ends a turn that is too long, because the clock was set back', async () => {
    const prefix = newPrefix();
    const store = await open(`${server.address}?prefix=${prefix}`);
    const at = await commitTo(store, START, [put('a')]);
    const meta = `{${prefix}:}:meta:a`;
    await server.command('HSET', meta, 'turn', 'ended', 'turn_until', String(Date.now() + 3_600_000));
    expect(await store.commit('a', at, [put('b')], { wake: undefined })).toMatchObject({ ok: true });
  });

  test.each(['request', 'reply'] as const)('commits once if the connection breaks at the %s', async (part) => {
    const { proxy, store, direct } = await behindProxy();
    let at = await commitTo(store, START, [put('sum', '0')]);
    for (let round = 1; round <= 5; round++) {
      proxy.cutsNext = part;
      at = await commitTo(store, at, [put('sum', String(round))]);
      expect(proxy.cutsNext).toBeUndefined();
      expect(at.sequence).toBe(1 + round);
    }
    expect(await direct.changes('a', START)).toMatchObject({ ...at, rows: [put('sum', '5')] });
  });

  test('reports a commit as made if its reply was cut off, even after commits of others', async () => {
    const { proxy, store, direct } = await behindProxy();
    const first = await commitTo(store, START, [put('a', '1')]);
    proxy.cutsNext = 'reply';
    const committing = store.commit('a', first, [put('a', 'mine')], { wake: undefined });
    await expect.poll(async () => (await direct.changes('a', START)).rows).toEqual([put('a', 'mine')]);
    await commitTo(direct, await direct.changes('a', START), [put('a', 'other')]);
    expect(await committing).toMatchObject({ ok: true, sequence: 2 });
    expect((await direct.changes('a', START)).sequence).toBe(3);
  });

  test('reconnects and resubscribes', async () => {
    const { proxy, store } = await behindProxy();
    const seen: string[] = [];
    store.watch?.((account) => seen.push(account));
    const at = await commitTo(store, START, [put('a')]);
    proxy.cut();
    const next = await commitTo(store, at, [put('b')]);
    proxy.cut({ refuse: true });
    await failureOf(store.changes('a', at));
    proxy.heal();
    await expect.poll(() => store.changes('a', next).catch(() => undefined)).toMatchObject(next);
    // The subscription is active again.
    seen.splice(0);
    await commitTo(store, next, [put('c')]);
    await expect.poll(() => seen).toEqual(['a']);
  });

  test('survives a flushed script cache', async () => {
    const store = await open(`${server.address}?prefix=${newPrefix()}`);
    const at = await commitTo(store, START, [put('a')]);
    await server.command('SCRIPT', 'FLUSH');
    await commitTo(store, at, [put('b')]);
    await server.command('SCRIPT', 'FLUSH');
    expect((await store.changes('a', START)).rows).toHaveLength(2);
  });

  test('rejects waiting calls when it is closed', async () => {
    const { proxy, store } = await behindProxy();
    const at = await commitTo(store, START, [put('a')]);
    proxy.stall();
    const calls = [store.changes('a', at), store.commit('a', at, [put('b')], { wake: undefined }), store.due(1)];
    await sleep(50);
    await store.close();
    for (const call of calls) await expect(call).rejects.toThrow(/^the store is closed/);
  });

  test('on a frozen server: calls time out, and the store recovers', { tags: 'long' }, async () => {
    const frozen = await servers.start();
    const store = await open(frozen.address);
    const at = await commitTo(store, START, [put('a')]);
    frozen.process.kill('SIGSTOP');
    const calls = [store.changes('a', at), store.commit('a', at, [put('late')], { wake: undefined })];
    expect(await failureOf(calls[0] as Promise<unknown>)).toMatch(/: it does not respond$/);
    expect(await failureOf(calls[1] as Promise<unknown>)).toMatch(
      /: it does not respond\. It may have saved the change/,
    );
    await failureOf(store.due(1));
    frozen.process.kill('SIGCONT');
    await expect
      .poll(() => store.changes('a', at).catch(() => undefined), { timeout: 20_000 })
      .toMatchObject({ full: false, lost: false });
    // The server may carry out the first commit now, as the message says.
    const commit = async () => store.commit('a', await store.changes('a', START), [put('b')], { wake: undefined });
    await expect.poll(async () => (await commit()).ok).toBe(true);
    expect((await store.changes('a', START)).sequence).toBeLessThanOrEqual(3);
  });

  test('on a server that restarts with its data continues from the last commit', { tags: 'long' }, async () => {
    const restarted = await servers.start();
    const store = await open(restarted.address);
    const at = await commitTo(store, START, [put('a')]);
    await restarted.kill();
    expect(await failureOf(store.commit('a', at, [put('b')], { wake: undefined }))).toContain('no server listens');
    await restarted.start();
    await expect.poll(() => store.changes('a', at).catch(() => undefined)).toMatchObject(at);
    expect((await commitTo(store, at, [put('b')])).sequence).toBe(2);
  });

  test('on a server without memory refuses whole commits, still reads, and recovers', { tags: 'long' }, async () => {
    const full = await servers.start(['--maxmemory', '6mb', '--maxmemory-policy', 'noeviction']);
    const notices = recordWarnings();
    const store = await open(full.address);
    const text = 'marked'.repeat(5000);
    let at = START;
    let failure = '';
    while (failure === '' && at.sequence < 2000) {
      const rows = [
        remove(`row/${at.sequence - 1}`, true),
        put(`row/${at.sequence}`, text),
        put(`keep/${at.sequence}`),
      ];
      const result = await store.commit('a', at, rows, { wake: 1 }).catch((error: unknown) => error);
      if (result instanceof Error) failure = await failureOf(Promise.reject(result));
      else at = result as typeof at;
      if (failure === '' && at.sequence % 2 === 0)
        at = await commitTo(store, at, [put(`more/${at.sequence}`, text)]).catch(() => at);
    }
    expect(failure).toMatch(/: it has no memory left: [^\n]+$/);
    expect(at.sequence).toBeGreaterThan(10);
    const changes = await store.changes('a', START);
    expect(changes.sequence).toBe(at.sequence);
    await full.command('CONFIG', 'SET', 'maxmemory', '100mb');
    await commitTo(store, at, [put('b')]);
    expect(notices).toEqual([]);
  });

  test('on a replica fails with one line until the replica is promoted', { tags: 'long' }, async () => {
    const primary = await servers.start([]);
    const replica = await servers.start(['--replicaof', '127.0.0.1', String(primary.port)]);
    const store = await open(replica.address);
    expect(await failureOf(store.changes('a', START))).toMatch(/: it is a replica: [^\n]+$/);
    await replica.command('REPLICAOF', 'NO', 'ONE');
    await expect.poll(() => store.changes('a', START).catch(() => undefined)).toMatchObject({ sequence: 0 });
    const at = await commitTo(store, START, [put('a')]);
    // A primary that becomes a replica refuses commits.
    await replica.command('REPLICAOF', '127.0.0.1', String(primary.port));
    expect(await failureOf(store.commit('a', at, [put('b')], { wake: undefined }))).toContain('it is a replica');
    expect(await failureOf(store.changes('a', at))).toContain('it is a replica');
  });

  test('refuses a wrong password and an unknown user, and prints neither', async () => {
    const locked = await servers.start(['--requirepass', 'marked-password']);
    for (const [login, message] of [
      ['', 'it requires a password'],
      [':marked-wrong@', 'it does not accept the user or the password'],
      ['marked-user:marked-password@', 'it does not accept the user or the password'],
    ] as const) {
      const store = await open(`redis://${login}127.0.0.1:${locked.port}`);
      expect(await failureOf(store.changes('a', START))).toContain(message);
      expect(await failureOf(store.commit('a', START, [], { wake: undefined }))).toContain(message);
    }
    const good = await open(`redis://:marked-password@127.0.0.1:${locked.port}/1`);
    await commitTo(good, START, [put('a')]);
  });

  test('needs only these permissions of an ACL user', async () => {
    const permissions =
      '~{mine:* &{mine:* +@connection +@hash +@sortedset +@list +eval +evalsha +script|load +time +info +scan +unlink +pexpire +persist +publish +subscribe';
    await server.command('ACL', 'SETUSER', 'shop', 'reset', 'on', '>marked#b/c', ...permissions.split(' '));
    const address = `redis://shop:marked%23b%2Fc@127.0.0.1:${server.port}`;
    const [store, watcher] = [await open(`${address}?prefix=mine`), await open(`${address}?prefix=mine`)];
    const seen: string[] = [];
    watcher.watch?.((account) => seen.push(account));
    await watcher.touch('a');
    const at = await commitTo(store, START, [put('a'), remove('b')], { wake: 1 });
    await store.commit('a', START, [], { wake: 1, turn: true });
    await commitTo(store, at, [put('a')], { replace: true });
    expect(await store.due(2)).toEqual([]);
    await store.drop('a');
    await store.touch('a');
    expect(await store.accounts()).toEqual([]);
    await expect.poll(() => seen).toContain('a');
    expect(await forgetState(`${address}?prefix=mine`)).toMatch(/^removed \d/);
    const others = await open(`${address}?prefix=others`);
    expect(await failureOf(others.changes('a', START))).toContain('the user lacks a permission');
  });

  test('refuses a server in cluster mode', { tags: 'long' }, async () => {
    const cluster = await servers.start(['--cluster-enabled', 'yes']);
    const store = await open(cluster.address);
    expect(await failureOf(store.changes('a', START))).toContain('it is part of a cluster');
  });

  test('refuses keys that another program wrote under the prefix', async () => {
    for (const name of ['state', 'meta:a', 'accounts']) {
      const prefix = newPrefix();
      const key = `{${prefix}:}:${name}`;
      await server.command('SET', key, 'marked');
      const store = await open(`${server.address}?prefix=${prefix}`);
      const calls = async () => {
        await store.accounts();
        return commitTo(store, START, [put('a')]);
      };
      expect(await failureOf(calls())).toContain('it returned an error: WRONGTYPE');
      expect(await server.command('GET', key)).toBe('marked');
    }
  });

  test('reads a large account in pages after the server evicted one of its keys', { tags: 'long' }, async () => {
    const prefix = newPrefix();
    const store = await open(`${server.address}?prefix=${prefix}`);
    const rows = Array.from({ length: 7000 }, (_, index) => put(`row/${index}`));
    const at = await commitTo(store, START, rows);
    await server.command('DEL', `{${prefix}:}:order:a`);
    const found = await store.changes('a', at);
    expect([found.lost, found.rows.length]).toEqual([true, 7000]);
    await server.command('CONFIG', 'RESETSTAT');
    expect((await store.changes('a', START)).rows).toHaveLength(7000);
    const [, calls] = /cmdstat_evalsha:calls=(\d+)/.exec(String(await server.command('INFO', 'commandstats'))) ?? [];
    expect(calls).toBe('4');
  });

  test('warns once about a server that evicts keys', { tags: 'long' }, async () => {
    const notices = recordWarnings();
    const evicting = await servers.start(['--maxmemory', '50mb', '--maxmemory-policy', 'allkeys-lru']);
    const store = await open(evicting.address);
    await store.changes('a', START);
    await evicting.command('CLIENT', 'KILL', 'TYPE', 'normal').catch(() => {});
    await evicting.command('CLIENT', 'KILL', 'TYPE', 'pubsub').catch(() => {});
    await expect.poll(() => store.changes('a', START).catch(() => undefined)).toBeDefined();
    // Node emits warnings in a later turn.
    await sleep(0);
    expect(notices).toEqual([expect.stringMatching(/^[^\n]*maxmemory-policy allkeys-lru\)[^\n]*noeviction$/)]);
    notices.splice(0);
    // Without a memory limit the server evicts nothing, and the other policies evict only keys that expire.
    for (const options of [
      ['--maxmemory-policy', 'allkeys-lru'],
      ['--maxmemory', '50mb', '--maxmemory-policy', 'volatile-lru'],
    ]) {
      const other = await servers.start(options);
      await (await open(other.address)).changes('a', START);
    }
    expect(notices).toEqual([]);
  });
});
