import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** The pages of a browser that tests share. */
export interface SharedPages {
  /** Lends an empty page. The default size is that of a laptop. */
  lend(options?: BrowserContextOptions): Promise<Page>;
  takeBack(page: Page): Promise<void>;
}

/** Shares pages between tests with the same options, because a new context takes half a second of processor time, and has an empty cache. */
export function sharePages(browser: Browser): SharedPages {
  const idle = new Map<string, Page[]>();
  const lent = new Map<Page, { key: string; options: BrowserContextOptions }>();
  return {
    async lend(given = {}) {
      const options = { viewport: { width: 1440, height: 900 }, ...given };
      const key = JSON.stringify(options);
      const page = idle.get(key)?.pop() ?? (await (await browser.newContext(options)).newPage());
      page.setDefaultTimeout(60_000);
      lent.set(page, { key, options });
      return page;
    },
    async takeBack(page) {
      const { key = '', options } = lent.get(page) ?? {};
      lent.delete(page);
      if (page.isClosed()) return;
      for (const event of ['console', 'pageerror', 'request', 'response']) page.removeAllListeners(event);
      // An error page has no storage.
      if (options?.javaScriptEnabled !== false)
        await page
          .evaluate(() => {
            localStorage.clear();
            sessionStorage.clear();
          })
          .catch(() => {});
      await page.goto('about:blank');
      await page.emulateMedia({ media: null });
      if (options?.viewport) await page.setViewportSize(options.viewport);
      idle.set(key, [...(idle.get(key) ?? []), page]);
    },
  };
}

/** Saves a picture of a page below `dist/screenshots` for manual review, if the variable SCREENSHOTS is set. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (!process.env.SCREENSHOTS) return;
  const path = `dist/screenshots/${name}.png`;
  await mkdir(dirname(path), { recursive: true });
  await page.screenshot({ path, fullPage: true, animations: 'disabled' });
}

/** Returns how many pixels the content is wider than the page. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
