/**
 * Measures servers over HTTP. All contestants keep running and are measured in turn, in many short rounds after a
 * warm-up. The speed of a shared machine can double within a minute, so only figures of the same round are compared.
 * The processor time of the servers is more reliable on shared cores.
 */
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { atLeast, median, table } from './report.ts';
import { type Contestant, type Running, start } from './servers/servers.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 24);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 0.5);
/** Seconds of load before each measurement, because V8 shrinks the heap of an idle process. */
const LEAD_IN = Number(process.env.BENCH_LEAD_IN ?? 0.3);
const WARM_UP = Number(process.env.BENCH_WARM_UP ?? 4);
/** Per second, of the kernel clock that counts processor time. */
const TICKS = 100;

export interface Call {
  readonly method: 'POST' | 'GET';
  readonly path: string;
  readonly body: string;
}

interface Measured {
  /** Requests per second. */
  readonly rate: number;
  readonly p99: number;
  /** Microseconds of processor time per request, for all processes of the contestant. */
  readonly micros: number;
}

/**
 * Asks for one contestant as a multiple of the other: the median over all rounds. Prints the ratio and its limit. The limit is for requests per
 * second, or for requests per second of processor time.
 */
export type Compare = (
  what: string,
  one: Contestant,
  other: Contestant,
  least: number,
  by?: 'rate' | 'processor',
) => void;

export interface Options {
  /** For all processes of a contestant together. */
  readonly connections?: number;
  /** A call that must come first, sent once per connection. */
  readonly before?: Call;
}

/** Measures the contestants in turn, and prints a table. The ratios of the table are to the first contestant. */
export async function inTurns(
  title: string,
  call: Call,
  contestants: readonly Contestant[],
  { connections = 16, before = call }: Options = {},
): Promise<Compare> {
  const running = new Map<Contestant, Running[]>();
  const rounds: Map<Contestant, Measured>[] = [];
  try {
    for (const one of contestants) {
      const servers: Running[] = [];
      running.set(one, servers);
      for (let index = 0; index < (one.processes ?? 1); index++) servers.push(await start(one));
      await load(jobOf(one, servers, before, connections), { amount: connections });
      await load(jobOf(one, servers, call, connections), { duration: WARM_UP });
    }
    while (rounds.length < ROUNDS) {
      const round = new Map<Contestant, Measured>();
      for (const [one, servers] of running) {
        round.set(one, await measure(servers, jobOf(one, servers, call, connections)));
      }
      rounds.push(round);
    }
  } finally {
    for (const one of [...running.values()].flat()) await one[Symbol.asyncDispose]();
  }
  const all = (one: Contestant, figure: keyof Measured) =>
    rounds.map((round) => round.get(one)?.[figure] ?? Number.NaN);
  const ratio = (one: Contestant, other: Contestant, figure: keyof Measured) => {
    const others = all(other, figure);
    return median(all(one, figure).map((value, round) => value / (others[round] ?? Number.NaN)));
  };
  const rows = contestants.map((one) => {
    const rates = all(one, 'rate');
    const [rate, lowest, highest] = [median(rates), Math.min(...rates), Math.max(...rates)].map(Math.round);
    const times = contestants[0] ? ratio(one, contestants[0], 'rate').toFixed(2) : '';
    return [
      one.name,
      rate ?? 0,
      `${lowest}–${highest}`,
      times,
      median(all(one, 'p99')),
      Math.round(median(all(one, 'micros'))),
    ];
  });
  const heading = [
    'server',
    'requests per second',
    'lowest–highest',
    'times the first',
    'p99, ms',
    'µs of processor each',
  ];
  table(`${title}: ${ROUNDS} rounds of ${SECONDS} s, ${connections} connections`, [heading, ...rows]);
  return (what, one, other, least, by = 'rate') => {
    const [rate, processor] = [ratio(one, other, 'rate'), 1 / ratio(one, other, 'micros')];
    if (by === 'rate') atLeast(what, rate, least, `by processor time ${processor.toFixed(2)}`);
    else atLeast(`${what}, by processor time`, processor, least, `by requests per second ${rate.toFixed(2)}`);
  };
}

interface Job extends Call {
  readonly targets: readonly { readonly url: string; readonly token: string }[];
  /** For all targets together. */
  readonly connections: number;
}

const { default: autocannon } = await import('./servers/node_modules/autocannon/autocannon.js' as string);

/** Sends the same request over all connections. Returns the responses with status 200 per second, and the 99th percentile in milliseconds. */
async function load(
  { targets, method, path, body, connections }: Job,
  limit: { readonly duration?: number; readonly amount?: number },
) {
  const results = await Promise.all(
    targets.map(({ url, token }) =>
      autocannon({
        url: url + path,
        method,
        body,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        connections: connections / targets.length,
        ...limit,
      }),
    ),
  );
  const failed = results.find(({ non2xx, errors }) => non2xx > 0 || errors > 0);
  if (failed) throw new Error(`${failed.non2xx} responses were not 200, ${failed.errors} failed`);
  return {
    rate: results.reduce((sum, result) => sum + result['2xx'] / result.duration, 0),
    p99: Math.max(...results.map(({ latency }) => latency.p99)),
  };
}

function jobOf({ apart = false }: Contestant, servers: readonly Running[], call: Call, connections: number): Job {
  const targets = servers.map(({ url }, index) => ({ url, token: apart ? `token${index}` : 'token' }));
  return { ...call, targets, connections };
}

async function measure(servers: readonly Running[], job: Job) {
  await load(job, { duration: LEAD_IN });
  const ticks = () => servers.reduce((sum, { child }) => sum + ticksOf(child), 0);
  const [before, started] = [ticks(), performance.now()];
  const { rate, p99 } = await load(job, { duration: SECONDS });
  const seconds = (performance.now() - started) / 1000;
  return { rate, p99, micros: ((ticks() - before) / TICKS / seconds / rate) * 1e6 };
}

/** Returns the user and system time of a process so far, in ticks. Only Linux tells it. */
function ticksOf({ pid }: ChildProcess): number {
  if (process.platform !== 'linux') return Number.NaN;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}
