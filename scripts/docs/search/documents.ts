import { readFileSync } from 'node:fs';
import { contractOf } from '../../../core/src/contract/contract.ts';
import { propertyName, reachable } from '../../../core/src/contract/elements.ts';
import type { OpenApi } from '../../../core/src/contract/openapi.ts';
import { type Operation, successOf } from '../../../core/src/contract/operation.ts';
import { ACTS, rowOf } from '../../../sandbox/src/acts/index.ts';
import { oneLine } from '../../contract/text.ts';
import { labelOf, operationHref } from '../addresses.ts';
import { claimOf, type RegisterGroup } from '../evidence/register.ts';
import type { Guide } from '../guide/pages.ts';
import type { Language } from '../language.ts';
import type { TextFile } from '../machine.ts';
import { plainText, sectionsOf } from '../markdown.ts';
import type { Vocabulary } from '../site/browser/meanings.ts';
import { LAST, type SearchDocument } from '../site/browser/search-index.ts';

interface Searched {
  contract: OpenApi;
  guides: readonly Guide[];
  register: readonly RegisterGroup[];
}

/** Returns the documents that the search of one language indexes: operations and webhooks with their fields, guides, and the register, by section. */
export function searchDocuments({ contract, guides, register }: Searched, language: Language): SearchDocument[] {
  const documents = [
    ...contractOf(contract).operationsAndWebhooks.flatMap((operation) => ofOperation(contract, operation, language)),
    ...guides.flatMap((guide) => ofGuide(guide, language)),
    ...register.flatMap((group) => ofRegister(group, language)),
  ];
  return documents.map((document) => {
    const [, , name = '', anchor] = document.url.split('/');
    const keywords = anchor ? undefined : topics[name];
    return keywords ? { ...document, keywords } : document;
  });
}

function ofOperation(contract: OpenApi, operation: Operation, { words }: Language): SearchDocument[] {
  const { method, path, definition, isWebhook } = operation;
  const group = contract.tags.find(({ name }) => name === operation.tag);
  const url = operationHref(operation);
  const title = oneLine(operation.summary);
  const page = {
    url,
    title,
    text: plainText(definition.description ?? ''),
    ...(!isWebhook && { method }),
    path,
    headings: operation.operationId,
    group: group ? labelOf(group) : operation.tag,
    // A reader who names a resource usually wants to create one.
    ...(operation.resource.action === 'create' && { weight: 1.25 }),
  };
  const { site } = words;
  const parts: [anchor: string, title: string, fields: string[]][] = [
    ['parameters', site.parameters, operation.parameters.map(({ name }) => name)],
    ['body', isWebhook ? site.payload : site.body, fieldsOf(contract, definition.requestBody)],
    ['responses', site.responses, fieldsOf(contract, successOf(operation).response?.definition)],
  ];
  const sections = parts
    .filter(([, , fields]) => fields.length > 0)
    .map(([anchor, part, fields]) => ({
      url: `${url}#${anchor}`,
      title: part,
      text: fields.join(', '),
      group: title,
      weight: SECTION,
    }));
  return [page, ...sections];
}

function ofGuide({ name, title, markdown }: Guide, { words }: Language): SearchDocument[] {
  const weight = name === 'changelog' ? LAST : CATCH_ALL.has(name) ? 0.25 : 1;
  const [first, ...others] = sectionsOf(markdown);
  const page = {
    url: `/guides/${name}/`,
    title,
    text: plainText(first?.markdown ?? ''),
    group: words.search.guide,
    weight,
  };
  const sections = others.map(({ slug, text, markdown }) => ({
    url: `/guides/${name}/#${slug}`,
    title: text,
    text: plainText(markdown),
    group: title,
    weight: weight * SECTION,
    ...(name === 'questions' && { isQuestion: true as const }),
  }));
  return [page, ...sections];
}

function ofRegister({ slug, title, entries }: RegisterGroup, { words }: Language): SearchDocument[] {
  const group = `${words.site.register}: ${title}`;
  return entries.map(({ key, statement }) => {
    const { claim, reasons } = claimOf(statement);
    const url = `/evidence/${slug}/#${key}`;
    return { url, title: plainText(claim), text: plainText(reasons), fields: key, group, weight: LAST };
  });
}

/** The weight of a section: the whole page is the better answer to a word that both have. */
const SECTION = 0.4;

/** Guides that mention nearly everything. */
const CATCH_ALL = new Set(['glossary', 'known', 'getting-started', 'figures', 'explored-bugs']);

/** Returns the names of the fields of a body or a response. */
function fieldsOf(contract: OpenApi, holder: object | undefined): string[] {
  const elements = reachable(contract, [holder]);
  const fields = elements.filter(({ kind }) => kind === 'schema').map(({ path }) => propertyName(path));
  return [...new Set(fields)].filter((name) => name !== undefined);
}

/** The Markdown of a section, and the file that has it. */
interface SectionText {
  file: string;
  text: string;
}

/** Returns the Markdown of each section of the search that has a Markdown page, by the address of the section. */
export function sectionTexts(
  documents: readonly SearchDocument[],
  files: readonly TextFile[],
): Record<string, SectionText> {
  const pages = new Map(
    files
      .filter(({ path }) => path.endsWith('.md'))
      .map(({ path, text }) => [path, sectionsOf(text.replace(/^# .+\n+/, ''))] as const),
  );
  const found: Record<string, SectionText> = {};
  for (const { url, title } of documents) {
    const [, kind, name = '', anchor = ''] = url.split('/');
    const isEntry = kind === 'evidence';
    const file = isEntry
      ? `evidence/${anchor.slice(1)}.md`
      : kind === 'api'
        ? `operations/${name.toLowerCase()}.md`
        : `guides/${name}.md`;
    const isSection = (section: { slug: string; text: string }) =>
      anchor === '' || isEntry
        ? section.slug === ''
        : kind === 'api'
          ? section.text === title
          : `#${section.slug}` === anchor;
    const section = pages.get(file)?.find(isSection);
    const text = section?.markdown.trim();
    if (text) found[url] = { file, text };
  }
  return found;
}

const file: { ignored: string; synonyms: string[][]; topics: Record<string, string> } = JSON.parse(
  readFileSync(new URL('synonyms.json', import.meta.url), 'utf8'),
);

/** Words with the same meaning in both languages, and words that a search ignores. */
export const synonyms: Vocabulary = {
  synonyms: file.synonyms,
  ignored: file.ignored.split(' '),
};

/** Searches in both languages for which a page is the right one, by the last part of its address. */
export const topics: Readonly<Record<string, string>> = withActs(file.topics);

/** Adds the words of each act to the guide that explains it. */
function withActs(written: Readonly<Record<string, string>>): Record<string, string> {
  const found = { ...written };
  for (const { guide, search } of ACTS.map(rowOf)) {
    if (search !== undefined) found[guide] = [found[guide], search].filter(Boolean).join(', ');
  }
  return found;
}
