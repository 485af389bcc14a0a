import MiniSearch, { type Query, type SearchResult } from 'minisearch';
import { sameQuestions } from './same-questions.ts';

/** What the build writes to `search.json` of a language. */
export interface SearchIndex {
  documents: SearchDocument[];
  /** Words and phrases with the same meaning. */
  synonyms: string[][];
  /** Words that say nothing, such as articles. */
  ignored: string[];
}

/** A page, or a section of one. */
export interface SearchDocument {
  /** The address below the language, such as `/guides/pix/#show-the-qr-code`. */
  url: string;
  title: string;
  text: string;
  /** The method and the path or event of an operation or webhook. */
  method?: string;
  path?: string;
  /** The id of an operation. */
  headings?: string;
  /** Searches for which the page is the right one. */
  keywords?: string;
  /** Names of fields and parameters. */
  fields?: string;
  /** Below 1 for pages that mention everything. With `LAST` or less, a section comes after all others. */
  weight?: number;
  /** The group of operations, the kind of page, or the page of a section. */
  group: string;
  /** Its title is a question of a reader. */
  isQuestion?: true;
}

export interface Found {
  document: SearchDocument;
  /** The part of the text around the first match. */
  excerpt: { text: string; isFound: boolean }[];
}

/** The weight of the changelog and the register, which have all words and answer few questions. */
export const LAST = 0.1;

const MOST_HITS = 20;
/** Characters. */
const EXCERPT = 160;
/** Limits for text that is pasted by mistake. */
const LONGEST_QUERY = 200;
const LONGEST_WORD = 40;
/** With fewer sections, others that have a part of the words follow. */
const FEW = 5;
/** The least part of a question that a section has. */
const LEAST_PART = 0.3;
/** With fewer words, and fewer that say something, a query is no question. */
const [FEWEST_WORDS, FEWEST_PARTS] = [4, 3];
/** A section answers a question better than the introduction of its page. */
const SECTION_OF_GUIDE = 2;
const BEGUN = { prefix: (term: string) => term.length > 2 };
/** One edit first: `ammount` is nearer to `amount` than to `account`. Two swapped letters are two edits. */
const TYPOS = [1, 2].map((edits) => ({ fuzzy: (term: string) => (term.length > 3 + edits ? edits : false) }));

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
      boostDocument: (url) => weights.get(url) ?? 1,
    },
  });
  index.addAll(documents);
  const byUrl = new Map(documents.map((document) => [document.url, document]));
  const groups = synonyms.map((group) => group.map((phrase) => words(phrase).map(stem).join(' ')));
  const phrases = new Set(groups.flat().filter((phrase) => phrase.includes(' ')));
  const longest = Math.max(1, ...[...phrases].map((phrase) => phrase.split(' ').length));
  // An entry of the register is found by its key.
  const named = documents.filter(({ weight = 1, fields }) => weight >= 1 || fields !== undefined);
  const titles = new Map(named.map(({ url, title, fields = title }) => [url, meaningOf(partsOf(words(fields)))]));
  const questions = new Map(
    documents
      .filter(({ isQuestion }) => isQuestion)
      .map(({ url, title }) => [url, new Set(meaningsOf(words(title)))] as const),
  );

  return (query) => {
    const terms = words(query.slice(0, LONGEST_QUERY)).filter((term) => term.length <= LONGEST_WORD);
    const parts = partsOf(terms);
    if (parts.length === 0) return [];
    const isAsked = parts.length >= FEWEST_PARTS || terms.length >= FEWEST_WORDS;
    const hits = hitsOf(parts.map(withSynonyms), isAsked);
    const meaning = meaningOf(parts);
    const asked = { all: new Set(meaningsOf(terms)), meant: new Set(parts.map((part) => meaningOf([part]))) };
    const found = new Set(hits.map(({ id }) => id));
    const same = isAsked ? sameQuestions(asked, questions).filter((id) => found.has(id)) : [];
    const isTitle = ({ id }: SearchResult) => titles.get(id) === meaning;
    const isLast = ({ id }: SearchResult) => (byUrl.get(id)?.weight ?? 1) <= LAST;
    const rank = (hit: SearchResult) =>
      isTitle(hit) ? -1 : same.includes(hit.id) ? same.indexOf(hit.id) / same.length : isLast(hit) ? 2 : 1;
    const sorted = hits.toSorted((one, other) => rank(one) - rank(other));
    return sorted.slice(0, MOST_HITS).flatMap((hit: SearchResult) => {
      const document = byUrl.get(hit.id);
      return document ? [{ document, excerpt: excerptOf(document.text, hit.terms) }] : [];
    });
  };

  /**
   * Returns the sections with all words, then those with words that begin like them, then similar ones if both are empty. If these are few,
   * sections with one of two words in their title follow. For a question of three words or more, most words suffice.
   */
  function hitsOf(queries: Query[], isAsked: boolean): SearchResult[] {
    const all = { combineWith: 'AND' as const, queries };
    const exact = [...index.search(all), ...index.search({ ...all, ...BEGUN })];
    const hits = isAsked ? hitsOfMost(queries) : withoutRepetition(exact);
    if (hits.length === 0) hits.push(...misspelled(queries));
    if (hits.length >= FEW || queries.length < 2) return hits;
    const some = index.search({ combineWith: 'OR', queries }).filter(({ match }) => {
      return Object.values(match).some((fields) => fields.includes('title') || fields.includes('keywords'));
    });
    return withoutRepetition([...hits, ...some]);
  }

  /** Returns the sections with similar words, those with the fewest edits. */
  function misspelled(queries: Query[], most = TYPOS.length): SearchResult[] {
    for (const typos of TYPOS.slice(0, most)) {
      const hits = index.search({ combineWith: 'AND', queries, ...typos }).filter(beginsAlike);
      if (hits.length > 0) return hits;
    }
    return [];
  }

  /** Returns the sections with a good part of the question. A word on few pages counts more than a word on many, and a word on no page counts nothing. */
  function hitsOfMost(queries: Query[]): SearchResult[] {
    const hitsOf = queries.map((query) => {
      const hits = index.search({ combineWith: 'AND', queries: [query], ...BEGUN });
      return hits.length > 0 ? hits : misspelled([query], 1);
    });
    const rarities = hitsOf.map(({ length }) => (length === 0 ? 0 : Math.log(1 + documents.length / length)));
    const whole = rarities.reduce((sum, rarity) => sum + rarity, 0);
    const found = new Map<string, SearchResult & { part: number }>();
    for (const [at, hits] of hitsOf.entries()) {
      for (const hit of hits) {
        const { part = 0, score = 0, terms = [] } = found.get(hit.id) ?? {};
        const own = (rarities[at] ?? 0) / whole;
        found.set(hit.id, { ...hit, part: part + own, score: score + hit.score, terms: [...terms, ...hit.terms] });
      }
    }
    const most = [...found.values()].filter(({ part }) => part >= LEAST_PART);
    const isSection = (id: string) => id.startsWith('/guides/') && id.includes('#');
    const rank = ({ id, score, part }: (typeof most)[number]) =>
      score * part ** 2 * (isSection(id) ? SECTION_OF_GUIDE : 1);
    return most.sort((one, other) => rank(other) - rank(one));
  }

  /** Returns the meanings of all words, also of those that say nothing. */
  function meaningsOf(terms: string[]): string[] {
    return splitTerms(terms).map((part) => meaningOf([part]));
  }

  /** Returns the same text for words with the same meaning, in both languages. */
  function meaningOf(parts: string[][]): string {
    return parts
      .map((part) => part.map(stem).join(' '))
      .map((phrase) => groups.find((group) => group.includes(phrase))?.[0] ?? phrase)
      .join(' ');
  }

  /** Splits a query into known phrases and words, without those that say nothing if there are others. */
  function partsOf(terms: string[]): string[][] {
    const parts = splitTerms(terms);
    const meant = parts.filter((part) => part.length > 1 || !skipped.has(part[0] ?? ''));
    return meant.length > 0 ? meant : parts;
  }

  /** Splits a query into known phrases and words. */
  function splitTerms(terms: string[]): string[][] {
    const parts: string[][] = [];
    for (let at = 0; at < terms.length; ) {
      let length = Math.min(longest, terms.length - at);
      const phrase = () => terms.slice(at, at + length);
      while (length > 1 && !phrases.has(phrase().map(stem).join(' '))) length--;
      parts.push(phrase());
      at += length;
    }
    return parts;
  }

  /** Returns a query for a word or phrase and its synonyms. */
  function withSynonyms(part: string[]): Query {
    const own = part.length > 1 ? part.filter((term) => !skipped.has(term)) : part;
    // A synonym counts less than a typed word.
    const options = { prefix: false, fuzzy: false as const, boostTerm: () => 0.6 };
    const typed = part.map(stem).join(' ');
    const same = new Set(groups.filter((group) => group.includes(typed)).flat());
    same.delete(typed);
    const others = [...same].map((phrase) => ({
      combineWith: 'AND' as const,
      ...options,
      queries: phrase.split(' ').filter((term) => !phrase.includes(' ') || !skipped.has(term)),
    }));
    return { combineWith: 'OR', queries: [{ combineWith: 'AND', queries: own }, ...others] };
  }
}

/** Returns the first hit of each section. */
function withoutRepetition(hits: SearchResult[]): SearchResult[] {
  const seen = new Set<string>();
  return hits.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** Whether each similar word begins with the letter that the reader typed: a typo is rarely there. */
function beginsAlike({ terms, queryTerms }: SearchResult): boolean {
  return terms.every((term) => queryTerms.some((typed) => typed[0] === term[0]));
}

/** Returns the part of a text around the first word that was found, or its beginning. */
function excerptOf(text: string, terms: string[]): Found['excerpt'] {
  const isFound = (word: string) => words(word).some((part) => terms.includes(stem(part)));
  // A mark does not include the punctuation around a word.
  const pieces = text.split(/([\s,.;:!?()"“”]+)/);
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

/** Returns the words that a search looks for, in its order: those of the query without those that say nothing. */
export function wordsTried(query: string, { ignored }: Pick<SearchIndex, 'ignored'>): string[] {
  const skipped = new Set(ignored.map(plain));
  const all = words(query.slice(0, LONGEST_QUERY));
  const meant = all.filter((word) => !skipped.has(word));
  return meant.length > 0 ? meant : all;
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

const stems = new Map<string, string>();

/** Returns the stem of a word. An index has few words many times. */
function stem(term: string): string {
  const known = stems.get(term) ?? stemOf(term);
  stems.set(term, known);
  return known;
}

/** Removes the ending of a plural and of the forms of a verb, in both languages: `assinar`, `assinatura`, `assino`; `delivered`, `deliver`. */
function stemOf(term: string): string {
  let stem = singularOf(term);
  for (let shorter: string | undefined; ; stem = shorter) {
    shorter = VERB.exec(stem)?.[1] ?? VOWEL.exec(stem)?.[1];
    if (shorter === undefined) return stem;
  }
}

const VERB = /^(.{3,}?)(?:a[rm]|e[rm]|ir|[aei]ndo|[ai]d[ao]|[ai]mento|acao|icao|ancia|anca|atura|ou|ei|ing|ed)$/;
const VOWEL = /^(.{4,})[aeo]$/;

function singularOf(term: string): string {
  if (term.length < 4 || !term.endsWith('s') || term.endsWith('ss')) return term;
  if (term.length > 7 && /[dst]ores$/.test(term)) return term.slice(0, -2);
  if (/oes$/.test(term)) return `${term.slice(0, -3)}ao`;
  if (/ies$/.test(term)) return `${term.slice(0, -3)}y`;
  return term.slice(0, -1);
}
