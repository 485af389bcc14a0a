import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildDocs } from '../../scripts/docs/build.ts';
import { finishPage } from '../../scripts/docs/page.ts';
import { groups } from '../source/document.ts';
import { chromiumMissing, launchChromium, openSearch, searchHit } from './chromium.ts';

const contract = 'openapi.yaml';

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

describe('the step after Redoc', () => {
  const details = { title: 'Title', description: 'What it is', licenses: '' };
  const rendered = (options: object) => `<html><head><meta charset="utf8" /><title>x</title></head><body>
    <div id="redoc"><a href="/section/states">States</a></div>
    <script type="module">img('https://cdn.redoc.ly/redoc/logo-mini.svg');
    const __redoc_options = ${JSON.stringify(options)};</script></body></html>`;
  const plain = rendered({ disableTelemetry: true });

  test('refuses a page that would send telemetry', () => {
    expect(() => finishPage(rendered({}), details)).toThrow('telemetry: off');
    expect(() => finishPage(rendered({ disableTelemetry: false }), details)).toThrow('telemetry: off');
  });

  test('says so when Redoc has changed under it', () => {
    expect(() => finishPage('<html></html>', details)).toThrow('Redoc changed');
    expect(() => finishPage(plain.replace('logo-mini', 'other'), details)).toThrow('replaceLogo');
  });

  test('names the address of publication when it is known', () => {
    const page = finishPage(plain, { ...details, canonicalUrl: 'https://docs.example/api/' });
    expect(page).toContain('<link rel="canonical" href="https://docs.example/api/">');
    expect(page).toContain('<meta property="og:url" content="https://docs.example/api/">');
  });

  test('describes the page for search engines and escapes what it is given', () => {
    const page = finishPage(plain, { ...details, title: 'A & B', description: 'say "hi"' });
    expect(page).toContain('<title>A &amp; B</title>');
    expect(page).toContain('<meta name="description" content="say &quot;hi&quot;">');
  });

  test('makes the links of the side bar lead into the page', () => {
    expect(finishPage(plain, details)).toContain('<a href="#/section/states">');
  });

  test('allows exactly the scripts of the page by their hash', () => {
    const script = /<script type="module">([\s\S]*?)<\/script>/.exec(finishPage(plain, details))?.[1] ?? '';
    const hash = createHash('sha256').update(script).digest('base64');
    expect(finishPage(plain, details)).toContain(`script-src 'sha256-${hash}';`);
  });

  test('licences cannot end the comment that they stand in', () => {
    const page = finishPage(plain, { ...details, licenses: 'a --> b --!> c' });
    expect(page.match(/-->/g)).toHaveLength(1);
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
