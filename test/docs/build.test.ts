import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PICTURE } from '../../scripts/docs/picture/picture.ts';
import { anchorOf, operationsOf, webhooksOf } from '../../scripts/docs/places.ts';
import { built } from '../built/built.ts';
import { groups } from '../source/document.ts';
import { launchChromium, openSearch, searchHit } from './chromium.ts';
import { readContract } from './contract.ts';
import { listingsOf } from './listings.ts';
import { pngSize } from './png-size.ts';
import { type Site, serveBelow } from './serve.ts';
import { follow, isInView, reveal, type Visit, visit } from './visit.ts';

const out = 'dist/docs';
const file = join(out, 'index.html');

beforeAll(() => built('docs'), 120_000);

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

  test('names no address of its own, since it knows none, and a picture that stands beside it', async () => {
    const page = await readFile(file, 'utf8');
    expect(page.includes('rel="canonical"')).toBe(false);
    const [, picture = ''] = /<meta property="og:image" content="([^"]+)">/.exec(page) ?? [];
    const bytes = await readFile(join(out, picture));
    expect(pngSize(bytes)).toEqual(PICTURE);
    expect(bytes.length).toBeLessThan(60_000);
  });
});

const screenshots = 'dist/screenshots';
const wide = { viewport: { width: 1280, height: 900 } };

/** Each is opened once, which takes seconds, and then looked at by many tests. */
const tabs = {
  start: ['', wide],
  operation: ['#/transactions/createtransaction?example=pix', { ...wide, colorScheme: 'dark' }],
} as const satisfies Record<string, readonly [string, BrowserContextOptions]>;

type Tab = keyof typeof tabs;
const names = Object.keys(tabs) as Tab[];

const REFUND = '#/transactions/refundtransaction';
const REGISTER = '#/section/what-is-known-and-what-is-assumed';

// Three megabytes for each visit: slow on a machine that is busy with the other tests.
describe('in Chromium', { tags: 'chromium', timeout: 90_000 }, () => {
  let browser: Browser;
  let site: Site;
  const visits = new Map<Tab, Visit>();
  const inTab = (name: Tab): Visit => {
    const found = visits.get(name);
    if (!found) throw new Error(`${name} was not opened`);
    return found;
  };
  /** The page that began at its start, at one of its anchors. */
  const at = async (anchor: string): Promise<Visit> => {
    const found = inTab('start');
    await follow(found.page, anchor);
    return found;
  };

  beforeAll(async () => {
    [browser] = await Promise.all([launchChromium(), mkdir(screenshots, { recursive: true })]);
    site = await serveBelow('/x/y/', out);
    for (const name of names) {
      const [anchor, options] = tabs[name];
      // From a folder of any static server, and one as the file that it is.
      const address = name === 'start' ? pathToFileURL(file).href : site.url;
      visits.set(name, await visit(browser, address + anchor, options));
      await inTab(name).page.screenshot({ path: join(screenshots, `${name}.png`) });
    }
  }, 180_000);
  afterAll(() => Promise.all([browser?.close(), site?.close()]));

  test('shows its title, and in the side bar the nine groups at a glance, the guide being one entry that opens', async () => {
    const { page } = inTab('start');
    expect(await page.title()).toMatch(/Payment Gateway API/);
    expect(await page.locator('h1').first().textContent()).toMatch(/Payment Gateway API/);
    const menu = page.locator('.menu-content');
    for (const group of groups) {
      const box = await menu.getByText(group, { exact: true }).first().boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 1_000), group).toBeLessThan(860);
    }
    const section = menu.getByText('Recovery from an unknown outcome');
    expect(await section.isVisible()).toBe(false);
    await reveal(menu.getByText('Guide', { exact: true }), section);
    await section.click();
    await page.waitForURL(/#\/section\/recovery-from-an-unknown-outcome$/);
    await expect.poll(() => isInView(page, 'section/recovery-from-an-unknown-outcome')).toBe(true);
  });

  test('screenshots for a person to look at are in dist/screenshots', async () => {
    const { page } = inTab('start');
    await follow(page, '#/section/flows');
    await page.screenshot({ path: join(screenshots, 'flows.png') });
    await openSearch(page);
    await page.keyboard.type('boleto vencido');
    await searchHit(page, 'Boleto').waitFor();
    await page.screenshot({ path: join(screenshots, 'search.png') });
    await page.keyboard.press('Escape');
    for (const name of [...names, 'flows', 'search']) {
      expect((await readFile(join(screenshots, `${name}.png`))).length, name).toBeGreaterThan(10_000);
    }
  });

  test('a deep link opens each kind of place: an operation, an event, a section', async () => {
    const opened = inTab('operation');
    await expect.poll(() => isInView(opened.page, '/transactions/createtransaction')).toBe(true);
    const { page } = await at('#/webhook/receivelinkpaid');
    await expect.poll(() => isInView(page, '/webhook/receivelinkpaid')).toBe(true);
    await follow(page, REGISTER);
    await expect.poll(() => isInView(page, 'section/what-is-known-and-what-is-assumed')).toBe(true);
  });

  test('an operation shows its evidence as a badge, in the page and in the side bar, and what it says one click away', async () => {
    const { page } = await at(REFUND);
    const entry = page.locator('.menu-content a', { hasText: 'Refund a transaction' });
    await expect.poll(() => entry.textContent()).toMatch(/observed/i);
    const operation = page.locator('[data-section-id="/transactions/refundtransaction"]').first();
    await expect.poll(() => operation.textContent()).toMatch(/observed/i);
    const mark = operation.locator('details.evidence', { hasText: 'refund-path' }).first();
    await reveal(mark.locator('summary'), mark.getByText(statement('refund-path')));
  });

  test('a property that stands on less is marked beside its name', async () => {
    // Within its operation: Redoc renders the operations above later, and the first of the page would change.
    const operation = (await at(REFUND)).page.locator('[data-section-id="/transactions/refundtransaction"]').first();
    const mark = operation.locator('details.evidence', { hasText: 'amount-centavos' }).first();
    await reveal(mark.locator('summary'), mark.getByText(statement('amount-centavos')));
  });

  test('the anchors that the guide links to are those of the page', async () => {
    const { page } = inTab('start');
    const contract = readContract();
    const linked = [...operationsOf(contract), ...webhooksOf(contract)];
    // One of each kind and the odd ones: a nested path, an event with a dot.
    for (const name of ['createTransaction', 'updateReceiverBankAccountStatus', 'transaction.status_changed']) {
      const place = linked.find(({ operation, path }) => operation.operationId === name || path === name);
      if (!place) throw new Error(`${name} is missing`);
      await follow(page, anchorOf(place));
      await expect.poll(() => isInView(page, anchorOf(place).slice(1)), { message: name }).toBe(true);
      await page.getByRole('heading', { name: place.operation.summary }).waitFor();
    }
  });

  test('samples in TypeScript and curl stand beside an operation', async () => {
    const { page } = inTab('operation');
    const panel = page.locator('[data-section-id="/transactions/createtransaction"]').first();
    await expect.poll(() => panel.textContent()).toContain("client.POST('/v1/transactions'");
    await panel.getByText('TypeScript', { exact: true }).first().click();
    await page.getByText('PHP', { exact: true }).last().click();
    await expect.poll(() => panel.textContent()).toContain('json_encode');
    await panel.getByText('PHP', { exact: true }).first().click();
    await page.getByText('TypeScript', { exact: true }).last().click();
  });

  test('list of examples, tabs of the body, code, response and address move together, whichever is moved', async () => {
    const { page } = inTab('operation');
    const panel = page.locator('[data-section-id="/transactions/createtransaction"]').first();
    const shown = async () => ({
      tab: await panel.locator('[role=tablist] [role=tab][aria-selected=true]').first().textContent(),
      code: /payment_method: '(\w+)'/.exec((await panel.locator('.panel-request-samples').textContent()) ?? '')?.[1],
      response: /"payment_method": "(\w+)"/.exec(
        (await panel.locator('.panel-response-samples').textContent()) ?? '',
      )?.[1],
      address: /example=(\w+)/.exec(page.url())?.[1],
    });
    const all = (method: string) => ({ tab: method, code: method, response: method, address: method });
    // From the address, then from a tab, then from the list of the request, then from that of the response.
    await expect.poll(shown).toEqual(all('pix'));
    await panel.getByRole('tab', { name: 'boleto' }).click();
    await expect.poll(shown).toEqual(all('boleto'));
    const choose = async (list: string, name: RegExp) => {
      await panel.locator(`${list} button[aria-label=Example]`).click();
      await page.getByRole('menuitem').filter({ hasText: name }).first().click();
    };
    await choose('.panel-request-samples', /^A debit card/);
    await expect.poll(shown).toEqual(all('debit_card'));
    await choose('.panel-response-samples', /code to pay/);
    await expect.poll(shown).toEqual(all('pix'));
    await page.reload();
    await expect.poll(shown, { timeout: 20_000 }).toEqual(all('pix'));
  });

  test('the switch hides the evidence, and the address says so', async () => {
    const { page } = await at(REFUND);
    const mark = page.locator('[data-section-id="/transactions/refundtransaction"] details.evidence').first();
    await page.locator('#docs-evidence').uncheck();
    await expect.poll(() => mark.isVisible()).toBe(false);
    expect(page.url()).toContain('?evidence=off#/transactions/refundtransaction');
    await page.locator('#docs-evidence').check();
    await expect.poll(() => mark.isVisible()).toBe(true);
    expect(page.url()).not.toContain('evidence');
  });

  test('code of the guide is coloured, keeps its lines and is copied by its button', async () => {
    const { page } = inTab('start');
    await follow(page, '#/section/pix');
    const block = page.locator('pre.code', { hasText: 'expiration_date' }).first();
    expect(await block.locator('.hljs-keyword').count()).toBeGreaterThan(3);
    const shown = await page.evaluate(() =>
      [...document.querySelectorAll('pre.code code')].map((code) => code.textContent),
    );
    const written = [...listingsOf('ts'), ...listingsOf('bash')].map(({ code }) => code.trimEnd());
    expect(shown.toSorted()).toEqual(written.toSorted());
    await block.hover();
    await block.getByRole('button', { name: 'Copy' }).click();
    await block.getByRole('button', { name: 'Copied' }).waitFor();
  });

  test('diagrams are drawn and say in words what they show', async () => {
    const diagram = (await at('#/section/states')).page.locator('svg.states-transactionstatus');
    await diagram.scrollIntoViewIfNeeded();
    const box = await diagram.boundingBox();
    expect(box?.height).toBeGreaterThan(200);
    expect(await diagram.getAttribute('aria-label')).toContain('processing to authorized, paid, refused');
  });

  test('the register says what rests on an entry, and leads there', async () => {
    const { page } = await at(REGISTER);
    const entry = page.locator('tr', { hasText: 'refund-path' }).locator('details.rests');
    await entry.locator('summary').click();
    await entry.getByRole('link', { name: 'refundTransaction' }).click();
    await page.getByRole('heading', { name: 'Refund a transaction' }).waitFor();
  });

  test('a screen 390 pixels wide shows the text without scrolling sideways', async () => {
    // phone.long.test.ts looks at the page as a phone shows it.
    const { page } = inTab('operation');
    await page.setViewportSize({ width: 390, height: 844 });
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    for (const anchor of ['#/transactions/createtransaction', '#/section/pix']) {
      await follow(page, anchor);
      expect(await width(), anchor).toBeLessThanOrEqual(390);
    }
    await page.setViewportSize(wide.viewport);
  });

  test('dark mode follows the system and the switch', async () => {
    const { page: dark } = inTab('operation');
    const { page: light } = await at(REFUND);
    await follow(dark, REFUND);
    const color = (page: typeof dark) =>
      page
        .getByRole('heading', { name: 'Refund a transaction' })
        .evaluate((heading) => getComputedStyle(heading).color);
    expect(await dark.locator('html').getAttribute('class')).toContain('dark');
    expect(await color(dark)).not.toBe(await color(light));
    await reveal(light.getByTestId('color-mode-switcher'), light.locator('html.dark'));
    expect(await color(light)).toBe(await color(dark));
  });

  test('a reader with a keyboard alone gets from the search to an operation and opens its evidence', async () => {
    const { page } = inTab('start');
    await openSearch(page);
    await page.keyboard.type('capture');
    await searchHit(page, 'Capture a transaction').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/transactions\/capturetransaction/);
    const summary = page
      .locator('[data-section-id="/transactions/capturetransaction"] details.evidence summary')
      .first();
    await summary.waitFor();
    for (let presses = 0; presses < 400; presses++) {
      await page.keyboard.press('Tab');
      if (await summary.evaluate((element) => element === document.activeElement)) break;
    }
    await page.keyboard.press('Enter');
    expect(await summary.evaluate((element) => element.parentElement?.hasAttribute('open'))).toBe(true);
  });

  test('makes no request off the page and logs no error, however it is read', async () => {
    const { page } = inTab('start');
    await page.mouse.move(700, 500);
    for (let turn = 0; turn < 10; turn++) await page.mouse.wheel(0, 2000);
    await openSearch(page);
    await page.keyboard.type('refund');
    await searchHit(page, 'Refund a transaction').waitFor();
    for (const name of names) {
      expect(inTab(name).requests, name).toEqual([]);
      expect(inTab(name).complaints, name).toEqual([]);
    }
  });

  // The last one, since the page complains of what is tried here.
  test('the policy lets nothing in that the page does not need', async () => {
    const { page } = await at(REFUND);
    const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline/);
    const reached = await page.evaluate(async () => {
      const script = document.createElement('script');
      script.textContent = 'window.reached = true';
      document.body.append(script);
      const fetched = await fetch('data:text/plain,hello').then(
        () => true,
        () => false,
      );
      return { script: 'reached' in window, fetched };
    });
    expect(reached).toEqual({ script: false, fetched: false });
  });
});

/** How the statement of an entry of the register begins: enough to find it by. */
function statement(reference: string): string {
  const entry = readContract()['x-evidence-register'][reference];
  return entry?.statement.split(/\s+/).slice(0, 5).join(' ') ?? `no entry ${reference}`;
}
