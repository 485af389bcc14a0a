/**
 * Runs each target on inputs: `fuzz-child.ts CORPUS FILE SEED COUNT`. Ends with 1 and one line at the first input with a wrong verdict, which FILE then has.
 * The parent limits the memory and the processor time of this process.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutated, pumped } from './mutate.ts';
import { randomFrom } from './random.ts';
import { keep, type Target, targets } from './targets.ts';

const [corpus = '', file = '', seed = '', count = ''] = process.argv.slice(2);

/** The milliseconds of processor time that an input may take: what so many passes over it take here, and a constant. */
const PASSES = 20_000;
const CONSTANT = 500;

/**
 * Four times the length may take so many times the time. It is 4 for linear work, and 16 for work that grows with the square. Less than the noise does not
 * count. Milliseconds.
 */
const GROWTH = 9;
const NOISE = 8;
const SHORT = 4 * 1024;

for (const [name, target] of Object.entries(targets)) {
  const folder = join(corpus, name);
  const inputs = [
    ...readdirSync(folder).map((one) => readFileSync(join(folder, one), 'utf8')),
    ...(target.examples ?? []),
  ];
  const random = randomFrom(Number(seed));
  const all = [...inputs, ...Array.from({ length: Number(count) }, () => mutated(inputs, random))];
  let slowest = 0;
  for (const text of all) {
    keep(file, text);
    const result = await judge(target, text);
    if (typeof result === 'string') {
      console.log(`${name}: ${result}`);
      process.exit(1);
    }
    slowest = Math.max(slowest, result);
  }
  for (let number = 0; number < Number(count) / 5; number++) {
    const problem = await growthOf(target, pumped(inputs, random));
    if (problem === undefined) continue;
    console.log(`${name}: ${problem}`);
    process.exit(1);
  }
  const characters = all.reduce((sum, { length }) => sum + length, 0);
  console.log(`${name}: ${all.length} inputs of ${characters} characters; the slowest took ${Math.round(slowest)} ms`);
}
process.exit(0);

/** Returns the problem, or the milliseconds of processor time. */
async function judge(target: Target, text: string): Promise<string | number> {
  const most = CONSTANT + PASSES * Math.min(...(await timesOf(5, () => pass(text))));
  let problem: string | undefined;
  const [first = 0] = await timesOf(1, async () => {
    problem = await verdict(target, text);
  });
  if (problem !== undefined) return problem;
  // The first call may compile code, so the best of three counts.
  const best = first <= most ? first : Math.min(first, ...(await timesOf(2, () => verdict(target, text))));
  if (best <= most) return best;
  return `takes ${Math.round(best)} ms of processor time for ${text.length} characters, and may take ${Math.round(most)}`;
}

async function verdict({ run, errors = [] }: Target, text: string): Promise<string | undefined> {
  try {
    const problem = await run(text, file);
    return typeof problem === 'string' ? problem : undefined;
  } catch (error) {
    return errors.some((known) => error instanceof known)
      ? undefined
      : `throws ${error instanceof Error ? error.stack : error}`;
  }
}

/** Returns a problem if the time grows with the square of the length, from 4 to 16 and to 64 kB. */
async function growthOf(target: Target, textOf: (length: number) => string): Promise<string | undefined> {
  const times: number[] = [];
  for (const length of [SHORT, 4 * SHORT, 16 * SHORT]) {
    const text = textOf(length);
    keep(file, text);
    const [first = 0] = await timesOf(1, () => verdict(target, text));
    times.push(first < NOISE ? first : Math.min(first, ...(await timesOf(2, () => verdict(target, text)))));
    const [before = 0, last = 0] = times.slice(-2);
    if (times.length > 1 && (last < NOISE || last < GROWTH * Math.max(before, 1))) return undefined;
  }
  return `takes ${times.map(Math.round)} ms of processor time for ${SHORT}, ${4 * SHORT} and ${16 * SHORT} characters`;
}

async function timesOf(times: number, task: () => unknown): Promise<number[]> {
  const found: number[] = [];
  for (let time = 0; time < times; time++) {
    const before = process.cpuUsage();
    await task();
    const { user, system } = process.cpuUsage(before);
    found.push((user + system) / 1000);
  }
  return found;
}

function pass(text: string): number {
  let sum = 0;
  for (let index = 0; index < text.length; index++) sum += text.charCodeAt(index);
  return sum;
}
