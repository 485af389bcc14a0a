import { elements, type Node, type Path, reachable } from '../../contract/elements.js';
import { evidenceList, evidenceOfUses, LEVELS } from '../../contract/evidence.js';
import type { Language } from '../language.ts';
import { hrefOf, labelOf, operationsOf, slug, webhooksOf } from '../places.ts';
import { oneLine } from '../text.ts';
import type { Contract, Level, Place, RegisterEntry, Schema } from '../types.ts';
import type { Words } from '../words/en.ts';

/** Something that rests on an entry of the register. */
export interface Use {
  label: string;
  /** The page that shows it. */
  href: string;
  /** The groups of operations that it concerns. */
  groups: string[];
}

/** Returns a Markdown table that counts the operations and events of each group by level of evidence. */
export function countsTable(contract: Contract, { words }: Language): string {
  const { register, levels } = words;
  const groups = contract.tags.map((tag) => ({
    name: labelOf(tag),
    places: operationsOf(contract).filter(({ operation }) => operation.tags[0] === tag.name),
  }));
  const all = { name: `**${register.allOperations}**`, places: operationsOf(contract) };
  const events = { name: register.events, places: webhooksOf(contract) };
  const count = (places: Place[]) =>
    LEVELS.map(
      (level) => places.filter(({ operation }) => evidenceList(operation['x-evidence'])[0]?.level === level).length,
    );
  const rows = [...groups, all, events].map(({ name, places }) => `| ${name} | ${count(places).join(' | ')} |`);
  return [
    `| ${register.group} | ${LEVELS.map((level) => levels[level]).join(' | ')} |`,
    '|---|--:|--:|--:|',
    ...rows,
  ].join('\n');
}

/** A page of the register. */
export interface RegisterGroup {
  /** The last part of its address. */
  slug: string;
  title: string;
  entries: RegisterItem[];
}

/** An entry of the register as a reader sees it. */
export interface RegisterItem {
  key: string;
  level: Level;
  /** Markdown, like the other texts. */
  statement: string;
  settledBy: string;
  howSettled: string;
  variants: { name: string; statement: string }[];
  sources: string[];
  uses: Use[];
}

/**
 * Returns the register by the group of operations that it concerns. Entries that concern several groups come first, below
 * "General".
 */
export function registerGroups(contract: Contract, language: Language): RegisterGroup[] {
  const { register } = language.words;
  const uses = usesOf(contract, language);
  const titles = new Map([
    [GENERAL, register.general],
    ...contract.tags.map((tag) => [slug(tag.name), labelOf(tag)] as const),
  ]);
  const items = Object.entries(contract['x-evidence-register']).map(([key, entry]) => {
    const own = uses.get(key) ?? [];
    const groups = new Set(own.flatMap(({ groups }) => groups));
    const [only = GENERAL, ...others] = groups;
    return { group: others.length > 0 ? GENERAL : only, item: itemOf(contract, key, entry, own, language.words) };
  });
  return [...titles]
    .map(([group, title]) => ({
      slug: group,
      title,
      entries: items.filter((item) => item.group === group).map(({ item }) => item),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** Returns the address of each entry of the register, such as `/evidence/cards/#brand-path`. */
export function registerPlaces(groups: readonly RegisterGroup[]): Record<string, string> {
  return Object.fromEntries(
    groups.flatMap(({ slug, entries }) => entries.map(({ key }) => [key, `/evidence/${slug}/#${key}`])),
  );
}

const GENERAL = 'general';

function itemOf(contract: Contract, key: string, entry: RegisterEntry, uses: Use[], { register }: Words): RegisterItem {
  const { route, by, why } = entry.settle;
  const who = by === 'person' ? register.person : register.verify;
  return {
    key,
    level: entry.level,
    statement: oneLine(entry.statement),
    settledBy: oneLine(entry.settled_by),
    howSettled: oneLine([register.learnt(register.routes[route] ?? route, who), why].filter(Boolean).join(' ')),
    variants: Object.entries(entry.variants ?? {}).map(([name, { statement }]) => ({
      name,
      statement: oneLine(statement),
    })),
    sources: entry.source.map((name) => {
      const source = contract['x-evidence-sources'][name];
      return source ? `${source.title} (${source.where})` : name;
    }),
    uses,
  };
}

/** Returns everything that names an entry of the register, by entry. */
export function usesOf(contract: Contract, { words }: Language): Map<string, Use[]> {
  const { register } = words;
  const uses = new Map<string, Use[]>();
  const add = (node: unknown, use: Use) => {
    for (const reference of referencesIn(node)) {
      const list = uses.get(reference) ?? [];
      if (!list.some(({ label }) => label === use.label)) list.push(use);
      uses.set(reference, list);
    }
  };
  const general = { groups: [GENERAL] };
  const start = '/guides/getting-started/';
  add(contract['x-evidence'], { label: register.wholeContract, href: '/', ...general });
  add(contract.info['x-evidence'], { label: register.description, href: '/', ...general });
  for (const server of contract.servers)
    add(server['x-evidence'], { label: register.address, href: start, ...general });
  add(contract['x-test-values'].evidence, { label: register.testCards, href: '/guides/test-cards/', ...general });
  const places = [...operationsOf(contract), ...webhooksOf(contract)];
  for (const place of places) {
    const { operation } = place;
    const evidence = [
      operation['x-evidence'],
      operation['x-evidence-of'],
      operation['x-resource']?.evidence,
      evidenceOfUses(contract, operation).security,
    ];
    add(evidence, {
      label: operation.operationId ?? place.path,
      href: hrefOf(place),
      groups: [slug(operation.tags[0])],
    });
  }
  const users = usersOfComponents(contract, places);
  for (const { node, path } of elements(contract as unknown as Node)) {
    const component = componentAt(path);
    if (!component) continue;
    const [, , name, ...below] = path;
    const properties = below.filter((_, index) => below[index - 1] === 'properties');
    const [first, ...others] = users.get(component) ?? [];
    add(ownEvidence(node), {
      label: [name, ...properties].join('.'),
      href: first ? hrefOf(first) : start,
      groups: first ? [first, ...others].map(({ operation }) => slug(operation.tags[0])) : [GENERAL],
    });
  }
  return uses;
}

function ownEvidence(node: Schema): unknown {
  return [node['x-evidence'], node['x-enum-evidence'], node['x-transitions']?.map(({ evidence }) => evidence)];
}

/** Returns the register keys in any nesting of evidence texts. */
function referencesIn(node: unknown): string[] {
  if (typeof node === 'string')
    return evidenceList(node).flatMap((e) => (e.level === 'documented' ? [] : [e.reference]));
  if (typeof node === 'object' && node !== null) return Object.values(node).flatMap(referencesIn);
  return [];
}

/** Returns the operations and webhooks that reach each component, by a name such as `schemas/Card`. */
function usersOfComponents(contract: Contract, places: Place[]): Map<string, Place[]> {
  const users = new Map<string, Place[]>();
  for (const place of places) {
    for (const { path } of reachable(contract as unknown as Node, [place.operation])) {
      const component = componentAt(path);
      if (!component) continue;
      const list = users.get(component) ?? [];
      if (!list.includes(place)) list.push(place);
      users.set(component, list);
    }
  }
  return users;
}

/** Returns the component that holds an element, as `schemas/Card`. */
function componentAt([root, kind, name]: Path): string | undefined {
  return root === 'components' && name !== undefined ? `${kind}/${name}` : undefined;
}
