/** Measures `explore`: the processor time of all plans, the first failure, runs at the same time, and the memory after many. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type ExploreFailure, type ExploreOptions, explore, setUpSandbox } from '../../../sandbox/src/testing/index.js';
import { ChargesAgain } from '../../../sandbox/test/explore/shops/charges.js';
import { Shop, scenarioOf } from '../../../sandbox/test/explore/shops/shop.js';
import { atMost } from '../report.ts';

const RUNS = 5000;
/** Runs without a stall, which only waits. */
const QUIET: ExploreOptions = { without: ['request', 'crash', 'assumption', 'second-click'] };

/**
 * Returns the milliseconds that a task takes on the processor, and with its waits. The second is the wall time on a machine of its own: other
 * programs on this one do not change it much.
 */
async function timeOf(task: () => Promise<unknown>): Promise<{ processor: number; whole: number }> {
  const [before, loop] = [process.cpuUsage(), performance.eventLoopUtilization()];
  await task();
  const { user, system } = process.cpuUsage(before);
  const processor = (user + system) / 1000;
  return { processor, whole: processor + performance.eventLoopUtilization(loop).idle };
}

const hooks: (() => Promise<void>)[] = [];
const newAccount = setUpSandbox((hook) => hooks.push(hook));
const careful = scenarioOf(Shop);
const all = (jobs: number) => explore(newAccount, careful, { jobs });
await explore(newAccount, careful, QUIET); // fills the caches

const first = await timeOf(() =>
  explore(newAccount, scenarioOf(ChargesAgain), { bail: true }).catch((failure: ExploreFailure) => failure.failures[0]),
);
atMost('ms until the first failure of a naive shop', first.whole, 1000);
const one = await timeOf(() => all(1));
const eight = await timeOf(() => all(8));
atMost('ms of processor time of all plans of a careful shop', eight.processor, 10_000);
atMost('time with eight jobs over the time with one', eight.whole / one.whole, 0.7);

// A shop that waits 20 ms for each answer.
const slowAccount = setUpSandbox((hook) => hooks.push(hook), { latency: 20 });
const slow = (jobs: number) => timeOf(() => explore(slowAccount, careful, { jobs }));
const slowOne = await slow(1);
atMost('the same with 20 ms of latency', (await slow(8)).whole / slowOne.whole, 0.5);

// A shop that is a program: each step starts Node.
const path = (file: string) => fileURLToPath(new URL(`../../../sandbox/${file}`, import.meta.url));
const shop = path('test/cli/explore-shop.mjs');
const part = (task: string) => `"${process.execPath}" "${shop}" ${task}`;
async function timeOfCommand(jobs: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-explore-'));
  const books = ['--orders', part('orders'), '--reconcile', part('repair'), '--max-runs', '60', '--jobs', String(jobs)];
  const args = [path('dist/src/cli/main.js'), 'explore', ...books, '--', process.execPath, shop, 'charge', 'careful'];
  const started = performance.now();
  // Not synchronous: the sandbox of this process would answer nothing meanwhile, and close its connections afterwards.
  await promisify(execFile)(process.execPath, args, { env: { ...process.env, FOLDER: folder } });
  rmSync(folder, { recursive: true });
  return performance.now() - started;
}
atMost(
  'wall time of a command with two jobs over that with one',
  (await timeOfCommand(2)) / (await timeOfCommand(1)),
  0.7,
  'measure it on a quiet machine with two processors',
);

/** Runs the shop until it has run so often. Returns the resident memory in MB. */
let done = 0;
async function memoryAfter(runs: number): Promise<number> {
  while (done < runs) done += (await explore(newAccount, careful, QUIET)).runs;
  globalThis.gc?.();
  return process.memoryUsage().rss / 1e6;
}
const early = await memoryAfter(1000);
const late = await memoryAfter(RUNS);
console.log(`Resident memory after 1,000 and ${RUNS} runs: ${early.toFixed(0)} and ${late.toFixed(0)} MB`);
atMost('the second over the first', late / early, 1.1);
for (const hook of hooks) await hook();
