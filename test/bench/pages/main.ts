/** Measures the sizes of the sandbox's pages and the time to the first text, compared with the plainest page of the same server. */
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { serve } from '../../../sandbox/test/browser/served.ts';
import { launchChromium } from '../../../scripts/chromium.ts';
import { atMost, median, table } from '../report.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15);

const folder = 'sandbox/dist/pages';
const weights = readdirSync(folder)
  // No page loads these.
  .filter((name) => !['findings.css', 'licenses.txt', 'qr.js'].includes(name))
  .map((name) => ({ name, bytes: gzipSync(readFileSync(`${folder}/${name}`)).byteLength }));
const sum = weights.reduce((total, { bytes }) => total + bytes, 0);
table('Gzipped', [['', 'bytes'], ...weights.map(({ name, bytes }) => [name, bytes])]);
atMost('together, bytes', sum, 80_000);

const served = await serve();
await served.ask('POST', '/_sandbox/populate', { transactions: 200, customers: 20 });
const { url: link } = await served.ask('POST', '/v1/links', { amount: 15_990, name: 'Dom Casmurro' });
const browser = await launchChromium();
const pages = [
  ['the landing page (plain HTML)', served.url, 'dl'],
  ['checkout', String(link), '.price'],
  ['console, 50 of 200 transactions', `${served.url}/_sandbox/`, '.list tbody tr'],
] as const;
const measured = pages.map(([name, url, useful]) => ({ name, url, useful, times: [] as number[] }));
// Measured in turn, so that other load affects all alike.
for (let round = 0; round < ROUNDS; round++) {
  for (const { url, useful, times } of measured) times.push(await firstUseful(browser, url, useful));
}
await browser.close();
await served.close();
const [plain = Number.NaN] = measured.map(({ times }) => median(times));
table('To the first useful paint', [
  ['', 'ms', 'times the landing page'],
  ...measured.map(({ name, times }) => [name, median(times).toFixed(0), (median(times) / plain).toFixed(2)]),
]);

/** Returns milliseconds from the start of the navigation to the frame that paints an element, with an empty cache. */
async function firstUseful(browser: Browser, url: string, selector: string): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript((selector) => {
    const look = (): void => {
      if (document.querySelector(selector) === null) requestAnimationFrame(look);
      else requestAnimationFrame(() => Object.assign(window, { firstUseful: performance.now() }));
    };
    look();
  }, selector);
  await page.goto(url);
  const handle = await page.waitForFunction(() => (window as { firstUseful?: number }).firstUseful);
  const time = Number(await handle.jsonValue());
  await context.close();
  return time;
}
