import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildDocs } from '../../scripts/docs/build.ts';
import { chromiumMissing, launchChromium, openSearch, searchHit } from './chromium.ts';

const contract = 'openapi.yaml';
const groups = [
  'Transactions',
  'Payment Links',
  'Customer',
  'Cards',
  'Simulate',
  'Split',
  'Recurrence',
  'Webhook',
  'Configuration',
];

let out: string;
let file: string;

beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'docs-'));
  file = await buildDocs({ contract, out });
});
afterAll(() => rm(out, { recursive: true, force: true }));

describe('the built page', () => {
  test('has telemetry off in the options it gives to Redoc', async () => {
    const options = /const __redoc_options = (\{.*\});/.exec(await readFile(file, 'utf8'))?.[1];
    expect(JSON.parse(options ?? '{}')).toMatchObject({ disableTelemetry: true });
  });

  test('names no address to load a script, style, image or font from', async () => {
    const page = await readFile(file, 'utf8');
    const head = page.slice(0, page.indexOf('<body'));
    expect(head).not.toMatch(/<(script|link|img)[^>]+(src|href)="(https?:)?\/\//);
    expect(page.includes('cdn.redoc.ly/redoc/logo')).toBe(false);
  });

  test('carries the licences of what it inlines, beside it and in itself', async () => {
    const beside = await readFile(join(out, 'licenses.txt'), 'utf8');
    const page = await readFile(file, 'utf8');
    const licenses = page.slice(page.lastIndexOf('<!--'));
    for (const name of ['redoc@3', 'react@', 'styled-components@', 'DOMPurify', 'markdown-it', 'flexsearch']) {
      expect(beside.includes(name), `${name} in licenses.txt`).toBe(true);
      expect(licenses.includes(name), `${name} in the page`).toBe(true);
    }
  });

  test('has no canonical link unless it knows where it will be published', async () => {
    expect((await readFile(file, 'utf8')).includes('rel="canonical"')).toBe(false);
  });
});

describe.skipIf(chromiumMissing)(
  `in Chromium${chromiumMissing ? ` (skipped: ${chromiumMissing})` : ''}`,
  { timeout: 60_000 },
  () => {
    let browser: Browser;
    let page: Page;
    let requests: string[];
    let complaints: string[];

    beforeAll(async () => {
      browser = await launchChromium();
    });
    afterAll(() => browser?.close());

    beforeEach(async () => {
      requests = [];
      complaints = [];
      page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      page.on('request', (request) => requests.push(request.url()));
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.goto(pathToFileURL(file).href);
      await page.getByTestId('search-trigger').waitFor();
    });
    afterEach(() => page.close());

    test('shows the title and all nine groups', async () => {
      expect(await page.title()).toMatch(/Payment Gateway API/);
      expect(await page.locator('h1').textContent()).toMatch(/Payment Gateway API/);
      const menu = page.locator('.menu-content');
      for (const group of groups)
        expect(await menu.getByText(group, { exact: true }).count(), group).toBeGreaterThan(0);
    });

    test('search finds "refund" and opens it', async () => {
      await openSearch(page);
      await page.keyboard.type('refund');
      await searchHit(page, 'Refund a transaction').waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(/#\/transactions\/refundtransaction/);
      await page.getByRole('heading', { name: 'Refund a transaction' }).waitFor();
    });

    test('makes no request off the page and logs no error while it is read', async () => {
      await page.mouse.move(700, 500);
      for (let turn = 0; turn < 10; turn++) await page.mouse.wheel(0, 2000);
      await openSearch(page);
      await page.keyboard.type('transaction');
      await page.waitForTimeout(500);
      // blob: are Redoc's search workers, made by the page out of itself.
      const away = requests.filter((url) => !/^(blob|data):/.test(url) && url !== pathToFileURL(file).href);
      expect(away).toEqual([]);
      expect(complaints).toEqual([]);
    });
  },
);
