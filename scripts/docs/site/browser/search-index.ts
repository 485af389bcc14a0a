import MiniSearch, { type Query, type SearchResult } from 'minisearch';

/** What the build writes to `search.json` of a language. */
export interface SearchIndex {
  documents: SearchDocument[];
  /** Words and phrases with the same meaning. */
  synonyms: string[][];
  /** Words that say nothing, such as articles. */
  ignored: string[];
}

export interface SearchDocument {
  /** The path of the page below the language, such as `/guides/pix/`. */
  url: string;
  title: string;
  text: string;
  /** The method and the path or event of an operation or webhook. */
  method?: string;
  path?: string;
  /** The headings of a guide, the id of an operation. */
  headings?: string;
  /** Searches for which the page is the right one. */
  keywords?: string;
  /** Names of fields and parameters. */
  fields?: string;
  /** Below 1 for pages that mention everything. */
  weight?: number;
  /** The group of operations, or the kind of page. */
  group: string;
}

export interface Found {
  document: SearchDocument;
  /** The part of the text around the first match. */
  excerpt: { text: string; isFound: boolean }[];
}

const MOST_HITS = 20;
/** Characters. */
const EXCERPT = 160;
/** Limits for text that is pasted by mistake. */
const LONGEST_QUERY = 200;
const LONGEST_WORD = 40;

/** Returns a search over the pages of one language. It tolerates typos, and a word also finds its synonyms. */
export function createSearch({ documents, synonyms, ignored }: SearchIndex): (query: string) => Found[] {
  const skipped = new Set(ignored.map(plain));
  // Pages that mention everything are rarely meant. A word says more in a short title.
  const weights = new Map(
    documents.map(
      ({ url, title, weight = 1 }) =>
        [url, weight / (1 + words(title).filter((word) => !skipped.has(word)).length / 8)] as const,
    ),
  );
  const index = new MiniSearch<SearchDocument>({
    idField: 'url',
    fields: ['title', 'keywords', 'path', 'headings', 'fields', 'text', 'group'],
    tokenize: indexed,
    processTerm: (term) => stem(term),
    searchOptions: {
      boost: { title: 6, keywords: 8, headings: 2.5, path: 1, fields: 1, group: 1.5 },
      prefix: (term) => term.length > 2,
      // Two swapped letters are two edits.
      fuzzy: (term) => (term.length > 5 ? 0.34 : term.length > 4 ? 0.2 : false),
      maxFuzzy: 2,
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
    // A phrase may be a title in the other language.
    const wanted = new Set([whole, ...(phrases.has(whole) ? sameAs(whole) : [])]);
    const isExact = ({ id }: SearchResult) => wanted.has(titles.get(id) ?? '');
    const sorted = [...hits.filter(isExact), ...hits.filter((hit) => !isExact(hit))];
    return sorted.slice(0, MOST_HITS).flatMap((hit: SearchResult) => {
      const document = byUrl.get(hit.id);
      return document ? [{ document, excerpt: excerptOf(document.text, hit.terms) }] : [];
    });
  };

  /** Splits a query into words and known phrases. */
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

  /** Returns a query for a word or phrase and its synonyms. */
  function withSynonyms(part: string[]): Query {
    const own = part.length > 1 ? part.filter((term) => !skipped.has(term)) : part;
    // A synonym counts less than what the reader typed.
    const options = { prefix: false, fuzzy: false as const, boostTerm: () => 0.6 };
    const others = sameAs(part.map(stem).join(' ')).map((phrase) => ({
      combineWith: 'AND' as const,
      ...options,
      queries: phrase.split(' ').filter((term) => !phrase.includes(' ') || !skipped.has(term)),
    }));
    return { combineWith: 'OR', queries: [{ combineWith: 'AND', queries: own }, ...others] };
  }
}

/** Returns the part of a text around the first word that was found, or its beginning. */
function excerptOf(text: string, terms: string[]): Found['excerpt'] {
  const isFound = (word: string) => words(word).some((part) => terms.includes(stem(part)));
  const pieces = text.split(/(\s+)/);
  const first = pieces.findIndex(isFound);
  const before = pieces.slice(0, Math.max(first, 0)).join('').length;
  const start = before > EXCERPT / 2 ? Math.max(first - 12, 0) : 0;
  const parts = start > 0 ? [{ text: '… ', isFound: false }] : [];
  let length = 0;
  for (const piece of pieces.slice(start)) {
    length += piece.length;
    if (length > EXCERPT) return [...parts, { text: ' …', isFound: false }];
    parts.push({ text: piece, isFound: isFound(piece) });
  }
  return parts;
}

/** Returns words in lower case and without accents. `card_number` and `pixQrCode` are several words. */
export function words(text: string): string[] {
  return plain(text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** Returns the words of an indexed text: of `OpenTelemetry` the parts and the whole. */
function indexed(text: string): string[] {
  const wholes = text.match(/\p{L}*\p{Ll}\p{Lu}\p{L}*/gu) ?? [];
  return [...words(text), ...wholes.map(plain)];
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Removes the ending of a plural, in both languages. */
function stem(term: string): string {
  if (term.length < 4 || !term.endsWith('s') || term.endsWith('ss')) return term;
  if (term.length > 7 && /[dst]ores$/.test(term)) return term.slice(0, -2);
  if (/(?:oes)$/.test(term)) return `${term.slice(0, -3)}ao`;
  if (/ies$/.test(term)) return `${term.slice(0, -3)}y`;
  return term.slice(0, -1);
}
