import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { parse } from 'yaml';
import { launchChromium } from '../../docs/chromium.ts';

// Our page beside the plain Redoc page and Scalar's, for the same contract, all as one file from disk. Medians of `runs`.
const runs = Number(process.env.BENCH_RUNS ?? 5);
const contract = 'openapi.yaml';
const here = 'test/bench/docs';
const redocly = 'node_modules/@redocly/cli/bin/cli.js';
const plainConfig = 'test/docs/plain-redocly.yaml';
const folder = await mkdtemp(join(tmpdir(), 'bench-docs-'));
const plainPage = join(folder, 'plain.html');

interface Candidate {
  name: string;
  file: string;
  build: () => Promise<unknown>;
  /** Finds the field of the search, and a hit of it. */
  input: string;
  hit: string;
}

const redocSearch = {
  input: 'input[placeholder="Search docs..."]',
  hit: '[data-component-name="Search/SearchItem"]',
};
const candidates: Candidate[] = [
  {
    name: 'this package',
    file: 'dist/docs/index.html',
    build: () => run(['--import', 'ts-blank-space/register', 'scripts/docs/main.ts']),
    ...redocSearch,
  },
  {
    name: 'plain Redoc',
    file: plainPage,
    build: () => run([redocly, 'build-docs', contract, '--inlineBundle', '--config', plainConfig, '-o', plainPage]),
    ...redocSearch,
  },
  {
    name: '@scalar/api-reference',
    file: join(folder, 'scalar.html'),
    build: writeScalarPage,
    input: '[role="dialog"] input, .scalar-modal input',
    hit: '[role="dialog"] [role="option"], .scalar-modal [role="option"], .scalar-modal a',
  },
];

try {
  const browser = await launchChromium();
  const rows = [];
  for (const candidate of candidates) {
    const builds = await repeat(3, () => timed(candidate.build));
    const readings = await repeat(runs, () => openOnce(browser, candidate));
    const page = await readFile(candidate.file);
    rows.push({
      page: candidate.name,
      'build ms': median(builds),
      kB: Math.round((await stat(candidate.file)).size / 1000),
      'gzip kB': Math.round(gzipSync(page, { level: 9 }).length / 1000),
      'first text ms': median(readings.map(({ text }) => text)),
      'search works ms': median(readings.map(({ search }) => search)),
    });
  }
  await browser.close();
  console.table(rows);
  const [ours, plain] = rows;
  if (ours && plain) console.log(`Over plain Redoc: ${ours['gzip kB'] - plain['gzip kB']} kB gzipped (at most 120)`);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Milliseconds from the start of the navigation until the title can be read, and until the search has a hit. */
async function openOnce(browser: Browser, { file, input, hit }: Candidate): Promise<{ text: number; search: number }> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.addInitScript(() => {
    const look = () => {
      const heading = document.querySelector('h1');
      if (heading?.textContent?.includes('Payment Gateway API') && heading.getClientRects().length > 0) {
        // The frame after the one in which it is there is the one that shows it.
        requestAnimationFrame(() => Object.assign(window, { firstText: performance.now() }));
      } else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(pathToFileURL(file).href, { waitUntil: 'commit' });
  await page.waitForFunction(() => 'firstText' in window);
  const field = page.locator(input).first();
  while (!(await field.isVisible())) await page.keyboard.press('Control+k');
  await field.fill('refund');
  await page
    .locator(hit, { hasText: /refund/i })
    .first()
    .waitFor();
  const [text, search] = await page.evaluate(() => [Number(Reflect.get(window, 'firstText')), performance.now()]);
  await page.close();
  return { text: text ?? Number.NaN, search: search ?? Number.NaN };
}

/** Scalar has no build of its own for one file: its browser bundle and the contract, written into a page. */
async function writeScalarPage(): Promise<void> {
  const bundle = await readFile(`${here}/node_modules/@scalar/api-reference/dist/browser/standalone.js`, 'utf8');
  const content = JSON.stringify(parse(await readFile(contract, 'utf8')));
  const safe = (script: string) => script.replace(/<\/(script)/gi, '<\\/$1').replaceAll('<!--', '<\\!--');
  await writeFile(
    join(folder, 'scalar.html'),
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Scalar</title></head><body><div id="app"></div>
<script>${safe(bundle)}</script>
<script>Scalar.createApiReference('#app', { content: ${safe(content)}, withDefaultFonts: false, telemetry: false })</script></body></html>`,
  );
}

/** A program of Node as a process of its own, its start included, as a person waits for it. */
function run(args: string[]): Promise<unknown> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return promisify(execFile)(process.execPath, args, { env });
}

async function timed(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}

async function repeat<T>(times: number, action: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let turn = 0; turn < times; turn++) results.push(await action());
  return results;
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? Number.NaN);
}
