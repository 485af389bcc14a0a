/** The parts of an account, in the order in which the script is given their keys. */
export const PARTS = [
  /** Hash: epoch, counters, documents, and up to which id of a kind was dropped. */
  'meta',
  /** Hash: `kind/id` and the record of the object. */
  'objects',
  /** Hash: `kind/key` and the id that has the unique key. */
  'keys',
  /** Sorted set, by name: the ids of all lists. */
  'lists',
  /** Sorted set, by due time: the objects for which something falls due. */
  'due',
  /** Hash: id and record of each event. */
  'events',
  /** Hash: the receivers of each event, and the record of each delivery. */
  'deliveries',
  /** Sorted set, by name: the pending deliveries of each lane. */
  'pending',
  /** Sorted set, by name: the first delivery of each lane with the time from which it may be claimed. */
  'ready',
  /** Hash: the member of `ready` that stands for a lane. */
  'lanes',
  /** Hash: commits whose outcome their process may not know. */
  'commits',
] as const;

/** The names of everything that is written. Each begins with `{prefix:`, and no other prefix leads to such a name. */
export class Keys {
  readonly state: string;
  readonly accounts: string;
  /** A pattern that all of them fit, and nothing else. */
  readonly pattern: string;
  readonly #prefix: string;
  readonly #parts = new Map<string, readonly string[]>();

  constructor(prefix: string) {
    this.#prefix = prefix;
    this.state = `{${prefix}:}:state`;
    this.accounts = `{${prefix}:}:accounts`;
    this.pattern = `{${prefix}:*`;
  }

  /** Of one account. The part in braces is the same for all of them, so that a cluster keeps them on one server. */
  of(account: string): readonly string[] {
    const known = this.#parts.get(account);
    if (known !== undefined) return known;
    const made = PARTS.map((part) => `${this.#tag(account)}:${part}`);
    if (this.#parts.size > 10_000) this.#parts.clear();
    this.#parts.set(account, made);
    return made;
  }

  /** Where an account is built up before it takes the place of the present one. */
  beside(account: string, name: string): readonly string[] {
    return PARTS.map((part) => `${this.#tag(account)}:new:${name}:${part}`);
  }

  #tag(account: string): string {
    return `{${this.#prefix}:${encodeURIComponent(account)}}`;
  }
}
