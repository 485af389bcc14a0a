import type { WebhookEventName } from '../../../generated/webhook-examples.js';
import type { JsonObject } from '../json.js';
import {
  type Commit,
  type Eventually,
  FIRST_ID,
  follow,
  type Head,
  type Kind,
  type NewEvent,
  type Store,
  type Stored,
} from '../store/index.js';
import { Refusal } from './refusal.js';
import type { Changes, NewObject, SandboxSettings, Work } from './work.js';

/** Ids that were reserved for a unit outlast its runs, so that a conflict leaves no gap. */
export interface IdPool {
  epoch: number;
  ids: number[];
}

export interface UnitOptions {
  readonly account: string;
  readonly now: number;
  readonly settings: SandboxSettings;
  readonly store: Store;
  readonly head: Head;
  readonly pool: IdPool;
  /** Whether ids are reserved in any case, because others take so many that counting on from the head conflicts. */
  readonly reserves?: boolean;
}

/** Collects what one run reads and writes. */
export class Unit implements Work {
  readonly account: string;
  readonly now: number;
  readonly settings: SandboxSettings;
  readonly #store: Store;
  readonly #head: Head;
  readonly #pool: IdPool;
  #poolUsed = 0;
  /** Where ids are counted on from, unless they are reserved. */
  readonly #lastId: number | undefined;
  #counted = 0;
  /** Versions of what was read, 0 for what was absent, by kind and id. */
  readonly #versions = new Map<string, { kind: Kind; id: number; version: number }>();
  readonly #keys = new Map<string, { kind: Kind; key: string; id: number }>();
  readonly #documentsRead = new Set<string>();
  readonly #documents = new Map<string, JsonObject>();
  /** What was written, and `undefined` for what was removed. */
  readonly #written = new Map<string, Stored | undefined>();
  readonly #events: Omit<NewEvent, 'deliveries'>[] = [];
  readonly #printed = new Map<JsonObject, string>();

  constructor({ account, now, settings, store, head, pool, reserves = false }: UnitOptions) {
    this.account = account;
    this.now = now;
    this.settings = settings;
    this.#store = store;
    this.#head = head;
    this.#pool = pool;
    this.#lastId = reserves ? undefined : head.lastId;
    if (pool.epoch !== head.epoch) Object.assign(pool, { epoch: head.epoch, ids: [] });
  }

  ids(count: number): Eventually<number[]> {
    if (!Number.isSafeInteger(count) || count < 0) throw new RangeError('count must be a whole number, 0 or more');
    if (this.#lastId !== undefined) {
      const first = this.#lastId + this.#counted + 1;
      this.#counted += count;
      return Array.from({ length: count }, (_, index) => first + index);
    }
    const missing = this.#poolUsed + count - this.#pool.ids.length;
    if (missing <= 0) return this.#taken(count);
    return follow(this.#store.reserve(this.account, missing), ({ ids }) => {
      // Those of another epoch do no harm: this run conflicts, and the next one begins with an empty pool.
      this.#pool.ids.push(...ids);
      return this.#taken(count);
    });
  }

  get(kind: Kind, id: number): Eventually<Stored | undefined> {
    const ref = refOf(kind, id);
    if (this.#written.has(ref)) return this.#written.get(ref);
    if (!Number.isSafeInteger(id)) return undefined;
    return follow(this.#store.read(this.account, kind, id), (found) => {
      this.#seen(kind, id, found);
      return found ?? this.#absent(kind, id);
    });
  }

  find(kind: Kind, key: string): Eventually<Stored | undefined> {
    for (const object of this.#written.values()) {
      if (object?.kind === kind && object.keys.includes(key)) return object;
    }
    return follow(this.#store.find(this.account, kind, key), (found) => {
      this.#keys.set(`${kind}/${key}`, { kind, key, id: found?.id ?? 0 });
      if (found === undefined) return undefined;
      // Written by this unit, and found above if it still had the key.
      if (this.#written.has(refOf(kind, found.id))) return undefined;
      this.#seen(kind, found.id, found);
      return found;
    });
  }

  async page(
    kind: Kind,
    { group, page, perPage }: { readonly group?: string | undefined; readonly page: number; readonly perPage: number },
  ): Promise<{ items: Stored[]; total: number }> {
    checkWhole('page', page, 1);
    checkWhole('perPage', perPage, 1);
    const offset = Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER);
    const own = [...this.#written].filter(([ref]) => ref.startsWith(`${kind}/`));
    if (own.length === 0) {
      const { items, total } = await this.#store.list(this.account, kind, { group, offset, limit: perPage });
      return { items: [...items], total };
    }
    // The unit's own writes may be anywhere in the list, so that the list is read from its beginning.
    const limit = Math.min(offset + perPage + own.length, Number.MAX_SAFE_INTEGER);
    const stored = await this.#store.list(this.account, kind, { group, offset: 0, limit });
    const others = stored.items.filter(({ id }) => !this.#written.has(refOf(kind, id)));
    const mine = own.flatMap(([, object]) => object ?? []).filter((object) => belongs(object, group));
    const before = (await Promise.all(own.map(([ref]) => this.#wasIn(ref, kind, group)))).filter(Boolean).length;
    return {
      items: [...others, ...mine].sort((a, b) => b.id - a.id).slice(offset, offset + perPage),
      total: stored.total - before + mine.length,
    };
  }

  create(kind: Kind, { id, value, hidden = {}, groups = [], keys = [], due }: NewObject): Stored {
    checkWhole('id', id, 1);
    checkDue(due);
    const ref = refOf(kind, id);
    if (this.#written.get(ref) !== undefined) throw new Error(`${kind} ${id} exists`);
    this.#seen(kind, id, undefined);
    const object: Stored = {
      kind,
      id,
      version: 1,
      value,
      hidden,
      groups: unique(groups),
      keys: unique(keys),
      ...(due !== undefined && { due }),
    };
    this.#written.set(ref, object);
    return object;
  }

  change(object: Stored, changes: Changes): Stored {
    const { kind, id } = object;
    const ref = refOf(kind, id);
    this.#checkCurrent(object);
    checkDue(changes.due ?? undefined);
    const { due: dueBefore, ...rest } = object;
    const due = changes.due === undefined ? dueBefore : (changes.due ?? undefined);
    const changed: Stored = {
      ...rest,
      value: changes.value ?? object.value,
      hidden: changes.hidden ?? object.hidden,
      groups: changes.groups === undefined ? object.groups : unique(changes.groups),
      keys: changes.keys === undefined ? object.keys : unique(changes.keys),
      version: (this.#versions.get(ref)?.version ?? 0) + 1,
      ...(due !== undefined && { due }),
    };
    this.#written.set(ref, changed);
    return changed;
  }

  remove(object: Stored): void {
    this.#checkCurrent(object);
    this.#written.set(refOf(object.kind, object.id), undefined);
  }

  emit(name: WebhookEventName, { kind, id, value }: Stored): void {
    this.#events.push({ time: this.now, name, kind, object: id, payload: value });
  }

  document(name: string): JsonObject | undefined {
    this.#documentsRead.add(name);
    return this.#documents.get(name) ?? this.#head.documents[name]?.value;
  }

  setDocument(name: string, value: JsonObject): void {
    this.#documents.set(name, value);
  }

  readonly print = (value: JsonObject): string => {
    const known = this.#printed.get(value);
    if (known !== undefined) return known;
    const text = JSON.stringify(value);
    this.#printed.set(value, text);
    return text;
  };

  get changesNothing(): boolean {
    return this.#written.size === 0 && this.#events.length === 0 && this.#documents.size === 0;
  }

  /** What was emitted so far, for whoever decides where it is delivered. */
  get events(): readonly Omit<NewEvent, 'deliveries'>[] {
    return this.#events;
  }

  /** The object as this unit leaves it, or `undefined` when it has not written it. */
  written(kind: Kind, id: number): Stored | undefined {
    return this.#written.get(refOf(kind, id));
  }

  removed(kind: Kind, id: number): boolean {
    const ref = refOf(kind, id);
    return this.#written.has(ref) && this.#written.get(ref) === undefined;
  }

  get epoch(): number {
    return this.#head.epoch;
  }

  /** The earliest time at which something falls due that this unit wrote. */
  get earliestDue(): number | undefined {
    let earliest: number | undefined;
    for (const object of this.#written.values()) {
      if (object?.due !== undefined && (earliest === undefined || object.due < earliest)) earliest = object.due;
    }
    return earliest;
  }

  commit(events: readonly NewEvent[]): Commit {
    const writes: Stored[] = [];
    const removals: { kind: Kind; id: number }[] = [];
    for (const [ref, object] of this.#written) {
      const seen = this.#versions.get(ref);
      if (object !== undefined) writes.push(object);
      // What was created and removed by the same unit was never there.
      else if (seen !== undefined && seen.version > 0) removals.push({ kind: seen.kind, id: seen.id });
    }
    return {
      epoch: this.#head.epoch,
      expected: {
        objects: [...this.#versions.values()],
        keys: [...this.#keys.values()],
        documents: [...this.#documentsRead].map((name) => ({
          name,
          version: this.#head.documents[name]?.version ?? 0,
        })),
      },
      writes,
      removals,
      documents: [...this.#documents].map(([name, value]) => ({ name, value })),
      events,
      ...(this.#lastId !== undefined && this.#counted > 0 && { ids: { after: this.#lastId, count: this.#counted } }),
      print: this.print,
    };
  }

  #taken(count: number): number[] {
    const taken = this.#pool.ids.slice(this.#poolUsed, this.#poolUsed + count);
    this.#poolUsed += count;
    return taken;
  }

  /** Nothing for an object that never was; throws for one that was dropped. */
  #absent(kind: Kind, id: number): Eventually<undefined> {
    if (id <= FIRST_ID) return undefined;
    return follow(this.#store.dropped(this.account, kind), (dropped) => {
      if (id > dropped) return undefined;
      throw new Refusal(404, [
        `No object ${id} among the ${kind}: if there was one, it was dropped, because only the newest are kept. Raise --keep to keep more.`,
      ]);
    });
  }

  #seen(kind: Kind, id: number, object: Stored | undefined): void {
    const ref = refOf(kind, id);
    // The first look counts: a later one that differs is a conflict that the commit finds.
    if (!this.#versions.has(ref)) this.#versions.set(ref, { kind, id, version: object?.version ?? 0 });
  }

  #checkCurrent(object: Stored): void {
    const ref = refOf(object.kind, object.id);
    if (this.#written.has(ref) ? this.#written.get(ref) !== object : !this.#versions.has(ref) && !this.#adopt(object)) {
      throw new Error(`${object.kind} ${object.id} was written since: change the object that change() returned`);
    }
  }

  /** An object out of a page: it counts as read as soon as it is written. */
  #adopt(object: Stored): true {
    this.#seen(object.kind, object.id, object);
    return true;
  }

  async #wasIn(ref: string, kind: Kind, group: string | undefined): Promise<boolean> {
    const seen = this.#versions.get(ref);
    if (seen === undefined || seen.version === 0) return false;
    const stored = await this.#store.read(this.account, kind, seen.id);
    return stored !== undefined && belongs(stored, group);
  }
}

const refOf = (kind: Kind, id: number): string => `${kind}/${id}`;

const belongs = ({ groups }: Stored, group: string | undefined): boolean =>
  group === undefined || groups.includes(group);

const unique = (names: readonly string[]): readonly string[] => (names.length > 1 ? [...new Set(names)] : names);

function checkWhole(name: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value) || value < least) {
    throw new RangeError(`${name} must be a whole number, ${least} or more`);
  }
}

function checkDue(due: number | undefined): void {
  if (due !== undefined && !Number.isSafeInteger(due)) {
    throw new RangeError('due must be a whole number of milliseconds');
  }
}

/**
 * Runs a task as one unit of work, again after a conflict. `now` is the time of the unit, when it is not that of the account's clock. `abreast`: it
 * may run beside others of the account, so that its place among them is not that of the call.
 */
export type Run = <Result>(
  account: string,
  task: (unit: Unit) => Eventually<Result>,
  options?: { readonly now?: number; readonly abreast?: boolean },
) => Promise<Result>;
