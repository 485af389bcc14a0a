/** What the store uses of `node:sqlite`, which the types of the oldest supported Node do not describe. */
export interface Driver {
  readonly DatabaseSync: new (path: string) => Connection;
}

export interface Connection {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

export type Value = string | number | null;
export type Row = { readonly [column: string]: unknown };

export interface Statement {
  run(...values: Value[]): { readonly changes: number | bigint };
  get(...values: Value[]): Row | undefined;
  all(...values: Value[]): Row[];
  iterate(...values: Value[]): Iterable<Row>;
}

/** Throws one line that says which Node has it, where this one does not. */
export function loadDriver(): Driver {
  const driver = process.getBuiltinModule?.('node:sqlite' as 'node:fs') as unknown as Driver | undefined;
  if (driver === undefined) {
    throw new Error(
      `a state file needs Node 22.13 or newer, which has node:sqlite, and this is Node ${process.versions.node}: take a newer Node, or keep the state in memory`,
    );
  }
  return driver;
}
