/**
 * Reads request values that passed the contract's validation. Public clients send `"3"` for 3 and `"1"` for true, so these functions accept
 * each form that the contract allows.
 */
import { isObject, type JsonObject } from 'payment-gateway-core/util';
import { unprocessable } from './refusals.js';

/** Returns an id from a path, a query or a body, or undefined for an invalid one. */
export function idOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

export function string(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns an amount in centavos. Refuses amounts below 1, and amounts that a number cannot represent exactly. */
export function amountOf(value: unknown, field: string): number {
  // A plugin sends 1998.9999999999998 for R$ 19.99.
  const amount = typeof value === 'number' ? Math.round(value) : Number.NaN;
  if (amount > 0 && Number.isSafeInteger(amount)) return amount;
  throw unprocessable(`${field}: must be a whole number of centavos, from 1 to ${Number.MAX_SAFE_INTEGER}`);
}

export function optionalAmountOf(value: unknown, field: string): number | undefined {
  return value === undefined || value === null ? undefined : amountOf(value, field);
}

/** Returns a whole number within the bounds, also from a string of digits. Returns `fallback` for a missing value. */
export function countOf(value: unknown, field: string, bounds: { min: number; max: number }, fallback: number): number {
  if (value === undefined || value === null) return fallback;
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof count === 'number' && Number.isInteger(count) && count >= bounds.min && count <= bounds.max) return count;
  throw unprocessable(`${field}: must be a whole number from ${bounds.min} to ${bounds.max}`);
}

export function optionalObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

/** Returns the objects of a list. Fails with 422 for a list that is too long. */
export function objectsOf(value: unknown, field: string): JsonObject[] {
  return listOf(value, field).filter(isObject);
}

/** Returns the strings of a list. Fails with 422 for a list that is too long. */
export function stringsOf(value: unknown, field: string): string[] {
  return listOf(value, field).filter((one) => typeof one === 'string');
}

/** A limit of the sandbox: real orders are shorter, and the response to one megabyte of `{}` would have tens of megabytes. */
const LONGEST_LIST = 1000;

function listOf(value: unknown, field: string): unknown[] {
  if (!Array.isArray(value)) return [];
  if (value.length <= LONGEST_LIST) return value;
  throw unprocessable(
    `${field}: the sandbox keeps at most ${LONGEST_LIST} elements, and the request has ${value.length}`,
  );
}

/** Returns the given fields that are strings. */
export function stringFields<Field extends string>(
  from: JsonObject,
  fields: readonly Field[],
): { [Name in Field]?: string } {
  const found: { [Name in Field]?: string } = {};
  for (const field of fields) {
    const value = from[field];
    if (typeof value === 'string') found[field] = value;
  }
  return found;
}

/** Returns the object without undefined fields. */
export function present<Fields extends object>(
  object: Fields,
): { [Key in keyof Fields]: Exclude<Fields[Key], undefined> } {
  const defined = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined) as ReturnType<typeof present<Fields>>;
}
