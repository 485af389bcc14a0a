import { readFileSync } from 'node:fs';
import { type Contract, operationsOf, type Response, resolve } from './contract.ts';
import { diagramMarkup, stateMachines } from './diagrams.ts';
import { parseEvidence } from './evidence.ts';
import { flows } from './flows.ts';
import { countsTable, registerTable } from './register.ts';

// In the order of the page. The contract's own sections that no file takes in come after `flows`.
const before = ['getting-started', 'states', 'flows'];
// The register is long, so its section is the last one.
const after = ['errors', 'test-cards', 'webhooks', 'versions', 'glossary', 'machines', 'known'];

/** Puts the guide around the contract's own description, which keeps its first paragraph. Changes the contract. */
export function writeGuide(contract: Contract): void {
  contract.info.description = guideOf(contract);
  const [server] = contract.servers;
  // Redoc takes an address that begins with a variable for a relative one and shows the page's own in front of it.
  if (server) {
    server.url = server.url.replace(/\{(\w+)\}/g, (_, name) => server.variables?.[name]?.default ?? '');
    delete server.variables;
  }
}

/** The whole guide as Markdown with HTML where Markdown has no word for it. */
export function guideOf(contract: Contract): string {
  const { introduction, sections } = splitSections(contract.info.description ?? '');
  const taken = new Set<string>();
  const fill = (name: string) =>
    readText(name).replace(/<!-- ([\w-]+)(?:: (.+?))? -->/g, (_, kind: string, argument = '') => {
      if (kind === 'contract') taken.add(argument);
      return kind === 'contract' ? (sections.get(argument) ?? '') : table(contract, kind);
    });
  const first = before.map(fill);
  const last = after.map(fill);
  const rest = [...sections].filter(([title]) => !taken.has(title)).map(([title, text]) => `## ${title}\n\n${text}`);
  return [introduction, ...first, ...rest, ...last].map((text) => text.trim()).join('\n\n');
}

function table(contract: Contract, kind: string): string {
  switch (kind) {
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
    default:
      throw new Error(`Nothing fills <!-- ${kind} --> of the guide: add it to scripts/docs/guide.ts`);
  }
}

function errorTable(contract: Contract): string {
  const errors = new Map<string, Response>();
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
      parseEvidence(response['x-evidence'])[0]?.level ?? '',
    ]),
  );
}

function testCardTable(contract: Contract): string {
  const { cards } = contract['x-test-values'];
  const rows = cards.map(({ card_number, brand, outcome, note }) => [
    `\`${card_number}\``,
    brand,
    `**${outcome}**: ${note}`,
  ]);
  return markdownTable(['Number', 'Brand', 'In the mock'], rows);
}

function versionTable(contract: Contract): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
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

function readText(name: string): string {
  return readFileSync(new URL(`guide/${name}.md`, import.meta.url), 'utf8');
}

function splitSections(markdown: string): { introduction: string; sections: Map<string, string> } {
  const [introduction = '', ...parts] = markdown.split(/^## /m);
  const sections = parts.map((part): [string, string] => {
    const end = part.indexOf('\n');
    return [part.slice(0, end).trim(), part.slice(end).trim()];
  });
  return { introduction, sections: new Map(sections) };
}

function markdownTable(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
