import { readFileSync } from 'node:fs';
import { ACTS, rowOf } from '../../../sandbox/src/acts/index.ts';
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
export const topics: Readonly<Record<string, string>> = withActs(file.topics);

/** Adds the words of each act to the guide that explains it. */
function withActs(written: Readonly<Record<string, string>>): Record<string, string> {
  const found = { ...written };
  for (const { guide, search } of ACTS.map(rowOf)) {
    if (search !== undefined) found[guide] = [found[guide], search].filter(Boolean).join(', ');
  }
  return found;
}
