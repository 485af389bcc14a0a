import { idFields } from '../../generated/operation-ids.js';

const names: readonly string[] = idFields;

/**
 * Returns the name of an id in parsed JSON that is a number above 2^53, or `undefined`. `JSON.parse` has rounded it to the id of another
 * object. Other numbers may be as large.
 */
export function findUnsafeId(text: string, data: unknown): string | undefined {
  // Few responses have so many digits in a row, and only those need a search.
  return /\d{16}/.test(text) ? search(data) : undefined;
}

function search(data: unknown): string | undefined {
  const values = [data];
  // The list grows while the loop reads it. A recursion would end at a deep value.
  for (const value of values) {
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, member] of Object.entries(value)) {
      if (typeof member === 'number' && Math.abs(member) > Number.MAX_SAFE_INTEGER && names.includes(name)) return name;
      // The shop defines the fields of `metadata`.
      if (name !== 'metadata') values.push(member);
    }
  }
  return undefined;
}
