import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Browser } from 'playwright-core';
import { startSandbox } from '../../../sandbox/src/index.js';
import { launchChromium } from '../../../scripts/chromium.ts';
import { freePort } from '../../free-port.ts';
import { atMost, median, timed } from '../report.ts';

// Measures the docs as the sandbox serves them to a slow device: 1.6 Mbit/s, 40 ms latency, a CPU four times slower.
// Each page opens in a new browser context, and the median of the runs counts. The build and `npm start` run first,
// without other load.
const runs = Number(process.env.BENCH_RUNS ?? 5);
const BITS_PER_SECOND = 1_600_000;
const LATENCY_MS = 40;
const MOST_KB = 120;

const pages = [
  { name: 'landing page', path: '', mostMs: 1_500 },
  { name: 'operation page', path: 'api/createTransaction/', mostMs: 2_000 },
  { name: 'operation page, Portuguese', path: 'pt-br/api/createTransaction/', mostMs: 2_000 },
  { name: 'guide', path: 'guides/card/', mostMs: 2_000 },
  { name: 'register', path: 'evidence/general/', mostMs: 2_000 },
];

interface Reading {
  kB: number;
  load: number;
  paint: number;
}

const start = await timeToFirstResponse();
const build = await timed(() =>
  run(process.execPath, ['--import', './scripts/typescript.mjs', 'scripts/docs/main.ts']),
);

const sandbox = await startSandbox({ port: 0, log: 'silent', docs: true });
const browser = await launchChromium();
for (const { name, path, mostMs } of pages) {
  const address = `${sandbox.url}/docs/${path}`;
  // The first visit compresses the files.
  await open(browser, address);
  const readings: Reading[] = [];
  for (let count = 0; count < runs; count++) readings.push(await open(browser, address));
  const [kB = 0, load = 0, paint = 0] = (['kB', 'load', 'paint'] as const).map((what) =>
    median(readings.map((one) => one[what])),
  );
  atMost(`${name}: kB`, kB, MOST_KB);
  atMost(`${name}: load / ${mostMs} ms`, load / mostMs, 1);
  console.log(`        ${name}: load ${load} ms, first paint ${paint} ms`);
}
await browser.close();
await sandbox.close();
const searches = Array.from({ length: runs }, searchTime);
atMost('docs search, ms with the start of Node', median(searches), 300);
atMost('build, s', build / 1_000, 15);
atMost('npm start to the first API response, s', start / 1_000, 8);

/** Opens a page and returns its transferred kilobytes and the milliseconds until it loaded and showed something. */
async function open(browser: Browser, address: string): Promise<Reading> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BITS_PER_SECOND / 8,
    uploadThroughput: BITS_PER_SECOND / 8,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(address, { waitUntil: 'load' });
  const [load = 0, paint = 0] = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return [navigation?.loadEventStart ?? 0, performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0];
  });
  await context.close();
  return { kB: Math.round(bytes / 1_000), load: Math.round(load), paint: Math.round(paint) };
}

/** Runs a search of the command line and returns the milliseconds that its reader waits. */
function searchTime(): number {
  const started = performance.now();
  spawnSync(process.execPath, ['dist/src/cli/main.js', 'docs', 'search', 'how do I refund a part of a payment']);
  return performance.now() - started;
}

/** Runs `npm start` and returns the milliseconds until the API answers. */
async function timeToFirstResponse(): Promise<number> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn('npm', ['start', '--', '--port', String(port), '--log', 'silent'], {
    stdio: 'ignore',
    detached: true,
  });
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/v1/transactions`).catch(() => undefined);
    if (response?.status === 401) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const taken = performance.now() - started;
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
  await once(child, 'exit');
  return taken;
}

async function run(command: string, args: string[]): Promise<void> {
  const [code] = await once(spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }), 'exit');
  if (code !== 0) throw new Error(`${args.at(-1)} failed`);
}
