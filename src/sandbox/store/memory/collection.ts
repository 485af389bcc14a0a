import type { JsonObject } from '../../json.js';
import type { Commit, Kind, ListQuery, Page, Stored } from '../store.js';
import { IdList } from './id-list.js';

/** Strings, because parsed objects take several times the memory, and because a copy is what a reader must get anyway. */
interface Kept {
  readonly version: number;
  readonly value: string;
  readonly hidden: string;
  readonly groups: readonly string[];
  readonly keys: readonly string[];
  readonly due: number | undefined;
}

const NONE: readonly string[] = [];

/** The objects of one kind, with their lists and unique keys. */
export class Collection {
  /** The greatest id that was dropped. */
  dropped = 0;
  /** How many of them have a due time. */
  dues = 0;
  readonly #kind: Kind;
  readonly #objects = new Map<number, Kept>();
  readonly #all = new IdList();
  readonly #groups = new Map<string, IdList>();
  readonly #keys = new Map<string, number>();

  constructor(kind: Kind) {
    this.#kind = kind;
  }

  get size(): number {
    return this.#objects.size;
  }

  versionOf(id: number): number | undefined {
    return this.#objects.get(id)?.version;
  }

  dueOf(id: number): number | undefined {
    return this.#objects.get(id)?.due;
  }

  holderOf(key: string): number | undefined {
    return this.#keys.get(key);
  }

  get(id: number): Stored | undefined {
    const kept = this.#objects.get(id);
    if (kept === undefined) return undefined;
    const { version, value, hidden, groups, keys, due } = kept;
    return {
      kind: this.#kind,
      id,
      version,
      value: JSON.parse(value) as JsonObject,
      hidden: JSON.parse(hidden) as JsonObject,
      groups,
      keys,
      ...(due !== undefined && { due }),
    };
  }

  list({ group, offset, limit }: ListQuery): Page<Stored> {
    const list = group === undefined ? this.#all : this.#groups.get(group);
    return { items: this.#objectsOf(list?.slice(offset, limit) ?? []), total: list?.size ?? 0 };
  }

  /** Oldest first. */
  all(): Stored[] {
    return this.#objectsOf(this.#all.all());
  }

  put({ id, version, value, hidden, groups, keys, due }: Stored, print: Commit['print']): void {
    const before = this.#objects.get(id);
    this.#objects.set(id, {
      version,
      value: print(value),
      hidden: JSON.stringify(hidden),
      groups: groups.length === 0 ? NONE : [...groups],
      keys: keys.length === 0 ? NONE : [...keys],
      due,
    });
    this.dues += Number(due !== undefined) - Number(before?.due !== undefined);
    if (before === undefined) this.#all.add(id);
    for (const group of before?.groups ?? NONE) if (!groups.includes(group)) this.#leave(group, id);
    for (const group of groups) if (!before?.groups.includes(group)) this.#join(group, id);
    for (const key of before?.keys ?? NONE) this.#free(key, id);
    for (const key of keys) this.#keys.set(key, id);
  }

  remove(id: number): void {
    const kept = this.#objects.get(id);
    if (kept === undefined) return;
    this.#objects.delete(id);
    this.#all.remove(id);
    if (kept.due !== undefined) this.dues--;
    for (const group of kept.groups) this.#leave(group, id);
    for (const key of kept.keys) this.#free(key, id);
  }

  dropOldest(): void {
    const oldest = this.#all.oldest();
    if (oldest === undefined) return;
    this.dropped = Math.max(this.dropped, oldest);
    this.remove(oldest);
  }

  #objectsOf(ids: readonly number[]): Stored[] {
    return ids.flatMap((id) => this.get(id) ?? []);
  }

  #join(group: string, id: number): void {
    const list = this.#groups.get(group) ?? new IdList();
    this.#groups.set(group, list);
    list.add(id);
  }

  #leave(group: string, id: number): void {
    const list = this.#groups.get(group);
    list?.remove(id);
    if (list?.size === 0) this.#groups.delete(group);
  }

  /** A key may have gone to another object in the same commit. */
  #free(key: string, id: number): void {
    if (this.#keys.get(key) === id) this.#keys.delete(key);
  }
}
