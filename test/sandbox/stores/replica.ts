import type { Store } from '../../../src/sandbox/stores/index.js';
import type { Position, Row } from '../../../src/sandbox/stores/store.js';

/**
 * Commits the rows that `rowsOf` returns for the current state, and retries after each conflict. Keeps a copy of the
 * rows, like a process does.
 */
export class Replica {
  readonly rows = new Map<string, string>();
  readonly store: Store;
  readonly account: string;
  at: Position = { sequence: 0, tag: '' };
  losses = 0;

  constructor(store: Store, account = 'a') {
    this.store = store;
    this.account = account;
  }

  async read(): Promise<this> {
    this.#apply(await this.store.changes(this.account, this.at));
    return this;
  }

  async write(rowsOf: (rows: ReadonlyMap<string, string>) => readonly Row[]): Promise<Position> {
    for (let conflicts = 0; ; conflicts++) {
      const rows = rowsOf(this.rows);
      const options = { wake: undefined, turn: conflicts >= 3 };
      const result = await this.store.commit(this.account, this.at, rows, options);
      if (!result.ok) this.#apply(result);
      else {
        this.#apply({ ...result, rows, full: false, lost: false });
        return this.at;
      }
    }
  }

  #apply({ rows, full, lost, sequence, tag }: { rows: readonly Row[]; full: boolean; lost: boolean } & Position): void {
    if (full) this.rows.clear();
    if (lost) this.losses++;
    for (const { key, value } of rows) {
      if (value === undefined) this.rows.delete(key);
      else this.rows.set(key, value);
    }
    this.at = { sequence, tag };
  }
}
