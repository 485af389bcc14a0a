import MiniSearch, { type Query, type SearchResult } from 'minisearch';
import type { DocsData, SearchDocument } from './data.ts';

/** A hit as the window of Redoc shows it. */
export interface Hit {
  document: {
    title: string;
    url: string;
    text: string;
    path: string[];
    httpMethod?: string | undefined;
    httpPath?: string | undefined;
  };
  /** With `<mark>` around what was found. */
  highlight: { text: string };
}

export interface Found {
  document: SearchDocument;
  /** The words of it that were found, as they are compared. */
  terms: string[];
}

const MOST_HITS = 20;
const EXCERPT = 180;
/** More than anybody types: what is pasted by mistake must not cost a second. */
const LONGEST_QUERY = 200;
const LONGEST_WORD = 40;

/** A search over titles, fields, descriptions and guide sections; of two words for the same thing either finds the other. */
export function createSearch({ documents, synonyms, ignored }: DocsData['search']): (query: string) => Found[] {
  const skipped = new Set(ignored.map(plain));
  // What lists everything, such as a glossary, mentions every word and is rarely what is meant; a short title says the most.
  const weights = new Map(
    documents.map(
      ({ url, title, weight = 1 }) =>
        [url, weight / (1 + words(title).filter((word) => !skipped.has(word)).length / 8)] as const,
    ),
  );
  const index = new MiniSearch<SearchDocument>({
    idField: 'url',
    fields: ['title', 'path', 'fields', 'text', 'group'],
    tokenize: indexed,
    processTerm: (term) => stem(term),
    searchOptions: {
      boost: { title: 6, path: 1, fields: 1, group: 1.5 },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      boostDocument: (url) => weights.get(url) ?? 1,
    },
  });
  index.addAll(documents);
  const byUrl = new Map(documents.map((document) => [document.url, document]));
  const titles = new Map(
    documents
      .filter(({ weight = 1 }) => weight >= 1)
      .map(({ url, title }) => [url, words(title).map(stem).join(' ')] as const),
  );
  // Words by their stem, and phrases of several words by theirs.
  const groups = synonyms.map((group) => group.map((phrase) => words(phrase).map(stem).join(' ')));
  const phrases = new Set(groups.flat().filter((phrase) => phrase.includes(' ')));
  const longest = Math.max(1, ...[...phrases].map((phrase) => phrase.split(' ').length));

  return (query) => {
    const terms = words(query.slice(0, LONGEST_QUERY)).filter((term) => term.length <= LONGEST_WORD);
    const parts = partsOf(terms);
    const meant = parts.filter((part) => part.length > 1 || !skipped.has(part[0] ?? ''));
    const queries = (meant.length > 0 ? meant : parts).map(withSynonyms);
    if (queries.length === 0) return [];
    const all = index.search({ combineWith: 'AND', queries });
    const hits = all.length > 0 ? all : index.search({ combineWith: 'OR', queries });
    const whole = terms.map(stem).join(' ');
    // A phrase that is a title in the other language means that title.
    const wanted = new Set([whole, ...(phrases.has(whole) ? sameAs(whole) : [])]);
    const isExact = ({ id }: SearchResult) => wanted.has(titles.get(id) ?? '');
    const sorted = [...hits.filter(isExact), ...hits.filter((hit) => !isExact(hit))];
    return sorted.slice(0, MOST_HITS).flatMap((hit: SearchResult) => {
      const document = byUrl.get(hit.id);
      return document ? [{ document, terms: hit.terms }] : [];
    });
  };

  /** The words of a query, those that are a phrase together. */
  function partsOf(terms: string[]): string[][] {
    const parts: string[][] = [];
    for (let at = 0; at < terms.length; ) {
      let length = Math.min(longest, terms.length - at);
      while (
        length > 1 &&
        !phrases.has(
          terms
            .slice(at, at + length)
            .map(stem)
            .join(' '),
        )
      )
        length--;
      parts.push(terms.slice(at, at + length));
      at += length;
    }
    return parts;
  }

  function sameAs(phrase: string): string[] {
    return [...new Set(groups.filter((group) => group.includes(phrase)).flat())].filter((other) => other !== phrase);
  }

  /** A word or a phrase, or any of those that mean the same. */
  function withSynonyms(part: string[]): Query {
    const own = part.length > 1 ? part.filter((term) => !skipped.has(term)) : part;
    // What was typed says more than what means the same.
    const options = { prefix: false, fuzzy: false as const, boostTerm: () => 0.6 };
    const others = sameAs(part.map(stem).join(' ')).map((phrase) => ({
      combineWith: 'AND' as const,
      ...options,
      queries: phrase.split(' ').filter((term) => !phrase.includes(' ') || !skipped.has(term)),
    }));
    return { combineWith: 'OR', queries: [{ combineWith: 'AND', queries: own }, ...others] };
  }
}

/** What Redoc asks for. */
export function hitsOf(search: (query: string) => Found[]): (query: string) => Hit[] {
  return (query) =>
    search(query).map(({ document: { url, title, text, method, path, group }, terms }) => ({
      document: { title, url, text, path: [group], httpMethod: method, httpPath: path },
      highlight: { text: excerpt(text, terms) },
    }));
}

/** The part of a text that shows what was found in it, or its beginning. */
function excerpt(text: string, terms: string[]): string {
  const isFound = (word: string) => words(word).some((part) => terms.includes(stem(part)));
  const pieces = text.split(/(\s+)/);
  const first = pieces.findIndex(isFound);
  const before = pieces.slice(0, Math.max(first, 0)).join('').length;
  const start = before > EXCERPT / 2 ? Math.max(first - 12, 0) : 0;
  let shown = start > 0 ? '… ' : '';
  let length = 0;
  for (const piece of pieces.slice(start)) {
    length += piece.length;
    if (length > EXCERPT) return `${shown.trimEnd()} …`;
    shown += isFound(piece) ? `<mark>${piece}</mark>` : piece;
  }
  return shown;
}

/** Words as they are compared: small, without accents, and the parts of `card_number` and `pixQrCode` as words of their own. */
export function words(text: string): string[] {
  return plain(text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** The words of a text that is searched: of `OpenTelemetry` the parts, and the whole. */
function indexed(text: string): string[] {
  const wholes = text.match(/\p{L}*\p{Ll}\p{Lu}\p{L}*/gu) ?? [];
  return [...words(text), ...wholes.map(plain)];
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The end that makes a plural, off: enough for both languages here. */
function stem(term: string): string {
  if (term.length < 4 || !term.endsWith('s') || term.endsWith('ss')) return term;
  if (term.length > 7 && /[dst]ores$/.test(term)) return term.slice(0, -2);
  if (/(?:oes)$/.test(term)) return `${term.slice(0, -3)}ao`;
  if (/ies$/.test(term)) return `${term.slice(0, -3)}y`;
  return term.slice(0, -1);
}
