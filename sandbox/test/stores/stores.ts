import { join } from 'node:path';
import { afterEach, describe } from 'vitest';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { openStore, type Store } from '../../src/stores/index.js';
import type { Position, Row } from '../../src/stores/store.js';

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

export interface Connection {
  exec(sql: string): void;
  prepare(sql: string): { get(): Record<string, unknown> | undefined };
  close(): void;
}

export const sqlite = () =>
  process.getBuiltinModule('node:sqlite' as 'node:fs') as unknown as {
    DatabaseSync: { new (file: string): Connection; prototype: Connection };
  };

/** Opens the file as another program would. */
export const connect = (file: string): Connection => new (sqlite().DatabaseSync)(file);

/** Returns names of new files in a folder. The folder is removed after the tests. */
export function temporaryFiles(): { next(): string } {
  const folder = temporaryFolder('stores');
  let count = 0;
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
