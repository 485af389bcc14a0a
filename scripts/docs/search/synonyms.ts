import { readFileSync } from 'node:fs';
import type { SearchIndex } from '../site/browser/search-index.ts';

const file: Pick<SearchIndex, 'synonyms' | 'ignored'> & { topics: Record<string, string[]> } = JSON.parse(
  readFileSync(new URL('synonyms.json', import.meta.url), 'utf8'),
);

/** Words with the same meaning in both languages, and words that a search ignores. */
export const synonyms = { synonyms: file.synonyms, ignored: file.ignored };

/** Searches in both languages for which a page is the right one, by the last part of its address. */
export const topics: Readonly<Record<string, readonly string[]>> = file.topics;
