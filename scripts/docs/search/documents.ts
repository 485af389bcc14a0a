import { type Node, propertyName, reachable } from '../../contract/elements.js';
import type { SearchDocument } from '../browser/data.ts';
import type { Language } from '../language.ts';
import { anchorOf, labelOf, operationsOf, parametersOf, slug, successOf, webhooksOf } from '../places.ts';
import { oneLine } from '../text.ts';
import type { Contract, Place } from '../types.ts';
import type { Words } from '../words/en.ts';

/** What the search of the page knows: operations and events with their fields, groups, and sections of the guide. */
export function searchDocuments(contract: Contract, guide: string, { words }: Language): SearchDocument[] {
  const places = [...operationsOf(contract), ...webhooksOf(contract)];
  const groups = new Map(contract.tags.map((tag) => [tag.name, labelOf(tag)]));
  return [
    ...places.map((place) => ({
      url: anchorOf(place).slice(1),
      title: oneLine(place.operation.summary),
      text: plainText(place.operation.description ?? ''),
      ...(place.kind === 'operation' && { method: place.method.toLowerCase() }),
      path: place.path,
      fields: fieldsOf(contract, place).join(' '),
      group: groups.get(place.operation.tags[0]) ?? place.operation.tags[0],
      // Who names a resource alone wants to make one first of all.
      ...(place.operation['x-resource']?.action === 'create' && { weight: 1.25 }),
    })),
    ...contract.tags.map((tag) => ({
      url: `/${slug(tag.name)}`,
      title: labelOf(tag),
      text: plainText(tag.description ?? ''),
      group: words.search.groupOfOperations,
      weight: 0.5,
    })),
    ...sectionsOf(guide).map(({ title, text }) => ({
      url: `/section/${slug(title)}`,
      title,
      text: plainText(text),
      group: words.search.guide,
      ...(catchAll(title, words) && { weight: 0.25 }),
    })),
  ];
}

/** Sections that mention nearly everything. */
function catchAll(title: string, { sections }: Words): boolean {
  return [sections.glossary, sections.changelog, sections.known, sections.gettingStarted].includes(title);
}

/** The names of parameters and fields, of the request before those of the response, each once. */
function fieldsOf(contract: Contract, { operation }: Place): string[] {
  const parameters = parametersOf(contract, operation).map(({ name }) => name);
  const elements = reachable(contract as unknown as Node, [operation.requestBody, successOf(contract, operation)]);
  const fields = elements.filter(({ kind }) => kind === 'schema').map(({ path }) => propertyName(path));
  return [...new Set([operation.operationId, ...parameters, ...fields])].filter((name) => name !== undefined);
}

function sectionsOf(guide: string): { title: string; text: string }[] {
  return guide
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      return { title: part.slice(0, end).trim(), text: part.slice(end) };
    });
}

/** Prose without code, markup, tables' lines and what is folded away: what a reader sees and looks for. */
export function plainText(markdown: string): string {
  return oneLine(
    markdown
      .replace(/```[\s\S]*?```/g, ' ')
      .replace(/<pre[\s\S]*?<\/pre>/g, ' ')
      // A row of the register is evidence.
      .replace(/^.*<details class="rests">.*$/gm, ' ')
      .replace(/<details[\s\S]*?<\/details>/g, ' ')
      .replace(/<[^>]+>/g, ' ')
      .replace(/^\|[\s|:-]+\|$/gm, ' ')
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/&quot;|&amp;|&lt;|&gt;/g, ' ')
      .replace(/[`*|#]+/g, ' '),
  );
}
