import type { Range } from './model.js';
import { type ObjectRecord, shared } from './rows.js';
import { byNumber, SortedList } from './sorted-list.js';

const NONE = shared([]);

/** The objects of one kind, with their lists and unique keys. */
export class Collection {
  readonly objects = new Map<number, ObjectRecord>();
  readonly ids = new SortedList<number>(byNumber);
  readonly #groups = new Map<string, SortedList<number>>();
  readonly #keys = new Map<string, number>();

  holderOf(key: string): number | undefined {
    return this.#keys.get(key);
  }

  list(group: string | undefined, { offset, limit }: Range): { items: number[]; total: number } {
    const list = group === undefined ? this.ids : this.#groups.get(group);
    return { items: list?.slice(offset, limit) ?? [], total: list?.size ?? 0 };
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
    const [groupsBefore, groups] = [before?.groups ?? NONE, record?.groups ?? NONE];
    if (groups !== groupsBefore) {
      for (const group of groupsBefore) if (!groups.includes(group)) this.#leave(group, id);
      for (const group of groups) if (!groupsBefore.includes(group)) this.#join(group, id);
    }
    const [keysBefore, keys] = [before?.keys ?? NONE, record?.keys ?? NONE];
    if (keys === keysBefore) return before;
    // The key may already belong to another object, because the rows of a commit come in any order.
    for (const key of keysBefore) if (this.#keys.get(key) === id) this.#keys.delete(key);
    for (const key of keys) this.#keys.set(key, id);
    return before;
  }

  #join(group: string, id: number): void {
    const list = this.#groups.get(group) ?? new SortedList(byNumber);
    this.#groups.set(group, list);
    list.add(id);
  }

  #leave(group: string, id: number): void {
    const list = this.#groups.get(group);
    list?.remove(id);
    if (list?.size === 0) this.#groups.delete(group);
  }
}
