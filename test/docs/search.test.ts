import { expect, test } from 'vitest';
import { createSearch, words } from '../../scripts/docs/browser/search.ts';
import { guideOf } from '../../scripts/docs/guide/guide.ts';
import { english } from '../../scripts/docs/language.ts';
import { pageData } from '../../scripts/docs/page/data.ts';
import { readContract } from './contract.ts';
import { searches } from './search.table.ts';

const contract = readContract();
const data = pageData(contract, guideOf(contract, english), english);
const search = createSearch(data.search);

test('what people look for is the first hit', () => {
  const rows = searches.map(([query, first]) => {
    const titles = search(query).map(({ document }) => document.title);
    return { query, first, found: titles[0] ?? '', place: titles.indexOf(first) + 1 };
  });
  console.table(rows);
  expect(searches.length).toBeGreaterThanOrEqual(40);
  expect(rows.filter(({ place }) => place !== 1)).toEqual([]);
});

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
