import { isTestCard } from './hide.js';
import { isSensitive } from './names.js';
import { mask } from './text.js';

/** A journal entry with the deepest request that a server accepts has fewer levels. Neither this code nor printing a copy overflows the stack. */
export const DEEPEST = 250;
/** Smaller numbers are never hidden: secrets of up to seven digits are hidden in strings only. */
const LARGE = 1e7;

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Returns whether a value is empty, or only shows whether a value exists. */
export const isHarmless = (value: unknown): boolean =>
  !isObject(value) && /^(null|true|false|undefined)?$/.test(`${value}`);

/** Adds a secret, and the token alone of `Bearer abc`. Masks and published test cards are no secrets. */
export function addSecret(secret: string, secrets: Set<string>): void {
  if (secret.includes(mask) || isTestCard(secret)) return;
  secrets.add(secret);
  const [, token] = /^(?:Bearer|Basic|Token)\s+(.+)/i.exec(secret) ?? [];
  if (token) secrets.add(token);
}

/**
 * Returns the values under sensitive names in a request: in lists, records, headers, forms, and strings with JSON. `secretsOf` finds
 * more; a program that bundles the client has only this code.
 */
export function secretsIn(request: unknown): Set<string> {
  const secrets = new Set<string>();
  const walked = [new Set<unknown>(), new Set<unknown>()];
  collect(request, false, 0);
  return secrets;

  function collect(value: unknown, isSecret: boolean, depth: number): void {
    if (isSecret && !isObject(value) && !isHarmless(value)) addSecret(`${value}`, secrets);
    const object = typeof value === 'string' ? parsed(value) : value;
    const seen = walked[Number(isSecret)];
    if (!isObject(object) || depth === DEEPEST || seen?.has(object)) return;
    seen?.add(object);
    const entries =
      'entries' in object && typeof object.entries === 'function' ? object.entries() : Object.entries(object);
    for (const [name, member] of entries) collect(member, isSecret || isSensitive(`${name}`), depth + 1);
  }
}

function parsed(text: string): unknown {
  try {
    return /^\s*[[{]/.test(text) && JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a copy of JSON with `hide` applied to strings, keys and large numbers. Deeper values than the limit are hidden. */
export function hideInJson(root: unknown, hide: (string: string) => string): unknown {
  // A shared object is copied once: nested sharing would make the copy grow without limit.
  const copies = new Map<object, unknown>();
  return copy(root, 0) ?? null;

  function copy(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return hide(value);
    if (typeof value === 'number' && Math.abs(value) >= LARGE) {
      const shown = hide(`${value}`);
      return shown === `${value}` ? value : shown;
    }
    if (!isObject(value)) return value;
    if (depth === DEEPEST) return mask;
    const below = (member: unknown) => copy(member, depth + 1);
    if (!copies.has(value)) {
      copies.set(value, Array.isArray(value) ? value.map((member) => below(member) ?? null) : copyRecord(value, below));
    }
    return copies.get(value);
  }

  /** `"card_cvv": 123` repeats a security code. Elsewhere, 123 is a number like any other. */
  function isSmallSecret(name: string, member: unknown): boolean {
    return typeof member === 'number' && hide(`${member}`) !== `${member}` && isSensitive(name);
  }

  function copyRecord(source: object, below: (member: unknown) => unknown): object {
    const shown = new Map<string, unknown>();
    for (const [name, member] of Object.entries(source)) {
      const value = isSmallSecret(name, member) ? mask : below(member);
      if (value === undefined) continue;
      const key = hide(name);
      // Of two names that look alike now, neither may get lost.
      shown.set(shown.has(key) ? `${key} ${shown.size + 1}` : key, value);
    }
    return Object.fromEntries(shown);
  }
}
