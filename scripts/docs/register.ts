import {
  anchorOf,
  type Contract,
  componentName,
  operationsOf,
  type Place,
  type RegisterEntry,
  type Schema,
  webhooksOf,
} from './contract.ts';
import { levels, parseEvidence } from './evidence.ts';

/** Something that rests on an entry of the register, and where a reader finds it. */
export interface Use {
  label: string;
  anchor: string;
}

/** How many operations and events of each group stand on which level of evidence, as a Markdown table. */
export function countsTable(contract: Contract): string {
  const groups = contract.tags.map(({ name }) => ({
    name,
    places: operationsOf(contract).filter(({ operation }) => operation.tags[0] === name),
  }));
  const all = { name: '**All operations**', places: operationsOf(contract) };
  const events = { name: 'Events', places: webhooksOf(contract) };
  const count = (places: Place[]) =>
    levels.map(
      (level) => places.filter(({ operation }) => parseEvidence(operation['x-evidence'])[0]?.level === level).length,
    );
  const rows = [...groups, all, events].map(({ name, places }) => `| ${name} | ${count(places).join(' | ')} |`);
  return [`| Group | ${levels.join(' | ')} |`, '|---|--:|--:|--:|', ...rows].join('\n');
}

/** The register as a table in HTML, since its cells hold more than Markdown allows in one. */
export function registerTable(contract: Contract): string {
  const uses = usesOf(contract);
  const rows = Object.entries(contract['x-evidence-register']).map(
    ([key, entry]) =>
      `| **${key}** <span class="level ${entry.level}">${entry.level}</span> | ${oneLine(entry.statement)} ${details(contract, entry, uses.get(key) ?? [])} |`,
  );
  return ['| Entry | Statement |', '|---|---|', ...rows].join('\n');
}

function details(contract: Contract, entry: RegisterEntry, uses: Use[]): string {
  const sources = entry.source.map((key) => {
    const source = contract['x-evidence-sources'][key];
    return source ? `${source.title} (${source.where})` : key;
  });
  const links = uses.map(({ label, anchor }) => `<a href="${anchor}">${label}</a>`).join(', ');
  return [
    `<details class="rests"><summary>Rests on it: ${uses.length}</summary>`,
    `<p><strong>Settled by</strong> ${oneLine(entry.settled_by)}</p>`,
    `<p><strong>Source</strong> ${sources.join('; ')}</p>`,
    `<p><strong>What rests on it</strong> ${links}</p>`,
    '</details>',
  ].join('');
}

/** Everything that names an entry of the register, by entry. */
export function usesOf(contract: Contract): Map<string, Use[]> {
  const uses = new Map<string, Use[]>();
  const add = (node: unknown, label: string, anchor: string) => {
    for (const reference of referencesIn(node)) {
      const list = uses.get(reference) ?? [];
      if (!list.some((use) => use.label === label)) list.push({ label, anchor });
      uses.set(reference, list);
    }
  };
  const homes = homesOfComponents(contract);
  add(contract['x-evidence'], 'the whole contract', '#/');
  add((contract.info as { 'x-evidence'?: string })['x-evidence'], 'this description', '#/');
  add(contract['x-test-values'].evidence, 'test cards', '#/section/test-cards');
  for (const place of [...operationsOf(contract), ...webhooksOf(contract)]) {
    const { operation } = place;
    add([operation['x-evidence'], operation['x-evidence-of']], operation.operationId ?? place.path, anchorOf(place));
  }
  for (const [kind, components] of Object.entries(contract.components)) {
    for (const [name, component] of Object.entries(components)) {
      const anchor = homes.get(`#/components/${kind}/${name}`) ?? '#/';
      walk(component as Schema, name, (node, label) => add(ownEvidence(node), label, anchor));
    }
  }
  return uses;
}

function walk(node: Schema, label: string, visit: (node: Schema, label: string) => void): void {
  visit(node, label);
  for (const [name, property] of Object.entries(node.properties ?? {})) walk(property, `${label}.${name}`, visit);
  for (const part of [...(node.allOf ?? []), ...(node.oneOf ?? []), ...(node.anyOf ?? [])]) walk(part, label, visit);
  if (node.items) walk(node.items, label, visit);
}

function ownEvidence(node: Schema): unknown {
  return [node['x-evidence'], node['x-enum-evidence'], node['x-transitions']?.map(({ evidence }) => evidence)];
}

/** The register keys in any nesting of evidence texts. */
function referencesIn(node: unknown): string[] {
  if (typeof node === 'string')
    return parseEvidence(node).flatMap((e) => (e.level === 'documented' ? [] : [e.reference]));
  if (typeof node === 'object' && node !== null) return Object.values(node).flatMap(referencesIn);
  return [];
}

/** For each component the anchor of the first operation or webhook that reaches it: the place to see it on the page. */
function homesOfComponents(contract: Contract): Map<string, string> {
  const homes = new Map<string, string>();
  for (const place of [...operationsOf(contract), ...webhooksOf(contract)]) {
    const anchor = anchorOf(place);
    const follow = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      for (const [key, value] of Object.entries(node)) {
        if (key !== '$ref' || typeof value !== 'string') follow(value);
        else if (!homes.has(value)) {
          homes.set(value, anchor);
          const kind = value.split('/')[2] as keyof Contract['components'];
          follow(contract.components[kind][componentName(value)]);
        }
      }
    };
    follow(place.operation);
  }
  for (const name of Object.keys(contract.components.securitySchemes)) {
    homes.set(`#/components/securitySchemes/${name}`, '#/section/getting-started');
  }
  return homes;
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ').replaceAll('|', '\\|');
}
