import { hideAssignments, isHeaderAt } from './assignments.js';
import { addSecret, isHarmless, isObject, type Members } from './json.js';
import { type Count, membersOf, weightOf } from './members.js';
import { createKindOf, type Kind, type KindOf } from './names.js';
import { mask } from './text.js';

/** The weight of the largest value. */
const HEAVIEST = 2 ** 21;

/** An object whose members are copied. */
interface Open {
  readonly copy: Record<string, unknown> | unknown[];
  readonly names: readonly string[] | undefined;
  /** The members as they were read, with an `Open` for each object. */
  values: readonly unknown[];
  readonly isError: boolean;
  /** The name under which it was found first. */
  readonly name: string;
  /** Whether that was in a list. */
  readonly isListed: boolean;
}

/**
 * Returns a copy as arrays and records, without the values that names hide. Reads each member once, because a getter may return another
 * value the next time, and collects the values under sensitive names. It does not recurse, because a value may be nested as deep as
 * memory allows.
 *
 * @throws RangeError if the value is heavier than `heaviest`
 */
export function takeSnapshot(value: unknown, kindOf: KindOf, secrets: Set<string>, heaviest = HEAVIEST): unknown {
  const opened = new Map<object, Open>();
  const secretObjects = new Set<Open>();
  let weight = 0;
  const count: Count = (more) => {
    weight += more;
    if (weight > heaviest) throw new RangeError('the value has no end');
  };
  count(weightOf(value));
  const root = open({ values: [value] }, '', false, false);
  opened.set(root, root);

  // The loop also visits the objects that it opens.
  for (const one of opened.values()) {
    const { names } = one;
    const copy = one.copy as Record<string, unknown>;
    one.values = one.values.map((member, index) => take(member, names?.[index] ?? '', !names));
    for (const [index, member] of one.values.entries()) {
      copy[names?.[index] ?? index] = shownOf(member, kindAt(one, index, kindOf));
    }
  }
  for (const { values } of secretObjects) values.forEach(addSecretMember);
  return (root.copy as unknown[])[0];

  function take(member: unknown, name: string, isListed: boolean): unknown {
    if (!isObject(member)) return inJson(member);
    const known = opened.get(member);
    if (known) return known;
    let content: ReturnType<typeof membersOf>;
    try {
      content = membersOf(member, count);
    } catch {
      count(0); // Throws again if the value is too heavy.
      return mask;
    }
    // What stands for an object is not looked into once more.
    if ('value' in content) return isObject(content.value) ? mask : inJson(content.value);
    const one = open(content, name, isListed, member instanceof Error);
    opened.set(member, one);
    return one;
  }

  /** Returns a value that is not an object as JSON shows it. A bigint keeps its digits. */
  function inJson(value: unknown): unknown {
    if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null; // It has no negative zero.
    if (typeof value === 'bigint') return `${value}`;
    return /string|boolean|object/.test(typeof value) ? value : undefined;
  }

  function shownOf(member: unknown, kind: Kind): unknown {
    if (kind && !isHarmless(member)) {
      if (kind === 'sensitive') addSecretMember(member);
      return mask;
    }
    if (typeof member === 'string') return hideAssignments(member, kindOf, (secret) => addSecret(secret, secrets));
    return isObject(member) ? (member as Open).copy : member;
  }

  function addSecretMember(member: unknown): void {
    if (isObject(member)) secretObjects.add(member as Open);
    else if (!isHarmless(member)) addSecret(String(member), secrets);
  }
}

const open = ({ names, values }: Members, name: string, isListed: boolean, isError: boolean): Open => ({
  // Without a prototype, `__proto__` is an ordinary name.
  copy: names ? Object.create(null) : [],
  ...{ names, values, name, isListed, isError },
});

/**
 * Returns the kind of a member by its name. In a list of headers, names are members too: `['Cookie', '…']`, or pairs of them. An
 * archive of requests has `{ name: 'Cookie', value: '…' }`.
 */
function kindAt({ names, values, name, isListed, isError }: Open, index: number, kindOf: KindOf): Kind {
  if (names) {
    const key = names[index] ?? '';
    const title = key === 'value' && (values[names.indexOf('name')] ?? values[names.indexOf('key')]);
    return isError && key === 'name' ? undefined : kindOf(typeof title === 'string' ? title : key);
  }
  const before = index % 2 ? values[index - 1] : undefined;
  if (typeof before !== 'string') return undefined;
  const isName = (isListed && values.length === 2) || isHeaderAt(name, before);
  return isName ? kindOf(before) : undefined;
}

/** Returns the values under sensitive names in a value of any size: in its members, and in strings with JSON, forms or URLs. */
export function secretsOf(value: unknown): Set<string> {
  const secrets = new Set<string>();
  takeSnapshot(value, createKindOf(false), secrets, Number.POSITIVE_INFINITY);
  return secrets;
}
