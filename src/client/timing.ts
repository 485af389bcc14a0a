/** The rejection of `withTimeout` when time is up. */
export const timeUp = Symbol('time is up');

/**
 * Runs `work` for up to `ms` milliseconds, or until `outer` aborts. Then it rejects with `timeUp` or the signal's reason, and aborts the signal
 * that `work` got. It has its own timer, because Node 20 may collect the signal of `AbortSignal.any` before its timer ends.
 */
export function withTimeout<Result>(
  ms: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  return new Promise((resolve, reject) => {
    const onAbort = () => stop(outer?.reason);
    const end = () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', onAbort);
    };
    const stop = (reason: unknown) => {
      end();
      reject(reason);
      controller.abort();
    };
    const timer = setTimeout(stop, Math.min(ms, 1e9), timeUp);
    outer?.addEventListener('abort', onAbort);
    if (outer?.aborted) onAbort();
    work(controller.signal).finally(end).then(resolve, reject);
  });
}

/** Waits for `ms` milliseconds. Rejects with the reason of a signal that aborts. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  const reason = await withTimeout(ms, signal, () => new Promise(() => {})).catch((reason) => reason);
  if (reason !== timeUp) throw reason;
}

/** The longest delay before an attempt, in milliseconds. */
export const longestDelay = 30_000;

/** Returns the delay before the next attempt in milliseconds: `Retry-After`, or a random part of a bound. */
export function retryDelay(response: Response | undefined, boundMs: number): number {
  const after = response?.headers.get('retry-after') ?? '';
  // A date is by the clock of the server.
  const now = Date.parse(response?.headers.get('date') ?? '') || Date.now();
  const ms = /^[\d.]+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - now;
  return Math.min(Number.isNaN(ms) ? Math.random() * boundMs : Math.max(ms, 0), longestDelay);
}
