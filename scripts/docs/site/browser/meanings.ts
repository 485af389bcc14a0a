/** The words of a language: their stems, phrases and synonyms. */
import type { Query } from 'minisearch';

export interface Vocabulary {
  /** Words and phrases with the same meaning. */
  synonyms: string[][];
  /** Words that say nothing, such as articles. */
  ignored: string[];
}

/** What the words of a language mean: phrases, synonyms, and words that say nothing. */
export class Meanings {
  readonly #skipped: ReadonlySet<string>;
  /** Stems of words and phrases with the same meaning. */
  readonly #groups: readonly (readonly string[])[];
  readonly #phrases: ReadonlySet<string>;
  /** The words of the longest phrase. */
  readonly #longest: number;

  constructor({ synonyms, ignored }: Vocabulary) {
    this.#skipped = new Set(ignored.map(plain));
    this.#groups = synonyms.map((group) => group.map((phrase) => wordsIn(phrase).map(stem).join(' ')));
    this.#phrases = new Set(this.#groups.flat().filter((phrase) => phrase.includes(' ')));
    this.#longest = Math.max(1, ...[...this.#phrases].map((phrase) => phrase.split(' ').length));
  }

  /** Returns the words that say something. */
  telling(terms: readonly string[]): string[] {
    return terms.filter((term) => !this.#skipped.has(term));
  }

  /** Returns the meanings of all words, including those that say nothing. */
  ofAll(terms: readonly string[]): string[] {
    return this.#split(terms).map((part) => this.of([part]));
  }

  /** Returns the same text for words with the same meaning, in both languages. */
  of(parts: readonly (readonly string[])[]): string {
    return parts
      .map((part) => part.map(stem).join(' '))
      .map((phrase) => this.#groups.find((group) => group.includes(phrase))?.[0] ?? phrase)
      .join(' ');
  }

  /** Splits a query into known phrases and words, without those that say nothing if there are others. */
  partsOf(terms: readonly string[]): string[][] {
    const parts = this.#split(terms);
    const meant = parts.filter((part) => part.length > 1 || !this.#skipped.has(part[0] ?? ''));
    return meant.length > 0 ? meant : parts;
  }

  /** Returns a query for a word or phrase and its synonyms. */
  query(part: readonly string[]): Query {
    const own = part.length > 1 ? this.telling(part) : [...part];
    // A synonym counts less than a typed word.
    const options = { prefix: false, fuzzy: false as const, boostTerm: () => 0.6 };
    const typed = part.map(stem).join(' ');
    const same = new Set(this.#groups.filter((group) => group.includes(typed)).flat());
    same.delete(typed);
    const others = [...same].map((phrase) => ({
      combineWith: 'AND' as const,
      ...options,
      queries: phrase.includes(' ') ? this.telling(phrase.split(' ')) : [phrase],
    }));
    return { combineWith: 'OR', queries: [{ combineWith: 'AND', queries: own }, ...others] };
  }

  /** Splits a query into known phrases and words. */
  #split(terms: readonly string[]): string[][] {
    const parts: string[][] = [];
    for (let at = 0; at < terms.length; ) {
      let length = Math.min(this.#longest, terms.length - at);
      const phrase = () => terms.slice(at, at + length);
      while (length > 1 && !this.#phrases.has(phrase().map(stem).join(' '))) length--;
      parts.push(phrase());
      at += length;
    }
    return parts;
  }
}

/** Returns words in lower case and without accents. `card_number` and `pixQrCode` are several words. */
export function wordsIn(text: string): string[] {
  return plain(text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** Returns the words of an indexed text: of `OpenTelemetry` the parts and the whole. */
export function indexed(text: string): string[] {
  const wholes = text.match(/\p{L}*\p{Ll}\p{Lu}\p{L}*/gu) ?? [];
  return [...wordsIn(text), ...wholes.map(plain)];
}

export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

const stems = new Map<string, string>();

/** Returns the stem of a word. An index has few words many times. */
export function stem(term: string): string {
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
