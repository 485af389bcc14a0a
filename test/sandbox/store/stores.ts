import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { createMemoryStore, type Store, type StoreOptions } from '../../../src/sandbox/store/index.js';
import { openRedisStore } from '../../../src/sandbox/store/redis/redis.js';
import { openSqliteStore } from '../../../src/sandbox/store/sqlite/sqlite.js';
import { describeRedis, redisServers } from './redis-fixtures.js';
import type { RedisServer } from './redis-server.js';

/** The same tests on every store. `open` gives a new, empty one that is closed after the tests. */
export function describeEachStore(title: string, tests: (open: (options?: StoreOptions) => Store) => void): void {
  describe(`${title}, in memory`, () => tests(createMemoryStore));
  describe(`${title}, in a SQLite file`, { tags: 'sqlite' }, () => tests(inFiles()));
  describeRedis(`${title}, on Redis`, () => tests(onRedis()));
}

type Open = (options?: StoreOptions) => Store;

/** Opens what `SANDBOX_STATE` names: `file`, `redis`, or nothing for memory. */
export function openerOf(name: string | undefined): Open {
  const openers: Readonly<Record<string, () => Open>> = { file: inFiles, redis: onRedis };
  return openers[name ?? '']?.() ?? createMemoryStore;
}

function inFiles(): Open {
  const files = temporaryFiles();
  return closedAfterwards((options) => openSqliteStore(files.next(), options));
}

function onRedis(): Open {
  const servers = redisServers();
  let server: RedisServer | undefined;
  beforeAll(async () => {
    // What these tests are about does not depend on the disk.
    server = await servers.start([]);
  });
  let count = 0;
  return closedAfterwards((options) =>
    openRedisStore(`${server?.address}?prefix=test-${++count}`, { ...options, grace: 0 }),
  );
}

function closedAfterwards(open: Open): Open {
  const stores: Store[] = [];
  afterAll(() => {
    for (const store of stores) closeOnce(store);
  });
  return (options) => {
    const store = open(options);
    stores.push(store);
    return store;
  };
}

/** An engine closes its store itself. */
function closeOnce(store: Store): void {
  try {
    store.close();
  } catch (error) {
    if (!(error instanceof Error && /not open/.test(error.message))) throw error;
  }
}

/** Tests of what only a file can do. */
export function describeSqlite(title: string, tests: () => void): void {
  describe(title, { tags: 'sqlite' }, tests);
}

/** New file names in a folder that goes away after the tests. */
export function temporaryFiles(): { next(): string } {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-store-'));
  let count = 0;
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return { next: () => join(folder, `${++count}.db`) };
}
