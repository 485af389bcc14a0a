import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SandboxServer, startSandbox } from '../../../sandbox/src/index.js';
import { built } from '../../../test/built/built.ts';
import { some } from '../../../test/property-runs.ts';
import { type Stub, startStub } from '../../../test/stub-server.ts';
import { launchChromium } from '../../chromium.ts';
import { violations } from './accessibility.ts';
import { overflow, type SharedPages, sharePages, shoot } from './chromium.ts';
import { PAGES, visit } from './site.ts';

describe('the docs in Chromium', { tags: 'chromium' }, () => {
  let browser: Browser;
  let pages: SharedPages;
  let sandbox: SandboxServer;
  /** Serves the docs as a web host does. */
  let host: Stub;
  let docs: string;

  beforeAll(async () => {
    await built('docs');
    [browser, sandbox, host] = await Promise.all([
      launchChromium(),
      startSandbox({ port: 0, log: 'silent', docs: true }),
      startStub({ log: 'silent', docs: true }),
    ]);
    pages = sharePages(browser);
    docs = `${sandbox.url}/docs/`;
  });
  afterAll(() => Promise.all([browser?.close(), sandbox?.close(), host?.close()]));

  const search = async (page: Page, query: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill(query);
  };

  const LOOK = '/docs/%s, %s: no axe rule is broken, and no line is too long on a phone or a laptop';
  async function hasLook(path: string, colorScheme: 'light' | 'dark', name: string): Promise<void> {
    await using opened = await visit(pages, docs + path, { colorScheme });
    const { page } = opened;
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => violations(page), { message: String(width) }).toEqual([]);
      await expect.poll(() => overflow(page), { message: String(width) }).toBeLessThanOrEqual(0);
      await shoot(page, `${name}-${colorScheme}-${width}`);
    }
    const cutTables = () =>
      page.locator('.stacked').evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
    await expect.poll(cutTables).toBe(0);
    expect(opened.foreign).toEqual([]);
    expect(opened.complaints).toEqual([]);
  }
  // Each page has one theme in English, and the other in Portuguese.
  const inThemes = (first: number, language: string) =>
    PAGES.map(([name, path], at) => {
      const theme = (at + first) % 2 === 0 ? 'light' : 'dark';
      return [language + path, theme, name + language.replace('/', '')] as const;
    });
  test.each(some(inThemes(0, '')))(LOOK, hasLook);
  test.each(inThemes(1, 'pt-br/'))(LOOK, { tags: 'long' }, hasLook);

  test.each(some(['light', 'dark'] as const))(
    'without JavaScript everything can be read in the %s theme',
    async (theme) => {
      await using opened = await visit(pages, `${docs}api/refundTransaction/`, {
        javaScriptEnabled: false,
        colorScheme: theme,
      });
      const { page } = opened;
      await page.locator('main details').evaluateAll((all) => {
        for (const one of all) one.setAttribute('open', '');
      });
      const text = await page.locator('main').innerText();
      for (const word of ['TypeScript', 'curl', 'PHP', 'Python', '"id": 1001', 'Request body']) {
        expect(text, word).toContain(word);
      }
      const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(background).toBe(theme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(17, 23, 21)');
      await expect.poll(() => page.getByRole('link', { name: 'Boleto', exact: true }).first().isVisible()).toBe(true);
      await shoot(page, `no-script-${theme}`);
    },
  );

  test('without JavaScript a phone has links to all pages', { tags: 'long' }, async () => {
    await using opened = await visit(pages, docs, {
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
    });
    await expect
      .poll(() => opened.page.getByRole('link', { name: 'Errors', exact: true }).first().isVisible())
      .toBe(true);
  });

  test('on a phone the menu and the search are on the first screen', { tags: 'long' }, async () => {
    await using opened = await visit(pages, docs, { viewport: { width: 390, height: 844 } });
    const { page } = opened;
    for (const button of [page.getByRole('button', { name: 'Menu' }), page.locator('.search-open')]) {
      const bottom = async () => {
        const box = await button.boundingBox();
        return (box?.y ?? 1_000) + (box?.height ?? 0);
      };
      await expect.poll(bottom).toBeLessThan(100);
    }
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Boleto', exact: true }).first().click();
    await page.waitForURL(`${docs}guides/boleto/`);
  });

  test.each(some(['', 'pt-br/']))(
    'below /docs/%s no text of the header is cut off, on a laptop or a phone',
    async (language) => {
      await using opened = await visit(pages, `${docs}${language}guides/pix/`);
      const { page } = opened;
      for (const width of [1440, 820, 390, 360]) {
        await page.setViewportSize({ width, height: 844 });
        const cut = () =>
          page.locator('header.header :is(span, a, label, button, kbd):visible').evaluateAll((all) =>
            all
              .filter((one) =>
                [...one.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim()),
              )
              .filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth)
              .map(
                ({ textContent, scrollWidth, clientWidth }) =>
                  `${textContent?.trim()}: ${scrollWidth} > ${clientWidth}`,
              ),
          );
        await expect.poll(cut, { message: String(width) }).toEqual([]);
        const cutChoices = () =>
          page.locator('header.header select:visible').evaluateAll((all) =>
            all
              .filter((one) => one instanceof HTMLSelectElement)
              .filter((one) => {
                const style = getComputedStyle(one);
                const pen = document.createElement('canvas').getContext('2d');
                if (pen) pen.font = style.font;
                const text = pen?.measureText(one.selectedOptions[0]?.text.trim() ?? '').width ?? 0;
                const room =
                  one.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
                return text > room;
              })
              .map((one) => one.selectedOptions[0]?.text),
          );
        await expect.poll(cutChoices, { message: String(width) }).toEqual([]);
      }
    },
  );

  test('a chosen language applies to all samples and is remembered', async () => {
    await using opened = await visit(pages, `${docs}guides/pix/`);
    const { page } = opened;
    await page.getByRole('tab', { name: 'Python' }).first().click();
    await page.goto(`${docs}api/createPlan/`);
    const samples = page.locator('docs-code').first();
    await expect.poll(() => samples.getByRole('tab', { selected: true }).innerText()).toBe('Python');
    await expect.poll(() => samples.locator('[data-shown]').innerText()).toContain('import');
    await samples.getByRole('tab', { selected: true }).press('ArrowLeft');
    await expect.poll(() => samples.getByRole('tab', { selected: true }).innerText()).toBe('PHP');
  });

  test('code, response and schema follow the selected example, which is in the address', { tags: 'long' }, async () => {
    await using opened = await visit(pages, `${docs}api/createTransaction/?example=boleto`);
    const { page } = opened;
    const [request, response] = [page.locator('docs-code').nth(0), page.locator('docs-code').nth(1)];
    await expect.poll(() => request.locator('[data-shown]').innerText()).toContain("payment_method: 'boleto'");
    await expect.poll(() => response.locator('[data-shown]').innerText()).toContain('"payment_method": "boleto"');
    await expect.poll(() => page.locator('details[data-form=boleto]').getAttribute('open')).not.toBeNull();
    await page.locator('select[data-example-picker]').selectOption('pix');
    await expect.poll(() => request.locator('[data-shown]').innerText()).toContain("payment_method: 'pix'");
    await expect.poll(() => response.locator('[data-shown]').innerText()).toContain('"payment_method": "pix"');
    await expect.poll(() => page.locator('details[data-form=boleto]').getAttribute('open')).toBeNull();
    await expect.poll(() => page.locator('details[data-form=pix]').getAttribute('open')).not.toBeNull();
    await expect.poll(() => page.url()).toContain('example=pix');
    await response.getByRole('tab', { name: '422' }).click();
    await expect.poll(() => response.locator('[data-shown]').innerText()).toContain('errors');
  });

  test('copy puts the visible code on the clipboard', { tags: 'long' }, async () => {
    await using opened = await visit(pages, `${docs}api/refundTransaction/`, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const { page } = opened;
    await page.getByRole('tab', { name: 'curl' }).click();
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^(#.*\n)?curl /);
  });

  test('copy works where a browser has no clipboard, as on http of another machine', async () => {
    await using opened = await visit(pages, `${docs}api/refundTransaction/`, { locale: 'en-US' });
    const { page, complaints } = opened;
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
      addEventListener('copy', () => document.body.setAttribute('data-copied', `${getSelection()}`));
    });
    await page.reload();
    await page.getByRole('tab', { name: 'curl' }).click();
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await expect.poll(() => page.locator('body').getAttribute('data-copied')).toMatch(/^(#.*\n)?curl /);
    expect(complaints).toEqual([]);
  });

  test('a page that is opened from a file shows all listings, and says what does not work', {
    tags: 'long',
  }, async () => {
    await using opened = await visit(pages, docs);
    const { page } = opened;
    const notice = page.getByText('You opened this page from a file');
    await expect.poll(() => notice.isVisible()).toBe(false);
    await page.goto(pathToFileURL('dist/docs/api/refundTransaction/index.html').href);
    await expect.poll(() => notice.isVisible()).toBe(true);
    await expect.poll(() => page.locator('docs-code section:visible').count()).toBeGreaterThan(4);
  });

  test('a print is light, and has the fields before the JSON', { tags: 'long' }, async () => {
    await using opened = await visit(pages, `${docs}api/refundTransaction/`, { colorScheme: 'dark' });
    const { page } = opened;
    await page.emulateMedia({ media: 'print' });
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await expect.poll(background).toBe('rgb(255, 255, 255)');
    const top = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? 0;
    expect(await top('.operation-body')).toBeLessThan(await top('.operation-side'));
  });

  test('a cell of the register shows only its entries', { tags: 'long' }, async () => {
    await using opened = await visit(pages, `${docs}evidence/general/`);
    const { page } = opened;
    const shown = page.locator('.entry:visible');
    const all = await shown.count();
    const cell = page.getByRole('radio', { name: /^money, assumed: / });
    const count = Number(/(\d+) entr/.exec((await cell.getAttribute('aria-label')) ?? '')?.[1]);
    await cell.check();
    await expect.poll(() => shown.count()).toBe(count);
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(all);
    await page.getByRole('radio', { name: /^All/ }).check();
    await expect.poll(() => shown.count()).toBe(all);
  });

  test('samples have the address of the sandbox that serves them, and published docs send nothing [S81]', async () => {
    await using served = await visit(pages, `${docs}api/createPlan/`);
    const code = served.page.locator('docs-code').first();
    await expect.poll(() => code.locator('[data-shown]').innerText()).toContain(sandbox.url);
    await using published = await visit(pages, `${host.url}/docs/api/createPlan/`);
    await expect
      .poll(() => published.page.locator('docs-code').first().locator('[data-shown]').innerText())
      .toContain('http://127.0.0.1:4010');
    await published.page.getByText('Send to the sandbox').click();
    await expect.poll(() => published.page.getByText('npx payment-gateway-sandbox --docs').isVisible()).toBe(true);
    await expect.poll(() => published.page.getByLabel('Access token').isVisible()).toBe(false);
  });

  test('badges link to the register', { tags: 'long' }, async () => {
    await using opened = await visit(pages, `${docs}api/refundTransaction/`);
    const { page } = opened;
    const badge = page.locator('.operation-line a.level');
    await expect.poll(() => badge.getAttribute('href')).toMatch(/evidence\/[\w-]+\/#refund-path$/);
    expect(await page.locator('main a.level.documented:visible').count()).toBe(0);
    await badge.click();
    await page.waitForURL(/\/evidence\/[\w-]+\/#[\w-]+$/);
    const entry = page.locator(`h2[id="${new URL(page.url()).hash.slice(1)}"]`);
    await expect.poll(() => entry.isVisible()).toBe(true);
  });

  test('a field has one badge of its weakest level, which opens all entries', { tags: 'long' }, async () => {
    await using opened = await visit(pages, `${docs}api/createTransaction/`);
    const { page } = opened;
    const fields = page.locator('.body-evidence:has(#body) ~ .fields > li > .field');
    const counts = await fields.evaluateAll((all) =>
      all.map((one) => one.querySelectorAll(':scope > .level, :scope > .badge').length),
    );
    expect(counts.length).toBeGreaterThan(5);
    expect(counts.filter((count) => count > 1)).toEqual([]);

    const amount = fields.filter({ has: page.getByText('amount', { exact: true }) });
    const entry = amount.getByRole('link', { name: 'observed' });
    await expect.poll(() => amount.locator('summary').innerText()).toMatch(/^assumed \d/);
    expect(await entry.isVisible()).toBe(false);
    await amount.locator('summary').click();
    await expect.poll(() => entry.isVisible()).toBe(true);
    await expect.poll(() => amount.innerText()).toContain('that it is required, requiredness');
    await entry.click();
    await page.waitForURL(/#amount-centavos$/);
  });

  test('search: keys open it, results are links, arrows move, and typos are tolerated', async () => {
    await using opened = await visit(pages, `${docs}guides/pix/`);
    const { page, complaints } = opened;
    await search(page, 'refudn');
    const results = page.locator('.search-results a');
    await results.first().waitFor();
    await expect.poll(() => results.first().innerText()).toContain('Refund a transaction');
    await expect.poll(() => violations(page)).toEqual([]);
    await shoot(page, 'search');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => results.first().evaluate((node) => node === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${docs}api/refundTransaction/`);
    expect(complaints).toEqual([]);
  });

  test('search: an empty result offers three searches with results', { tags: 'long' }, async () => {
    await using opened = await visit(pages, `${docs}pt-br/guides/pix/`);
    const { page } = opened;
    await search(page, 'zzzzqqqq');
    const suggestions = page.locator('.search-suggestion');
    await suggestions.first().waitFor();
    await expect.poll(() => suggestions.count()).toBe(3);
    await suggestions.first().click();
    await page.locator('.search-title', { hasText: 'Estorna uma transação' }).click();
    await page.waitForURL(`${docs}pt-br/api/refundTransaction/`);
  });

  test('an example can be sent, and a missing object is created if the reader agrees', async () => {
    await using opened = await visit(pages, `${docs}api/refundTransaction/`);
    const { page, complaints } = opened;
    await page.getByText('Send to the sandbox').click();
    for (const label of ['Access token', 'Path', 'Body']) await page.getByLabel(label).waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('button', { name: 'Create it from the examples' }).click();
    await page.getByText(/POST \/v1\/transactions\/\d+\/refund → 200/).waitFor();
    await expect
      .poll(() => page.getByRole('link', { name: /console/ }).getAttribute('href'))
      .toMatch(/^\/_sandbox\/#\/transactions\/\d+$/);

    await page.goto(`${docs}api/createTransaction/?example=pix`);
    await page.getByText('Send to the sandbox').click();
    await expect.poll(() => page.getByLabel('Body').inputValue()).toContain('"pix"');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    // The date of the example is in the past. The docs shift it, so the sandbox accepts it.
    await page.getByText('POST /v1/transactions → 200').waitFor();
    await expect.poll(() => page.locator('docs-send .output').innerText()).toContain('expiration_date');
    expect(complaints).toEqual([]);
  });

  test('a changed request is sent as it is, and invalid JSON is named', { tags: 'long' }, async () => {
    await using opened = await visit(pages, `${docs}api/createTransaction/`);
    const { page } = opened;
    await page.getByText('Send to the sandbox').click();
    await page.getByLabel('Body').fill('{"amount": 4321, "payment_method": "pix"}');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('POST /v1/transactions → 200').waitFor();
    await expect.poll(() => page.locator('docs-send .output').innerText()).toContain('4321');
    await page.getByLabel('Body').fill('{"amount": ');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('The body is not JSON').waitFor();
  });

  test('"Send" has the same frame in a guide as on the page of an operation, and the output of a program wraps', {
    tags: 'long',
  }, async () => {
    await using opened = await visit(pages, `${docs}guides/pix/`);
    const { page } = opened;
    const frame = () =>
      page
        .locator('docs-send > details')
        .first()
        .evaluate((one) => {
          const { padding, borderRadius, borderColor } = getComputedStyle(one);
          return { padding, borderRadius, borderColor };
        });
    await page.locator('docs-send').first().waitFor();
    const inGuide = await frame();
    await page.goto(`${docs}api/createTransaction/`);
    await expect.poll(frame).toEqual(inGuide);
    expect(inGuide.padding).not.toBe('0px');
    await page.goto(`${docs}guides/explore/`);
    const hidden = () =>
      page
        .locator('docs-code [data-shown] pre')
        .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
    await expect.poll(hidden).toEqual([]);
  });
});
