import { idFields } from '../../generated/operation-ids.js';

const names: readonly string[] = idFields;

/**
 * Returns the name of an id in parsed JSON that is a number above 2^53, or `undefined`. `JSON.parse` has rounded it to the id of another
 * object. Other numbers may be as large.
 */
export function findUnsafeId(data: unknown): string | undefined {
  const values: unknown[] = [data];
  // The list grows while the loop reads it. A recursion would end at a deep value.
  for (const value of values) {
    if (Array.isArray(value)) {
      for (const element of value) if (typeof element === 'object') values.push(element);
      continue;
    }
    // Every response is searched, and `Object.entries` would take ten times as long as this loop.
    for (const name in value as object) {
      const member = (value as Record<string, unknown>)[name];
      if (typeof member === 'number') {
        if (Math.abs(member) > Number.MAX_SAFE_INTEGER && names.includes(name)) return name;
      } else if (typeof member === 'object' && name !== 'metadata') {
        // The shop defines the fields of `metadata`.
        values.push(member);
      }
    }
  }
  return undefined;
}
