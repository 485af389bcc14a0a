import { readFileSync } from 'node:fs';
import { addressOf } from '../../contract/operation.js';
import { diagramMarkup, stateMachines } from '../diagrams/diagrams.ts';
import { flowsOf } from '../diagrams/flows.ts';
import { countsTable, registerTable } from '../evidence/register.ts';
import { english, type Language } from '../language.ts';
import { plainText } from '../search/documents.ts';
import type { Contract } from '../types.ts';
import { changelogMarkdown } from './changelog.ts';
import { highlightBlocks } from './code.ts';
import { errorTable, installList, testCardTable, toolTable, type VersionLinks, versionTable } from './tables.ts';

// In the order of the page; each is a file of the language's folder. The contract's own sections that no file takes in come
// after `before`.
const before = [
  ...['getting-started', 'pix', 'card', 'boleto', 'saved-cards', 'subscriptions', 'split', 'webhooks', 'recovery'],
  ...['sandbox', 'testing', 'many-sandboxes', 'verify', 'go-live', 'observability', 'states', 'flows'],
];
// The register is long, so its section is the last one.
const after = ['errors', 'test-cards', 'versions', 'glossary', 'figures', 'machines', 'changelog', 'known'];

/** Puts the guide around the contract's own description, which keeps its first paragraph. Changes the contract. */
export function writeGuide(contract: Contract, language: Language, links: VersionLinks = {}): void {
  contract.info.description = highlightBlocks(guideOf(contract, language, links), language.words.browser.copy);
  const [server] = contract.servers;
  // Redoc takes an address that begins with a variable for a relative one and shows the page's own in front of it.
  if (server) {
    server.url = addressOf(server);
    delete server.variables;
    // It stands in a panel that shows Markdown as it is written.
    server.description = plainText(server.description ?? '');
  }
}

/** The whole guide as Markdown with HTML where Markdown has no word for it. */
export function guideOf(contract: Contract, language: Language, links: VersionLinks = {}): string {
  const { introduction, sections } = splitSections(contract.info.description ?? '');
  const taken = new Set<string>();
  const fill = (name: string) =>
    sectionFile(name, language).replace(/<!-- ([\w-]+)(?:: (.+?))? -->/g, (_, kind: string, argument = '') => {
      if (kind === 'listing') return listing(argument);
      if (kind !== 'contract') return insert(contract, language, links, kind);
      const title = language.text(argument);
      taken.add(title);
      return sections.get(title) ?? '';
    });
  const first = before.map(fill);
  const last = after.map(fill);
  const rest = [...sections]
    .filter(([title]) => !taken.has(title))
    .map(([title, text]) => `## ${title.replaceAll('`', '')}\n\n${text}`);
  return [introduction, heading(language), ...first, ...rest, ...last].map((text) => text.trim()).join('\n\n');
}

/** One entry of the side bar that opens, so that the groups of operations are in sight. Its anchor is what those of all sections begin with. */
function heading({ words }: Language): string {
  return `# ${words.search.guide} {% #section %}\n\n${words.guide}`;
}

/** A section in the language of the page, in which links within the page lead to the headings of that language. */
function sectionFile(name: string, { text }: Language): string {
  return text(readFileSync(new URL(`en/${name}.md`, import.meta.url), 'utf8'));
}

/** Code of a guide that stands in a file of its own, since tests import it; on the page it imports the package. */
function listing(name: string): string {
  return readFileSync(new URL(`listings/${name}.ts`, import.meta.url), 'utf8')
    .replace(/^(\/\/.*\n)+/, '')
    .replace(/'(\.\.\/)+src\/index\.(js|ts)'/, "'payment-gateway-contract'")
    .trim();
}

function insert(contract: Contract, language: Language, links: VersionLinks, kind: string): string {
  switch (kind) {
    case 'install':
      return installList();
    case 'counts':
      return countsTable(contract, language);
    case 'register':
      return registerTable(contract, language);
    case 'states':
      return stateMachines(contract, language)
        .map((diagram) => diagramMarkup(diagram, language))
        .join('\n\n');
    case 'flows':
      return flowsOf(language)
        .map((diagram) => diagramMarkup(diagram, language))
        .join('\n\n');
    case 'errors':
      return errorTable(contract, language);
    case 'test-cards':
      return testCardTable(contract, language);
    case 'versions':
      return versionTable(contract, language, links);
    case 'changelog':
      // It is written for users of the package, in English alone.
      return language === english ? changelogMarkdown() : `<div lang="en">\n\n${changelogMarkdown()}\n\n</div>`;
    case 'tools':
      return toolTable(language);
    default:
      throw new Error(`Nothing fills <!-- ${kind} --> of the guide: add it to scripts/docs/guide/guide.ts`);
  }
}

function splitSections(markdown: string): { introduction: string; sections: Map<string, string> } {
  const [introduction = '', ...parts] = markdown.split(/^## /m);
  const sections = parts.map((part) => {
    const end = part.indexOf('\n');
    return [part.slice(0, end).trim(), part.slice(end).trim()] as const;
  });
  return { introduction, sections: new Map(sections) };
}
