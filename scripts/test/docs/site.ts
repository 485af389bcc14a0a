import type { BrowserContextOptions, Page } from 'playwright-core';
import type { operations } from '../../../generated/types.ts';
import type { SharedPages } from './chromium.ts';

/** One page of each kind. */
export const PAGES = [
  ['landing', ''],
  ['guide', 'guides/pix/'],
  ['diagrams', 'guides/flows/'],
  ['tables', 'guides/test-cards/'],
  ['operation', 'api/createTransaction/'],
  ['list', 'api/listTransactions/'],
  ['webhook', 'api/receiveLinkPaid/'],
  ['evidence', 'guides/known/'],
  ['register', 'evidence/cards/'],
] as const satisfies readonly (readonly [
  kind: string,
  path: `api/${keyof operations}/` | `guides/${string}/` | `evidence/${string}/` | '',
])[];

/** A page with its requests to other hosts and its console errors. */
export interface Visit extends AsyncDisposable {
  page: Page;
  /** Requests to other hosts. */
  foreign: string[];
  /** Errors and warnings in the console. */
  complaints: string[];
}

/** Opens an address in a shared page. */
export async function visit(pages: SharedPages, address: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const page = await pages.lend(options);
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
  return { page, foreign, complaints, [Symbol.asyncDispose]: () => pages.takeBack(page) };
}
