/**
 * Tells an observer and gives what it returns. It must not change what the caller gets, for once a response to a payment came there is
 * no way back: what it throws is ignored, and so is what its promise rejects with. A promise itself counts as nothing.
 */
export function notify<Event, Returned>(
  hook: ((event: Event) => Returned) | undefined,
  event: Event,
): Returned | undefined {
  try {
    const returned: unknown = hook?.(event);
    if (typeof (returned as { then?: unknown } | undefined)?.then !== 'function') return returned as Returned;
    Promise.resolve(returned).catch(() => {});
  } catch {
    // Ignored as promised.
  }
  return undefined;
}
