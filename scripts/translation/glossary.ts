import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { type Pair, PORTUGUESE } from './dictionary.ts';

/** A word of the trade, and the words for it in Portuguese; `refund*` stands for every word that begins so. */
export interface Term {
  readonly en: readonly string[];
  readonly pt: readonly string[];
}

export function readGlossary(folder: URL = PORTUGUESE): Term[] {
  return parse(readFileSync(new URL('glossary.yaml', folder), 'utf8'));
}

/** The terms of the glossary that a translation says otherwise; one message each. */
export function otherWords({ en, pt }: Pair, glossary: readonly Term[]): string[] {
  const [english, portuguese] = [prose(en), prose(pt)];
  return glossary.flatMap((term) => {
    const used = term.en.map((word) => wordPattern(word).exec(english)?.[0]).find((word) => word !== undefined);
    if (used === undefined || term.pt.some((word) => wordPattern(word).test(portuguese))) return [];
    // A name of the API that is an English word, such as `capture`, stays as it is.
    if (wordPattern(used).test(portuguese)) return [];
    return [`"${used}" is ${term.pt.join(' or ')} in the glossary`];
  });
}

/** Code is the same in every language, and what a link leads to as well. */
function prose(text: string): string {
  return text.replace(/`[^`]*`|\]\([^)]*\)/g, ' ');
}

function wordPattern(word: string): RegExp {
  const begins = word.endsWith('*');
  const letters = (begins ? word.slice(0, -1) : word).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\d_])${letters}${begins ? '[\\p{L}-]*' : ''}(?![\\p{L}\\d_])`, 'iu');
}
