import { contractOf } from '../../../core/src/contract/contract.ts';
import { elements, type Path, reachable } from '../../../core/src/contract/elements.ts';
import { evidenceList } from '../../../core/src/contract/evidence.ts';
import type { OpenApi, Schema } from '../../../core/src/contract/openapi.ts';
import type { Operation } from '../../../core/src/contract/operation.ts';
import { operationHref, slug } from '../addresses.ts';

/** Something that rests on an entry of the register. */
export interface Use {
  /** The id of an operation, the name of a field, or the name of a part. */
  label: string;
  /** Set for entries that concern more than operations and fields. */
  part?: Part;
  /** The page of the docs that shows it. */
  href: string;
  /** The groups of operations that it concerns. */
  groups: string[];
}

type Part = 'wholeContract' | 'description' | 'address' | 'testCards';

/** The group of entries that concern several groups of operations. */
const GENERAL = 'general';

/** Returns the keys of the register with their uses, by the group of operations that they concern. Those that concern several come first. */
export function entriesByGroup(contract: OpenApi): Map<string, { key: string; uses: readonly Use[] }[]> {
  const uses = usesOf(contract);
  const entries = Object.keys(contract['x-evidence-register']).map((key) => {
    const own = uses.get(key) ?? [];
    const [only = GENERAL, ...others] = new Set(own.flatMap(({ groups }) => groups));
    return { key, uses: own, group: others.length > 0 ? GENERAL : only };
  });
  const groups = [GENERAL, ...contract.tags.map(({ name }) => slug(name))];
  const byGroup = groups.map((group) => [group, entries.filter((entry) => entry.group === group)] as const);
  return new Map(byGroup.filter(([, own]) => own.length > 0));
}

/** Returns everything that names an entry of the register, by entry. */
export function usesOf(contract: OpenApi): Map<string, Use[]> {
  const uses = new Map<string, Use[]>();
  const add = (node: unknown, use: Use) => {
    for (const reference of referencesIn(node)) {
      const list = uses.get(reference) ?? [];
      if (!list.some(({ label }) => label === use.label)) list.push(use);
      uses.set(reference, list);
    }
  };
  const start = '/guides/getting-started/';
  const addPart = (node: unknown, part: Part, href: string) =>
    add(node, { label: part, part, href, groups: [GENERAL] });
  addPart(contract['x-evidence'], 'wholeContract', '/');
  addPart(contract.info['x-evidence'], 'description', '/');
  for (const server of contract.servers) addPart(server['x-evidence'], 'address', start);
  addPart(contract['x-test-values'].evidence, 'testCards', '/guides/test-cards/');
  const operations = contractOf(contract).operationsAndWebhooks;
  for (const operation of operations) {
    const { definition } = operation;
    const evidence = [
      definition['x-evidence'],
      definition['x-evidence-of'],
      definition['x-resource']?.evidence,
      operation.uses.security,
    ];
    add(evidence, {
      label: operation.operationId,
      href: operationHref(operation),
      groups: [slug(operation.tag)],
    });
  }
  const users = usersOfComponents(contract, operations);
  for (const { node, path } of elements(contract)) {
    const component = componentAt(path);
    if (!component) continue;
    const [, , name, ...below] = path;
    const properties = below.filter((_, index) => below[index - 1] === 'properties');
    const [first, ...others] = users.get(component) ?? [];
    add(ownEvidence(node), {
      label: [name, ...properties].join('.'),
      href: first ? operationHref(first) : start,
      groups: first ? [first, ...others].map((operation) => slug(operation.tag)) : [GENERAL],
    });
  }
  return uses;
}

/** Returns the evidence that an element names. */
export function ownEvidence(node: Schema): unknown {
  return [
    node['x-evidence'],
    node['x-evidence-of'],
    node['x-enum-evidence'],
    node['x-transitions']?.map(({ evidence }) => evidence),
  ];
}

/** Returns the register keys in any nesting of evidence texts. */
export function referencesIn(node: unknown): string[] {
  if (typeof node === 'string')
    return evidenceList(node).flatMap((e) => (e.level === 'documented' ? [] : [e.reference]));
  if (typeof node === 'object' && node !== null) return Object.values(node).flatMap(referencesIn);
  return [];
}

/** Returns the operations and webhooks that reach each component, by a name such as `schemas/Card`. */
function usersOfComponents(contract: OpenApi, operations: readonly Operation[]): Map<string, Operation[]> {
  const users = new Map<string, Operation[]>();
  for (const operation of operations) {
    for (const { path } of reachable(contract, [operation.definition])) {
      const component = componentAt(path);
      if (!component) continue;
      const list = users.get(component) ?? [];
      if (!list.includes(operation)) list.push(operation);
      users.set(component, list);
    }
  }
  return users;
}

/** Returns the component that holds an element, as `schemas/Card`. */
function componentAt([root, kind, name]: Path): string | undefined {
  return root === 'components' && name !== undefined ? `${kind}/${name}` : undefined;
}
