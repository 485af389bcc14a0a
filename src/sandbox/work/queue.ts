/** Runs one task after the other, per name. */
export class Queues {
  readonly #tails = new Map<string, Promise<unknown>>();

  run<Value>(name: string, task: () => Promise<Value>): Promise<Value> {
    const before = this.#tails.get(name);
    const result = before === undefined ? task() : before.then(task);
    const tail = result.then(noop, noop);
    this.#tails.set(name, tail);
    void tail.then(() => {
      if (this.#tails.get(name) === tail) this.#tails.delete(name);
    });
    return result;
  }
}

const noop = (): void => {};
