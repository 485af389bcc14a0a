import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { parse } from 'yaml';
import { launchChromium } from '../../docs/chromium.ts';

// Our pages beside the plain Redoc page and Scalar's, for the same contract, each as one file from disk. All are opened in turn,
// so that what else the machine does falls on all of them; medians of `runs`, and ratios of the same turn.
const runs = Number(process.env.BENCH_RUNS ?? 7);
const contract = 'openapi.yaml';
const here = 'test/bench/docs';
const redocly = 'node_modules/@redocly/cli/bin/cli.js';
const plainConfig = 'test/docs/plain-redocly.yaml';
const folder = await mkdtemp(join(tmpdir(), 'bench-docs-'));
const plainPage = join(folder, 'plain.html');

interface Candidate {
  name: string;
  file: string;
  /** How its title begins. */
  title: string;
  /** Finds the field of the search, and a hit of it. */
  input: string;
  hit: string;
}

const hit = '[data-component-name="Search/SearchItem"]';
const [english, portuguese, plain, scalar]: [Candidate, Candidate, Candidate, Candidate] = [
  {
    name: 'English',
    file: 'dist/docs/index.html',
    title: 'Payment Gateway API',
    input: 'input[placeholder="Search docs..."]',
    hit,
  },
  {
    name: 'Portuguese',
    file: 'dist/docs/pt-br/index.html',
    title: 'API do gateway',
    input: 'input[placeholder="Buscar na documentação..."]',
    hit,
  },
  {
    name: 'plain Redoc',
    file: plainPage,
    title: 'Payment Gateway API',
    input: 'input[placeholder="Search docs..."]',
    hit,
  },
  {
    name: '@scalar/api-reference',
    file: join(folder, 'scalar.html'),
    title: 'Payment Gateway API',
    input: '[role="dialog"] input, .scalar-modal input',
    hit: '[role="dialog"] [role="option"], .scalar-modal [role="option"], .scalar-modal a',
  },
];
const candidates = [english, portuguese, plain, scalar];

interface Reading {
  text: number;
  search: number;
}

try {
  const build = await repeat(3, () =>
    timed(() => run(['--import', 'ts-blank-space/register', 'scripts/docs/main.ts'])),
  );
  await run([redocly, 'build-docs', contract, '--inlineBundle', '--config', plainConfig, '-o', plainPage]);
  await writeScalarPage();
  const browser = await launchChromium();
  const readings = new Map<Candidate, Reading[]>(candidates.map((candidate) => [candidate, []]));
  // The first turn warms up the browser and counts for none.
  for (let turn = 0; turn <= runs; turn++) {
    for (const candidate of candidates) {
      const reading = await openOnce(browser, candidate);
      if (turn > 0) readings.get(candidate)?.push(reading);
    }
  }
  await browser.close();
  const of = (candidate: Candidate, what: keyof Reading) =>
    (readings.get(candidate) ?? []).map((reading) => reading[what]);
  const kB = new Map<Candidate, number>();
  for (const candidate of candidates) {
    kB.set(candidate, Math.round(gzipSync(await readFile(candidate.file), { level: 9 }).length / 1000));
  }
  console.table(
    candidates.map((candidate) => ({
      page: candidate.name,
      'gzip kB': kB.get(candidate),
      'first text ms': Math.round(median(of(candidate, 'text'))),
      'search works ms': Math.round(median(of(candidate, 'search'))),
    })),
  );
  const ratio = (candidate: Candidate, what: keyof Reading) => {
    const peers = of(plain, what);
    return median(of(candidate, what).map((value, turn) => value / (peers[turn] ?? Number.NaN)));
  };
  const claims = [english, portuguese].flatMap((candidate) => [
    claim(`${candidate.name}: gzip kB`, kB.get(candidate) ?? Number.NaN, 900),
    claim(`${candidate.name}: first text / plain Redoc`, ratio(candidate, 'text'), 1),
    claim(`${candidate.name}: search works / plain Redoc`, ratio(candidate, 'search'), 1.1),
  ]);
  console.table([...claims, claim('both languages: build, s', median(build) / 1000, 6)]);
} finally {
  await rm(folder, { recursive: true, force: true });
}

function claim(what: string, measured: number, most: number) {
  return {
    what,
    measured: Number(measured.toFixed(2)),
    'at most': most,
    verdict: measured <= most ? 'holds' : 'MISSED',
  };
}

/** Milliseconds from the start of the navigation until the title can be read, and until the search has a hit. */
async function openOnce(browser: Browser, { file, title, input, hit }: Candidate): Promise<Reading> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.addInitScript((title) => {
    const look = () => {
      const heading = document.querySelector('h1');
      if (heading?.textContent?.includes(title) && heading.getClientRects().length > 0) {
        // The frame after the one in which it is there is the one that shows it.
        requestAnimationFrame(() => Object.assign(window, { firstText: performance.now() }));
      } else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, title);
  await page.goto(pathToFileURL(file).href, { waitUntil: 'commit' });
  await page.waitForFunction(() => 'firstText' in window);
  const field = page.locator(input).first();
  while (!(await field.isVisible())) await page.keyboard.press('Control+k');
  await field.fill('refund');
  await page
    .locator(hit, { hasText: /refund|estorn/i })
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
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
