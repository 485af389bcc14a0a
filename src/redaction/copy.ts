import { mask } from './mask.js';
import { isObject } from './members.js';
import type { Node, Snapshot } from './snapshot.js';

/** Deeper than any record. What stands below is hidden, so that whatever prints the copy does not run out of stack. */
const DEEPEST = 100;
/** A number below holds no card number and no secret: those of up to seven digits are hidden in strings only. */
const LARGE = 1e7;

/** What JSON would make of the value, without what its names and `hide` hide. */
export function copyOf({ root, texts }: Snapshot, hide: (text: string) => string): unknown {
  return copy(root, 0) ?? null;

  function copy(value: unknown, depth: number): unknown {
    switch (typeof value) {
      case 'string':
        return hide(texts.get(value) ?? value);
      case 'bigint':
        return hide(`${value}`);
      case 'number':
        return copyNumber(value);
      case 'boolean':
        return value;
      case 'object':
        return isObject(value) ? copyOnce(value as Node, depth) : null;
      default:
        return undefined;
    }
  }

  function copyNumber(value: number): unknown {
    if (!Number.isFinite(value)) return null;
    const shown = Math.abs(value) < LARGE ? `${value}` : hide(`${value}`);
    // JSON has no negative zero.
    return shown === `${value}` ? value + 0 : shown;
  }

  /** What stands in several places is copied once: copies of copies have no end that one could wait for. */
  function copyOnce(node: Node, depth: number): unknown {
    if (node.shown === undefined) {
      node.shown = '[circular]';
      node.shown = depth < DEEPEST ? copyNode(node, depth) : mask;
    }
    return node.shown;
  }

  function copyNode({ names, values, hidden }: Node, depth: number): unknown {
    const copies = values.map((value, index) => (hidden?.has(index) ? mask : copy(value, depth + 1)));
    if (!names) return copies.map((member) => member ?? null);
    const unique = new Set<string>();
    const members = copies.flatMap((member, index) => {
      if (member === undefined) return [];
      const name = hide(names[index] ?? '');
      // Of two names that look alike now, neither may get lost.
      const shown = unique.has(name) ? `${name} ${unique.size + 1}` : name;
      unique.add(shown);
      return [[shown, member] as const];
    });
    return Object.fromEntries(members);
  }
}
