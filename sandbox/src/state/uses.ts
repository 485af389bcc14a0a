/** Counts the register entries that decide something. Units of work run synchronously, so one list serves all units. */
import { type RegisterKey, registerKeys } from 'payment-gateway-core/values';

const INDEXES: ReadonlyMap<string, number> = new Map(registerKeys.map((key, index) => [key, index]));

/** How often each entry decided something, in the order of the register. */
export class Uses {
  readonly #counts = new Uint32Array(registerKeys.length);

  add(indexes: readonly number[]): void {
    for (const index of indexes) this.#counts[index] = (this.#counts[index] ?? 0) + 1;
  }

  clear(): void {
    this.#counts.fill(0);
  }

  /** Returns the entries with their counts, most used first. */
  entries(): { readonly entry: RegisterKey; readonly uses: number }[] {
    return registerKeys
      .map((entry, index) => ({ entry, uses: this.#counts[index] ?? 0 }))
      .filter(({ uses }) => uses > 0)
      .sort((one, other) => other.uses - one.uses);
  }
}

/** The entries of the part that runs now; undefined if it does not count. */
let current: number[] | undefined;

/** Runs a part of a unit, and adds the entries that decided something in it to a list, each once. Without a list, to that of the part around it. */
export function countUses<Result>(run: () => Result, into: number[] | undefined = current): Result {
  if (into === undefined) return run();
  const [used, before]: [number[], typeof current] = [[], current];
  current = used;
  try {
    return run();
  } finally {
    current = before;
    into.push(...used);
  }
}

/** Records that an entry decides something in the running part. */
export function countUse(entry: string): void {
  if (current === undefined) return;
  const index = INDEXES.get(entry);
  if (index !== undefined && !current.includes(index)) current.push(index);
}

/** Returns the entry as `add` takes it. */
export const indexOf = (entry: RegisterKey): number => INDEXES.get(entry) ?? 0;
