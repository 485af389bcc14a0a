import { contractOf } from '../../../core/src/contract/contract.ts';
import { elements, type Path, reachable } from '../../../core/src/contract/elements.ts';
import { type Evidence, evidenceList, LEVELS, type Level } from '../../../core/src/contract/evidence.ts';
import type { OpenApi, RegisterEntry, Schema } from '../../../core/src/contract/openapi.ts';
import type { Operation } from '../../../core/src/contract/operation.ts';
import { groupBy } from '../../../core/src/util/group-by.ts';
import { oneLine, stringsIn } from '../../contract/text.ts';
import { labelOf, operationHref, slug } from '../addresses.ts';
import type { Language } from '../language.ts';
import type { Words } from '../words/en.ts';

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
  const entries = Object.keys(contract['x-evidence-register']).map((key) => ({ key, uses: uses.get(key) ?? [] }));
  const byGroup = groupBy(entries, ({ uses }) => {
    const [only = GENERAL, ...others] = new Set(uses.flatMap(({ groups }) => groups));
    return others.length > 0 ? GENERAL : only;
  });
  const groups = [GENERAL, ...contract.tags.map(({ name }) => slug(name))];
  return new Map(groups.flatMap((group) => (byGroup.has(group) ? [[group, byGroup.get(group) ?? []]] : [])));
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
    const { definition, operationId, tag, uses } = operation;
    const evidence = [definition['x-evidence'], definition['x-evidence-of'], definition['x-resource']?.evidence];
    add([evidence, uses.security], { label: operationId, href: operationHref(operation), groups: [slug(tag)] });
  }
  const users = usersOfComponents(contract, operations);
  for (const { node, path } of elements(contract)) {
    const component = componentAt(path);
    if (!component) continue;
    const [, , name, ...below] = path;
    const properties = below.filter((_, index) => below[index - 1] === 'properties');
    const own = (users.get(component) ?? []).map(({ operation }) => operation);
    add(ownEvidence(node), {
      label: [name, ...properties].join('.'),
      href: own[0] ? operationHref(own[0]) : start,
      groups: own.length > 0 ? own.map(({ tag }) => slug(tag)) : [GENERAL],
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
  const evidence = evidenceList(stringsIn(node)).filter(({ level }) => level !== 'documented');
  return evidence.map(({ reference }) => reference);
}

/** Returns the operations and webhooks that reach each component, by a name such as `schemas/Card`. */
function usersOfComponents(contract: OpenApi, operations: readonly Operation[]) {
  const uses = operations.flatMap((operation) => {
    const components = reachable(contract, [operation.definition]).map(({ path }) => componentAt(path));
    return [...new Set(components)].map((component) => ({ component, operation }));
  });
  return groupBy(uses, ({ component }) => component);
}

/** Returns the component that holds an element, as `schemas/Card`. */
function componentAt([root, kind, name]: Path): string | undefined {
  return root === 'components' && name !== undefined ? `${kind}/${name}` : undefined;
}

/** Returns a Markdown table that counts the operations and events of each group by level of evidence. */
export function countsTable(contract: OpenApi, { words }: Language): string {
  const { register, levels, site } = words;
  const { operations, webhooks } = contractOf(contract);
  const groups = contract.tags.map((tag) => ({
    name: labelOf(tag),
    operations: operations.filter((operation) => operation.tag === tag.name),
  }));
  const all = { name: `**${register.allOperations}**`, operations };
  const events = { name: site.events, operations: webhooks };
  const count = (operations: readonly Operation[]) =>
    LEVELS.map(
      (level) =>
        operations.filter((operation) => evidenceList(operation.definition['x-evidence'])[0]?.level === level).length,
    );
  const rows = [...groups, all, events].map(({ name, operations }) => `| ${name} | ${count(operations).join(' | ')} |`);
  return [
    `| ${register.group} | ${LEVELS.map((level) => levels[level]).join(' | ')} |`,
    '|---|--:|--:|--:|',
    ...rows,
  ].join('\n');
}

/** What depends on entries of the register, the most important first. */
export const DECIDED = ['money', 'state', 'events', 'shape', 'other'] as const;
export type Decided = (typeof DECIDED)[number];

/** A page of the register. */
export interface RegisterGroup {
  /** The last part of its address. */
  slug: string;
  title: string;
  entries: RegisterItem[];
  /** The sources that the entries name. */
  sources: Source[];
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
  /** The names of its sources. */
  sources: string[];
  /** What rests on it, with the page that shows it. */
  uses: { label: string; href: string }[];
  /** What depends on it. */
  decides: Decided;
}

interface Source {
  /** The name that entries use, such as `WC`. */
  name: string;
  title: string;
  where: string;
  /** The commit, if the source is a repository. */
  commit: string | undefined;
  /** The commit, or the address of its pages. */
  href: string | undefined;
}

/** Returns the register by the group of operations that it concerns. Entries about money come first. */
export function registerGroups(contract: OpenApi, { words }: Language): RegisterGroup[] {
  const titles = new Map(contract.tags.map((tag) => [slug(tag.name), labelOf(tag)]));
  return [...entriesByGroup(contract)].map(([group, all]) => {
    const entries = all
      .toSorted((one, other) => Number(isAboutMoney(contract, other.key)) - Number(isAboutMoney(contract, one.key)))
      .map(({ key, uses }) => itemOf(contract, key, uses, words));
    const named = new Set(entries.flatMap(({ sources }) => sources));
    const sources = Object.keys(contract['x-evidence-sources']).filter((name) => named.has(name));
    return {
      slug: group,
      title: titles.get(group) ?? words.register.general,
      entries,
      sources: sources.map((name) => sourceOf(contract, name)),
    };
  });
}

const isAboutMoney = (contract: OpenApi, key: string): boolean =>
  contract['x-evidence-register'][key]?.decides === 'money';

/** Splits a statement into its first sentence, which is the claim, and the reasons for it. */
export function claimOf(statement: string): { claim: string; reasons: string } {
  const [claim = statement] = /^.*?[.!?](?= \p{Lu}| `|$)/u.exec(statement) ?? [];
  return { claim, reasons: statement.slice(claim.length).trim() };
}

/** Returns the address of each entry of the register, such as `/evidence/cards/#brand-path`. */
export function registerPlaces(groups: readonly RegisterGroup[]): Record<string, string> {
  return Object.fromEntries(
    groups.flatMap(({ slug, entries }) => entries.map(({ key }) => [key, `/evidence/${slug}/#${key}`])),
  );
}

function itemOf(contract: OpenApi, key: string, uses: readonly Use[], { register }: Words): RegisterItem {
  const entry = contract['x-evidence-register'][key] as RegisterEntry;
  const { route, by, why } = entry.settle;
  const who = by === 'person' ? register.person : register.verify;
  return {
    key,
    level: entry.level,
    statement: oneLine(entry.statement),
    settledBy: oneLine(entry.settled_by),
    // Of an entry that nothing can settle, `settled_by` says why.
    howSettled:
      route === 'never' ? '' : oneLine(`${register.learnt(register.routes[route] ?? route, who)} ${why ?? ''}`),
    variants: Object.entries(entry.variants ?? {}).map(([name, { statement }]) => ({
      name,
      statement: oneLine(statement),
    })),
    sources: entry.source,
    uses: uses.map(({ label, part, href }) => ({ label: part ? register[part] : label, href })),
    decides: DECIDED.find((decided) => decided === entry.decides) ?? 'other',
  };
}

/** Returns a source of the register by its name. */
export function sourceOf(contract: OpenApi, name: string): Source {
  const { title = name, where = '' } = contract['x-evidence-sources'][name] ?? {};
  const [, repository, hash] = /^([\w.-]+\/[\w.-]+) \S+ ([\da-f]{7,40})\b/.exec(where) ?? [];
  const commit = repository && `https://github.com/${repository}/tree/${hash}`;
  const [host] = /\b(?:[\w-]+\.)+(?:io|me|br)\b/.exec(where) ?? [];
  return { name, title, where: oneLine(where), commit, href: commit ?? (host && `https://${host}/`) };
}

/** Returns the statement of a reference, as one Markdown paragraph. */
export function statementOf(
  contract: OpenApi,
  { level, reference }: Evidence,
  { words }: Pick<Language, 'words'>,
): string {
  if (level === 'documented') {
    return words.sectionOfSource(reference, contract['x-source-document'].sections[reference]);
  }
  const entry = contract['x-evidence-register'][reference];
  if (!entry) throw new Error(`No entry "${reference}" in x-evidence-register: add it to evidence.yaml`);
  return entry.statement.trim();
}
