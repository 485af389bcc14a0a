import { expect, test } from 'vitest';
import { createSearch, words } from '../../scripts/docs/browser/search.ts';
import { editions } from '../../scripts/docs/editions.ts';
import { guideOf } from '../../scripts/docs/guide/guide.ts';
import { english } from '../../scripts/docs/language.ts';
import { pageData } from '../../scripts/docs/page/data.ts';
import { readContract } from './contract.ts';
import { searches } from './search.table.ts';

const contract = readContract();
const data = pageData(contract, guideOf(contract, english), english);
const search = createSearch(data.search);

test.each(editions.map((edition) => [edition.language.code, edition] as const))(
  'what people look for, in English or in Portuguese, is the first hit of the page in %s',
  (_, { language, contract: inLanguage }) => {
    const translated = inLanguage(contract);
    const { search: index, sections } = pageData(translated, guideOf(translated, language), language);
    const find = createSearch(index);
    // The table has the titles of the English page; sections have another address in each language.
    const addressOf = (title: string) => {
      const { url = `no "${title}"` } = data.search.documents.find((document) => document.title === title) ?? {};
      return url.replace(/(?<=^\/section\/).+/, (slug) => sections[slug] ?? slug);
    };
    const rows = searches.map(([query, first, inPortuguese = first]) => {
      const title = language === english ? first : inPortuguese;
      const hits = find(query).map(({ document }) => document);
      return {
        query,
        title,
        found: hits[0]?.title ?? '',
        place: hits.findIndex(({ url }) => url === addressOf(title)) + 1,
      };
    });
    console.table(rows);
    expect(searches.length).toBeGreaterThanOrEqual(40);
    expect(rows.filter(({ place }) => place !== 1)).toEqual([]);
  },
);

test('nothing is indexed but prose: no evidence, markup, code or glued words', () => {
  const { documents } = data.search;
  const text = documents.map(({ title, text }) => `${title} ${text}`).join('\n');
  expect(text).not.toMatch(/<\/?[a-z]+[ >]|```|\*\*|x-evidence/);
  // A statement of the register is evidence: it is read where it stands, and found nowhere else.
  expect(text).not.toContain('public plugins multiply reais');
  expect(text).not.toMatch(/[a-záéíóú]\.[A-Z][a-z]+ [a-z]/);
});

test('words are found however they are written', () => {
  expect(words('pixQrCode card_number São-Paulo')).toEqual(['pix', 'qr', 'code', 'card', 'number', 'sao', 'paulo']);
  const [first] = search('CRÉATE TRANSACTIONS');
  expect(first?.document.title).toBe('Create a transaction');
});

test('a search for nothing, or for what is not there, finds nothing and does not fail', () => {
  for (const query of ['', '   ', '***', 'zzzzqqqq', '\u0000', 'a'.repeat(100_000)]) expect(search(query)).toEqual([]);
});

test('every hit leads to a place of the page', () => {
  for (const { url } of data.search.documents) expect(url).toMatch(/^\/[a-z0-9-]+(\/[a-z0-9./_-]+)?$/);
  expect(new Set(data.search.documents.map(({ url }) => url)).size).toBe(data.search.documents.length);
});
