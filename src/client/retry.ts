import type { ResponseEvent } from './options.js';

export const isTransient = ({ status = 500 }: ResponseEvent): boolean =>
  status === 408 || status === 429 || status >= 500;

/** Milliseconds. A longer `Retry-After` is cut down to this. */
const longestDelay = 30_000;

/** Returns the delay before the next attempt in milliseconds: `Retry-After`, or a random part of a bound that doubles. */
export function retryDelay(response: Response | undefined, attempt: number, firstMs: number): number {
  const after = response?.headers.get('retry-after') ?? '';
  const ms = /^[\d.]+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now();
  const backOff = () => Math.random() * firstMs * 2 ** Math.min(attempt - 1, 30);
  return Math.min(Number.isNaN(ms) ? backOff() : Math.max(ms, 0), longestDelay);
}

/** Calls a hook and returns its result. Ignores exceptions and rejections. A returned promise counts as `undefined`. */
export function notify<Event, Returned>(
  hook: ((event: Event) => Returned) | undefined,
  event: Event,
): Returned | undefined {
  try {
    const returned: unknown = hook?.(event);
    if (typeof (returned as { then?: unknown } | undefined)?.then !== 'function') return returned as Returned;
    Promise.resolve(returned).catch(() => {});
  } catch {
    // A hook must not change the result of a call.
  }
  return undefined;
}
