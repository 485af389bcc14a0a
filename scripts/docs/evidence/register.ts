import { elements, type Node, type Path, reachable } from '../../contract/elements.js';
import { evidenceList, evidenceOfUses, LEVELS } from '../../contract/evidence.js';
import type { Language } from '../language.ts';
import { anchorOf, labelOf, operationsOf, slug, webhooksOf } from '../places.ts';
import { oneLine } from '../text.ts';
import type { Contract, Place, RegisterEntry, Schema, Use } from '../types.ts';
import type { Words } from '../words/en.ts';
import { pill } from './statement.ts';

/** How many operations and events of each group stand on which level of evidence, as a Markdown table. */
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

/** The register as a table in HTML, since its cells hold more than Markdown allows in one. */
export function registerTable(contract: Contract, language: Language): string {
  const { register } = language.words;
  const uses = usesOf(contract, language);
  const rows = Object.entries(contract['x-evidence-register']).map(
    ([key, entry]) =>
      `| **${key}** ${pill(entry.level, language)} | ${cell(entry.statement)} ${details(contract, entry, uses.get(key) ?? [], language.words)} |`,
  );
  return [`| ${register.entry} | ${register.statement} |`, '|---|---|', ...rows].join('\n');
}

function howSettled({ route, by, why }: RegisterEntry['settle'], { register }: Words): string {
  const who = by === 'person' ? register.person : register.verify;
  return cell(`${register.learnt(register.routes[route] ?? route, who)}${why === undefined ? '' : ` ${why}`}`);
}

function details(contract: Contract, entry: RegisterEntry, uses: Use[], words: Words): string {
  const { register } = words;
  const sources = entry.source.map((key) => {
    const source = contract['x-evidence-sources'][key];
    return source ? `${source.title} (${source.where})` : key;
  });
  const links = uses.map(({ label, anchor }) => `<a href="${anchor}">${label}</a>`).join(', ');
  return [
    `<details class="rests"><summary>${register.restsOnIt(uses.length)}</summary>`,
    `<p><strong>${register.settledBy}</strong> ${cell(entry.settled_by)} <em>${howSettled(entry.settle, words)}</em></p>`,
    `<p><strong>${register.source}</strong> ${sources.join('; ')}</p>`,
    `<p><strong>${register.whatRests}</strong> ${links}</p>`,
    '</details>',
  ].join('');
}

/** Text as it may stand in a cell of a Markdown table. */
function cell(text: string): string {
  return oneLine(text).replaceAll('|', '\\|');
}

/** Everything that names an entry of the register, by entry. */
export function usesOf(contract: Contract, { words }: Language): Map<string, Use[]> {
  const { register, sections } = words;
  const gettingStarted = `#/section/${slug(sections.gettingStarted)}`;
  const uses = new Map<string, Use[]>();
  const add = (node: unknown, label: string, anchor: string) => {
    for (const reference of referencesIn(node)) {
      const list = uses.get(reference) ?? [];
      if (!list.some((use) => use.label === label)) list.push({ label, anchor });
      uses.set(reference, list);
    }
  };
  const homes = homesOfComponents(contract, gettingStarted);
  add(contract['x-evidence'], register.wholeContract, '#/');
  add(contract.info['x-evidence'], register.description, '#/');
  for (const server of contract.servers) add(server['x-evidence'], register.address, gettingStarted);
  add(contract['x-test-values'].evidence, register.testCards, `#/section/${slug(sections.testCards)}`);
  for (const place of [...operationsOf(contract), ...webhooksOf(contract)]) {
    const { operation } = place;
    const evidence = [
      operation['x-evidence'],
      operation['x-evidence-of'],
      operation['x-resource']?.evidence,
      evidenceOfUses(contract, operation).security,
    ];
    add(evidence, operation.operationId ?? place.path, anchorOf(place));
  }
  for (const { node, path } of elements(contract as unknown as Node)) {
    const component = componentAt(path);
    if (!component) continue;
    const [, , name, ...below] = path;
    const properties = below.filter((_, index) => below[index - 1] === 'properties');
    add(ownEvidence(node), [name, ...properties].join('.'), homes.get(component) ?? '#/');
  }
  return uses;
}

function ownEvidence(node: Schema): unknown {
  return [node['x-evidence'], node['x-enum-evidence'], node['x-transitions']?.map(({ evidence }) => evidence)];
}

/** The register keys in any nesting of evidence texts. */
function referencesIn(node: unknown): string[] {
  if (typeof node === 'string')
    return evidenceList(node).flatMap((e) => (e.level === 'documented' ? [] : [e.reference]));
  if (typeof node === 'object' && node !== null) return Object.values(node).flatMap(referencesIn);
  return [];
}

/** For each component, as `schemas/Card`, the anchor of the first operation or webhook that reaches it: the place to see it on the page. */
function homesOfComponents(contract: Contract, gettingStarted: string): Map<string, string> {
  const homes = new Map<string, string>();
  for (const place of [...operationsOf(contract), ...webhooksOf(contract)]) {
    for (const { path } of reachable(contract as unknown as Node, [place.operation])) {
      const component = componentAt(path);
      if (component && !homes.has(component)) homes.set(component, anchorOf(place));
    }
  }
  for (const name of Object.keys(contract.components.securitySchemes))
    homes.set(`securitySchemes/${name}`, gettingStarted);
  return homes;
}

/** The component in which something stands, as `schemas/Card`. */
function componentAt([root, kind, name]: Path): string | undefined {
  return root === 'components' && name !== undefined ? `${kind}/${name}` : undefined;
}
