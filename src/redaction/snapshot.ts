import { headerNames, hideAssignments, isHarmless } from './assignments.js';
import { mask } from './mask.js';
import { isObject, membersOf } from './members.js';
import type { Kind, KindOf } from './names.js';

/** A member weighs 1, an object 3 more: getters can make up more of them without an end. */
const HEAVIEST = 2 ** 21;

/** An object as it was when it was looked at: a getter gives something else the next time. */
export interface Node {
  readonly isError: boolean;
  /** The name under which it was found first. */
  readonly name: string;
  /** Whether that was in a list. */
  readonly isListed: boolean;
  /** Of a record. */
  readonly names: readonly string[] | undefined;
  /** Strings, numbers and the like; nodes in the place of objects. */
  values: readonly unknown[];
  /** The places of the values that their names hide. */
  hidden: Set<number> | undefined;
  /** What became of it. */
  shown: unknown;
}

export interface Snapshot {
  /** A node where the value is an object. */
  readonly root: unknown;
  /** What became of the strings in which names hide something. */
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Looks at each member once, and collects what stands under sensitive names. Not by recursion: a value may be nested as
 * deep as memory allows.
 *
 * @throws RangeError when a value has no end
 */
export function takeSnapshot(value: unknown, kindOf: KindOf, secrets: Set<string>): Snapshot {
  const texts = new Map<string, string>();
  const nodes = new Map<object, Node>();
  const secretNodes = new Set<Node>();
  let weight = 0;

  const root = take(value, '', false);
  // What they hold is added behind them, and its turn comes.
  for (const node of nodes.values()) {
    weight += node.values.length + 3;
    if (weight > HEAVIEST) throw new RangeError('the value has no end');
    // With the holes of a list.
    node.values = [...node.values].map((member, index) => takeMember(node, member, index));
  }
  for (const { values } of secretNodes) values.forEach(addSecretMember);
  return { root, texts };

  function takeMember(node: Node, member: unknown, index: number): unknown {
    const taken = take(member, node.names?.[index] ?? '', !node.names);
    const kind = kindAt(node, index, kindOf);
    if (kind && !isHarmless(taken)) {
      node.hidden ??= new Set();
      node.hidden.add(index);
      if (kind === 'sensitive') addSecretMember(taken);
    }
    return taken;
  }

  function take(member: unknown, name: string, isListed: boolean): unknown {
    if (typeof member === 'string') {
      const shown = hideAssignments(member, kindOf, (secret) => addSecret(secret, secrets));
      if (shown !== member) texts.set(member, shown);
    }
    if (!isObject(member)) return member;
    const known = nodes.get(member);
    if (known) return known;
    const content = membersOf(member);
    // What stands for an object is not looked into once more.
    if ('value' in content) return isObject(content.value) ? mask : take(content.value, name, isListed);
    const { names, values } = content;
    const node: Node = {
      isError: member instanceof Error,
      name,
      isListed,
      names,
      values,
      hidden: undefined,
      shown: undefined,
    };
    nodes.set(member, node);
    return node;
  }

  function addSecretMember(member: unknown): void {
    if (isObject(member)) secretNodes.add(member as Node);
    else if (!isHarmless(member)) addSecret(String(member), secrets);
  }
}

/**
 * What its name says of a member. In a list of headers names are members too: `['Cookie', '…']`, or pairs of them; and an
 * archive of requests has `{ name: 'Cookie', value: '…' }`.
 */
function kindAt({ names, values, name, isListed, isError }: Node, index: number, kindOf: KindOf): Kind {
  if (names) {
    const key = names[index] ?? '';
    const title = key === 'value' && (values[names.indexOf('name')] ?? values[names.indexOf('key')]);
    return isError && key === 'name' ? undefined : kindOf(typeof title === 'string' ? title : key);
  }
  const before = index % 2 ? values[index - 1] : undefined;
  if (typeof before !== 'string') return undefined;
  const isName = (isListed && values.length === 2) || /(headers|trailers)$/i.test(name) || headerNames.test(before);
  return isName ? kindOf(before) : undefined;
}

/** Of `Bearer abc` the token is a secret by itself. What was hidden before is none. */
export function addSecret(secret: string, secrets: Set<string>): void {
  if (secret.includes(mask)) return;
  secrets.add(secret);
  const [, token] = /^(?:Bearer|Basic) +(.+)/i.exec(secret) ?? [];
  if (token) secrets.add(token);
}
