import { hideAssignments, isHeaderAt } from './assignments.js';
import { addSecret, isHarmless, isObject, type Members } from './json.js';
import { Endless, HEAVIEST, membersOf } from './members.js';
import { createKindOf, type Kind, type KindOf } from './names.js';
import { mask } from './text.js';

/** An object as it was when it was looked at: a getter gives something else the next time. */
export interface Node {
  readonly isError: boolean;
  /** The name under which it was found first. */
  readonly name: string;
  /** Whether that was in a list. */
  readonly isListed: boolean;
  /** Of a record. */
  readonly names: readonly string[] | undefined;
  /** Strings, numbers and the like, with nodes for objects. */
  values: readonly unknown[];
  /** The same, without the values that names hide. */
  shown: readonly unknown[];
}

/**
 * Returns the value without the members that names hide, with a node for each object. Reads each member once and collects the values
 * under sensitive names. It does not recurse, because a value may be nested as deep as memory allows.
 *
 * @throws Endless if the value has no end
 */
export function takeSnapshot(value: unknown, kindOf: KindOf, secrets: Set<string>): unknown {
  const root = nodeOf({ values: [value] }, '', false, false);
  const nodes = new Map<object, Node>([[root, root]]);
  const secretNodes = new Set<Node>();
  const made = new Set<object>();
  let weight = 0;

  // The loop also visits the nodes that it adds.
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

/** Returns a value that is not an object as JSON shows it. A bigint keeps its digits. */
function inJson(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null; // It has no negative zero.
  if (typeof value === 'bigint') return `${value}`;
  return /string|boolean|object/.test(typeof value) ? value : undefined;
}

/**
 * Returns the kind that a member has by its name. In a list of headers, names are members too: `['Cookie', '…']`, or pairs of them. An
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

/**
 * Returns the values of sensitive names in a value that `JSON.parse` returned: in its fields, in strings with JSON, forms or URLs, and
 * in lists of headers. `takeSnapshot` finds the same but takes ten times as long, because it handles getters, cycles and any depth.
 *
 * @param source nested no deeper than the stack allows
 */
export function secretsOfJson(source: unknown): Set<string> {
  const kindOf = createKindOf(false);
  const secrets = new Set<string>();
  const add = (secret: string) => addSecret(secret, secrets);
  // As a snapshot has it, a pair at the top is one of a list.
  take(source, undefined, '', true);
  return secrets;

  function take(member: unknown, kind: Kind, name: string, isListed: boolean): void {
    if (kind === 'sensitive') addAll(member);
    else if (typeof member === 'string') hideAssignments(member, kindOf, add);
    if (Array.isArray(member)) takeList(member, name, isListed);
    else if (isObject(member)) takeRecord(member as Record<string, unknown>);
  }

  function takeRecord(record: Record<string, unknown>): void {
    // An archive of requests has `{ name: 'Cookie', value: '…' }`.
    const title = record.name ?? record.key;
    for (const name of Object.keys(record)) {
      take(record[name], kindOf(name === 'value' && typeof title === 'string' ? title : name), name, false);
    }
  }

  function takeList(list: readonly unknown[], name: string, isListed: boolean): void {
    for (let index = 0; index < list.length; index++) {
      const before = index % 2 === 0 ? undefined : list[index - 1];
      const isValue = typeof before === 'string' && ((isListed && list.length === 2) || isHeaderAt(name, before));
      take(list[index], isValue ? kindOf(before) : undefined, '', true);
    }
  }

  /** Adds all values, under any name. */
  function addAll(member: unknown): void {
    if (isObject(member)) for (const below of Object.values(member)) addAll(below);
    else if (!isHarmless(member)) add(String(member));
  }
}
