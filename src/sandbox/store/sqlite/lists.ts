import type { Range } from '../store.js';
import type { Database } from './database.js';
import { PIECE, WHOLE } from './schema.js';

/** So many stay longer than they are to be kept: neighbours share pages of the file, and each page is written once for all that is dropped together. */
const MOST_SURPLUS = 64;

/** Adds the id to the list, unless it is there. */
export function join(db: Database, account: number, list: string, id: number): void {
  db.run('INSERT OR IGNORE INTO members VALUES (?, ?, ?)', account, list, id);
}

export function leave(db: Database, account: number, list: string, id: number): void {
  db.run('DELETE FROM members WHERE account = ? AND list = ? AND id = ?', account, list, id);
}

export function sizeOf(db: Database, account: number, list: string): number {
  const row = db.get(`SELECT size FROM pieces WHERE account = ? AND list = ? AND piece = ${WHOLE}`, account, list);
  return Number(row?.size ?? 0);
}

/** Newest first. */
export function idsOf(db: Database, account: number, list: string, { offset, limit }: Range): number[] {
  const start = pieceWith(db, account, list, offset);
  if (start === undefined) return [];
  return db
    .all(
      'SELECT id FROM members WHERE account = ? AND list = ? AND id < ? ORDER BY id DESC LIMIT ? OFFSET ?',
      account,
      list,
      (start.piece + 1) * PIECE,
      limit,
      offset - start.before,
    )
    .map(({ id }) => Number(id));
}

/** Of a list with more than `keep`, and some more before it is worth while: the smallest ids, ascending. */
export function surplusOf(db: Database, account: number, list: string, keep: number): number[] {
  const surplus = sizeOf(db, account, list) - keep;
  if (surplus <= Math.min(MOST_SURPLUS, Math.floor(keep / MOST_SURPLUS))) return [];
  return db
    .all('SELECT id FROM members WHERE account = ? AND list = ? ORDER BY id LIMIT ?', account, list, surplus)
    .map(({ id }) => Number(id));
}

/** The piece in which the id at the offset is, and how many ids come before that piece. */
function pieceWith(db: Database, account: number, list: string, offset: number) {
  const row = db.get(
    `SELECT piece, through - size AS before FROM (
      SELECT piece, size, sum(size) OVER (ORDER BY piece DESC ROWS UNBOUNDED PRECEDING) AS through
      FROM pieces WHERE account = ? AND list = ? AND piece <> ${WHOLE}
    ) WHERE through > ? LIMIT 1`,
    account,
    list,
    offset,
  );
  return row && { piece: Number(row.piece), before: Number(row.before) };
}
