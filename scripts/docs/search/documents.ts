import { successOf } from '../../../src/contract/operation.ts';
import type { JsonObject } from '../../../src/util/json.ts';
import { oneLine, propertyName, reachable } from '../../contract/elements.ts';
import { hrefOf, labelOf, operationsOf, parametersOf, webhooksOf } from '../../contract/places.ts';
import type { Contract, Place } from '../../contract/types.ts';
import { claimOf, type RegisterGroup } from '../evidence/register.ts';
import type { Guide } from '../guide/pages.ts';
import type { Language } from '../language.ts';
import { sectionsOf } from '../markdown.ts';
import { LAST, type SearchDocument } from '../site/browser/search-index.ts';
import { plainText } from '../text.ts';
import { topics } from './synonyms.ts';

export interface Searched {
  contract: Contract;
  guides: readonly Guide[];
  register: readonly RegisterGroup[];
}

/** Returns what the search of one language indexes: operations and webhooks with their fields, guides, and the register, by section. */
export function searchDocuments({ contract, guides, register }: Searched, language: Language): SearchDocument[] {
  const documents = [
    ...[...operationsOf(contract), ...webhooksOf(contract)].flatMap((place) => ofPlace(contract, place, language)),
    ...guides.flatMap((guide) => ofGuide(guide, language)),
    ...register.flatMap((group) => ofRegister(group, language)),
  ];
  return documents.map((document) => {
    const [, , name = '', anchor] = document.url.split('/');
    const keywords = anchor ? undefined : topics[name];
    return keywords ? { ...document, keywords } : document;
  });
}

function ofPlace(contract: Contract, place: Place, { words }: Language): SearchDocument[] {
  const { operation, method, path, kind } = place;
  const group = contract.tags.find(({ name }) => name === operation.tags[0]);
  const url = hrefOf(place);
  const title = oneLine(operation.summary);
  const page = {
    url,
    title,
    text: plainText(operation.description ?? ''),
    ...(kind === 'operation' && { method }),
    path,
    headings: operation.operationId ?? '',
    group: group ? labelOf(group) : operation.tags[0],
    // A reader who names a resource usually wants to create one.
    ...(operation['x-resource']?.action === 'create' && { weight: 1.25 }),
  };
  const { site } = words;
  const parts: [anchor: string, title: string, fields: string[]][] = [
    ['parameters', site.parameters, parametersOf(place).map(({ name }) => name)],
    ['body', kind === 'webhook' ? site.payload : site.body, fieldsOf(contract, operation.requestBody)],
    ['responses', site.responses, fieldsOf(contract, successOf(place.model).response?.definition)],
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
    // Each section of this page answers one question.
    weight: weight * (name === 'questions' ? 0.6 : SECTION),
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
function fieldsOf(contract: Contract, holder: object | undefined): string[] {
  const elements = reachable(contract as unknown as JsonObject, [holder]);
  const fields = elements.filter(({ kind }) => kind === 'schema').map(({ path }) => propertyName(path));
  return [...new Set(fields)].filter((name) => name !== undefined);
}
