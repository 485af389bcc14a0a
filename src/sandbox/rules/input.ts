/**
 * Reads request values that passed the contract's validation. Public clients send `"3"` for 3 and `"1"` for true, so the same meaning is read
 * from each form that the contract takes.
 */
import { isObject, type JsonObject } from '../../contract/json.js';
import { unprocessable } from './refusals.js';

/** Returns an id from a path, a query or a body, or undefined for an invalid one. */
export function idOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

export function flag(value: unknown): boolean | undefined {
  if (value === true || value === 1 || value === '1' || value === 'true') return true;
  if (value === false || value === 0 || value === '0' || value === 'false') return false;
  return undefined;
}

export function string(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** An amount of a request in centavos. Refuses zero, less, and what no number can hold exactly. */
export function amountOf(value: unknown, field: string): number {
  // A plugin sends 1998.9999999999998 for R$ 19.99.
  const amount = typeof value === 'number' ? Math.round(value) : Number.NaN;
  if (amount > 0 && Number.isSafeInteger(amount)) return amount;
  throw unprocessable(`${field}: must be a whole number of centavos, from 1 to ${Number.MAX_SAFE_INTEGER}`);
}

/** The same of an amount that a request may leave out. */
export function optionalAmountOf(value: unknown, field: string): number | undefined {
  return value === undefined || value === null ? undefined : amountOf(value, field);
}

/** A whole number between two bounds, also as a string of digits; `fallback` when it is not there. */
export function countOf(value: unknown, field: string, bounds: { min: number; max: number }, fallback: number): number {
  if (value === undefined || value === null) return fallback;
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof count === 'number' && Number.isInteger(count) && count >= bounds.min && count <= bounds.max) return count;
  throw unprocessable(`${field}: must be a whole number from ${bounds.min} to ${bounds.max}`);
}

export function objectOf(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

export function objectsOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** Those of the fields that have a string. */
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
export function present<Object extends object>(
  object: Object,
): { [Key in keyof Object]: Exclude<Object[Key], undefined> } {
  // Only fields with a value remain.
  const left = {} as { [Key in keyof Object]: Exclude<Object[Key], undefined> };
  for (const key in object) {
    const value = object[key];
    if (value !== undefined) left[key] = value as (typeof left)[typeof key];
  }
  return left;
}
