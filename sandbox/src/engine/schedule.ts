import { clearTimeout, setTimeout } from 'node:timers';

/** The longest wait of a timer, because the clock of an account may move meanwhile. Milliseconds. */
const LONGEST_TIMER = 60_000;

/** The wait before another try after an error. Milliseconds. */
const TRY_AGAIN = 1000;

interface Timer {
  /** The real time of the store. */
  readonly at: number;
  readonly timer: NodeJS.Timeout;
}

interface ScheduleOptions {
  readonly now: () => number;
  /** Does the work of an account that is due. Resolves with the real time of its next work. */
  readonly work: (account: string) => Promise<number | undefined>;
  readonly onError: (error: unknown) => void;
}

/** The next work of each account: events to send, payments that expire, renewals. */
export class Schedule {
  readonly #options: ScheduleOptions;
  readonly #timers = new Map<string, Timer>();
  readonly #running = new Set<Promise<void>>();
  #isClosed = false;

  constructor(options: ScheduleOptions) {
    this.#options = options;
  }

  /** Does the work of the account at a real time, or earlier if that is scheduled already. */
  add(account: string, at: number): void {
    const known = this.#timers.get(account);
    if (this.#isClosed || (known !== undefined && known.at <= at)) return;
    clearTimeout(known?.timer);
    const wait = Math.min(Math.max(at - this.#options.now(), 0), LONGEST_TIMER);
    const timer = setTimeout(() => {
      this.#timers.delete(account);
      const running = this.#work(account);
      this.#running.add(running);
      void running.then(() => this.#running.delete(running));
    }, wait);
    this.#timers.set(account, { at, timer: timer.unref() });
  }

  remove(account: string): void {
    clearTimeout(this.#timers.get(account)?.timer);
    this.#timers.delete(account);
  }

  /** Starts no more work, and waits for running work. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { timer } of this.#timers.values()) clearTimeout(timer);
    await Promise.all(this.#running);
  }

  async #work(account: string): Promise<void> {
    const { work, now, onError } = this.#options;
    try {
      const next = await work(account);
      if (next !== undefined) this.add(account, next);
    } catch (error) {
      onError(error);
      this.add(account, now() + TRY_AGAIN);
    }
  }
}
