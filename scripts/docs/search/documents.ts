import { type Node, propertyName, reachable } from '../../contract/elements.js';
import type { RegisterGroup } from '../evidence/register.ts';
import type { Guide } from '../guide/pages.ts';
import type { Language } from '../language.ts';
import { hrefOf, labelOf, operationsOf, parametersOf, successOf, webhooksOf } from '../places.ts';
import type { SearchDocument } from '../site/browser/search-index.ts';
import { oneLine, plainText } from '../text.ts';
import type { Contract, Place } from '../types.ts';
import { topics } from './synonyms.ts';

export interface Searched {
  contract: Contract;
  guides: readonly Guide[];
  register: readonly RegisterGroup[];
}

/** Returns what the search of one language indexes: operations and webhooks with their fields, guides, and the register. */
export function searchDocuments({ contract, guides, register }: Searched, { words }: Language): SearchDocument[] {
  const groups = new Map(contract.tags.map((tag) => [tag.name, labelOf(tag)]));
  const documents: SearchDocument[] = [
    ...[...operationsOf(contract), ...webhooksOf(contract)].map((place) => ({
      url: hrefOf(place),
      title: oneLine(place.operation.summary),
      text: plainText(place.operation.description ?? ''),
      ...(place.kind === 'operation' && { method: place.method }),
      path: place.path,
      headings: place.operation.operationId ?? '',
      fields: fieldsOf(contract, place).join(' '),
      group: groups.get(place.operation.tags[0]) ?? place.operation.tags[0],
      // A reader who names a resource usually wants to create one.
      ...(place.operation['x-resource']?.action === 'create' && { weight: 1.25 }),
    })),
    ...guides.map(({ name, title, markdown }) => ({
      url: `/guides/${name}/`,
      title,
      text: plainText(markdown),
      headings: [...markdown.matchAll(/^##+ (.+)$/gm)].map(([, heading]) => heading).join(' '),
      group: words.search.guide,
      ...(CATCH_ALL.has(name) && { weight: 0.25 }),
    })),
    ...register.map(({ slug, title, entries }) => ({
      url: `/evidence/${slug}/`,
      title: `${words.site.register}: ${title}`,
      text: entries.map(({ statement }) => plainText(statement)).join(' '),
      fields: entries.map(({ key }) => key).join(' '),
      group: words.search.register,
      weight: 0.2,
    })),
  ];
  return documents.map((document) => {
    const keywords = topics[document.url.split('/')[2] ?? ''];
    return keywords ? { ...document, keywords: keywords.join(', ') } : document;
  });
}

/** Guides that mention nearly everything. */
const CATCH_ALL = new Set(['glossary', 'changelog', 'known', 'getting-started', 'conventions', 'figures']);

/** Returns the names of parameters and fields, those of the request first. */
function fieldsOf(contract: Contract, { operation }: Place): string[] {
  const parameters = parametersOf(contract, operation).map(({ name }) => name);
  const elements = reachable(contract as unknown as Node, [operation.requestBody, successOf(contract, operation)]);
  const fields = elements.filter(({ kind }) => kind === 'schema').map(({ path }) => propertyName(path));
  return [...new Set([...parameters, ...fields])].filter((name) => name !== undefined);
}
