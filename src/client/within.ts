/** What `within` rejects with when time is up: a value, since an error for every attempt would cost its stack trace. */
export const timeUp = Symbol('time is up');

/** Timers take no more; longer is forever. */
const longestTimer = 2 ** 31 - 1;

/**
 * Runs `work` for at most `ms` milliseconds, or until `signal` aborts; then the signal that `work` was given aborts, and
 * the promise rejects with `timeUp` or the caller's reason. One controller and one timer: combining signals with
 * `AbortSignal.any` takes several times longer than the whole rest of a call.
 */
export function within<T>(
  ms: number,
  signal: AbortSignal | null | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const stop = (reason: unknown) => {
      finish();
      reject(reason);
      controller.abort(reason === timeUp ? new DOMException('Time is up.', 'TimeoutError') : reason);
    };
    const onAbort = () => stop(signal?.reason);
    const timer = setTimeout(stop, Math.min(ms, longestTimer), timeUp);
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) return onAbort();
    work(controller.signal).then(
      (value) => {
        finish();
        resolve(value);
      },
      (reason) => {
        finish();
        reject(reason);
      },
    );
  });
}

/** Waits that long. Rejects with the reason of `signal` when it aborts. */
export const pause = (ms: number, signal: AbortSignal | null | undefined): Promise<void> =>
  within(ms, signal, () => new Promise<void>(() => {})).catch((reason) => {
    if (reason !== timeUp) throw reason;
  });
