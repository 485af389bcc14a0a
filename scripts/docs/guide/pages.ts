import { readFileSync } from 'node:fs';
import { diagramMarkup, stateMachines } from '../diagrams/diagrams.ts';
import { flowsOf } from '../diagrams/flows.ts';
import { countsTable, registerGroups } from '../evidence/register.ts';
import { english, type Language } from '../language.ts';
import { plainText } from '../text.ts';
import type { Contract } from '../types.ts';
import { changelogMarkdown } from './changelog.ts';
import { exampleListings, requestListings } from './listings.ts';
import {
  errorTable,
  figureTable,
  installList,
  optionTable,
  testCardTable,
  toolTable,
  type VersionLinks,
  versionTable,
} from './tables.ts';

/** The groups of the sidebar that hold guides, each with the files of its pages in order. */
export const guideGroups = {
  start: ['getting-started', 'flows', 'states', 'glossary'],
  payments: ['pix', 'card', 'boleto', 'saved-cards', 'subscriptions', 'split'],
  robust: ['client', 'webhooks', 'recovery', 'errors', 'go-live', 'observability'],
  test: ['sandbox', 'testing', 'test-cards', 'mock', 'many-sandboxes', 'verify'],
  reference: ['conventions', 'versions', 'machines', 'changelog'],
  evidence: ['known', 'figures'],
} as const;

export type GuideGroup = keyof typeof guideGroups;

export interface Guide {
  /** The name of its file and the last part of its address. */
  name: string;
  group: GuideGroup;
  title: string;
  /** The first sentence, for search engines. */
  description: string;
  /** The page without its title. */
  markdown: string;
  /** Whether every sentence is in the language of the page. */
  isTranslated: boolean;
}

/** Returns all guides in one language, in the order of the sidebar. */
export function guidesOf(contract: Contract, language: Language, versions: VersionLinks = {}): Guide[] {
  return Object.entries(guideGroups).flatMap(([group, names]) =>
    names.map((name) => guideOf(contract, language, versions, { name, group: group as GuideGroup })),
  );
}

function guideOf(
  contract: Contract,
  language: Language,
  versions: VersionLinks,
  { name, group }: Pick<Guide, 'name' | 'group'>,
): Guide {
  const source = readFileSync(new URL(`en/${name}.md`, import.meta.url), 'utf8');
  const sections = contractSections(contract);
  const filled = language
    .text(source)
    .replace(/<!-- ([\w-]+)(?:: (.+?))? -->/g, (_, kind: string, argument = '') =>
      kind === 'contract'
        ? (sections.get(language.text(argument)) ?? '')
        : insertion(contract, language, versions, kind, argument),
    );
  const title = /^# (.+)$/m.exec(filled)?.[1] ?? name;
  const markdown = filled.replace(/^# .+\n+/, '').trim();
  const [first = ''] = markdown.split(/\n\n/);
  return {
    name,
    group,
    title,
    description: /^[\p{L}*[`]/u.test(first) ? (plainText(first).match(/^.+?[.!?](?= |$)/)?.[0] ?? '') : '',
    markdown,
    isTranslated: !filled.includes(' lang="en"'),
  };
}

function insertion(
  contract: Contract,
  language: Language,
  versions: VersionLinks,
  kind: string,
  argument: string,
): string {
  switch (kind) {
    case 'listing':
      return listing(argument);
    case 'request':
      return requestListings(contract, argument);
    case 'example':
      return exampleListings(contract, argument);
    case 'install':
      return installList();
    case 'counts':
      return countsTable(contract, language);
    case 'register':
      return registerGroups(contract, language)
        .map(
          ({ slug, title, entries }) =>
            `- [${title}](/evidence/${slug}/): ${language.words.site.entries(entries.length)}`,
        )
        .join('\n');
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
      return versionTable(contract, language, versions);
    case 'changelog':
      // The changelog is in English only.
      return language === english ? changelogMarkdown() : `<div lang="en">\n\n${changelogMarkdown()}\n\n</div>`;
    case 'options':
      return optionTable(argument, language);
    case 'figures':
      return figureTable(argument, language);
    case 'tools':
      return toolTable(language);
    default:
      throw new Error(`Unknown directive <!-- ${kind} --> in a guide: add it to scripts/docs/guide/pages.ts`);
  }
}

/** Returns the code of a file that tests import. On the page it imports the package instead. */
function listing(name: string): string {
  return readFileSync(new URL(`listings/${name}.ts`, import.meta.url), 'utf8')
    .replace(/^(\/\/.*\n)+/, '')
    .replace(/'(\.\.\/)+src\/index\.(js|ts)'/, "'payment-gateway-contract'")
    .trim();
}

/** Returns the sections of the contract's own description by heading. */
function contractSections({ info }: Contract): Map<string, string> {
  const [, ...parts] = (info.description ?? '').split(/^## /m);
  return new Map(
    parts.map((part) => {
      const end = part.indexOf('\n');
      return [part.slice(0, end).trim(), part.slice(end).trim()] as const;
    }),
  );
}
