import { isObject, type JsonObject, listAt } from 'payment-gateway-core/util';
import { MASK } from '../exchange.js';
import type { KnownResources, Seen } from './check.js';

/** The most resources of a kind to remember, the latest ones. This limits memory on traffic of several days. */
const REMEMBERED = 1_000;

/** Remembers the latest value by id. `1002` in a body and `"1002"` in a path are the same id. */
export class Memory<Value> {
  readonly #values = new Map<string, Value>();

  /** Returns the value of an id. Undefined for invalid and redacted ids. */
  get(id: unknown): Value | undefined {
    return isId(id) ? this.#values.get(String(id)) : undefined;
  }

  set(id: unknown, value: Value): void {
    if (!isId(id)) return;
    this.#values.delete(String(id));
    this.#values.set(String(id), value);
    const [oldest] = this.#values.size > REMEMBERED ? this.#values.keys() : [];
    if (oldest !== undefined) this.#values.delete(oldest);
  }

  delete(id: unknown): void {
    if (isId(id)) this.#values.delete(String(id));
  }

  get size(): number {
    return this.#values.size;
  }
}

/** Adds to the set of an id. It changes the set in place, because copying it for each value takes quadratic time. */
export function addTo(memory: Memory<Set<string>>, id: unknown, value: string): void {
  const known = memory.get(id);
  if (known) known.add(value);
  else memory.set(id, new Set([value]));
}

/** Maps the schema of a resource to its collection. */
const COLLECTIONS: Readonly<Record<string, string>> = {
  Transaction: 'transactions',
  PaymentLink: 'links',
  Customer: 'customers',
  Card: 'cards',
  Plan: 'plans',
  Price: 'prices',
  Subscription: 'subscriptions',
  Receiver: 'receivers',
  BankAccount: 'bank-accounts',
  Webhook: 'webhooks',
  Acquirer: 'acquirers',
};
/** Resources that a deletion may delete too. */
const DEPENDENTS: Readonly<Record<string, readonly string[]>> = {
  plans: ['prices', 'subscriptions'],
  customers: ['cards', 'subscriptions'],
  receivers: ['bank-accounts'],
};

/** Remembers the latest record of each resource, as a response showed it, and which resources were deleted. */
export class Resources implements KnownResources {
  readonly #records = new Map<string, Memory<JsonObject>>();
  readonly #removed = new Memory<true>();

  latest(collection: string, id: unknown): JsonObject | undefined {
    return this.#records.get(collection)?.get(id);
  }

  isRemoved(collection: string, id: unknown): boolean {
    return isId(id) && this.#removed.get(`${collection}/${id}`) === true;
  }

  /** Takes in an exchange, after the checks judged it against the earlier ones. */
  update({ operation, ok, collection, id, records, body }: Seen): void {
    if (!ok) return;
    if (operation.method === 'DELETE' && isId(id)) {
      this.#removed.set(`${collection}/${id}`, true);
      this.#records.get(collection)?.delete(id);
      for (const dependent of DEPENDENTS[collection] ?? []) this.#records.delete(dependent);
      return;
    }
    // Nested records are copies, which may be older than the resource.
    const own = new Set<unknown>([body, ...listAt(body, 'data'), ...listAt(body, 'acquirers')]);
    for (const { name, value } of records) {
      const kind = COLLECTIONS[name];
      if (kind !== undefined && own.has(value)) this.#recordsOf(kind).set(value.id ?? value.card_id, value);
    }
  }

  #recordsOf(collection: string): Memory<JsonObject> {
    const known = this.#records.get(collection) ?? new Memory<JsonObject>();
    this.#records.set(collection, known);
    return known;
  }
}

/** Returns the collection and id of the resource that a path names, as `['transactions', '1002']`. */
export function resourceOf(path: string, params: Readonly<Record<string, string>>): [string, string | undefined] {
  const { id, bank_account_id: account } = params;
  return account === undefined ? [path.split('/')[2] ?? '', id] : ['bank-accounts', account];
}

export function isId(id: unknown): id is number | string {
  return typeof id === 'number' || (typeof id === 'string' && id !== '' && id !== MASK);
}

export function isSameId(one: unknown, other: unknown): boolean {
  return isId(one) && isId(other) && String(one) === String(other);
}

/** Returns the object that a text of JSON holds, such as `metadata`. */
export function parseObject(text: unknown): JsonObject | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
