/** Objects that others name by an id or by something of the merchant's own. */
import { idOf } from './input.js';
import { nameOf, shown, unprocessable } from './refusals.js';
import type { Kind, Stored, Work } from './work.js';

/** What a field of a request names. Fails with 422. */
export function named(work: Work, kind: Kind, id: unknown, field: string): Stored {
  const number = idOf(id);
  const found = number === undefined ? undefined : work.seek(kind, number);
  if (found === undefined) throw unprocessable(`${field}: there is no ${nameOf(kind)} ${shown(id)}`);
  return found;
}

/**
 * The object with one of these names, the first name first. Several objects may have the same one, because nothing shows that the gateway
 * refuses that; the first of them has it as its unique key, and once that one is gone the newest counts.
 */
export function byName(work: Work, kind: Kind, names: readonly string[]): Stored | undefined {
  for (const name of names) {
    const found = work.find(kind, name) ?? work.page(kind, { group: name, page: 1, perPage: 1 }).items[0];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Those of the names that nobody else has as a unique key. */
export function freeKeys(work: Work, kind: Kind, names: readonly string[], own?: number): string[] {
  const free: string[] = [];
  for (const name of names) {
    const owner = work.find(kind, name);
    if (owner === undefined || owner.id === own) free.push(name);
  }
  return free;
}
