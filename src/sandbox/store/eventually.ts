/** A value now, or later: stores in this process return at once, stores over a network do not. */
export type Eventually<Value> = Value | Promise<Value>;

/** Calls `next` with the value, at once when it is no promise: awaiting each value takes a tenth of the time of a request in memory. */
export function follow<Value, Next>(
  value: Eventually<Value>,
  next: (value: Value) => Eventually<Next>,
): Eventually<Next> {
  return isPromise(value) ? value.then(next) : next(value);
}

/** Where something replaces the global `Promise`, as zone.js does, the promise of an async function is no instance of it. */
function isPromise<Value>(value: Eventually<Value>): value is Promise<Value> {
  return typeof (value as Promise<Value> | null | undefined)?.then === 'function';
}
