import { hideAssignments, isHarmless } from './assignments.js';
import { mask } from './mask.js';
import { membersOf, opened } from './members.js';
import type { Kind } from './names.js';

/** Deeper than any record. What stands below is hidden, so that whatever prints the copy does not run out of stack. */
const DEEPEST = 100;
/** A number below holds no card number and no secret: those of up to seven digits are hidden in strings only. */
const LARGE = 1e7;

/** Copies a value as JSON would carry it, without what its names and `hide` hide. */
export function createCopy(kindOf: (name: string) => Kind, hide: (text: string) => string) {
  const copies = new Map<object, unknown>();
  return (value: unknown) => copy(value, '', 0, false) ?? null;

  function copy(value: unknown, name: string, depth: number, isListed: boolean): unknown {
    switch (typeof value) {
      case 'string':
      case 'bigint':
        return hide(hideAssignments(`${value}`, kindOf));
      case 'number':
        return copyNumber(value);
      case 'object':
        return value && copyOnce(value, name, depth, isListed);
      default:
        return typeof value === 'boolean' ? value : undefined;
    }
  }

  function copyNumber(value: number): unknown {
    if (!Number.isFinite(value)) return null;
    const shown = Math.abs(value) < LARGE ? `${value}` : hide(`${value}`);
    // JSON has no negative zero.
    return shown === `${value}` ? value + 0 : shown;
  }

  /** What stands in several places is copied once: copies of copies have no end that one could wait for. */
  function copyOnce(source: object, name: string, depth: number, isListed: boolean): unknown {
    if (copies.has(source)) return copies.get(source);
    copies.set(source, '[circular]');
    const copied = copyObject(source, name, depth, isListed);
    copies.set(source, copied);
    return copied;
  }

  function copyObject(source: object, name: string, depth: number, isListed: boolean): unknown {
    const content = opened(source);
    if ('value' in content) return copy(content.value, name, depth, false);
    if (depth >= DEEPEST) return mask;
    const members = [...membersOf(content, kindOf, name, isListed)].map(([key, member, kind]): [string, unknown] => [
      `${key}`,
      kind && !isHarmless(member) ? mask : copy(member, `${key}`, depth + 1, 'list' in content),
    ]);
    if ('list' in content) return members.map(([, member]) => member ?? null);

    const names = new Set<string>();
    const shown = members
      .filter(([, member]) => member !== undefined)
      .map(([key, member]) => {
        const hidden = hide(key);
        // Of two keys that look alike now, neither may get lost.
        const unique = names.has(hidden) ? `${hidden} ${names.size + 1}` : hidden;
        names.add(unique);
        return [unique, member];
      });
    return Object.fromEntries(shown);
  }
}
