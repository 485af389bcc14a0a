import { EventEmitter } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { matchCopies } from 'payment-gateway-contract/internal/util';
import { Refusal } from '../state/index.js';

/** Signals changes of accounts to listeners. */
export class Signals {
  readonly #emitter = new EventEmitter().setMaxListeners(0);

  notify(account: string): void {
    this.#emitter.emit(account);
  }

  notifyAll(): void {
    for (const account of this.#emitter.eventNames()) this.#emitter.emit(account);
  }

  /** Calls `wake` after each change. Returns a function that stops it. */
  listen(account: string, wake: () => void): () => void {
    this.#emitter.on(account, wake);
    return () => this.#emitter.off(account, wake);
  }

  /** Resolves with the first result of `look` that is not `undefined`. Looks again after each change, and every 100 ms for changes of other processes. */
  async until<Result>(
    account: string,
    look: () => Promise<Result | undefined>,
    { timeout, late }: { readonly timeout: number; readonly late: () => Promise<string> },
  ): Promise<Result> {
    const deadline = performance.now() + timeout;
    let wake = (): void => {};
    const stop = this.listen(account, () => wake());
    try {
      for (;;) {
        const changed = new Promise<void>((resolve) => {
          wake = resolve;
        });
        const found = await look();
        if (found !== undefined) return found;
        const left = deadline - performance.now();
        if (left <= 0) throw new WaitTimeout(await late());
        await Promise.race([changed, sleep(Math.min(LOOK_AGAIN, left))]);
      }
    } finally {
      stop();
    }
  }
}

/** Milliseconds. */
const LOOK_AGAIN = 100;

/** The event or state did not arrive in time. */
export class WaitTimeout extends Refusal {
  static {
    matchCopies(WaitTimeout, 'WaitTimeout');
  }
  override readonly name = 'WaitTimeout';

  constructor(message: string) {
    super(408, [message]);
  }
}
