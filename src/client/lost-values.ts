/**
 * Refuses a body that JSON would change without an error. JSON writes `NaN` as `null`, and leaves out `undefined`: a refund without an
 * amount refunds everything.
 *
 * @throws TypeError that names the field
 */
export function refuseLostValues(operationId: string, body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  if ('amount' in body && body.amount === undefined)
    throw new TypeError(
      `body.amount: is undefined, so ${operationId} would get no amount; leave out the field if you mean that`,
    );
  // The map grows while the loop reads it, and holds each object once: a body can refer to itself.
  const objects = new Map<object, string>([[body, 'body']]);
  for (const [object, path] of objects) {
    for (const [name, value] of Object.entries(object)) {
      const lost = lossOf(value);
      if (lost) throw new TypeError(`${path}.${name}: is ${lost}`);
      if (typeof value === 'object' && value !== null) objects.set(value, `${path}.${name}`);
    }
  }
}

/** Returns what JSON does to a value, if JSON cannot write it. */
function lossOf(value: unknown): string | undefined {
  if (typeof value === 'bigint') return 'a bigint, which JSON cannot write; pass a number';
  if (typeof value === 'number' && !Number.isFinite(value)) return `${value}, which JSON writes as null`;
  if (value instanceof Date && Number.isNaN(value.valueOf())) return 'an invalid Date, which JSON writes as null';
  return undefined;
}
