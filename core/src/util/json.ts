/** A JSON object whose fields are not checked yet. */
export type JsonObject = { [key: string]: unknown };

/** Parameters by their name: of a path, a query, or the headers. */
export type Values = Record<string, string | string[]>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value if it is an object, or an empty object. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Returns the object under `key`, or an empty object. */
export function objectAt(value: unknown, key: string): JsonObject {
  return asObject(asObject(value)[key]);
}

export function stringAt(value: unknown, key: string): string | undefined {
  const found = isObject(value) ? value[key] : undefined;
  return typeof found === 'string' ? found : undefined;
}

/** Returns a text, number or boolean as text, otherwise ''. `String` throws for foreign values such as `{"toString": 1}`. */
export function textOf(value: unknown): string {
  return typeof value === 'object' || value === undefined ? '' : String(value);
}

/** Returns a number, also one in a text, otherwise NaN. `Number` throws for foreign values such as `{"valueOf": 1, "toString": 1}`. */
export function numberOf(value: unknown): number {
  return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '') ? Number(value) : Number.NaN;
}

/** Returns a flag: also of 1, "1" and "true", which clients of other languages send. Undefined for other values. */
export function booleanOf(value: unknown): boolean | undefined {
  if (value === true || value === 1 || value === '1' || value === 'true') return true;
  return value === false || value === 0 || value === '0' || value === 'false' ? false : undefined;
}

/** Returns a value as JSON, or '' if it is nested too deeply. */
export function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}

export function listAt(value: unknown, key: string): unknown[] {
  const found = isObject(value) ? value[key] : undefined;
  return Array.isArray(found) ? found : [];
}
