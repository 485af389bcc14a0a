import { isTestCard } from './hide.js';
import { mask } from './text.js';

/** The members of a list, or of a record with their names. */
export interface Members {
  readonly names?: readonly string[] | undefined;
  readonly values: readonly unknown[];
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Says that there is nothing, or only whether there is something. */
export const isHarmless = (value: unknown) => !isObject(value) && /^(null|true|false|undefined)?$/.test(`${value}`);

/** Adds a secret, and the token alone of `Bearer abc`. Masks and published test cards are no secrets. */
export function addSecret(secret: string, secrets: Set<string>): void {
  if (secret.includes(mask) || isTestCard(secret)) return;
  secrets.add(secret);
  const [, token] = /^(?:Bearer|Basic|Token)\s+(.+)/i.exec(secret) ?? [];
  if (token) secrets.add(token);
}

/** Deeper than any record. Deeper values are hidden, so that printing the copy does not overflow the stack. */
const DEEPEST = 100;
/** Smaller numbers are never hidden: secrets of up to seven digits are hidden in strings only. */
const LARGE = 1e7;

/** Returns a copy of JSON with `hide` applied to strings, keys and large numbers. */
export function hideInJson(root: unknown, hide: (string: string) => string): unknown {
  const copies = new Map<object, unknown>();
  return copy(root, 0) ?? null;

  function copy(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return hide(value);
    if (typeof value === 'number' && Math.abs(value) >= LARGE) {
      const shown = hide(`${value}`);
      return shown === `${value}` ? value : shown;
    }
    if (!isObject(value)) return value;
    // A shared object is copied once: nested sharing would make the copy grow without limit.
    if (!copies.has(value)) {
      copies.set(value, '[circular]');
      copies.set(value, depth < DEEPEST ? copyObject(value, depth + 1) : mask);
    }
    return copies.get(value);
  }

  function copyObject(source: object, depth: number): unknown {
    if (Array.isArray(source)) return source.map((member) => copy(member, depth) ?? null);
    const shown = new Map<string, unknown>();
    for (const [name, member] of Object.entries(source)) {
      const value = copy(member, depth);
      if (value === undefined) continue;
      const key = hide(name);
      // Of two names that look alike now, neither may get lost.
      shown.set(shown.has(key) ? `${key} ${shown.size + 1}` : key, value);
    }
    return Object.fromEntries(shown);
  }
}
