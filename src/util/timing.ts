/** The rejection of `withTimeout` when time is up. A value, because an error per attempt would cost a stack trace. */
export const timeUp = Symbol('time is up');

/** Timers accept no more milliseconds. */
const longestTimer = 2 ** 31 - 1;

export type Signals = readonly (AbortSignal | null | undefined)[];

/**
 * Runs `work` for up to `ms` milliseconds, or until a signal aborts. Then it rejects with `timeUp` or the signal's reason, and the
 * signal that `work` got aborts. It removes its timer and its listeners. `AbortSignal.any` would cost more than the rest of a call.
 */
export async function withTimeout<T>(
  ms: number,
  signals: Signals,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const cleanUps: (() => void)[] = [];
  try {
    return await new Promise<T>((resolve, reject) => {
      const stop = (reason: unknown) => {
        reject(reason);
        controller.abort(reason === timeUp ? new DOMException('Time is up.', 'TimeoutError') : reason);
      };
      const timer = setTimeout(stop, Math.min(ms, longestTimer), timeUp);
      cleanUps.push(() => clearTimeout(timer));
      for (const signal of signals) {
        if (!signal) continue;
        const onAbort = () => stop(signal.reason);
        if (signal.aborted) return onAbort();
        signal.addEventListener('abort', onAbort);
        cleanUps.push(() => signal.removeEventListener('abort', onAbort));
      }
      work(controller.signal).then(resolve, reject);
    });
  } finally {
    for (const cleanUp of cleanUps) cleanUp();
  }
}

/** Waits for `ms` milliseconds. Rejects with the reason of a signal that aborts. */
export const pause = (ms: number, signals: Signals): Promise<void> =>
  withTimeout(ms, signals, () => new Promise<void>(() => {})).catch((reason) => {
    if (reason !== timeUp) throw reason;
  });
