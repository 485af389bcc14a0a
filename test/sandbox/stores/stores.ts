import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { openStore, type Store } from '../../../src/sandbox/stores/index.js';
import type { Position, Row } from '../../../src/sandbox/stores/store.js';
import { describeRedis, type RedisServer, redisServers } from './redis-server.js';

/** A state that several connections can share. */
export interface State {
  /** A file path, or the address of a server. */
  readonly address: string;
  open(): Promise<Store>;
}

/** Runs the same tests on every store. `newState` returns an empty state whose connections are closed after each test. */
export function describeEachStore(title: string, tests: (newState: () => State) => void): void {
  describeSqlite(`${title} in a SQLite file`, () => {
    const files = temporaryFiles();
    const opener = stores();
    tests(() => stateAt(files.next(), opener));
  });
  describeRedis(`${title} on Redis`, () => {
    const servers = redisServers();
    const opener = stores();
    let server: RedisServer | undefined;
    beforeAll(async () => {
      server = await servers.start([]);
    });
    let count = 0;
    tests(() => stateAt(`${server?.address}?prefix=test-${++count}`, opener));
  });
}

/** Declares tests that need `node:sqlite`. */
export function describeSqlite(title: string, tests: () => void): void {
  describe(title, { tags: 'sqlite' }, tests);
}

/** Returns a function that opens stores. They are closed after each test. */
export function stores(): (address: string) => Promise<Store> {
  const opened: Store[] = [];
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });
  return async (address) => {
    const store = await openStore(address);
    opened.push(store);
    return store;
  };
}

const stateAt = (address: string, open: (address: string) => Promise<Store>): State => ({
  address,
  open: () => open(address),
});

/** Returns names of new files in a folder. The folder is removed after the tests. */
export function temporaryFiles(): { next(): string } {
  const folder = mkdtempSync(join(tmpdir(), 'stores-'));
  let count = 0;
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return { next: () => join(folder, `${++count}.db`) };
}

export const put = (key: string, value = '{}'): Row => ({ key, value });
export const remove = (key: string, silent?: boolean): Row => ({
  key,
  value: undefined,
  ...(silent !== undefined && { silent }),
});

/** Commits rows that must not conflict, and returns the new position. */
export async function commitTo(
  store: Store,
  at: Position,
  rows: readonly Row[],
  { account = 'a', wake = undefined as number | undefined, replace = false } = {},
): Promise<Position> {
  const result = await store.commit(account, at, rows, { wake, replace });
  if (!result.ok) throw new Error(`the commit at ${at.sequence} conflicts with ${result.sequence}`);
  return { sequence: result.sequence, tag: result.tag };
}
