import { describe, expect, test } from 'vitest';
import { editions } from '../../scripts/docs/editions.ts';
import { registerGroups } from '../../scripts/docs/evidence/register.ts';
import { guidesOf } from '../../scripts/docs/guide/pages.ts';
import { searchDocuments } from '../../scripts/docs/search/documents.ts';
import { synonyms } from '../../scripts/docs/search/synonyms.ts';
import { createSearch, words } from '../../scripts/docs/site/browser/search-index.ts';
import { readContract } from './contract.ts';
import { searches } from './search.table.ts';

const written = readContract();

describe.each(editions.map((edition) => [edition.language.code, edition] as const))(
  'the search in %s',
  (_, { language, contract: inLanguage }) => {
    const contract = inLanguage(written);
    const guides = guidesOf(contract, language);
    const documents = searchDocuments({ contract, guides, register: registerGroups(contract, language) }, language);
    const search = createSearch({ documents, ...synonyms });

    test.each(Object.entries(searches))('finds the page for "%s" first', (query, expected) => {
      const found = search(query).map(({ document }) => document.url.split('/')[2] ?? '');
      expect([expected].flat(), `found ${found.slice(0, 5).join(', ')}`).toContain(found[0]);
    });

    test('indexes words only, without markup or code', () => {
      const text = documents.map(({ title, text }) => `${title} ${text}`).join('\n');
      expect(text).not.toMatch(/<\/?[a-z]+[ >]|```|\*\*|x-evidence[\w-]*:/);
    });

    test('finds nothing, without an error, for words that are on no page', () => {
      for (const query of ['', '   ', '***', 'zzzzqqqq', '\u0000', 'a'.repeat(100_000)])
        expect(search(query)).toEqual([]);
    });

    test('finds something for each suggestion of an empty result', () => {
      expect(language.words.search.suggestions).toHaveLength(3);
      for (const suggestion of language.words.search.suggestions) expect(search(suggestion)).not.toEqual([]);
    });

    test('has one document for each page', () => {
      expect(new Set(documents.map(({ url }) => url)).size).toBe(documents.length);
    });
  },
);

test('word comparison ignores case, accents and separators', () => {
  expect(words('pixQrCode card_number São-Paulo')).toEqual(['pix', 'qr', 'code', 'card', 'number', 'sao', 'paulo']);
});
