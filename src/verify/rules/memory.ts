import { MASK } from '../exchange.js';

/** What a server keeps is remembered for so many resources; a recording of days has more than anybody looks at. */
const REMEMBERED = 50_000;

/** Remembers the last of something by its id, as it is written in paths and in bodies: `1002` and `"1002"` are one. */
export class Memory<Value> {
  readonly #values = new Map<string, Value>();

  /** Undefined for what is no id, and for one that redaction has hidden. */
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

/** Adds to the set of an id, which is made when it is first needed. A copy for each would take the square of their number. */
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
