import { EventEmitter } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../state/index.js';

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

  /**
   * Resolves with the first result of `look` that is not `undefined`. Looks again after each change, and every 100 ms for changes of other
   * processes. `late` says what is missing after some milliseconds. A test runner that ends a test earlier than the wait shows it as a warning.
   */
  async until<Result>(
    account: string,
    look: () => Promise<Result | undefined>,
    { timeout, late }: { readonly timeout: number; readonly late: (waited: number) => Promise<string> },
  ): Promise<Result> {
    const started = performance.now();
    const deadline = started + timeout;
    let warnsAt = endsTestsEarly() ? started + WARNS_AFTER : Infinity;
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
        if (left <= 0) throw new WaitTimeout(await late(timeout));
        if (performance.now() >= warnsAt) {
          warnsAt = Infinity;
          const missing = await late(WARNS_AFTER).catch(errorText);
          if (missing !== '') console.warn(`payment-gateway-sandbox still waits, up to ${timeout} ms: ${missing}`);
        }
        await Promise.race([changed, sleep(Math.min(LOOK_AGAIN, left))]);
      }
    } finally {
      stop();
    }
  }
}

/** Milliseconds. */
const LOOK_AGAIN = 100;

/** vitest and jest end a test after 5 seconds, with a sentence that does not name the reason. Milliseconds. */
const WARNS_AFTER = 4_000;
const endsTestsEarly = (): boolean => ['VITEST', 'JEST_WORKER_ID'].some((name) => process.env[name] !== undefined);

const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The event or state did not arrive in time. */
export class WaitTimeout extends Refusal {
  override readonly name = 'WaitTimeout';

  constructor(message: string) {
    super(408, [message]);
  }
}
