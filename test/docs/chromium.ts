import { existsSync } from 'node:fs';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';

const places = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

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

const executablePath = places.find((place) => place && existsSync(place));

/**
 * Why the browser tests do not run here, or `false`. In CI a missing Chromium is a failure and never a skip, so there
 * the tests run and `launchChromium` says what is missing.
 */
export const chromiumMissing: string | false = whyNot();

function whyNot(): string | false {
  if (process.env.WITHOUT_BROWSER) return 'WITHOUT_BROWSER is set';
  return executablePath || process.env.CI ? false : 'no Chromium found: install it or set CHROMIUM_PATH';
}

/** @param more flags of Chromium, beside the usual ones */
export async function launchChromium(...more: readonly string[]): Promise<Browser> {
  if (!executablePath) throw new Error('No Chromium found: install it (apt-get install chromium) or set CHROMIUM_PATH');
  return chromium.launch({ executablePath, args: [...flags, ...more] });
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
