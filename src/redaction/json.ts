import { isTestCard } from './hide.js';
import { isSensitive } from './names.js';
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

/** Returns the values under sensitive names in records, headers and forms, and in strings that hold JSON. */
export function secretsIn(sources: readonly unknown[]): Set<string> {
  const secrets = new Set<string>();
  // Both grow while they are walked, and each object is in them once.
  const open = new Set<unknown>(sources);
  const sensitive = new Set<unknown>();
  for (const value of open) {
    for (const [name, member] of entriesOf(parsed(value))) (isSensitive(`${name}`) ? sensitive : open).add(member);
  }
  for (const value of sensitive) {
    if (isObject(value)) for (const [, member] of entriesOf(value)) sensitive.add(member);
    else if (!isHarmless(value)) addSecret(`${value}`, secrets);
  }
  return secrets;
}

function entriesOf(value: unknown): Iterable<[unknown, unknown]> {
  if (!isObject(value)) return [];
  return 'entries' in value && typeof value.entries === 'function' ? value.entries() : Object.entries(value);
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** Deeper than any record. Deeper values are hidden, so that printing the copy does not overflow the stack. */
const DEEPEST = 100;
/** Smaller numbers are never hidden: secrets of up to seven digits are hidden in strings only. */
const LARGE = 1e7;

/**
 * Returns a copy of JSON in which `hide` was applied to strings, keys and large numbers.
 *
 * @param membersOf reads the members of an object that is not a list or record of JSON
 */
export function hideInJson(root: unknown, hide: (string: string) => string, membersOf = membersOfJson): unknown {
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
      copies.set(value, depth < DEEPEST ? copyObject(membersOf(value), depth + 1) : mask);
    }
    return copies.get(value);
  }

  function copyObject({ names, values }: Members, depth: number): unknown {
    const shown = values.map((value) => copy(value, depth));
    if (!names) return shown.map((value) => value ?? null);
    const unique = new Map<string, unknown>();
    for (const [index, name] of names.entries()) {
      if (shown[index] === undefined) continue;
      const key = hide(name);
      // Of two names that look alike now, neither may get lost.
      unique.set(unique.has(key) ? `${key} ${unique.size + 1}` : key, shown[index]);
    }
    return Object.fromEntries(unique);
  }
}

const membersOfJson = (value: object): Members =>
  Array.isArray(value) ? { values: value } : { names: Object.keys(value), values: Object.values(value) };
