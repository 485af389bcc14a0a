// @ts-check
/** @import { Contract, Response } from './types.ts' */

import { readFileSync } from 'node:fs';
import { evidenceList } from '../contract/evidence.js';
import { diagramMarkup, stateMachines } from './diagrams.js';
import { flows } from './flows.js';
import { operationsOf, resolve } from './places.js';
import { countsTable, registerTable } from './register.js';
import { oneLine } from './text.js';

// In the order of the page. The contract's own sections that no file takes in come after `flows`.
const before = ['getting-started', 'states', 'flows'];
// The register is long, so its section is the last one.
const after = ['errors', 'test-cards', 'webhooks', 'versions', 'glossary', 'machines', 'known'];

/**
 * Puts the guide around the contract's own description, which keeps its first paragraph. Changes the contract.
 *
 * @param {Contract} contract
 */
export function writeGuide(contract) {
  contract.info.description = guideOf(contract);
  const [server] = contract.servers;
  // Redoc takes an address that begins with a variable for a relative one and shows the page's own in front of it.
  if (server) {
    server.url = server.url.replace(/\{(\w+)\}/g, (_, name) => server.variables?.[name]?.default ?? '');
    delete server.variables;
  }
}

/**
 * The whole guide as Markdown with HTML where Markdown has no word for it.
 *
 * @param {Contract} contract
 * @returns {string}
 */
export function guideOf(contract) {
  const { introduction, sections } = splitSections(contract.info.description ?? '');
  const taken = /** @type {Set<string>} */ (new Set());
  const fill = (/** @type {string} */ name) =>
    readText(name).replace(/<!-- ([\w-]+)(?:: (.+?))? -->/g, (_, /** @type {string} */ kind, argument = '') => {
      if (kind === 'contract') taken.add(argument);
      return kind === 'contract' ? (sections.get(argument) ?? '') : table(contract, kind);
    });
  const first = before.map(fill);
  const last = after.map(fill);
  const rest = [...sections].filter(([title]) => !taken.has(title)).map(([title, text]) => `## ${title}\n\n${text}`);
  return [introduction, ...first, ...rest, ...last].map((text) => text.trim()).join('\n\n');
}

/**
 * @param {Contract} contract
 * @param {string} kind
 * @returns {string}
 */
function table(contract, kind) {
  switch (kind) {
    case 'install':
      return installList();
    case 'counts':
      return countsTable(contract);
    case 'register':
      return registerTable(contract);
    case 'states':
      return stateMachines(contract).map(diagramMarkup).join('\n\n');
    case 'flows':
      return flows.map(diagramMarkup).join('\n\n');
    case 'errors':
      return errorTable(contract);
    case 'test-cards':
      return testCardTable(contract);
    case 'versions':
      return versionTable(contract);
    case 'tools':
      return toolTable();
    default:
      throw new Error(`Nothing fills <!-- ${kind} --> of the guide: add it to scripts/docs/guide.js`);
  }
}

/**
 * @param {Contract} contract
 * @returns {string}
 */
function errorTable(contract) {
  const errors = /** @type {Map<string, Response>} */ (new Map());
  for (const { operation } of operationsOf(contract)) {
    for (const [status, response] of Object.entries(operation.responses)) {
      if (!status.startsWith('2')) errors.set(status, resolve(contract, response));
    }
  }
  const rows = [...errors].sort(([a], [b]) => a.localeCompare(b));
  return markdownTable(
    ['Status', 'Meaning', 'Evidence'],
    rows.map(([status, response]) => [
      `\`${status}\``,
      oneLine(response.description ?? ''),
      evidenceList(response['x-evidence'])[0]?.level ?? '',
    ]),
  );
}

/**
 * @param {Contract} contract
 * @returns {string}
 */
function testCardTable(contract) {
  const { cards, security_codes = [] } = contract['x-test-values'];
  const rows = cards.map(({ card_number, brand, outcome, note }) => [
    `\`${card_number}\``,
    brand,
    `**${outcome}**: ${note}`,
  ]);
  const codes = security_codes.map(({ begins_with, outcome, note }) => [
    `a security code that begins with \`${begins_with}\``,
    'any',
    `**${outcome}**: ${note}`,
  ]);
  return markdownTable(['Number', 'Brand', 'In the mock'], [...rows, ...codes]);
}

/**
 * @param {Contract} contract
 * @returns {string}
 */
function versionTable(contract) {
  const manifest = readManifest();
  // The plugin runs in a process of Redocly's, so what the build knows about other versions comes by the environment.
  const others = (process.env.DOCS_OTHER_VERSIONS ?? '').split(' ').filter(Boolean);
  const links = others.map((entry) => {
    const [version, path] = entry.split('=');
    return `[${version}](${path})`;
  });
  const rows = [
    ['Path', '`/v1`', 'the version of the API; a new one would live beside it'],
    ['Documentation', `\`${contract.info.version}\``, 'the version of the source document that this page describes'],
    ['Package', `\`${manifest.version}\``, `the version of \`${manifest.name}\` from which this page was made`],
  ];
  if (links.length > 0) rows.push(['Others', links.join(', '), 'documentation versions that stand beside this one']);
  return markdownTable(['Number', 'Here', 'Meaning'], rows);
}

/**
 * What other people's tools make of the two forms of the contract, as `npm run test:tools` saw it.
 *
 * @returns {string}
 */
function toolTable() {
  /** @type {{ tool: string; version: string; does: string; fails: Record<string, string | null> }[]} */
  const tools = JSON.parse(readFileSync(new URL('tools.json', import.meta.url), 'utf8'));
  const files = Object.keys(tools[0]?.fails ?? {});
  return markdownTable(
    ['Tool', 'Makes', ...files.map((file) => `\`${file}\``)],
    tools.map(({ tool, version, does, fails }) => [
      `${tool} ${version}`,
      does,
      ...files.map((file) => (fails[file] ? `fails: ${fails[file]}` : 'works')),
    ]),
  );
}

/**
 * What to install for the mock: this package with its optional peers, in the versions that it wants.
 *
 * @returns {string}
 */
function installList() {
  const { name, peerDependencies } = readManifest();
  const peers = Object.entries(peerDependencies).map(([peer, range]) => `${peer}@${range.replace(/^\^/, '')}`);
  return [name, ...peers].join(' ');
}

/** @returns {{ name: string; version: string; peerDependencies: Record<string, string> }} */
function readManifest() {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
}

/**
 * @param {string} name
 * @returns {string}
 */
function readText(name) {
  return readFileSync(new URL(`guide/${name}.md`, import.meta.url), 'utf8');
}

/**
 * @param {string} markdown
 * @returns {{ introduction: string; sections: Map<string, string> }}
 */
function splitSections(markdown) {
  const [introduction = '', ...parts] = markdown.split(/^## /m);
  const sections = parts.map((part) => {
    const end = part.indexOf('\n');
    return /** @type {[string, string]} */ ([part.slice(0, end).trim(), part.slice(end).trim()]);
  });
  return { introduction, sections: new Map(sections) };
}

/**
 * @param {string[]} head
 * @param {string[][]} rows
 * @returns {string}
 */
function markdownTable(head, rows) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
