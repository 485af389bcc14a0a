/** Counts the register entries that decide something. Units of work run synchronously, so one list serves all units. */
import { type RegisterKey, registerKeys } from 'payment-gateway-core/values';

/** How often each entry decided something. */
export class Uses {
  readonly #counts = new Map<RegisterKey, number>();

  add(entries: readonly RegisterKey[]): void {
    for (const entry of entries) this.#counts.set(entry, (this.#counts.get(entry) ?? 0) + 1);
  }

  clear(): void {
    this.#counts.clear();
  }

  /** Returns the entries with their counts, most used first. */
  entries(): { readonly entry: RegisterKey; readonly uses: number }[] {
    return registerKeys
      .map((entry) => ({ entry, uses: this.#counts.get(entry) ?? 0 }))
      .filter(({ uses }) => uses > 0)
      .sort((one, other) => other.uses - one.uses);
  }
}

/** The entries of the part that runs now; undefined if it does not count. */
let current: RegisterKey[] | undefined;

/** Runs a part of a unit, and adds the entries that decided something in it to a list, each once. Without a list, to that of the part around it. */
export function countUses<Result>(run: () => Result, into: RegisterKey[] | undefined = current): Result {
  if (into === undefined) return run();
  const [used, before]: [RegisterKey[], typeof current] = [[], current];
  current = used;
  try {
    return run();
  } finally {
    current = before;
    into.push(...used);
  }
}

/** Records that an entry decides something in the running part. */
export function countUse(entry: RegisterKey): void {
  if (current?.includes(entry) === false) current.push(entry);
}
