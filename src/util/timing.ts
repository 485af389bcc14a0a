/** The rejection of `withTimeout` when time is up. A value, because an error per attempt would cost a stack trace. */
export const timeUp = Symbol('time is up');

/** Timers accept no more milliseconds. */
const longestTimer = 2 ** 31 - 1;

export type Signals = readonly (AbortSignal | null | undefined)[];

type Listener = () => void;
const listenersOf = new WeakMap<AbortSignal, { readonly all: Set<Listener>; readonly callAll: Listener }>();

/**
 * Calls a listener when a signal aborts, and returns a function that removes it. All listeners of a signal share one of the platform:
 * Node 20 warns of a leak if a signal has more than ten, and many calls may share a signal.
 */
export function onAbort(signal: AbortSignal, listener: Listener): Listener {
  let shared = listenersOf.get(signal);
  if (!shared) {
    const all = new Set<Listener>();
    shared = { all, callAll: () => all.forEach((one) => void one()) };
    listenersOf.set(signal, shared);
  }
  const { all, callAll } = shared;
  if (!all.size) signal.addEventListener('abort', callAll);
  all.add(listener);
  return () => {
    all.delete(listener);
    if (!all.size) signal.removeEventListener('abort', callAll);
  };
}

/**
 * Runs `work` for up to `ms` milliseconds, or until a signal aborts. Then it rejects with `timeUp` or the signal's reason, and the
 * signal that `work` got aborts. `work` ends itself the same way with `stop`. It removes its timer and its listeners. `AbortSignal.any`
 * would cost more than the rest of a call, and on Node 20 it drops an `AbortSignal.timeout` with the garbage.
 */
export function withTimeout<T>(
  ms: number,
  signals: Signals,
  work: (signal: AbortSignal, stop: (reason: unknown) => void) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const listening: Listener[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cleanUp = () => {
    clearTimeout(timer);
    for (const stopListening of listening) stopListening();
  };
  return new Promise((resolve, reject) => {
    const fail = (reason: unknown) => {
      cleanUp();
      reject(reason);
    };
    const stop = (reason: unknown) => {
      fail(reason);
      controller.abort(reason === timeUp ? new DOMException('Time is up.', 'TimeoutError') : reason);
    };
    for (const signal of signals) {
      if (signal?.aborted) return stop(signal.reason);
      if (signal) listening.push(onAbort(signal, () => stop(signal.reason)));
    }
    timer = setTimeout(stop, Math.min(ms, longestTimer), timeUp);
    work(controller.signal, stop).then((result) => {
      cleanUp();
      resolve(result);
    }, fail);
  });
}

/** Waits for `ms` milliseconds. Rejects with the reason of a signal that aborts. */
export const pause = (ms: number, signals: Signals): Promise<void> =>
  withTimeout(ms, signals, () => new Promise<void>(() => {})).catch((reason) => {
    if (reason !== timeUp) throw reason;
  });

/** Milliseconds. A longer `Retry-After` is cut down to this. */
export const longestDelay = 30_000;

/** Returns the delay before the next attempt in milliseconds: `Retry-After`, or a random part of a bound that doubles. */
export function retryDelay(response: Response | undefined, attempt: number, firstMs: number): number {
  const after = response?.headers.get('retry-after') ?? '';
  // A date is by the clock of the server.
  const now = Date.parse(response?.headers.get('date') ?? '') || Date.now();
  const ms = /^[\d.]+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - now;
  const backOff = () => Math.random() * firstMs * 2 ** Math.min(attempt - 1, 30);
  return Math.min(Number.isNaN(ms) ? backOff() : Math.max(ms, 0), longestDelay);
}
