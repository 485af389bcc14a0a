import { hideAssignments, isHeaderAt } from './assignments.js';
import { addSecret, isHarmless, isObject, type Members } from './json.js';
import type { Kind, KindOf } from './kinds.js';
import { mask } from './mask.js';
import { Endless, HEAVIEST, membersOf } from './members.js';

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
  /** The same, without what names hide. */
  shown: readonly unknown[];
}

/**
 * Looks at each member once, and collects what stands under sensitive names. Not by recursion: a value may be nested as
 * deep as memory allows. Gives the value without what names hide, with a node for each of its objects.
 *
 * @throws Endless when a value has no end
 */
export function takeSnapshot(value: unknown, kindOf: KindOf, secrets: Set<string>): unknown {
  const root = nodeOf({ values: [value] }, '', false, false);
  const nodes = new Map<object, Node>([[root, root]]);
  const secretNodes = new Set<Node>();
  const made = new Set<object>();
  let weight = 0;

  // What they hold is added behind them, and its turn comes.
  for (const node of nodes.values()) {
    node.values = node.values.map((member, index) => take(member, node.names?.[index] ?? '', !node.names));
    node.shown = node.values.map((member, index) => shownOf(member, kindAt(node, index, kindOf)));
  }
  for (const { values } of secretNodes) values.forEach(addSecretMember);
  return root.shown[0];

  function shownOf(member: unknown, kind: Kind): unknown {
    if (kind && !isHarmless(member)) {
      if (kind === 'sensitive') addSecretMember(member);
      return mask;
    }
    if (typeof member !== 'string') return member;
    return hideAssignments(member, kindOf, (secret) => addSecret(secret, secrets));
  }

  function take(member: unknown, name: string, isListed: boolean): unknown {
    if (!isObject(member)) return inJson(member);
    const known = nodes.get(member);
    if (known) return known;
    const content = membersOf(member, made);
    weight += content.weight;
    if (weight > HEAVIEST) throw new Endless('the value has no end');
    // What stands for an object is not looked into once more.
    if ('value' in content) return isObject(content.value) ? mask : inJson(content.value);
    weight += 3;
    const node = nodeOf(content, name, isListed, member instanceof Error);
    nodes.set(member, node);
    return node;
  }

  function addSecretMember(member: unknown): void {
    if (isObject(member)) secretNodes.add(member as Node);
    else if (!isHarmless(member)) addSecret(String(member), secrets);
  }
}

const nodeOf = ({ names, values }: Members, name: string, isListed: boolean, isError: boolean): Node => ({
  isError,
  name,
  isListed,
  names,
  values,
  shown: [],
});

/** What JSON makes of a value that is no object; a bigint keeps its digits. */
function inJson(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null; // It has no negative zero.
  if (typeof value === 'bigint') return `${value}`;
  return /string|boolean|object/.test(typeof value) ? value : undefined;
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
  const isName = (isListed && values.length === 2) || isHeaderAt(name, before);
  return isName ? kindOf(before) : undefined;
}
