import { readFileSync } from 'node:fs';
import type { OpenApi } from '../../../core/src/contract/openapi.ts';
import { placeholdersIn, withNumbers } from '../../contract/parameters.ts';
import { installCommands, isReleased } from '../../release/install.ts';
import { type Diagram, diagramMarkup, flowsOf, stateMachines } from '../diagrams/diagrams.ts';
import { freshnessTable } from '../evidence/freshness.ts';
import { countsTable, registerGroups } from '../evidence/register.ts';
import { english, type Language } from '../language.ts';
import { plainText, sectionsOf } from '../markdown.ts';
import { exampleListings, requestListings } from './listings.ts';
import { numbers } from './numbers.ts';
import {
  actTable,
  bugTable,
  errorTable,
  figureTable,
  markdownTable,
  optionTable,
  outcomeTable,
  testCardTable,
  toolTable,
  type VersionLinks,
  versionTable,
} from './tables.ts';

/** The groups of the sidebar that hold guides, each with the files of its pages in order. */
export const guideGroups = {
  start: ['getting-started', 'questions', 'flows', 'states', 'glossary'],
  payments: ['pix', 'card', 'boleto', 'saved-cards', 'subscriptions', 'split'],
  robust: [
    'client',
    'network',
    'webhooks',
    'money-back',
    'recovery',
    'every-night',
    'errors',
    'go-live',
    'observability',
  ],
  test: [
    'sandbox',
    'testing',
    'explore',
    'explored-bugs',
    'assumptions',
    'test-cards',
    'mock',
    'ci',
    'many-sandboxes',
    'verify',
    'proxy',
  ],
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
export function guidesOf(
  contract: OpenApi,
  language: Language,
  versions: VersionLinks = {},
  released = isReleased(),
): Guide[] {
  const guidesIn = (one: Language) =>
    Object.entries(guideGroups).flatMap(([group, names]) =>
      names.map((name) =>
        guideOf({ contract, language: one, versions, released }, { name, group: group as GuideGroup }),
      ),
    );
  const guides = guidesIn(language);
  return language === english ? guides : withAnchors(guides, guidesIn(english));
}

/** Returns guides whose links lead to headings in the same language. The English text, which they translate, names English ones. */
function withAnchors(guides: readonly Guide[], originals: readonly Guide[]): Guide[] {
  const anchors = new Map(
    originals.flatMap(({ name, markdown }, index) => {
      const own = sectionsOf(guides[index]?.markdown ?? '');
      return sectionsOf(markdown).map(({ slug }, section) => [`${name}/#${slug}`, own[section]?.slug ?? slug] as const);
    }),
  );
  return guides.map((guide) => ({
    ...guide,
    markdown: guide.markdown.replace(
      /\]\(\/guides\/([\w-]+)\/#([^)\s]+)\)/g,
      (_, name: string, anchor: string) => `](/guides/${name}/#${anchors.get(`${name}/#${anchor}`) ?? anchor})`,
    ),
  }));
}

function guideOf(given: Omit<Insertion, 'argument'>, { name, group }: Pick<Guide, 'name' | 'group'>): Guide {
  const { language } = given;
  const source = readFileSync(new URL(`en/${name}.md`, import.meta.url), 'utf8');
  const numbered = withNumbers(language.text(source), numbers, { language: language === english ? 'en' : 'pt-BR' });
  const unknown = placeholdersIn(numbered).find(({ entry }) => entry !== undefined && entry in numbers);
  if (unknown)
    throw new Error(
      `${name}.md: {${unknown.entry}.${unknown.name}} is no number; add it to \`parameters\` of the register, or to scripts/docs/guide/numbers.ts`,
    );
  const filled = numbered.replace(/<!-- ([\w-]+)(?:: (.+?))? -->/g, (_, kind: string, argument = '') => {
    const insert = insertions[kind];
    if (!insert)
      throw new Error(`Unknown directive <!-- ${kind} --> in a guide: add it to scripts/docs/guide/pages.ts`);
    return insert({ ...given, argument });
  });
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

interface Insertion {
  contract: OpenApi;
  language: Language;
  versions: VersionLinks;
  /** Whether the packages are in the registry. */
  released: boolean;
  /** The text after the colon. */
  argument: string;
}

/** What a comment such as `<!-- listing: opentelemetry -->` stands for, by its first word. */
const insertions: Record<string, (insertion: Insertion) => string> = {
  // A section of the contract's own description.
  contract: ({ contract, language, argument }) =>
    sectionsOf(contract.info.description ?? '')
      .find(({ text }) => text === language.text(argument))
      ?.markdown.trim() ?? '',
  listing: ({ argument }) => listing(argument),
  request: ({ contract, argument }) => requestListings(contract, argument),
  example: ({ contract, argument }) => exampleListings(contract, argument),
  install: ({ language, argument, released }) =>
    installCommands(argument === 'verify' ? ['verify'] : ['', 'sandbox'], released, language.words.install),
  image: ({ language, released }) => language.words.install.image(released),
  counts: ({ contract, language }) => countsTable(contract, language),
  freshness: ({ contract, language }) => freshnessTable(contract, language),
  register: ({ contract, language }) =>
    registerGroups(contract, language)
      .map(
        ({ slug, title, entries }) =>
          `- [${title}](/evidence/${slug}/): ${language.words.site.entries(entries.length)}`,
      )
      .join('\n'),
  states: ({ contract, language }) => diagramsMarkup(stateMachines(contract, language), language),
  flows: ({ language }) => diagramsMarkup(flowsOf(language), language),
  errors: ({ contract, language }) => errorTable(contract, language),
  'test-cards': ({ contract, language }) => testCardTable(contract, language),
  versions: ({ contract, language, versions }) => versionTable(contract, language, versions),
  changelog: ({ language }) => changelog(language),
  glossary: ({ language }) => markdownTable(language.words.glossary.head, language.words.glossary.terms),
  options: ({ language, argument }) => optionTable(argument, language),
  figures: ({ language, argument }) => figureTable(argument, language),
  tools: ({ language }) => toolTable(language),
  bugs: ({ language }) => bugTable(language),
  acts: ({ language }) => actTable(language),
  outcomes: ({ language }) => outcomeTable(language),
};

const diagramsMarkup = (diagrams: readonly Diagram[], language: Language): string =>
  diagrams.map((diagram) => diagramMarkup(diagram, language)).join('\n\n');

/** Returns the code of a file that tests import. On the page it imports the package instead. */
function listing(name: string): string {
  return readFileSync(new URL(`listings/${name}.ts`, import.meta.url), 'utf8')
    .replace(/^(\/\/.*\n)+/, '')
    .replace(/'(\.\.\/)+src\/index\.(js|ts)'/, "'payment-gateway-contract'")
    .trim();
}

/** Returns the changelog without its title. It is in English only. */
function changelog(language: Language): string {
  const [, text = ''] = readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8').split(/^# .+\n+/);
  return language === english ? text.trim() : `<div lang="en">\n\n${text.trim()}\n\n</div>`;
}
