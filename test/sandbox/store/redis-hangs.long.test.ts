import { beforeAll, expect, test } from 'vitest';
import { StoreUnavailable } from '../../../src/sandbox/store/index.js';
import { openRedisStore } from '../../../src/sandbox/store/redis/redis.js';
import { commitTo, objectOf } from './commits.js';
import { describeRedis, redisServers } from './redis-fixtures.js';
import type { RedisServer } from './redis-server.js';

/** Far above what a call waits for a reply and then for a connection, and far below for ever. Milliseconds. */
const LONGEST = 15_000;

describeRedis('a server that hangs', () => {
  const servers = redisServers();
  let server: RedisServer;
  beforeAll(async () => {
    server = await servers.start();
  });

  test('fails calls with what is wrong, and all goes on when it goes on', { timeout: 60_000 }, async () => {
    const store = openRedisStore(`${server.address}?prefix=hangs`, { grace: 0 });
    await commitTo(store, 'a', { writes: [objectOf({ id: 1 })] });
    server.process.kill('SIGSTOP');
    const started = performance.now();
    // The first call is cut off by the watch, the second one finds no connection.
    for (const call of [store.head('a'), store.list('a', 'transactions', { offset: 0, limit: 1 })]) {
      const error = await Promise.resolve<unknown>(call).catch((error: unknown) => error);
      expect(error).toBeInstanceOf(StoreUnavailable);
      expect(String(error)).toMatch(/127\.0\.0\.1:\d+/);
    }
    expect(performance.now() - started).toBeLessThan(LONGEST);
    server.process.kill('SIGCONT');
    await expect
      .poll(async () => (await store.list('a', 'transactions', { offset: 0, limit: 1 })).total, { timeout: LONGEST })
      .toBe(1);
    await store.close();
  });
});
