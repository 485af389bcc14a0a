import type { Page, Range } from './model.js';
import type { ObjectRecord } from './rows.js';
import { byNumber, SortedList } from './sorted-list.js';

/** The group of all objects. */
const ALL = '';

/** The objects of one kind, with their lists and unique keys. */
export class Collection {
  readonly objects = new Map<number, ObjectRecord>();
  readonly #groups = new Map<string, SortedList<number>>();
  readonly #keys = new Map<string, number>();

  holderOf(key: string): number | undefined {
    return this.#keys.get(key);
  }

  list(group: string | undefined, { offset, limit }: Range): Page<number> {
    const list = this.#groups.get(group ?? ALL);
    return { items: list?.slice(offset, limit) ?? [], total: list?.size ?? 0 };
  }

  /** Returns the ids up to one, smallest first. */
  upTo(id: number): number[] {
    return this.#groups.get(ALL)?.before(id + 1) ?? [];
  }

  /** Writes or removes an object. Returns its former record. */
  put(id: number, record: ObjectRecord | undefined): ObjectRecord | undefined {
    const before = this.objects.get(id);
    if (record === undefined) this.objects.delete(id);
    else this.objects.set(id, record);
    const [groupsBefore, groups] = [groupsOf(before), groupsOf(record)];
    for (const group of groupsBefore) if (!groups.includes(group)) this.#leave(group, id);
    for (const group of groups) if (!groupsBefore.includes(group)) this.#join(group, id);
    // The key may already belong to another object, because the rows of a commit come in any order.
    for (const key of before?.keys ?? []) if (this.#keys.get(key) === id) this.#keys.delete(key);
    for (const key of record?.keys ?? []) this.#keys.set(key, id);
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

const groupsOf = (record: ObjectRecord | undefined): string[] => (record === undefined ? [] : [ALL, ...record.groups]);
