import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SandboxServer, startSandbox } from '../../../sandbox/src/index.js';
import { built } from '../../../test/built/built.ts';
import { launchChromium } from '../../chromium.ts';
import { violations } from './accessibility.ts';
import { overflow, type SharedPages, sharePages, shoot } from './chromium.ts';
import { PAGES, visit } from './site.ts';

// browser.test.ts checks each kind of page in one theme.
describe('the docs in Chromium', { tags: 'chromium' }, () => {
  let browser: Browser;
  let pages: SharedPages;
  let sandbox: SandboxServer;

  beforeAll(async () => {
    await built('docs');
    [browser, sandbox] = await Promise.all([launchChromium(), startSandbox({ port: 0, log: 'silent', docs: true })]);
    pages = sharePages(browser);
  });
  afterAll(() => Promise.all([browser?.close(), sandbox?.close()]));

  describe.each(['', 'pt-br/'])('below /docs/%s', (language) => {
    const pagesHere = PAGES.filter(([name]) => language === '' || name !== 'portuguese');
    test.each(
      pagesHere.flatMap(([name, path]) => (['light', 'dark'] as const).map((theme) => [name, theme, path] as const)),
    )(
      '%s, %s: no axe rule is broken, and no line is too long on a phone or a laptop',
      async (name, colorScheme, path) => {
        await using opened = await visit(pages, `${sandbox.url}/docs/${language}${path}`, { colorScheme });
        const { page } = opened;
        for (const width of [1440, 390]) {
          await page.setViewportSize({ width, height: 900 });
          await expect.poll(() => violations(page), { message: String(width) }).toEqual([]);
          await expect.poll(() => overflow(page), { message: String(width) }).toBeLessThanOrEqual(0);
          await shoot(page, `docs/${name}-${colorScheme}-${width}${language && '-pt'}`);
        }
        expect(opened.foreign).toEqual([]);
        expect(opened.complaints).toEqual([]);
      },
    );
  });
});
