/** Counts the register entries that decide something. Units of work run synchronously, so one list serves all of them. */
import { type RegisterKey, registerKeys } from '../../../generated/register-keys.js';

const INDEXES: ReadonlyMap<string, number> = new Map(registerKeys.map((key, index) => [key, index]));

/** How often each entry decided something, in the order of the register. */
export class Uses {
  readonly #counts = new Uint32Array(registerKeys.length);

  add(indexes: Iterable<number>): void {
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

/** The entries of the unit that runs now; undefined if it does not count. */
let current: Set<number> | undefined;

/** Runs a task and returns the entries that decided something in it, each once. */
export function countUses<Result>(run: () => Result): { readonly result: Result; readonly used: ReadonlySet<number> } {
  const [used, before] = [new Set<number>(), current];
  current = used;
  try {
    return { result: run(), used };
  } finally {
    current = before;
  }
}

/** Records that an entry decides something in the running unit. */
export function use(entry: string): void {
  if (current === undefined) return;
  const index = INDEXES.get(entry);
  if (index !== undefined) current.add(index);
}

/** Returns the entries as `add` takes them. */
export const indexesOf = (entries: readonly string[]): number[] => entries.flatMap((entry) => INDEXES.get(entry) ?? []);
