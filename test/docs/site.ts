import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** A page with its requests to other hosts and its console errors. */
export interface Visit extends AsyncDisposable {
  page: Page;
  /** Requests to other hosts. */
  foreign: string[];
  /** Errors and warnings in the console. */
  complaints: string[];
}

/** Opens an address in a new context. */
export async function visit(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  const foreign: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(new URL(address).origin) && !url.startsWith('data:')) foreign.push(url);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  await page.goto(address);
  return { page, foreign, complaints, [Symbol.asyncDispose]: () => context.close() };
}
