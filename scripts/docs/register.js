// @ts-check
/** @import { Contract, Place, RegisterEntry, Schema, Use } from './types.ts' */
import { evidenceList, evidenceOfUses, LEVELS } from '../contract/evidence.js';
import { anchorOf, componentName, operationsOf, webhooksOf } from './places.js';
import { oneLine } from './text.js';
import { walk } from './walk.js';

/**
 * How many operations and events of each group stand on which level of evidence, as a Markdown table.
 *
 * @param {Contract} contract
 * @returns {string}
 */
export function countsTable(contract) {
  const groups = contract.tags.map(({ name }) => ({
    name,
    places: operationsOf(contract).filter(({ operation }) => operation.tags[0] === name),
  }));
  const all = { name: '**All operations**', places: operationsOf(contract) };
  const events = { name: 'Events', places: webhooksOf(contract) };
  const count = (/** @type {Place[]} */ places) =>
    LEVELS.map(
      (level) => places.filter(({ operation }) => evidenceList(operation['x-evidence'])[0]?.level === level).length,
    );
  const rows = [...groups, all, events].map(({ name, places }) => `| ${name} | ${count(places).join(' | ')} |`);
  return [`| Group | ${LEVELS.join(' | ')} |`, '|---|--:|--:|--:|', ...rows].join('\n');
}

/**
 * The register as a table in HTML, since its cells hold more than Markdown allows in one.
 *
 * @param {Contract} contract
 * @returns {string}
 */
export function registerTable(contract) {
  const uses = usesOf(contract);
  const rows = Object.entries(contract['x-evidence-register']).map(
    ([key, entry]) =>
      `| **${key}** <span class="level ${entry.level}">${entry.level}</span> | ${cell(entry.statement)} ${details(contract, entry, uses.get(key) ?? [])} |`,
  );
  return ['| Entry | Statement |', '|---|---|', ...rows].join('\n');
}

/** @type {Readonly<Record<string, string>>} */
const ROUTES = {
  read: 'by a call that only reads',
  data: 'by a call that only reads, where the account has such data',
  write: 'by a call that moves nothing (--allow write)',
  charge: 'by a charge that nobody pays (--allow charge)',
  money: 'by a card or a refund (--allow money)',
  configure: "by a change of the merchant's settings (--allow configure)",
  event: 'by the delivery of an event (--receiver)',
  operator: 'on the word of the gateway alone',
  chance: 'by chance',
  never: 'never',
};

/** @param {RegisterEntry['settle']} settle @returns {string} */
function howSettled({ route, by }) {
  const who = by === 'person' ? 'a person decides' : '`payment-gateway verify` decides';
  return cell(`Learnt ${ROUTES[route] ?? route}; ${who}.`);
}

/**
 * @param {Contract} contract
 * @param {RegisterEntry} entry
 * @param {Use[]} uses
 * @returns {string}
 */
function details(contract, entry, uses) {
  const sources = entry.source.map((key) => {
    const source = contract['x-evidence-sources'][key];
    return source ? `${source.title} (${source.where})` : key;
  });
  const links = uses.map(({ label, anchor }) => `<a href="${anchor}">${label}</a>`).join(', ');
  return [
    `<details class="rests"><summary>Rests on it: ${uses.length}</summary>`,
    `<p><strong>Settled by</strong> ${cell(entry.settled_by)} <em>${howSettled(entry.settle)}</em></p>`,
    `<p><strong>Source</strong> ${sources.join('; ')}</p>`,
    `<p><strong>What rests on it</strong> ${links}</p>`,
    '</details>',
  ].join('');
}

/**
 * Text as it may stand in a cell of a Markdown table.
 *
 * @param {string} text
 * @returns {string}
 */
function cell(text) {
  return oneLine(text).replaceAll('|', '\\|');
}

/**
 * Everything that names an entry of the register, by entry.
 *
 * @param {Contract} contract
 * @returns {Map<string, Use[]>}
 */
export function usesOf(contract) {
  const uses = /** @type {Map<string, Use[]>} */ (new Map());
  const add = (/** @type {unknown} */ node, /** @type {string} */ label, /** @type {string} */ anchor) => {
    for (const reference of referencesIn(node)) {
      const list = uses.get(reference) ?? [];
      if (!list.some((use) => use.label === label)) list.push({ label, anchor });
      uses.set(reference, list);
    }
  };
  const homes = homesOfComponents(contract);
  add(contract['x-evidence'], 'the whole contract', '#/');
  add(contract.info['x-evidence'], 'this description', '#/');
  for (const server of contract.servers) add(server['x-evidence'], 'the address', '#/section/getting-started');
  add(contract['x-test-values'].evidence, 'test cards', '#/section/test-cards');
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
  for (const [kind, components] of Object.entries(contract.components)) {
    for (const [name, component] of Object.entries(components)) {
      const anchor = homes.get(`#/components/${kind}/${name}`) ?? '#/';
      walk(/** @type {Schema} */ (component), name, (node, label) => add(ownEvidence(node), label, anchor));
    }
  }
  return uses;
}

/**
 * @param {Schema} node
 * @returns {unknown}
 */
function ownEvidence(node) {
  return [node['x-evidence'], node['x-enum-evidence'], node['x-transitions']?.map(({ evidence }) => evidence)];
}

/**
 * The register keys in any nesting of evidence texts.
 *
 * @param {unknown} node
 * @returns {string[]}
 */
function referencesIn(node) {
  if (typeof node === 'string')
    return evidenceList(node).flatMap((e) => (e.level === 'documented' ? [] : [e.reference]));
  if (typeof node === 'object' && node !== null) return Object.values(node).flatMap(referencesIn);
  return [];
}

/**
 * For each component the anchor of the first operation or webhook that reaches it: the place to see it on the page.
 *
 * @param {Contract} contract
 * @returns {Map<string, string>}
 */
function homesOfComponents(contract) {
  const homes = /** @type {Map<string, string>} */ (new Map());
  for (const place of [...operationsOf(contract), ...webhooksOf(contract)]) {
    const anchor = anchorOf(place);
    const follow = (/** @type {unknown} */ node) => {
      if (typeof node !== 'object' || node === null) return;
      for (const [key, value] of Object.entries(node)) {
        if (key !== '$ref' || typeof value !== 'string') follow(value);
        else if (!homes.has(value)) {
          homes.set(value, anchor);
          const kind = /** @type {keyof Contract['components']} */ (value.split('/')[2]);
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
