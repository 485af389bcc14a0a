import { hideAssignments, isHarmless } from './assignments.js';
import { mask } from './mask.js';
import { isObject, membersOf, opened } from './members.js';
import type { Kind } from './names.js';

/** So many members are looked at: getters can make up more without an end. */
const MOST_MEMBERS = 2 ** 21;

interface Found {
  readonly value: unknown;
  readonly isSecret: boolean;
  readonly name: string;
  readonly isListed: boolean;
}

/**
 * Collects what stands under sensitive names, not by recursion: a value may be nested as deep as memory allows.
 *
 * @throws RangeError when a value has no end
 */
export function collectSecrets(values: readonly unknown[], kindOf: (name: string) => Kind, secrets: Set<string>): void {
  const seen = { plain: new Set<object>(), secret: new Set<object>() };
  const add = (secret: string) => addSecret(secret, secrets);
  const open = values.map((value): Found => ({ value, isSecret: false, name: '', isListed: false }));
  let members = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    // An object takes more memory than a number.
    members += isObject(next.value) ? 4 : 1;
    if (members > MOST_MEMBERS) throw new RangeError('the value has no end');
    const { value, isSecret, name, isListed } = next;
    if (!isObject(value)) {
      if (isSecret && !isHarmless(value)) add(String(value));
      if (typeof value === 'string') hideAssignments(value, kindOf, add);
      continue;
    }
    const known = isSecret ? seen.secret : seen.plain;
    if (known.has(value)) continue;
    known.add(value);
    const content = opened(value);
    if ('value' in content) {
      open.push({ ...next, value: content.value });
      continue;
    }
    for (const [key, member, kind] of membersOf(content, kindOf, name, isListed)) {
      const isList = 'list' in content;
      open.push({ value: member, isSecret: isSecret || kind === 'sensitive', name: `${key}`, isListed: isList });
      if (open.length > MOST_MEMBERS) throw new RangeError('the value has no end');
    }
  }
}

/** Of `Bearer abc` the token is a secret by itself. What was hidden before is none. */
export function addSecret(secret: string, secrets: Set<string>): void {
  if (secret.includes(mask)) return;
  secrets.add(secret);
  const [, token] = /^(?:Bearer|Basic) +(.+)/i.exec(secret) ?? [];
  if (token) secrets.add(token);
}
