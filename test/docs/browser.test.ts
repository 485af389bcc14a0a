import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildDocs } from '../../scripts/docs/build.ts';
import { anchorOf, operationsOf, webhooksOf } from '../../scripts/docs/contract.js';
import { renderWithRedoc } from '../../scripts/docs/redoc.ts';
import { chromiumMissing, launchChromium, openSearch, searchHit } from './chromium.ts';
import { readContract } from './contract.ts';

const screenshots = 'dist/screenshots';
const wide = { viewport: { width: 1280, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const title = `the docs in Chromium${chromiumMissing ? ` (skipped: ${chromiumMissing})` : ''}`;

// Every test opens three megabytes at least once: slow on a machine that is busy with the other tests.
describe.skipIf(chromiumMissing)(title, { timeout: 90_000 }, () => {
  let browser: Browser;
  let out: string;
  let address: string;
  let plainAddress: string;
  let complaints: string[];
  const pages: Page[] = [];

  beforeAll(async () => {
    out = await mkdtemp(join(tmpdir(), 'docs-'));
    const plain = join(out, 'plain.html');
    const [file] = await Promise.all([
      buildDocs({ contract: 'openapi.yaml', out }),
      renderWithRedoc('openapi.yaml', plain, { config: 'test/docs/plain-redocly.yaml' }),
      mkdir(screenshots, { recursive: true }),
    ]);
    address = pathToFileURL(file).href;
    plainAddress = pathToFileURL(plain).href;
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await rm(out, { recursive: true, force: true });
  });
  afterEach(async () => {
    await Promise.all(pages.splice(0).map((page) => page.context().close()));
  });

  async function open(anchor = '', options: BrowserContextOptions = wide, base = address): Promise<Page> {
    const page = await (await browser.newContext(options)).newPage();
    pages.push(page);
    complaints = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    await page.goto(base + anchor);
    await page.locator('h1, h2').first().waitFor();
    return page;
  }

  test('a deep link opens each kind of place: an operation, an event, a section', async () => {
    const page = await open('#/transactions/refundtransaction');
    await page.getByRole('heading', { name: 'Refund a transaction' }).waitFor();
    const event = await open('#/webhook/receivelinkpaid');
    await event.getByRole('heading', { name: 'A payment link was paid' }).waitFor();
    const section = await open('#/section/glossary');
    await expect.poll(() => section.locator('[id="section/glossary"]').isVisible()).toBe(true);
  });

  test('the anchors that the guide links to are those of the page', async () => {
    const contract = readContract();
    const places = [...operationsOf(contract), ...webhooksOf(contract)];
    // One of each kind and the odd ones: a nested path, an event with a dot.
    for (const name of ['createTransaction', 'updateReceiverBankAccountStatus', 'transaction.status_changed']) {
      const place = places.find(({ operation, path }) => operation.operationId === name || path === name);
      if (!place) throw new Error(`${name} is missing`);
      const page = await open(anchorOf(place));
      await page.getByRole('heading', { name: place.operation.summary }).waitFor();
    }
  });

  test('an operation shows its evidence as a badge, in the page and in the side bar, and what it says one click away', async () => {
    const page = await open('#/transactions/refundtransaction');
    const entry = page.locator('.menu-content a', { hasText: 'Refund a transaction' });
    await expect.poll(() => entry.textContent()).toMatch(/observed/i);
    const operation = page.locator('[data-section-id="/transactions/refundtransaction"]').first();
    await expect.poll(() => operation.textContent()).toMatch(/observed/i);
    const mark = operation.locator('details.evidence', { hasText: 'refund-path' }).first();
    await reveal(mark.locator('summary'), mark.getByText(statement('refund-path')));
  });

  test('a property that stands on less is marked beside its name', async () => {
    const page = await open('#/transactions/refundtransaction');
    // Within its operation: Redoc renders the operations above later, and the first of the page would change.
    const operation = page.locator('[data-section-id="/transactions/refundtransaction"]').first();
    const mark = operation.locator('details.evidence', { hasText: 'observed: amount-centavos' }).first();
    await reveal(mark.locator('summary'), mark.getByText(statement('amount-centavos')));
  });

  test('samples in TypeScript and curl stand beside an operation', async () => {
    const page = await open('#/cards/createcard');
    const panel = page.locator('[data-section-id="/cards/createcard"]').first();
    await expect.poll(() => panel.textContent()).toContain("client.POST('/v1/cards'");
    await panel.getByText('TypeScript', { exact: true }).first().click();
    await page.getByText('curl', { exact: true }).last().click();
    await expect.poll(() => panel.textContent()).toContain('curl -X POST');
  });

  test('diagrams are drawn and say in words what they show', async () => {
    const page = await open('#/section/states');
    const diagram = page.locator('svg.states-transactionstatus');
    await diagram.scrollIntoViewIfNeeded();
    const box = await diagram.boundingBox();
    expect(box?.height).toBeGreaterThan(200);
    expect(await diagram.getAttribute('aria-label')).toContain('processing to authorized, paid, refused');
  });

  test('the register says what rests on an entry, and leads there', async () => {
    const page = await open('#/section/what-is-known-and-what-is-assumed');
    const entry = page.locator('tr', { hasText: 'refund-path' }).locator('details.rests');
    await entry.locator('summary').click();
    await entry.getByRole('link', { name: 'refundTransaction' }).click();
    await page.getByRole('heading', { name: 'Refund a transaction' }).waitFor();
  });

  test('the policy lets nothing in that the page does not need', async () => {
    const page = await open();
    await openSearch(page);
    expect(complaints).toEqual([]);
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

  test('dark mode follows the system and the switch', async () => {
    const dark = await open('', { ...wide, colorScheme: 'dark' });
    const colorOf = (page: Page) => page.locator('h1').evaluate((heading) => getComputedStyle(heading).color);
    const light = await open('', { ...wide, colorScheme: 'light' });
    expect(await dark.locator('html').getAttribute('class')).toContain('dark');
    expect(await colorOf(dark)).not.toBe(await colorOf(light));
    const html = light.locator('html.dark');
    await reveal(light.getByTestId('color-mode-switcher'), html);
    expect(await colorOf(light)).toBe(await colorOf(dark));
  });

  test('a reader with a keyboard alone gets from the search to an operation and opens its evidence', async () => {
    const page = await open();
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

  test('a screen 390 pixels wide shows the text without scrolling sideways', async () => {
    for (const anchor of ['', '#/section/what-is-known-and-what-is-assumed', '#/transactions/createtransaction']) {
      const page = await open(anchor, phone);
      await page.waitForTimeout(500);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, anchor).toBeLessThanOrEqual(390);
    }
  });

  test('axe-core finds nothing serious that the plain Redoc page does not have, and nothing on what is ours', {
    timeout: 180_000,
  }, async () => {
    for (const anchor of ['', '#/transactions/createtransaction']) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const ours = await seriousViolations(await open(anchor, { ...wide, colorScheme }));
        const plain = await seriousViolations(await open(anchor, { ...wide, colorScheme }, plainAddress));
        expect(ours.rules.filter((rule) => !plain.rules.includes(rule))).toEqual([]);
        expect(ours.onOurs, `${anchor} ${colorScheme}`).toEqual([]);
      }
    }
  });

  test('screenshots for a person to look at are in dist/screenshots', async () => {
    const shots: [string, string, BrowserContextOptions][] = [
      ['start', '', wide],
      ['operation', '#/transactions/createtransaction', wide],
      ['states', '#/section/states', wide],
      ['flows', '#/section/flows', wide],
      ['register', '#/section/what-is-known-and-what-is-assumed', wide],
      ['dark', '#/transactions/refundtransaction', { ...wide, colorScheme: 'dark' }],
      ['dark-states', '#/section/states', { ...wide, colorScheme: 'dark' }],
      ['mobile', '', phone],
      ['mobile-operation', '#/transactions/createtransaction', phone],
    ];
    for (const [name, anchor, options] of shots) {
      const page = await open(anchor, options);
      await page.waitForTimeout(1_000);
      const path = join(screenshots, `${name}.png`);
      await page.screenshot({ path });
      expect((await readFile(path)).length).toBeGreaterThan(10_000);
    }
  });
});

/** How the statement of an entry of the register begins: enough to find it by. */
function statement(reference: string): string {
  const entry = readContract()['x-evidence-register'][reference];
  return entry?.statement.split(/\s+/).slice(0, 5).join(' ') ?? `no entry ${reference}`;
}

/** Clicks until something shows: the text is there before the page reacts, and a click on it may be lost. */
async function reveal(control: Locator, result: Locator): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    if (!(await result.isVisible())) await control.click();
    try {
      return await result.waitFor({ timeout: 2_000 });
    } catch (error) {
      if (attempt === 10) throw error;
    }
  }
}

/** What the decorators and the guide add to the page, beside badges, which are known by their words. */
const ours =
  'details, summary, pre, .level, .diagram-scroll, .md td, .md th, [data-component-name="Markdown/Markdown"] a';

/** The rules of serious or critical impact that a page breaks, and those of the elements among them that are not Redoc's. */
async function seriousViolations(page: Page): Promise<{ rules: string[]; onOurs: string[] }> {
  await page.waitForTimeout(1_000);
  await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  const results: AxeResults = await page.evaluate('axe.run()');
  const serious = results.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const nodes = serious.flatMap(({ id, nodes }) => nodes.map(({ target }) => ({ id, selector: String(target[0]) })));
  const onOurs = await page.evaluate(
    ({ nodes, ours }) =>
      nodes
        .filter(({ selector }) => {
          const element = document.querySelector(selector);
          return element?.matches(ours) || /^(documented|observed|assumed)$/i.test(element?.textContent?.trim() ?? '');
        })
        .map(({ id, selector }) => `${id}: ${selector}`),
    { nodes, ours },
  );
  return { rules: serious.map(({ id }) => id), onOurs };
}
