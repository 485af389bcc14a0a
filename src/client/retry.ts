import type { ResponseEvent } from './options.js';

export const isTransient = ({ status = 500 }: ResponseEvent): boolean =>
  status === 408 || status === 429 || status >= 500;

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
