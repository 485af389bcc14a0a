import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { guideOf } from '../../scripts/docs/guide/guide.ts';
import { english } from '../../scripts/docs/language.ts';
import { pageData } from '../../scripts/docs/page/data.ts';
import { PICTURE } from '../../scripts/docs/picture/picture.ts';
import { contractInPortuguese, portuguese } from '../../scripts/docs/portuguese.ts';
import type { Contract } from '../../scripts/docs/types.ts';
import { checkDictionary } from '../../scripts/translation/check.ts';
import { readDictionary } from '../../scripts/translation/dictionary.ts';
import { built } from '../built/built.ts';
import { counts } from '../source/operations.ts';
import { launchChromium, openSearch, searchHit } from './chromium.ts';
import { readContract } from './contract.ts';
import { pngSize } from './png-size.ts';
import { type Visit, visit } from './visit.ts';

const out = join('dist/docs', portuguese.path);
let page: string;
let contract: Contract;

beforeAll(async () => {
  await built('docs');
  contract = contractInPortuguese(readContract());
  page = await readFile(join(out, 'index.html'), 'utf8');
}, 120_000);

describe('the Portuguese page', () => {
  test('says which language it is in, and where the same stands in the others', () => {
    expect(page).toContain('<html lang="pt-BR">');
    expect(page).toContain('<title>API do gateway de pagamentos');
    expect(page).toContain('<link rel="alternate" hreflang="pt-BR" href="./">');
    expect(page).toContain('<link rel="alternate" hreflang="en" href="../">');
  });

  test('names a picture in Portuguese that stands beside it', async () => {
    const [, picture = ''] = /<meta property="og:image" content="([^"]+)">/.exec(page) ?? [];
    const bytes = await readFile(join(out, picture));
    expect(pngSize(bytes)).toEqual(PICTURE);
    expect(bytes.equals(await readFile('scripts/docs/picture/pt-br.png'))).toBe(true);
    expect(bytes.length).toBeLessThan(60_000);
  });

  test('marks as English what has no Portuguese yet, and the changelog', () => {
    const { missing } = checkDictionary(parse(readFileSync('openapi.yaml', 'utf8')), readDictionary(), []);
    const marked = guideOf(contract, portuguese).match(/lang="en"/g) ?? [];
    expect(marked.length).toBeGreaterThanOrEqual(1);
    expect(marked.length).toBeLessThanOrEqual(1 + missing.size);
  });

  test('takes at most 900 kB, gzipped', () => {
    expect(gzipSync(page).length).toBeLessThanOrEqual(900_000);
  });

  test('has links to sections that are there', () => {
    const guide = guideOf(contract, portuguese);
    const { search } = pageData(contract, guide, portuguese);
    const anchors = new Set(search.documents.map(({ url }) => url));
    const links = [...guide.matchAll(/#(\/section\/[^)"]+)/g)].map(([, anchor]) => anchor ?? '');
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((anchor) => !anchors.has(anchor))).toEqual([]);
  });

  test('has the code of the English guide, with comments in Portuguese', () => {
    const code = (guide: string) =>
      [...guide.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(([, , text = '']) =>
        text.replace(/(^|\s)(\/\/|#) .*$/gm, ''),
      );
    const [here, there] = [guideOf(contract, portuguese), guideOf(readContract(), english)];
    expect(code(here).length).toBeGreaterThan(10);
    expect(code(here)).toEqual(code(there));
  });

  test('comes with an index and a Markdown page for each operation', async () => {
    const index = await readFile(join(out, 'llms.txt'), 'utf8');
    expect(index).toContain('[Estorna uma transação](operations/refundtransaction.md)');
    expect(await readdir(join(out, 'operations'))).toHaveLength(counts.http);
    const refund = await readFile(join(out, 'operations/refundtransaction.md'), 'utf8');
    expect(refund).toMatch(/^# Estorna uma transação\n/);
    expect(refund).toContain('## Corpo da requisição');
  });
});

describe('in Chromium', { tags: 'chromium', timeout: 90_000 }, () => {
  let browser: Browser;
  let visited: Visit;

  beforeAll(async () => {
    browser = await launchChromium();
    // The anchor of the English page: who comes from there lands at the same section.
    const address = `${pathToFileURL(join(out, 'index.html'))}#/section/getting-started`;
    visited = await visit(browser, address, { viewport: { width: 1280, height: 900 } });
  }, 90_000);
  afterAll(() => browser?.close());

  test('the section of an English address is found', async () => {
    await visited.page.getByRole('heading', { name: 'Primeiros passos' }).waitFor();
    expect(new URL(visited.page.url()).hash).toBe('#/section/primeiros-passos');
    expect(await visited.page.locator('html').getAttribute('lang')).toBe('pt-BR');
  });

  // portuguese-words.long.test.ts looks for each word of Redoc's.
  test('Redoc speaks Portuguese around an operation', async () => {
    const { page } = visited;
    await page.evaluate(() => {
      location.hash = '#/transactions/createtransaction';
    });
    await page.getByRole('heading', { name: 'Cria uma transação' }).waitFor();
    await page.getByRole('heading', { name: 'Requisição' }).first().waitFor();
    await page.getByText('obrigatório').first().waitFor();
  });

  test('the search finds the refund by its Portuguese word', async () => {
    const { page } = visited;
    await openSearch(page, 'Buscar na documentação...');
    await page.keyboard.type('estorno');
    await searchHit(page, 'Estorna uma transação').waitFor();
    expect(await page.locator('[data-component-name="Search/SearchItem"]').first().textContent()).toContain('Estorna');
    await page.keyboard.press('Escape');
  });

  test('the link to English keeps the operation', async () => {
    const { page } = visited;
    await page.evaluate(() => {
      location.hash = '#/transactions/refundtransaction';
    });
    await page.getByRole('heading', { name: 'Estorna uma transação' }).waitFor();
    // The page in English has tests of its own: here it need not be rendered.
    await page.route('**/docs/index.html', (route) => route.fulfill({ body: '<!doctype html><title>English</title>' }));
    await page.locator('.docs-bar a[hreflang="en"]').click();
    await page.waitForURL(/refundtransaction$/);
    expect(page.url()).toBe(`${pathToFileURL('dist/docs')}/index.html#/transactions/refundtransaction`);
  });

  test('nothing is asked for elsewhere, and nothing complains', () => {
    expect(visited.requests.filter((address) => !address.startsWith('file:'))).toEqual([]);
    expect(visited.complaints.filter((text) => !text.includes('crbug/1173575'))).toEqual([]);
  });
});
