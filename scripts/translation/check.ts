import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { JsonObject } from '../../core/src/util/json.ts';
import { parametersOf } from '../contract/parameters.ts';
import { oneLine } from '../contract/text.ts';
import { plainNumbersIn } from '../lint/plain-numbers.ts';
import { type Files, type Pair, PORTUGUESE } from './dictionary.ts';
import { splitMarkdown } from './segments.ts';
import { englishTexts, type SourceText } from './sources.ts';

/** Parts of a sentence that every language must keep, with their names for messages. */
const KEPT: readonly { name: string; pattern: RegExp }[] = [
  { name: 'code', pattern: /`[^`]*`/g },
  { name: 'the target of a link', pattern: /(?<=\]\()[^)\s]*(?=\))/g },
  { name: 'an address', pattern: /https?:\/\/[^\s)`]+/g },
  { name: 'a placeholder', pattern: /\{[\w.-]+\}|<\w+>/g },
  { name: 'a name of the API', pattern: /\b[a-z0-9]+(?:_[a-z0-9]+)+\b|\b[a-z]+(?:[A-Z][a-z]*)+\b/g },
  // 159.90 is 159,90 in Portuguese: only the digits must match.
  { name: 'a number', pattern: /\d+/g },
  { name: 'a mark for bold', pattern: /\*\*/g },
];

/** What a translation has lost of its sentence, or added to it; one message each. */
export function lostIn({ en, pt }: Pair): string[] {
  return KEPT.flatMap(({ name, pattern }) => {
    const [before, now] = [en, pt].map((text) => [...text.matchAll(pattern)].map(([match]) => match).sort());
    if (before?.join('\n') === now?.join('\n')) return [];
    return [`${name} differs: ${before?.join(' ') || 'none'} in English, ${now?.join(' ') || 'none'} in Portuguese`];
  });
}

/** A term of payments and its Portuguese words. `refund*` matches every word that starts with `refund`. */
export interface Term {
  readonly en: readonly string[];
  readonly pt: readonly string[];
  /** Portuguese words that no translation uses, because `pt` has the term. */
  readonly avoid?: readonly string[];
}

export function readGlossary(folder: URL = PORTUGUESE): Term[] {
  return parse(readFileSync(new URL('glossary.yaml', folder), 'utf8'));
}

/** Returns one message for each term that a translation does not take from the glossary. */
export function otherWords({ en, pt }: Pair, glossary: readonly Term[]): string[] {
  const [english, portuguese] = [prose(en), prose(pt)];
  return glossary.flatMap((term) => {
    const avoided = term.avoid?.find((word) => wordPattern(word).test(portuguese));
    if (avoided) return [`"${avoided}" is ${term.pt.join(' or ')} in the glossary`];
    const used = term.en.map((word) => wordPattern(word).exec(english)?.[0]).find((word) => word !== undefined);
    if (used === undefined || term.pt.some((word) => wordPattern(word).test(portuguese))) return [];
    // A name of the API that is an English word, such as `capture`, stays as it is.
    if (wordPattern(used).test(portuguese)) return [];
    return [`"${used}" is ${term.pt.join(' or ')} in the glossary`];
  });
}

/** Returns the text without code and link targets, which are the same in both languages. */
function prose(text: string): string {
  return text.replace(/`[^`]*`|\]\([^)]*\)/g, ' ');
}

function wordPattern(word: string): RegExp {
  const begins = word.endsWith('*');
  const letters = (begins ? word.slice(0, -1) : word).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\d_])${letters}${begins ? '[\\p{L}-]*' : ''}(?![\\p{L}\\d_])`, 'iu');
}

interface Report {
  /** The mistakes in the dictionary, one message each. */
  readonly problems: string[];
  /** Sentences that have no Portuguese yet, with the first place of each. */
  readonly missing: ReadonlyMap<string, SourceText>;
  /** Sentences whose English is gone. */
  readonly stale: ReadonlySet<string>;
}

/** Compares the dictionary with all that is written in English. */
export function checkDictionary(contract: JsonObject, dictionary: Files, glossary: readonly Term[]): Report {
  const texts = englishTexts(contract);
  const wanted = sentencesOf(texts);
  // Lint compares the numbers in the contract itself.
  const others = texts.filter(({ where }) => !/^(?:openapi|evidence)\.yaml/.test(where));
  const problems = others.flatMap(({ where, text }) =>
    plainNumbersIn(text, parametersOf(contract)).map((problem) => `${where}: ${problem}`),
  );
  const known = new Map<string, { name: string; pair: Pair }>();
  for (const [name, pairs] of dictionary) {
    for (const pair of pairs) {
      const say = (problem: string) => problems.push(`${name}: "${pair.en}": ${problem}`);
      const twin = known.get(pair.en);
      if (twin) say(`duplicate of a sentence in ${twin.name}; remove one`);
      if (pair.pt !== '') [...lostIn(pair), ...otherWords(pair, glossary)].map(say);
      known.set(pair.en, { name, pair });
    }
  }
  const stale = new Set([...known.keys()].filter((sentence) => !wanted.has(sentence)));
  for (const sentence of stale)
    problems.push(`${known.get(sentence)?.name}: "${sentence}": no English text contains this sentence; remove it`);
  const missing = new Map([...wanted].filter(([sentence]) => !known.get(sentence)?.pair.pt));
  return { problems, missing, stale };
}

/** Every sentence of the texts, with the first place that has it. */
function sentencesOf(texts: readonly SourceText[]): Map<string, SourceText> {
  const sentences = new Map<string, SourceText>();
  for (const source of texts) {
    for (const { text, prose } of splitMarkdown(source.text)) {
      const sentence = oneLine(text);
      if (prose && !sentences.has(sentence)) sentences.set(sentence, source);
    }
  }
  return sentences;
}
