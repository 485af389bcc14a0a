import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { createMemoryStore, openSqliteStore, type Store, type StoreOptions } from '../../../src/sandbox/store/index.js';

export const hasSqlite = process.getBuiltinModule?.('node:sqlite' as 'node:fs') !== undefined;
const WHY = hasSqlite ? '' : ` (skipped: Node ${process.versions.node} has no node:sqlite)`;

/** The same tests on every store. `open` gives a new, empty one that is closed after the tests. */
export function describeEachStore(title: string, tests: (open: (options?: StoreOptions) => Store) => void): void {
  describe(`${title}, in memory`, () => tests(createMemoryStore));
  describe.skipIf(!hasSqlite)(`${title}, in a SQLite file${WHY}`, () => {
    const files = temporaryFiles();
    const stores: Store[] = [];
    afterAll(() => {
      for (const store of stores) closeOnce(store);
    });
    tests((options) => {
      const store = openSqliteStore(files.next(), options);
      stores.push(store);
      return store;
    });
  });
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
  describe.skipIf(!hasSqlite)(`${title}${WHY}`, tests);
}

/** New file names in a folder that goes away after the tests. */
export function temporaryFiles(): { next(): string } {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-store-'));
  let count = 0;
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return { next: () => join(folder, `${++count}.db`) };
}
