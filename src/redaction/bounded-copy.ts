import { hideAssignments, isHeaderAt } from './assignments.js';
import { addSecret, DEEPEST, isHarmless, isObject } from './json-text.js';
import { type Count, type Members, membersOf } from './members.js';
import { createKindOf, type Kind, type KindOf } from './names.js';
import { mask } from './text.js';

/** The members of the largest value. */
const MOST_MEMBERS = 2 ** 18;

/**
 * Returns a copy as arrays and records, without the values that names hide, and collects the values under sensitive names. Reads each
 * member once, because a getter may return another value the next time.
 *
 * @throws RangeError if the value has more members than `most`
 */
export function takeSnapshot(value: unknown, kindOf: KindOf, secrets: Set<string>, most = MOST_MEMBERS): unknown {
  const copies = new Map<object, unknown>();
  const secretObjects = new Set<object>();
  const onSecret = (secret: string) => addSecret(secret, secrets);
  let members = 0;
  const count: Count = () => {
    if (++members > most) throw new RangeError('the value has no end');
  };
  return copy(value, '', false, 0);

  /** @param name the name of the value; empty in a list */
  function copy(value: unknown, name: string, isSecret: boolean, depth: number): unknown {
    if (!isObject(value)) return copyScalar(inJson(value), isSecret);
    // Reads a shared object again if it is secret in a later place.
    if (!copies.has(value) || (isSecret && !secretObjects.has(value))) {
      if (isSecret) secretObjects.add(value);
      copies.set(value, '[circular]');
      copies.set(value, depth < DEEPEST ? copyObject(value, name, isSecret, depth) : mask);
    }
    return copies.get(value);
  }

  function copyScalar(value: unknown, isSecret: boolean): unknown {
    if (isSecret && !isHarmless(value)) onSecret(`${value}`);
    return typeof value === 'string' ? hideAssignments(value, kindOf, onSecret) : value;
  }

  function copyObject(source: object, name: string, isSecret: boolean, depth: number): unknown {
    let content: ReturnType<typeof membersOf>;
    try {
      content = membersOf(source, count);
    } catch {
      if (members > most) throw new RangeError('the value has no end');
      return mask;
    }
    // What stands for an object is not looked into once more.
    if ('value' in content) return isObject(content.value) ? mask : copyScalar(inJson(content.value), isSecret);
    const { names } = content;
    const values = content.values.map((member) => (isObject(member) ? member : inJson(member)));
    // Without a prototype, `__proto__` is an ordinary name.
    const shown: Record<string, unknown> = names ? Object.create(null) : [];
    for (const [index, member] of values.entries()) {
      const key = names?.[index] ?? '';
      const isErrorName = source instanceof Error && key === 'name';
      const kind = isErrorName || isHarmless(member) ? undefined : kindAt({ names, values }, index, name, kindOf);
      const below = copy(member, key, isSecret || kind === 'sensitive', depth + 1);
      shown[names ? key : index] = kind ? mask : below;
    }
    return shown;
  }
}

/** Returns a value that is not an object as JSON shows it. A bigint keeps its digits. */
function inJson(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null; // It has no negative zero.
  if (typeof value === 'bigint') return `${value}`;
  return /string|boolean|object/.test(typeof value) ? value : undefined;
}

/**
 * Returns the kind of a member by its name. In a list of headers, names are members too: `['Cookie', '…']`, or a list of such pairs. An
 * archive of requests has `{ name: 'Cookie', value: '…' }`.
 */
function kindAt({ names, values }: Members, index: number, list: string, kindOf: KindOf): Kind {
  if (names) {
    const key = names[index] ?? '';
    const title = key === 'value' && (values[names.indexOf('name')] ?? values[names.indexOf('key')]);
    return kindOf(typeof title === 'string' ? title : key);
  }
  const before = index % 2 ? values[index - 1] : undefined;
  if (typeof before !== 'string') return undefined;
  const isName = (list === '' && values.length === 2) || isHeaderAt(list, before);
  return isName ? kindOf(before) : undefined;
}

/** Returns the values under sensitive names in a value of any size: in its members, and in strings with JSON, forms or URLs. */
export function secretsOf(value: unknown): Set<string> {
  const secrets = new Set<string>();
  takeSnapshot(value, createKindOf(false), secrets, Number.POSITIVE_INFINITY);
  return secrets;
}
