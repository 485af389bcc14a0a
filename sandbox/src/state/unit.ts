import type { WebhookEventName } from 'payment-gateway-contract/webhooks';
import type { JsonObject } from 'payment-gateway-core/util';
import type { Assumed, RegisterKey, VariantEntry, VariantOf } from 'payment-gateway-core/values';
import { ASSUMED, assumedWith, eventVariants, isSilent, nulls } from '../variants/index.js';
import { readClock } from './clock.js';
import type { Cause, EventDelivery, EventHead, Kind, Page, Stored } from './model.js';
import { DELIVERIES, DOCUMENTS, DROPPED, EVENTS, FIRST_ID, rowKey } from './model.js';
import { Refusal } from './refusal.js';
import type { SandboxSettings } from './settings.js';
import { LAST_IDS, type State } from './state.js';
import { countUse } from './uses.js';

/** The name of the document that counts the resets and restores of an account. */
export const EPOCH = 'epoch';

interface UnitOptions extends Pick<Unit, 'account' | 'realTime' | 'settings'> {
  /** The arrival of the request of the unit, by `performance.now()`. */
  readonly request?: number | undefined;
  /** Where browsers reach the pages. Default: the address of the settings. */
  readonly publicUrl?: string | undefined;
  /** The most objects of a kind, and the most events, in the account. */
  readonly keep: number;
  /** Returns whether another account has the object. Default: no other account is known. */
  readonly isElsewhere?: ((kind: Kind, id: number) => boolean) | undefined;
}

/** An event of the unit. It gets its id and its deliveries at the end of the unit. */
export type Emitted = EventHead & { readonly payload: JsonObject };

interface PageQuery {
  readonly group?: string | undefined;
  readonly page: number;
  readonly perPage: number;
  /** Default: newest first. */
  readonly isOldestFirst?: boolean;
}

/** Fields to write. Each given field replaces the former one completely; `due: null` clears the time. */
type Fields = { readonly [Name in 'value' | 'hidden' | 'groups' | 'keys']?: Stored[Name] | undefined } & {
  readonly due?: number | null | undefined;
};

/**
 * One unit of work on an account. Either all its changes are committed, or none. A task may run again after a conflict, so it must take time,
 * ids and randomness only from here, and must not change objects that it has read.
 */
export class Unit {
  readonly account: string;
  /** The account's clock in milliseconds, at the start of the unit or at the due time of the object. */
  now: number;
  readonly realTime: number;
  /** The cause of all changes. */
  readonly cause: Cause;
  readonly settings: SandboxSettings;
  /** Where browsers reach the pages, without a slash at the end. */
  readonly publicUrl: string;
  readonly state: State;
  emitted: Emitted[] = [];
  /** What the unit did that a test run may want to have seen, such as `transactions pix waiting_payment canceled`. */
  facts: string[] = [];
  readonly #keep: number;
  /** Returns whether another account in this process has the object. */
  readonly isElsewhere: (kind: Kind, id: number) => boolean;

  constructor(state: State, options: UnitOptions) {
    const { account, realTime, settings, keep, publicUrl, request, isElsewhere = () => false } = options;
    this.account = account;
    this.now = readClock(state.clock, realTime);
    this.realTime = realTime;
    this.cause = { at: realTime, ...(request !== undefined && { request }) };
    this.settings = settings;
    this.publicUrl = publicUrl ?? settings.publicUrl;
    this.state = state;
    this.#keep = keep;
    this.isElsewhere = isElsewhere;
  }

  /** Returns a new id. Ids ascend and are unique across all kinds. */
  id(): number {
    const { id, event } = this.state.last;
    this.setDocument(LAST_IDS, { id: id + 1, event });
    return id + 1;
  }

  /** Lets the ids of an empty account begin as those of the first account do. */
  beginIds(): void {
    this.setDocument(LAST_IDS, { ...this.state.last, id: FIRST_ID });
  }

  /** Returns an object. Throws a 404 `Refusal` for an object that retention dropped. */
  get(kind: Kind, id: number): Stored | undefined {
    const found = this.seek(kind, id);
    const isDropped = found === undefined && id > this.state.first && id <= this.state.dropped(kind);
    if (!isDropped) return found;
    throw new Refusal(404, [
      `id: no object ${id} among the ${kind}; if it existed, it was dropped, because only the newest are kept; raise --keep to keep more`,
    ]);
  }

  /** Like `get`, but returns `undefined` for a dropped object too. */
  seek(kind: Kind, id: number): Stored | undefined {
    return this.state.object(kind, id);
  }

  find(kind: Kind, key: string): Stored | undefined {
    return this.seek(kind, this.state.holderOf(kind, key) ?? 0);
  }

  /** Returns a page of objects. Pages count from 1. */
  page(kind: Kind, { group, page, perPage, isOldestFirst = false }: PageQuery): Page<Stored> {
    const { total } = this.state.list(kind, { group, offset: 0, limit: 0 });
    const begin = Math.min((page - 1) * perPage, total);
    const limit = Math.min(perPage, total - begin);
    const { items } = this.state.list(kind, { group, offset: isOldestFirst ? total - begin - limit : begin, limit });
    const found = items.flatMap((id) => this.seek(kind, id) ?? []);
    return { items: isOldestFirst ? found.reverse() : found, total };
  }

  /** Returns all objects of the kind, or of a group, oldest first. */
  all(kind: Kind, group?: string): readonly Stored[] {
    return this.page(kind, { group, page: 1, perPage: Number.MAX_SAFE_INTEGER, isOldestFirst: true }).items;
  }

  /** Creates an object, and drops the oldest ones above the limit. */
  create(kind: Kind, fields: Fields & Pick<Stored, 'id' | 'value'>): Stored {
    const created = this.createKey(kind, fields);
    this.#drop(kind);
    return created;
  }

  /** Creates an object of a kind without a limit: a dropped key would let the same payment happen twice. */
  createKey(kind: Kind, { id, value, ...fields }: Fields & Pick<Stored, 'id' | 'value'>): Stored {
    return this.#write({ kind, id, value, hidden: {}, groups: [], keys: [] }, fields);
  }

  /** Changes an object and returns the new version. Pass that version to the next change. */
  change(object: Stored, fields: Fields): Stored {
    const { kind, id } = object;
    if (this.state.object(kind, id) !== object) {
      throw new Error(`${kind} ${id} was written since: change the object that change() returned`);
    }
    return this.#write(object, fields);
  }

  remove(object: Stored): void {
    this.state.set(object.kind, object.id, undefined);
  }

  /** Records an event with the given value of `object` as its payload. Delivery follows the commit. */
  emit(name: WebhookEventName, { kind, id, value }: Stored): void {
    if (isSilent(this.assumed, name, value)) {
      this.use('webhook-events');
      return;
    }
    // A retry sends the same body, even if the assumptions have changed.
    const varied = eventVariants(this.assumed);
    const head = { time: this.now, cause: this.cause, name, kind, object: id, ...(varied && { varied }) };
    this.emitted.push({ ...head, payload: value });
  }

  /** Returns a small value of the account, such as its clock. */
  document(name: string): JsonObject | undefined {
    return this.state.document(name);
  }

  get assumed(): Assumed {
    return assumedWith(this.settings.assumed, this.document(ASSUMED));
  }

  /**
   * Counts that an entry decides something, and returns its variant; `undefined` for the assumed behavior, and for an entry without variants. Call it
   * where the entry decides.
   */
  use<Entry extends RegisterKey>(
    entry: Entry,
  ): (Entry extends VariantEntry ? VariantOf<Entry> : undefined) | undefined {
    countUse(entry);
    const assumed: Readonly<{ [Key in RegisterKey]?: string | undefined }> = this.assumed;
    // The table of variants has the names of each entry.
    return assumed[entry] as ReturnType<typeof this.use<Entry>>;
  }

  /** Switches entries from the next request on. `undefined` switches back. */
  assume(assumed: Assumed): void {
    this.setDocument(ASSUMED, { ...this.document(ASSUMED), ...nulls(assumed) });
  }

  /** Writes a document, or removes it. */
  setDocument(name: string, value: JsonObject | undefined): void {
    this.state.set(DOCUMENTS, name, value);
  }

  addEvent({ payload, ...head }: Emitted): number {
    const { id, event } = this.state.last;
    this.setDocument(LAST_IDS, { id, event: event + 1 });
    const fields = { groups: [rowKey(head.kind, head.object)], keys: [], hidden: head, value: payload };
    return this.create(EVENTS, { id: event + 1, ...fields }).id;
  }

  setDelivery(delivery: EventDelivery): void {
    const { event, receiver } = delivery;
    this.state.set(DELIVERIES, event, { ...this.state.deliveries(event), [receiver]: delivery });
  }

  /** Runs a part of the unit, and returns its value. If it throws, this undoes its changes and returns the error. */
  attempt<Value>(part: () => Value): { readonly value: Value } | { readonly error: unknown } {
    const [length, emitted, facts] = [this.state.changes, this.emitted.length, this.facts.length];
    try {
      return { value: part() };
    } catch (error) {
      this.state.undo(length);
      this.emitted = this.emitted.slice(0, emitted);
      this.facts = this.facts.slice(0, facts);
      return { error };
    }
  }

  #write(before: Stored, fields: Fields): Stored {
    const { kind, id } = before;
    const { value = before.value, hidden = before.hidden, groups = before.groups, keys = before.keys } = fields;
    const { due = before.due ?? null } = fields;
    if (due !== null && !Number.isSafeInteger(due)) throw new RangeError('due: must be a whole number of milliseconds');
    const object: Stored = { kind, id, value, hidden, groups, keys, ...(due !== null && { due }) };
    this.facts.push(...factsOf(this.state.object(kind, id), object));
    this.state.set(kind, id, object);
    return object;
  }

  /** Drops the oldest objects or events above the limit. */
  #drop(kind: Kind): void {
    const last = this.state.list(kind, { offset: this.#keep, limit: 1 }).items[0];
    if (last === undefined) return;
    this.state.set(DROPPED, kind, { id: last });
    for (const gone of this.state.upTo(kind, last)) this.state.set(...gone, undefined, true);
  }
}

/** The parts of a unit that rules may use. */
export type Work = Omit<
  Unit,
  'realTime' | 'state' | 'emitted' | 'facts' | 'addEvent' | 'beginIds' | 'setDelivery' | 'attempt'
>;

/** Carries out the due work of an object. It must set a later due time; an earlier one is cleared. */
export type DueRule = (work: Work, object: Stored) => void;

/**
 * Returns `kind method from to` for a change of a status, so that a test run can list the situations that it never saw. A new object comes
 * from `new`. `part`: only a part of the payment goes back. `disputed`: the buyer disputes it.
 */
function factsOf(before: Stored | undefined, { kind, value, hidden }: Stored): string[] {
  const isNoted = lengthOf(hidden.history) > lengthOf(before?.hidden.history);
  if (typeof value.status !== 'string' || (!isNoted && value.status === before?.value.status)) return [];
  const from = String(before?.value.status ?? 'new');
  const method = String(value.payment_method ?? '-').replace(/^(credit|debit)_/, '');
  const isDispute = hidden.disputed !== before?.hidden.disputed;
  const part = isDispute ? ' disputed' : hidden.refunding === undefined ? '' : ' part';
  return [`${kind} ${method} ${from} ${value.status}${part}`];
}

const lengthOf = (history: unknown): number => (Array.isArray(history) ? history.length : 0);
