import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { programPath } from '../programs.ts';

// The browser itself must not talk to anyone, or "no request leaves the page" would not mean much.
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts Chromium, with more flags if given. The tests that call it have the tag `chromium`. */
export async function launchChromium(...more: readonly string[]): Promise<Browser> {
  return chromium.launch({ executablePath: programPath('chromium'), args: [...flags, ...more] });
}

/** Opens the search by its keys. The text is there before the page reacts to keys, so they may have to be pressed again. */
export async function openSearch(page: Page, placeholder = 'Search docs...'): Promise<void> {
  const input = page.getByPlaceholder(placeholder);
  for (let attempt = 1; ; attempt++) {
    await page.keyboard.press('Control+k');
    try {
      return await input.waitFor({ timeout: 1_000 });
    } catch (error) {
      if (attempt === 15) throw error;
    }
  }
}

/** The first hit of the search that mentions a text. */
export function searchHit(page: Page, text: string): Locator {
  return page.locator('[data-component-name="Search/SearchItem"]', { hasText: text }).first();
}
