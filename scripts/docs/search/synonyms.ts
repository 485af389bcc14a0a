import { readFileSync } from 'node:fs';
import type { SearchIndex } from '../site/browser/search-index.ts';

const file: { ignored: string; synonyms: string[][]; topics: Record<string, string> } = JSON.parse(
  readFileSync(new URL('synonyms.json', import.meta.url), 'utf8'),
);

/** Words with the same meaning in both languages, and words that a search ignores. */
export const synonyms: Pick<SearchIndex, 'synonyms' | 'ignored'> = {
  synonyms: file.synonyms,
  ignored: file.ignored.split(' '),
};

/** Searches in both languages for which a page is the right one, by the last part of its address. */
export const topics: Readonly<Record<string, string>> = file.topics;
