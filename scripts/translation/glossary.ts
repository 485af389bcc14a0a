import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { type Pair, PORTUGUESE } from './dictionary.ts';

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
