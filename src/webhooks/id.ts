/**
 * The id of an object as it may stand in a path, or `undefined`. Ids are whole numbers wherever the source document shows one; letters,
 * `-` and `_` are let through, for what it does not show. A number beyond 2^53 is none: JSON has rounded it to that of another object.
 */
export function idOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const id = `${value}`;
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/i.test(id)) return undefined;
  const isNumber = typeof value === 'number' || /^\d+$/.test(id);
  return isNumber && !Number.isSafeInteger(Number(id)) ? undefined : id;
}
