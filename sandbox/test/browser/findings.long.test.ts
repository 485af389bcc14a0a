import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { violations } from '../../../scripts/test/docs/accessibility.ts';
import { overflow, shoot } from '../../../scripts/test/docs/chromium.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { explorationHtml } from '../../src/cli/explore-files.js';
import { readFindings } from '../../src/findings/index.js';
import { FINDINGS, hostileFindings } from '../findings/findings.ts';
import { pagesOf, shown } from './pages.ts';

const WIDE = { locale: 'en-US', viewport: { width: 1440, height: 900 } };
const PHONE = { locale: 'pt-BR', viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;
const FILES = { usual: JSON.stringify(FINDINGS), hostile: hostileFindings() };

describe('what explore found, in Chromium', { tags: 'chromium' }, () => {
  const pages = pagesOf({});
  const { open } = pages;
  const folder = temporaryFolder('findings');

  test.each([
    ['usual', 'wide', WIDE],
    ['usual', 'phone', PHONE],
    ['hostile', 'phone', PHONE],
  ] as const)(
    'a %s file of --html fits a %s, axe finds nothing, and a button copies a command',
    async (kind, view, options) => {
      const path = join(folder, `${kind}-${view}.html`);
      writeFileSync(path, explorationHtml(readFindings(FILES[kind])));
      const { page } = await open('about:blank', options);
      // The runner would refuse a file, which has no origin.
      await page.goto(pathToFileURL(path).href);
      await page.getByRole('heading', { name: '2 of 6 plans broke the shop' }).waitFor();
      expect(await page.locator('img').count()).toBe(0);
      const copy = page.locator('.failure > .repeat button');
      await copy.click();
      expect(await copy.textContent()).not.toBe('Copy');
      await page.context().grantPermissions(['clipboard-read']);
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
        await page.locator('.failure > .repeat code').textContent(),
      );
      // Three lanes, and the lost answer ends before the shop.
      const [lost, shop] = [page.locator('.arrow.lost').first(), page.locator('.arrow.others-shop').first()];
      const [end, lane] = [await lost.boundingBox(), await shop.boundingBox()];
      expect(end?.x).toBeGreaterThan((lane?.x ?? 0) + (lane?.width ?? 0) * 1.25);
      await shoot(page, `pages/explore-html-${kind}-${view}`);
      await expect.poll(() => overflow(page)).toBe(0);
      await expect.poll(() => violations(page)).toEqual([]);
    },
  );

  test.each([
    ['usual', WIDE, 'charge 1 of 2'],
    ['hostile', PHONE, 'cobrança 1 de 2'],
  ] as const)('the console shows a %s file as the page of --html does', async (kind, options, charge) => {
    const { page } = await open('/_sandbox/#/findings', options);
    const input = page.locator('main input[type="file"]');
    const buffer = Buffer.from(FILES[kind]);
    await page.locator('main label.button').waitFor();
    await input.setInputFiles({ name: 'explore.json', mimeType: 'application/json', buffer });
    await shown(page.getByText(charge));
    await expect.poll(() => page.locator('.findings').locator('.failure .arrow.lost').count()).toBeGreaterThan(0);
    await shoot(page, `pages/console-findings-${kind}`);
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
    await expect.poll(() => violations(page)).toEqual([]);
    // The tab keeps it.
    await page.reload();
    await shown(page.getByText(charge));
  });

  test('the console shows the error in another file', async () => {
    const { page } = await open('/_sandbox/#/findings', WIDE);
    await page.locator('main label.button').waitFor();
    const file = { name: 'shop.json', mimeType: 'application/json', buffer: Buffer.from('{}') };
    await page.locator('main input[type="file"]').setInputFiles(file);
    await page.getByRole('alert').getByText('shop.json: is not a file that explore --json wrote').waitFor();
    // Another version of the console may have kept it.
    await page.evaluate(() => sessionStorage.setItem('findings', '{}'));
    await page.reload();
    await page.getByText('No file is open').waitFor();
  });
});
