import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';

/** A page that was opened, with everything that it asked for and complained about since. */
export interface Visit {
  readonly page: Page;
  /** Addresses, its own aside, that lead out of the page. */
  readonly requests: string[];
  /** Errors, and what stands as an error or a warning on the console. */
  readonly complaints: string[];
}

export async function visit(browser: Browser, address: string, options: BrowserContextOptions): Promise<Visit> {
  const page = await (await browser.newContext(options)).newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    // blob: are Redoc's search workers, made by the page out of itself.
    if (!/^(blob|data):/.test(request.url()) && request.url() !== address.split('#')[0]) requests.push(request.url());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  await page.goto(address);
  await page.locator('h1, h2').first().waitFor();
  await settled(page);
  return { page, requests, complaints };
}

/** Follows a link within the page, as a click on it does. */
export async function follow(page: Page, anchor: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, anchor);
  await settled(page);
}

/** Whether what Redoc calls by this id begins on the screen, or is what the reader is in. */
export async function isInView(page: Page, id: string): Promise<boolean> {
  return page.evaluate((id) => {
    const element = document.querySelector(`[data-section-id="${id}"], [id="${id}"]`);
    const { top = Number.POSITIVE_INFINITY, bottom = 0 } = element?.getBoundingClientRect() ?? {};
    return top < innerHeight / 2 && bottom > 0;
  }, id);
}

/** Resolves when the page has not moved or grown for a while: Redoc renders what is far away later, and scrolls to the anchor. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const look = () =>
      [scrollY, document.documentElement.scrollHeight, document.querySelectorAll('*').length].join(' ');
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let still = 0, before = ''; still < 15; still++) {
      await frame();
      const now = look();
      if (now !== before) still = 0;
      before = now;
    }
  });
}

/** Clicks until something shows: the text is there before the page reacts, and a click on it may be lost. */
export async function reveal(control: Locator, result: Locator): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    if (!(await result.isVisible())) await control.click();
    try {
      return await result.waitFor({ timeout: 2_000 });
    } catch (error) {
      if (attempt === 10) throw error;
    }
  }
}
