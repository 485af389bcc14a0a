import { isDay } from 'payment-gateway-core/codes';
import type { Operation } from 'payment-gateway-core/contract';
import { booleanOf, isObject, type JsonObject, listAt, once, parseJson } from 'payment-gateway-core/util';
import type { RegisterKey } from 'payment-gateway-core/values';
import { type Exchange, MASK } from '../exchange.js';
import type { BodyViolation, EvidenceLedger, JudgedContract, Place, SeenRecord } from '../judge/index.js';
import { readJudgedContract } from '../judge/index.js';

/** The purpose of a request in a flow. Recordings do not have it. */
export interface Intent {
  /** The flow omitted the token on purpose. */
  readonly withoutToken?: boolean | undefined;
  /** The entry that `expects` and `part` are about. */
  readonly entry?: RegisterKey | undefined;
  /** The status codes that a provoked error may have. */
  readonly expects?: readonly number[] | undefined;
  /** The entries which state that the gateway accepts this request. */
  readonly accepted?: readonly RegisterKey[] | undefined;
  /** The entry about a valid request of this kind. If it is refuted, a refusal of an invalid one proves nothing. */
  readonly unless?: RegisterKey | undefined;
  /** The required field that the flow omitted on purpose. */
  readonly leftOut?: string | undefined;
  /** The part of the entry that an expected status code confirms. */
  readonly part?: string | undefined;
}

/** An exchange with an operation of the contract, prepared for the checks. */
export interface Seen {
  readonly exchange: Exchange;
  readonly operation: Operation;
  readonly operationId: string;
  readonly place: Place;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly hasToken: boolean;
  readonly status: number;
  /** Whether the status code is a 2xx. False for the body `{}` to a GET of an id that no earlier response had. */
  readonly ok: boolean;
  /** The JSON object of the request, or an empty object. */
  readonly sent: JsonObject;
  /** The JSON body of the response. Undefined if it had none. */
  readonly returned: unknown;
  /** `returned` if it is an object, or an empty object. */
  readonly body: JsonObject;
  /** The schema of a successful response. */
  readonly success: JsonObject | undefined;
  /** The objects in the response for which the contract has a schema. */
  readonly records: readonly SeenRecord[];
  readonly violations: readonly BodyViolation[];
  readonly intent: Intent;
  /** The collection and id that the path names. */
  readonly collection: string;
  readonly id: string | undefined;
  /** The resource that the path names, as earlier responses showed it. */
  readonly before: JsonObject | undefined;
  readonly resources: Pick<Resources, 'latest' | 'isRemoved'>;
}

/** Judges exchanges one by one. `finish` runs after the last one. */
export interface Check {
  judge?(seen: Seen): void;
  /** Judges an event that the gateway delivered to a receiver. */
  delivered?(exchange: Exchange): void;
  finish?(): void;
}

export type CreateCheck = (ledger: EvidenceLedger, contract: JudgedContract) => Check;

/** Returns whether a request is sent with `async`. A plugin sends it as a number or a text. */
export const isAsync = (value: unknown): boolean => booleanOf(value) === true;

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

/** Returns the collection of each resource, which is where it is created. */
const collections = once(() => {
  const creations = readJudgedContract().operations.filter(({ resource }) => resource.action === 'create');
  return new Map(creations.map(({ resource: { type }, path }) => [type, path.split('/').at(-1)]));
});
/** Resources that a deletion may delete too. */
const DEPENDENTS: Readonly<Record<string, readonly string[]>> = {
  plans: ['prices', 'subscriptions'],
  customers: ['cards', 'subscriptions'],
  receivers: ['bank-accounts'],
};

/** Remembers the latest record of each resource, as a response showed it, and which resources were deleted. */
export class Resources {
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
      const kind = collections().get(name);
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
  const value = typeof text === 'string' ? parseJson(text) : undefined;
  return isObject(value) ? value : undefined;
}

/** Returns the start of a day in UTC, or NaN for a day whose installments could fall outside the years 0001 to 9999. */
export function dateOf(text: unknown): number {
  const day = typeof text === 'string' ? text.slice(0, 10) : '';
  return isDay(day) && day > '0002' && day < '9900' ? Date.parse(day) : Number.NaN;
}
