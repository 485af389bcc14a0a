/**
 * Measures servers over HTTP. All contestants of a part keep running and are measured in turn, in many short
 * rounds after a warm-up. The speed of a shared machine can double within a minute, so only figures of the same round
 * are compared. Rounds with other load on the machine are repeated. The results also contain the CPU time of each
 * process, which is more reliable on shared cores.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Call, median } from '../mock/load.ts';
import { type Contestant, type Running, start } from '../mock/servers.ts';
import type { Done, Job } from './generator.ts';
import { creation } from './requests.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 24);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 0.5);
/** Seconds of load before each measurement, because V8 shrinks the heap of an idle process. */
const LEAD_IN = Number(process.env.BENCH_LEAD_IN ?? 0.3);
const WARM_UP = Number(process.env.BENCH_WARM_UP ?? 4);
/** Seconds that a part may wait for a quiet machine and repeat disturbed rounds. */
const BUDGET = Number(process.env.BENCH_BUDGET ?? 75);
/** Per second, of the kernel clock that counts CPU time. */
const TICKS = 100;
/** Other load disturbs a measurement from this share of a core. */
const DISTURBING = 0.15;

export interface Entrant extends Contestant {
  /** How many processes share the load. Default 1. */
  readonly processes?: number;
  /** Whether each process gets the requests of a separate account. */
  readonly apart?: boolean;
  /** A helper process of the contestant, such as a database. */
  readonly beside?: ChildProcess;
}

/** Shares of a core. */
export interface Shares {
  /** All processes of the contestant together. */
  readonly servers: number;
  readonly beside: number;
  readonly generator: number;
  /** Everything else on the machine. */
  readonly others: number;
}

interface Measured extends Shares {
  /** Requests per second. */
  readonly rate: number;
}

/** The medians over all rounds. */
export interface Result<One extends Entrant = Entrant> extends Measured {
  readonly entrant: One;
  readonly lowest: number;
  readonly highest: number;
  /** Microseconds of CPU time per request, for its processes. */
  readonly micros: number;
  /** Microseconds of CPU time per request, for the helper process. */
  readonly microsBeside: number;
}

/** The speed of one contestant as a multiple of the other: the median over all rounds. */
export interface Ratio {
  readonly byRate: number;
  /** By CPU time. */
  readonly byProcessor: number;
}

export interface Turns<One extends Entrant> {
  readonly results: readonly Result<One>[];
  /** Two sentences about the measurement conditions. */
  readonly conditions: string;
  ratio(one: One, other: One): Ratio;
}

type Round = ReadonlyMap<Entrant, Measured>;

/** Measures the contestants in turn. `connections` counts all processes of a contestant together. */
export async function inTurns<One extends Entrant>(
  call: Call,
  entrants: readonly One[],
  connections: number,
): Promise<Turns<One>> {
  const contestants: { readonly entrant: One; readonly running: readonly Running[] }[] = [];
  const all: Round[] = [];
  using generator = await startGenerator();
  try {
    for (const entrant of entrants) contestants.push({ entrant, running: await startAll(entrant) });
    for (const { entrant, running } of contestants) {
      await generator.send({ ...jobOf(entrant, running, creation, connections), limit: { amount: connections } });
      await generator.send({ ...jobOf(entrant, running, call, connections), limit: { duration: WARM_UP } });
    }
    const deadline = performance.now() + BUDGET * 1000;
    while (all.length < ROUNDS || (all.filter(isQuiet).length < ROUNDS && performance.now() < deadline)) {
      await untilQuiet(deadline);
      const round = new Map<Entrant, Measured>();
      for (const { entrant, running } of contestants) {
        round.set(entrant, await measure(generator, entrant, running, jobOf(entrant, running, call, connections)));
      }
      all.push(round);
    }
  } finally {
    for (const { running } of contestants) for (const one of running) await one[Symbol.asyncDispose]();
  }
  const rounds = undisturbed(all);
  const others = Math.max(0, ...rounds.flatMap((round) => [...round.values()].map((one) => one.others)));
  return {
    results: entrants.map((entrant) => resultOf(entrant, rounds)),
    conditions: `${rounds.length} rounds of ${SECONDS} s in turns after ${WARM_UP} s of warm-up and ${LEAD_IN} s of load before each, ${connections} connections. Everything else on the machine took at most ${others.toFixed(2)} of a core; ${all.length - rounds.length} rounds do not count because it took more.`,
    ratio(one, other) {
      const of = (value: (measured: Measured) => number): number =>
        median(rounds.map((round) => value(measuredOf(round, one)) / value(measuredOf(round, other))));
      return { byRate: of(({ rate }) => rate), byProcessor: 1 / of(micros) };
    },
  };
}

function resultOf<One extends Entrant>(entrant: One, rounds: readonly Round[]): Result<One> {
  const measured = rounds.map((round) => measuredOf(round, entrant));
  const rates = measured.map(({ rate }) => rate);
  const of = (value: (one: Measured) => number): number => median(measured.map(value));
  return {
    entrant,
    rate: median(rates),
    lowest: Math.min(...rates),
    highest: Math.max(...rates),
    servers: of((one) => one.servers),
    beside: of((one) => one.beside),
    generator: of((one) => one.generator),
    others: Math.max(
      0,
      of((one) => one.others),
    ),
    micros: of(micros),
    microsBeside: of(({ beside, rate }) => (beside / rate) * 1e6),
  };
}

const micros = ({ servers, rate }: Measured): number => (servers / rate) * 1e6;

function measuredOf(round: Round, entrant: Entrant): Measured {
  const measured = round.get(entrant);
  if (measured === undefined) throw new Error(`${entrant.name} was not measured`);
  return measured;
}

interface Generator extends Disposable {
  readonly pid: number | undefined;
  /** Resolves with the requests per second. */
  send(job: Job): Promise<number>;
}

async function startGenerator(): Promise<Generator> {
  const child = fork(fileURLToPath(new URL('generator.ts', import.meta.url)), { execArgv: process.execArgv });
  await once(child, 'message');
  return {
    pid: child.pid,
    async send(job) {
      child.send(job);
      const [{ rate, problem }] = (await once(child, 'message')) as [Done];
      if (problem !== undefined) throw new Error(problem);
      return rate;
    },
    [Symbol.dispose]: () => void child.kill(),
  };
}

function jobOf(
  { apart = false }: Entrant,
  running: readonly Running[],
  call: Call,
  connections: number,
): Omit<Job, 'limit'> {
  const targets = running.map(({ url }, index) => ({ url, token: apart ? `token${index}` : 'token' }));
  return { ...call, targets, connections };
}

async function startAll(entrant: Entrant): Promise<Running[]> {
  const running: Running[] = [];
  for (let index = 0; index < (entrant.processes ?? 1); index++) running.push(await start(entrant));
  return running;
}

async function measure(
  generator: Generator,
  { beside }: Entrant,
  running: readonly Running[],
  job: Omit<Job, 'limit'>,
): Promise<Measured> {
  await generator.send({ ...job, limit: { duration: LEAD_IN } });
  const groups = [running.map(({ child }) => child.pid), [beside?.pid], [generator.pid]];
  const before = groups.map((pids) => sum(pids.map(ticksOf)));
  const [busy, started] = [busyTicks(), performance.now()];
  const rate = await generator.send({ ...job, limit: { duration: SECONDS } });
  const seconds = (performance.now() - started) / 1000;
  const [servers = 0, besides = 0, load = 0] = groups.map(
    (pids, index) => (sum(pids.map(ticksOf)) - (before[index] ?? 0)) / TICKS / seconds,
  );
  const others = (busyTicks() - busy) / TICKS / seconds - servers - besides - load;
  return { rate, servers, beside: besides, generator: load, others };
}

/** Waits until other load on the machine ends, up to the deadline. */
async function untilQuiet(deadline: number): Promise<void> {
  while (performance.now() < deadline) {
    const [busy, started] = [busyTicks(), performance.now()];
    await sleep(300);
    const taken = ((busyTicks() - busy) / TICKS / (performance.now() - started)) * 1000;
    if (taken < DISTURBING) return;
  }
}

/** Returns the rounds without other load, or all rounds if fewer than three were quiet. */
function undisturbed(rounds: readonly Round[]): readonly Round[] {
  const quiet = rounds.filter(isQuiet);
  return quiet.length < 3 ? rounds : quiet;
}

const isQuiet = (round: Round): boolean => [...round.values()].every(({ others }) => others < DISTURBING);

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** Returns the ticks that all cores of the machine have worked so far. */
function busyTicks(): number {
  const [, user, nice, system, , , interrupts, soft, steal] = (
    readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? ''
  ).split(/ +/);
  return sum([user, nice, system, interrupts, soft, steal].map(Number));
}

/** Returns the user and system time of a process so far, in ticks. */
function ticksOf(pid: number | undefined): number {
  if (pid === undefined) return 0;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}
