import MiniSearch, { type Query, type SearchResult } from 'minisearch';
import { indexed, Meanings, plain, stem, type Vocabulary, wordsIn } from './meanings.ts';
import { sameQuestions } from './same-questions.ts';

/** What the build writes to `search.json` of a language. */
export interface SearchIndex extends Vocabulary {
  documents: SearchDocument[];
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
export function createSearch(index: SearchIndex): (query: string) => Found[] {
  const search = new LanguageSearch(index);
  return (query) => search.find(query);
}

class LanguageSearch {
  readonly #index: MiniSearch<SearchDocument>;
  readonly #meanings: Meanings;
  readonly #byUrl: ReadonlyMap<string, SearchDocument>;
  /** The meaning of each title, by the address of its section. */
  readonly #titles: ReadonlyMap<string, string>;
  /** The meanings of the words of each question of a reader, by the address of its answer. */
  readonly #questions: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(given: SearchIndex) {
    const { documents } = given;
    const meanings = new Meanings(given);
    this.#meanings = meanings;
    // Pages that mention everything are rarely meant. A word says more in a short title.
    const weights = new Map(
      documents.map(({ url, title, weight = 1 }) => [url, weight / (1 + meanings.telling(wordsIn(title)).length / 8)]),
    );
    this.#index = new MiniSearch<SearchDocument>({
      idField: 'url',
      fields: ['title', 'keywords', 'path', 'headings', 'fields', 'text', 'group'],
      tokenize: indexed,
      processTerm: (term) => stem(term),
      searchOptions: {
        boost: { title: 6, keywords: 8, headings: 2.5, path: 1, fields: 1, group: 1.5 },
        boostDocument: (url) => weights.get(url) ?? 1,
      },
    });
    this.#index.addAll(documents);
    this.#byUrl = new Map(documents.map((document) => [document.url, document]));
    // An entry of the register is found by its key.
    const named = documents.filter(({ weight = 1, fields }) => weight >= 1 || fields !== undefined);
    this.#titles = new Map(
      named.map(({ url, title, fields = title }) => [url, meanings.of(meanings.partsOf(wordsIn(fields)))]),
    );
    const questions = documents.filter(({ isQuestion }) => isQuestion);
    this.#questions = new Map(questions.map(({ url, title }) => [url, new Set(meanings.ofAll(wordsIn(title)))]));
  }

  find(query: string): Found[] {
    const meanings = this.#meanings;
    const terms = wordsIn(query.slice(0, LONGEST_QUERY)).filter((term) => term.length <= LONGEST_WORD);
    const parts = meanings.partsOf(terms);
    if (parts.length === 0) return [];
    const isAsked = parts.length >= FEWEST_PARTS || terms.length >= FEWEST_WORDS;
    const hits = this.#hitsOf(
      parts.map((part) => meanings.query(part)),
      isAsked,
    );
    const meaning = meanings.of(parts);
    const asked = { all: new Set(meanings.ofAll(terms)), meant: new Set(parts.map((part) => meanings.of([part]))) };
    const found = new Set(hits.map(({ id }) => id));
    const same = isAsked ? sameQuestions(asked, this.#questions).filter((id) => found.has(id)) : [];
    const isLast = ({ id }: SearchResult) => (this.#byUrl.get(id)?.weight ?? 1) <= LAST;
    const rank = (hit: SearchResult) => {
      if (this.#titles.get(hit.id) === meaning) return -1;
      if (same.includes(hit.id)) return same.indexOf(hit.id) / same.length;
      return isLast(hit) ? 2 : 1;
    };
    const sorted = hits.toSorted((one, other) => rank(one) - rank(other));
    return sorted.slice(0, MOST_HITS).flatMap((hit: SearchResult) => {
      const document = this.#byUrl.get(hit.id);
      return document ? [{ document, excerpt: excerptOf(document.text, hit.terms) }] : [];
    });
  }

  /**
   * Returns the sections with all words, then those with words that begin like them, then similar ones if both are empty. If these are few,
   * sections with one of two words in their title follow. For a question of three words or more, most words suffice.
   */
  #hitsOf(queries: Query[], isAsked: boolean): SearchResult[] {
    const all = { combineWith: 'AND' as const, queries };
    const exact = [...this.#index.search(all), ...this.#index.search({ ...all, ...BEGUN })];
    const hits = isAsked ? this.#hitsOfMost(queries) : withoutRepetition(exact);
    if (hits.length === 0) hits.push(...this.#misspelled(queries));
    if (hits.length >= FEW || queries.length < 2) return hits;
    const some = this.#index.search({ combineWith: 'OR', queries }).filter(({ match }) => {
      return Object.values(match).some((fields) => fields.includes('title') || fields.includes('keywords'));
    });
    return withoutRepetition([...hits, ...some]);
  }

  /** Returns the sections with similar words, those with the fewest edits. */
  #misspelled(queries: Query[], most = TYPOS.length): SearchResult[] {
    for (const typos of TYPOS.slice(0, most)) {
      const hits = this.#index.search({ combineWith: 'AND', queries, ...typos }).filter(beginsAlike);
      if (hits.length > 0) return hits;
    }
    return [];
  }

  /** Returns the sections with a good part of the question. A word on few pages counts more than a word on many, and a word on no page counts nothing. */
  #hitsOfMost(queries: Query[]): SearchResult[] {
    const hitsOf = queries.map((query) => {
      const hits = this.#index.search({ combineWith: 'AND', queries: [query], ...BEGUN });
      return hits.length > 0 ? hits : this.#misspelled([query], 1);
    });
    const rarities = hitsOf.map(({ length }) => (length === 0 ? 0 : Math.log(1 + this.#byUrl.size / length)));
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
  const isFound = (word: string) => wordsIn(word).some((part) => terms.includes(stem(part)));
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
export function wordsTried(query: string, { ignored }: Pick<Vocabulary, 'ignored'>): string[] {
  const skipped = new Set(ignored.map(plain));
  const all = wordsIn(query.slice(0, LONGEST_QUERY));
  const meant = all.filter((word) => !skipped.has(word));
  return meant.length > 0 ? meant : all;
}
