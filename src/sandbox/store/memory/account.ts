import { conflictOf, type Present } from '../check.js';
import {
  type Commit,
  type CommitResult,
  type Document,
  FIRST_ID,
  type Head,
  type Kind,
  type ListQuery,
  type Page,
  type Snapshot,
  type Stored,
} from '../store.js';
import { SNAPSHOT_FORMAT, STATE_VERSION } from '../version.js';
import { Collection } from './collection.js';
import { DueHeap } from './due-heap.js';
import { EventsInMemory } from './events.js';

/** Everything of one account. Each method runs to its end before another one begins, so that no commit is ever half seen. */
export class AccountInMemory {
  readonly events: EventsInMemory;
  readonly #keep: number;
  readonly #collections = new Map<Kind, Collection>();
  readonly #due = new DueHeap(({ kind, id, due }) => this.#collections.get(kind)?.dueOf(id) === due);
  readonly #present: Present = {
    versionOf: (kind, id) => this.#collections.get(kind)?.versionOf(id) ?? 0,
    holderOf: (kind, key) => this.#collections.get(kind)?.holderOf(key) ?? 0,
  };
  #epoch: number;
  #documents: Record<string, Document> = {};
  #lastId = FIRST_ID;

  constructor(name: string, keep: number, epoch = 1) {
    this.#keep = keep;
    this.#epoch = epoch;
    this.events = new EventsInMemory(name, keep);
  }

  static restored(name: string, keep: number, snapshot: Snapshot, epoch: number): AccountInMemory {
    const account = new AccountInMemory(name, keep, epoch);
    account.#lastId = snapshot.lastId;
    for (const [document, value] of Object.entries(snapshot.documents)) {
      account.#documents[document] = { version: 1, value };
    }
    for (const object of snapshot.objects) account.#put(object);
    for (const [kind, id] of Object.entries(snapshot.dropped)) account.#collection(kind).dropped = id;
    account.#dropSurplus();
    account.events.restore(snapshot.events, snapshot.lastEvent);
    return account;
  }

  head(): Head {
    return { epoch: this.#epoch, documents: this.#documents };
  }

  read(kind: Kind, id: number): Stored | undefined {
    return this.#collections.get(kind)?.get(id);
  }

  find(kind: Kind, key: string): Stored | undefined {
    const collection = this.#collections.get(kind);
    const id = collection?.holderOf(key);
    return id === undefined ? undefined : collection?.get(id);
  }

  list(kind: Kind, query: ListQuery): Page<Stored> {
    return this.#collections.get(kind)?.list(query) ?? { items: [], total: 0 };
  }

  dropped(kind: Kind): number {
    return this.#collections.get(kind)?.dropped ?? 0;
  }

  reserve(count: number): { epoch: number; ids: number[] } {
    const ids: number[] = [];
    while (ids.length < count) ids.push(++this.#lastId);
    return { epoch: this.#epoch, ids };
  }

  commit(commit: Commit): CommitResult {
    const { writes, removals, documents, events, print } = commit;
    const reason = conflictOf(commit, this.head(), this.#present);
    if (reason !== undefined) return { ok: false, reason };
    for (const { kind, id } of removals) this.#collections.get(kind)?.remove(id);
    for (const object of writes) this.#put(object, print);
    this.#dropSurplus();
    for (const { name, value } of documents) {
      const version = (this.#documents[name]?.version ?? 0) + 1;
      this.#documents = { ...this.#documents, [name]: { version, value: structuredClone(value) } };
    }
    for (const event of events) this.events.add(event, print);
    return { ok: true };
  }

  nextDue(): Stored | undefined {
    const first = this.#due.first();
    return first && this.read(first.kind, first.id);
  }

  snapshot(): Snapshot {
    const kinds = [...this.#collections];
    return {
      format: SNAPSHOT_FORMAT,
      version: STATE_VERSION,
      lastId: this.#lastId,
      lastEvent: this.events.last,
      documents: Object.fromEntries(
        Object.entries(this.#documents).map(([name, { value }]) => [name, structuredClone(value)]),
      ),
      dropped: Object.fromEntries(kinds.map(([kind, { dropped }]) => [kind, dropped]).filter(([, id]) => id !== 0)),
      objects: kinds.flatMap(([, collection]) => collection.all()).sort((a, b) => a.id - b.id),
      events: this.events.all(),
    };
  }

  #collection(kind: Kind): Collection {
    const found = this.#collections.get(kind);
    if (found !== undefined) return found;
    const made = new Collection(kind);
    this.#collections.set(kind, made);
    return made;
  }

  #put(object: Stored, print: Commit['print'] = JSON.stringify): void {
    const collection = this.#collection(object.kind);
    collection.put(object, print);
    if (object.due !== undefined) {
      let dues = 0;
      for (const one of this.#collections.values()) dues += one.dues;
      this.#due.add({ due: object.due, id: object.id, kind: object.kind }, dues);
    }
  }

  #dropSurplus(): void {
    for (const collection of this.#collections.values()) while (collection.size > this.#keep) collection.dropOldest();
  }
}
