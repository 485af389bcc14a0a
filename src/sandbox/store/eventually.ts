/** A value now, or later: stores in this process return at once, stores over a network do not. */
export type Eventually<Value> = Value | Promise<Value>;

/** Calls `next` with the value, at once when it is no promise: awaiting each value takes a tenth of the time of a request in memory. */
export function follow<Value, Next>(
  value: Eventually<Value>,
  next: (value: Value) => Eventually<Next>,
): Eventually<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}
