import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { some } from '../../../test/property-runs.ts';
import { type EditionDefinition, editionDefinitions } from '../../docs/editions.ts';
import { registerGroups } from '../../docs/evidence/register.ts';
import { searchDocuments, synonyms } from '../../docs/search/documents.ts';
import { wordsIn } from '../../docs/site/browser/meanings.ts';
import { createSearch } from '../../docs/site/browser/search-index.ts';
import { readContract } from './contract.ts';
import { guidesIn } from './guides.ts';

interface SearchTable {
  readonly searches: Readonly<Record<string, string | readonly string[]>>;
  readonly sections: Readonly<Record<string, string>>;
  readonly questions: readonly Readonly<Record<'sections' | 'en' | 'pt-BR', readonly string[]>>[];
  readonly absent: readonly string[];
}
const table: SearchTable = parse(readFileSync(new URL('search.table.yaml', import.meta.url), 'utf8'));
const { searches, sections, questions, absent } = table;

const written = readContract();

const documentsOf = (edition: EditionDefinition) => {
  const { language } = edition;
  const contract = edition.contract(written);
  const guides = guidesIn(edition);
  return searchDocuments({ contract, guides, register: registerGroups(contract, language) }, language);
};

const editions = editionDefinitions.map((edition) => {
  const documents = documentsOf(edition);
  return { language: edition.language, documents, search: createSearch({ documents, ...synonyms }) };
});
const [{ documents: englishDocuments, search: english } = { documents: [], search: () => [] }] = editions;

describe.each(editions.map((edition) => [edition.language.code, edition] as const))(
  'the search in %s',
  (_, { language, documents, search }) => {
    // All languages have the same sections in the same order, with different anchors.
    const inEnglish = new Map(documents.map(({ url }, position) => [url, englishDocuments[position]?.url]));

    test.each(some(Object.entries(searches)))('finds the page for "%s" first', (query, expected) => {
      const found = search(query).map(({ document }) => document.url.split('/')[2] ?? '');
      expect([expected].flat(), `found ${found.slice(0, 5).join(', ')}`).toContain(found[0]);
    });

    const asked = questions.flatMap(({ sections, ...by }) =>
      by[language.code as keyof typeof by].map((question) => [question, sections] as const),
    );
    test.each(some(asked))('answers "%s" among the first three', (query, expected) => {
      const found = search(query).map(({ document }) => inEnglish.get(document.url));
      const first = found.slice(0, 3).filter((url) => url !== undefined && expected.includes(url));
      expect(first, `found ${found.slice(0, 5).join(', ')}`).not.toEqual([]);
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

    test.each(absent)('finds nothing for "%s"', (query) => {
      expect(search(query).map(({ document }) => document.url)).toEqual([]);
    });

    test('has one document for each section', () => {
      expect(new Set(documents.map(({ url }) => url)).size).toBe(documents.length);
    });
  },
);

test.each(Object.entries(sections))('"%s" offers the section %s', (query, expected) => {
  expect(
    english(query)
      .slice(0, 3)
      .map(({ document }) => document.url),
  ).toContain(expected);
});

test('each entry of the register is found by its key', () => {
  const entries = englishDocuments.filter(({ fields }) => fields !== undefined);
  expect(entries.length).toBeGreaterThan(0);
  for (const { url, fields = '' } of entries)
    expect(
      english(fields)
        .slice(0, 3)
        .map(({ document }) => document.url),
      fields,
    ).toContain(url);
});

test.each([
  ['ammount', 'amount'],
  ['ammount in cents', 'amount in cents'],
  ['what is the minimum ammount', 'what is the minimum amount'],
  ['chargback', 'chargeback'],
  ['instalments', 'installments'],
])('the misspelled "%s" finds what "%s" finds', (misspelled, right) => {
  const first = (query: string) => english(query)[0]?.document.url;
  expect(first(misspelled)).toBe(first(right));
  expect(first(right)).toBeDefined();
});

test('similar words are offered only without a better match', () => {
  const document = (title: string) => ({ url: `/guides/${title}/`, title, text: '', group: '' });
  const documents = ['refund', 'refused', 'refuted', 'refunds', 'refundable'].map(document);
  const search = createSearch({ documents, synonyms: [], ignored: [] });
  const titles = (query: string) => search(query).map(({ document }) => document.title);
  expect(titles('refund')).toEqual(['refund', 'refunds', 'refundable']);
  expect(titles('refudn')).toContain('refund');
  expect(titles('zebra')).toEqual([]);
});

test('word comparison ignores case, accents and separators', () => {
  expect(wordsIn('pixQrCode card_number São-Paulo')).toEqual(['pix', 'qr', 'code', 'card', 'number', 'sao', 'paulo']);
});
