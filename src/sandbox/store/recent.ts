/** Remembers something by name, of the names that were set last: of so many at most. */
export class Recent<Value> {
  readonly #most: number;
  readonly #values = new Map<string, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  get(name: string): Value | undefined {
    return this.#values.get(name);
  }

  set(name: string, value: Value): void {
    this.#values.delete(name);
    this.#values.set(name, value);
    if (this.#values.size <= this.#most) return;
    for (const oldest of this.#values.keys()) {
      this.#values.delete(oldest);
      return;
    }
  }

  delete(name: string): void {
    this.#values.delete(name);
  }

  names(): string[] {
    return [...this.#values.keys()];
  }
}

/** How exactly a store on a disk or behind a network knows which account was used last. Milliseconds. */
const TELL_AGAIN = 1000;

/** When the use of an account was last written to a store, so that it is not written with each request. */
export class Told {
  readonly #times: Recent<number>;

  constructor(most: number) {
    this.#times = new Recent(most);
  }

  /** Whether it was written at all. */
  has(name: string): boolean {
    return this.#times.get(name) !== undefined;
  }

  /** Whether to write it now; from then on it counts as written. */
  isDue(name: string): boolean {
    const now = performance.now();
    if (now - (this.#times.get(name) ?? Number.NEGATIVE_INFINITY) < TELL_AGAIN) return false;
    this.#times.set(name, now);
    return true;
  }
}
