/** Objects that others name by an id or by something of the merchant's own. */
import { idOf } from './input.js';
import { nameOf, shown, unprocessable } from './refusals.js';
import { type Kind, type Stored, seek, type Work } from './work.js';

/** What a field of a request names. Fails with 422. */
export async function named(work: Work, kind: Kind, id: unknown, field: string): Promise<Stored> {
  const number = idOf(id);
  const found = number === undefined ? undefined : await seek(work, kind, number);
  if (found === undefined) throw unprocessable(`${field}: there is no ${nameOf(kind)} ${shown(id)}`);
  return found;
}

/**
 * The object with one of these names, the first name first. Several objects may have the same one, because nothing shows that the gateway
 * refuses that; the first of them has it as its unique key, and once that one is gone the newest counts.
 */
export async function byName(work: Work, kind: Kind, names: readonly string[]): Promise<Stored | undefined> {
  for (const name of names) {
    const found =
      (await work.find(kind, name)) ?? (await work.page(kind, { group: name, page: 1, perPage: 1 })).items[0];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Those of the names that nobody else has as a unique key. */
export async function freeKeys(work: Work, kind: Kind, names: readonly string[], own?: number): Promise<string[]> {
  const free: string[] = [];
  for (const name of names) {
    const owner = await work.find(kind, name);
    if (owner === undefined || owner.id === own) free.push(name);
  }
  return free;
}
