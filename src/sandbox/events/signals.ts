/** Signals changes of accounts to listeners. */
export class Signals {
  readonly #waiting = new Map<string, Set<() => void>>();

  notify(account: string): void {
    for (const wake of this.#waiting.get(account) ?? []) wake();
  }

  notifyAll(): void {
    for (const account of this.#waiting.keys()) this.notify(account);
  }

  /** Calls `wake` after each change. Returns a function that stops it. */
  listen(account: string, wake: () => void): () => void {
    const listeners = this.#waiting.get(account) ?? new Set();
    this.#waiting.set(account, listeners);
    listeners.add(wake);
    return () => {
      listeners.delete(wake);
      if (listeners.size === 0 && this.#waiting.get(account) === listeners) this.#waiting.delete(account);
    };
  }

  /** Resolves with the first result of `look` that is not `undefined`. Looks again after each change, and every 100 ms for changes of other processes. */
  async until<Result>(
    account: string,
    look: () => Promise<Result | undefined>,
    { timeout, late }: { readonly timeout: number; readonly late: () => Promise<string> },
  ): Promise<Result> {
    const deadline = performance.now() + timeout;
    for (;;) {
      const changed = this.#next(account, Math.min(LOOK_AGAIN, Math.max(deadline - performance.now(), 0)));
      try {
        const found = await look();
        if (found !== undefined) return found;
        if (performance.now() >= deadline) throw new WaitTimeout(await late());
        await changed.promise;
      } finally {
        changed.stop();
      }
    }
  }

  /** Listens before the caller looks, so that it misses no change. */
  #next(account: string, delay: number): { readonly promise: Promise<void>; stop(): void } {
    let stop = (): void => {};
    const promise = new Promise<void>((resolve) => {
      const silence = this.listen(account, resolve);
      const timer = setTimeout(resolve, delay);
      stop = () => {
        clearTimeout(timer);
        silence();
      };
    });
    return { promise, stop };
  }
}

/** Milliseconds. */
const LOOK_AGAIN = 100;

/** The event or state did not arrive in time. */
export class WaitTimeout extends Error {
  override readonly name = 'WaitTimeout';
}
