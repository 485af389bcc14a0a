import { MASK } from '../exchange.js';

/** The most resources to remember. This limits memory on recordings of several days. */
const REMEMBERED = 50_000;

/** Remembers the latest value by id. `1002` in a body and `"1002"` in a path are the same id. */
export class Memory<Value> {
  readonly #values = new Map<string, Value>();

  /** Returns the value of an id. Undefined for invalid and redacted ids. */
  get(id: unknown): Value | undefined {
    return isId(id) ? this.#values.get(String(id)) : undefined;
  }

  set(id: unknown, value: Value): void {
    if (!isId(id) || (this.#values.size >= REMEMBERED && !this.#values.has(String(id)))) return;
    this.#values.set(String(id), value);
  }

  delete(id: unknown): void {
    if (isId(id)) this.#values.delete(String(id));
  }

  clear(): void {
    this.#values.clear();
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

export function isId(id: unknown): id is number | string {
  return typeof id === 'number' || (typeof id === 'string' && id !== '' && id !== MASK);
}

export function isSameId(one: unknown, other: unknown): boolean {
  return isId(one) && isId(other) && String(one) === String(other);
}
