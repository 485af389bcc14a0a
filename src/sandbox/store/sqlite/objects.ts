import type { JsonObject } from '../../json.js';
import type { Commit, Kind, ListQuery, Page, Stored } from '../store.js';
import type { Database } from './database.js';
import type { Row } from './driver.js';
import { idsOf, join, leave, sizeOf, surplusOf } from './lists.js';

export function readObject(db: Database, account: number, kind: Kind, id: number): Stored | undefined {
  const row = db.get('SELECT * FROM objects WHERE account = ? AND kind = ? AND id = ?', account, kind, id);
  return row && objectOf(row);
}

export function versionOf(db: Database, account: number, kind: Kind, id: number): number {
  const row = db.get('SELECT version FROM objects WHERE account = ? AND kind = ? AND id = ?', account, kind, id);
  return Number(row?.version ?? 0);
}

/** The id of the object that has the unique key, or 0. */
export function holderOf(db: Database, account: number, kind: Kind, key: string): number {
  const row = db.get('SELECT id FROM keys WHERE account = ? AND kind = ? AND key = ?', account, kind, key);
  return Number(row?.id ?? 0);
}

export function listObjects(db: Database, account: number, kind: Kind, query: ListQuery): Page<Stored> {
  const list = query.group === undefined ? kind : groupList(kind, query.group);
  const total = sizeOf(db, account, list);
  if (total === 0) return { items: [], total };
  return { items: idsOf(db, account, list, query).flatMap((id) => readObject(db, account, kind, id) ?? []), total };
}

export function allObjects(db: Database, account: number): Stored[] {
  return db.all('SELECT * FROM objects WHERE account = ? ORDER BY id', account).map(objectOf);
}

export function nextDueObject(db: Database, account: number): Stored | undefined {
  const row = db.get('SELECT * FROM objects WHERE account = ? AND due IS NOT NULL ORDER BY due, id LIMIT 1', account);
  return row && objectOf(row);
}

export function droppedOf(db: Database, account: number, kind: Kind): number {
  return Number(db.get('SELECT id FROM dropped WHERE account = ? AND kind = ?', account, kind)?.id ?? 0);
}

export function setDropped(db: Database, account: number, kind: Kind, id: number): void {
  db.run('INSERT INTO dropped VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET id = max(id, excluded.id)', account, kind, id);
}

/** Writes objects in an order in which unique keys can pass from one to another. */
export function putObjects(
  db: Database,
  account: number,
  objects: readonly Stored[],
  { keep, print }: { readonly keep: number; readonly print: Commit['print'] },
): void {
  const before = objects.map(({ kind, id, version }) => (version > 1 ? readIndexed(db, account, kind, id) : undefined));
  for (const [index, { kind, id }] of objects.entries()) freeKeys(db, account, kind, id, before[index]?.keys ?? []);
  for (const [index, object] of objects.entries()) putObject(db, account, object, before[index], print);
  for (const kind of new Set(objects.map(({ kind }) => kind))) dropSurplus(db, account, kind, keep);
}

export function removeObject(db: Database, account: number, kind: Kind, id: number): void {
  const indexed = readIndexed(db, account, kind, id);
  if (indexed === undefined) return;
  db.run('DELETE FROM objects WHERE account = ? AND kind = ? AND id = ?', account, kind, id);
  leave(db, account, kind, id);
  for (const group of indexed.groups) leave(db, account, groupList(kind, group), id);
  freeKeys(db, account, kind, id, indexed.keys);
}

interface Indexed {
  readonly groups: readonly string[];
  readonly keys: readonly string[];
}

function putObject(
  db: Database,
  account: number,
  object: Stored,
  before: Indexed | undefined,
  print: Commit['print'],
): void {
  const { kind, id, version, value, hidden, groups, keys, due } = object;
  db.run(
    'INSERT OR REPLACE INTO objects VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    account,
    kind,
    id,
    version,
    print(value),
    JSON.stringify(hidden),
    JSON.stringify(groups),
    JSON.stringify(keys),
    due ?? null,
  );
  for (const group of before?.groups ?? []) if (!groups.includes(group)) leave(db, account, groupList(kind, group), id);
  for (const group of groups) if (!before?.groups.includes(group)) join(db, account, groupList(kind, group), id);
  for (const key of keys) db.run('INSERT INTO keys VALUES (?, ?, ?, ?)', account, kind, key, id);
  if (before === undefined) join(db, account, kind, id);
}

function dropSurplus(db: Database, account: number, kind: Kind, keep: number): void {
  const surplus = surplusOf(db, account, kind, keep);
  for (const id of surplus) removeObject(db, account, kind, id);
  const newest = surplus.at(-1);
  if (newest !== undefined) setDropped(db, account, kind, newest);
}

function readIndexed(db: Database, account: number, kind: Kind, id: number): Indexed | undefined {
  const row = db.get('SELECT groups, keys FROM objects WHERE account = ? AND kind = ? AND id = ?', account, kind, id);
  return row && { groups: parsed<string[]>(row.groups), keys: parsed<string[]>(row.keys) };
}

function freeKeys(db: Database, account: number, kind: Kind, id: number, keys: readonly string[]): void {
  for (const key of keys) {
    db.run('DELETE FROM keys WHERE account = ? AND kind = ? AND key = ? AND id = ?', account, kind, key, id);
  }
}

function objectOf({ kind, id, version, value, hidden, groups, keys, due }: Row): Stored {
  return {
    kind: String(kind),
    id: Number(id),
    version: Number(version),
    value: parsed<JsonObject>(value),
    hidden: parsed<JsonObject>(hidden),
    groups: parsed<string[]>(groups),
    keys: parsed<string[]>(keys),
    ...(due !== null && { due: Number(due) }),
  };
}

const groupList = (kind: Kind, group: string): string => `${kind}/${group}`;

/** JSON that this store has written itself. */
export const parsed = <Value>(text: unknown): Value => JSON.parse(String(text)) as Value;
