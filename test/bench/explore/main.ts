/** Measures `explore`: the processor time of all plans, the first failure, runs at the same time, and the memory after many. */
import { type ExploreFailure, type ExploreOptions, explore, setUpSandbox } from '../../../sandbox/src/testing/index.js';
import { ChargesAgain } from '../../../sandbox/test/explore/shops/charges.js';
import { Shop, scenarioOf } from '../../../sandbox/test/explore/shops/shop.js';
import { atMost } from '../report.ts';

const RUNS = 5000;
/** Runs without a stall, which only waits. */
const QUIET: ExploreOptions = { without: ['request', 'crash', 'assumption', 'second-click'] };

/** Returns the milliseconds that a task takes, in total and on the processor. */
async function timeOf(task: () => Promise<unknown>): Promise<{ wall: number; processor: number }> {
  const [started, before] = [performance.now(), process.cpuUsage()];
  await task();
  const { user, system } = process.cpuUsage(before);
  return { wall: performance.now() - started, processor: (user + system) / 1000 };
}

const hooks: (() => Promise<void>)[] = [];
const newAccount = setUpSandbox((hook) => hooks.push(hook));
const careful = scenarioOf(Shop);
const all = (jobs: number) => explore(newAccount, careful, { jobs });
await explore(newAccount, careful, QUIET); // fills the caches

const first = await timeOf(() =>
  explore(newAccount, scenarioOf(ChargesAgain), { bail: true }).catch((failure: ExploreFailure) => failure.failures[0]),
);
atMost('ms until the first failure of a naive shop', first.wall, 1000);
const one = await timeOf(() => all(1));
const eight = await timeOf(() => all(8));
atMost('ms of processor time of all plans of a careful shop', eight.processor, 10_000);
atMost('time with eight jobs over the time with one', eight.wall / one.wall, 0.7);

const marks: number[] = [];
for (let done = 0; done < RUNS; ) {
  while (done < (marks.length + 1) * (RUNS / 10)) done += (await explore(newAccount, careful, QUIET)).runs;
  globalThis.gc?.();
  marks.push(process.memoryUsage().heapUsed / 1e6);
}
console.log(`Heap after each ${RUNS / 10} of ${RUNS} runs, MB: ${marks.map((mark) => mark.toFixed(0)).join(' ')}`);
const [, second = 0] = marks;
atMost('the highest of these over the second', Math.max(...marks) / second, 1.1);
for (const hook of hooks) await hook();
