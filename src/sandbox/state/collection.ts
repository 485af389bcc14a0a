import { IdList } from './id-list.js';
import type { Range } from './model.js';

/** An object as it is kept. Its JSON stays text: parsed objects take several times the memory, and readers need a copy anyway. */
export interface ObjectRecord {
  readonly groups: readonly string[];
  readonly keys: readonly string[];
  readonly due: number | undefined;
  readonly hidden: string;
  readonly value: string;
}

const NONE: readonly string[] = [];

/** The objects of one kind, with their lists and unique keys. */
export class Collection {
  readonly objects = new Map<number, ObjectRecord>();
  readonly ids = new IdList();
  /** The number of objects with a due time. */
  dues = 0;
  readonly #groups = new Map<string, IdList>();
  readonly #keys = new Map<string, number>();

  holderOf(key: string): number | undefined {
    return this.#keys.get(key);
  }

  list(group: string | undefined, { offset, limit }: Range): { ids: number[]; total: number } {
    const list = group === undefined ? this.ids : this.#groups.get(group);
    return { ids: list?.slice(offset, limit) ?? [], total: list?.size ?? 0 };
  }

  /** Writes or removes an object. Returns its former record. */
  put(id: number, record: ObjectRecord | undefined): ObjectRecord | undefined {
    const before = this.objects.get(id);
    if (record === undefined) {
      this.objects.delete(id);
      this.ids.remove(id);
    } else {
      this.objects.set(id, record);
      if (before === undefined) this.ids.add(id);
    }
    this.dues += Number(record?.due !== undefined) - Number(before?.due !== undefined);
    this.#index(id, before, record);
    return before;
  }

  #index(id: number, before: ObjectRecord | undefined, after: ObjectRecord | undefined): void {
    const [groupsBefore, groups] = [before?.groups ?? NONE, after?.groups ?? NONE];
    if (groups !== groupsBefore) {
      for (const group of groupsBefore) if (!groups.includes(group)) this.#leave(group, id);
      for (const group of groups) if (!groupsBefore.includes(group)) this.#join(group, id);
    }
    const [keysBefore, keys] = [before?.keys ?? NONE, after?.keys ?? NONE];
    if (keys === keysBefore) return;
    // A key may have gone to another object already, because rows of a commit come in any order.
    for (const key of keysBefore) if (this.#keys.get(key) === id) this.#keys.delete(key);
    for (const key of keys) this.#keys.set(key, id);
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
}
