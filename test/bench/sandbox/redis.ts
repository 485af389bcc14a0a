/**
 * Measures sandboxes on one Redis beside one in memory and one on a SQLite file, part by part: `npm run bench:sandbox -- redis-create`. All
 * contestants of a part run from its beginning to its end and are measured in turns, so that what disturbs the machine disturbs all of them. What limits
 * each is read off what its processes take of the processor. Absolute figures are those of the machine; all processes share its cores.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { RedisServer } from '../../sandbox/store/redis-server.ts';
import { median } from '../mock/load.ts';
import { bare, type Contestant, type Running, start } from '../mock/servers.ts';
import type { Done, Job } from './generator.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 2);
const WARM_UP = Number(process.env.BENCH_WARM_UP ?? 4);
/** Of all processes together: enough that nobody waits for the next request. */
const CONNECTIONS = 36;
/** Reached while warming up, so that each round drops as much as it creates. */
const KEEP = 2000;
/** Per second, of the kernel's clock that counts what a process takes. */
const TICKS = 100;
/** Seconds within which a part waits for a quiet machine, and measures again what was disturbed. */
const BUDGET = Number(process.env.BENCH_BUDGET ?? 75);
/** From this share of a core on, the rest of the machine disturbs a measurement. */
const DISTURBING = 0.15;
/** From this share of a core on a process counts as busy. */
const BUSY = 0.88;

const folder = mkdtempSync(join(tmpdir(), 'bench-sandbox-redis-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const cli = fileURLToPath(new URL('../../../dist/src/cli/main.js', import.meta.url));
const contract = JSON.parse(readFileSync(new URL('../../../generated/openapi.json', import.meta.url), 'utf8'));
const {
  reference_key: _reference,
  expiration_date: _date,
  ...pix
} = contract.components.examples['createTransaction.pix.request'].value;
const creation = { method: 'POST', path: '/v1/transactions', body: JSON.stringify(pix) } as const;
const retrieval = { method: 'GET', path: '/v1/transactions/1001', body: '' } as const;

type Call = Pick<Job, 'method' | 'path' | 'body'>;

interface Setup {
  readonly name: string;
  readonly processes: number;
  /** Whether each process gets requests of an account of its own. */
  readonly apart?: boolean;
  readonly state?: string;
  readonly server?: RedisServer;
  /** What is started in place of a sandbox. */
  readonly instead?: Contestant;
}

type Shares = Pick<Measured, 'sandboxes' | 'server' | 'generator' | 'others'>;

interface Measured {
  readonly rate: number;
  /** Of a core: all sandboxes together, the Redis server, the load generator. */
  readonly sandboxes: number;
  readonly server: number;
  readonly generator: number;
  /** Everything else on the machine. */
  readonly others: number;
}

export function redisCreate(): Promise<void> {
  return withServers((...servers) => part('Create a PIX', creation, setups(...servers)));
}

export function redisRetrieve(): Promise<void> {
  // Nothing is written, so that it is the same whenever the disk is waited for.
  return withServers((...servers) =>
    part(
      'Retrieve it',
      retrieval,
      setups(...servers).filter(({ name }) => !name.includes('always')),
    ),
  );
}

interface Generator extends Disposable {
  readonly pid: number | undefined;
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

async function withServers(task: (everySecond: RedisServer, always: RedisServer) => Promise<void>): Promise<void> {
  const everySecond = await RedisServer.start(['--appendonly', 'yes', '--appendfsync', 'everysec']);
  const always = await RedisServer.start();
  try {
    await task(everySecond, always);
  } finally {
    await Promise.all([everySecond.remove(), always.remove()]);
  }
}

function setups(everySecond: RedisServer, always: RedisServer): Setup[] {
  const example = join(folder, 'response.json');
  writeFileSync(example, JSON.stringify(contract.components.examples['createTransaction.pix.response'].value));
  const redis = { server: everySecond, state: everySecond.address };
  return [
    {
      name: 'node:http that responds at once: the ceiling of the load generator',
      processes: 1,
      instead: bare(example),
    },
    { name: 'memory', processes: 1 },
    { name: 'SQLite file', processes: 1, state: join(folder, `${Date.now()}.db`) },
    { name: 'Redis, fsync every second', processes: 1, ...redis, state: `${redis.state}?prefix=one` },
    { name: 'Redis, fsync always', processes: 1, server: always, state: `${always.address}?prefix=always` },
    { name: 'Redis, one account', processes: 3, ...redis, state: `${redis.state}?prefix=three` },
    { name: 'Redis, an account each', processes: 3, apart: true, ...redis, state: `${redis.state}?prefix=apart` },
  ];
}

async function part(title: string, call: Call, all: readonly Setup[]): Promise<void> {
  const contestants: { readonly setup: Setup; readonly running: readonly Running[]; readonly measured: Measured[] }[] =
    [];
  using generator = await startGenerator();
  const { send } = generator;
  try {
    for (const setup of all) contestants.push({ setup, running: await startAll(setup), measured: [] });
    for (const { setup, running } of contestants) {
      const [first] = running;
      if (first === undefined) continue;
      await send({ ...jobOf(setup, running, creation), limit: { amount: CONNECTIONS } });
      await send({ ...jobOf(setup, running, call), limit: { duration: WARM_UP } });
    }
    const deadline = performance.now() + BUDGET * 1000;
    for (let round = 0; round < ROUNDS || performance.now() < deadline; round++) {
      const missing = contestants.filter(({ measured }) => round < ROUNDS || measured.filter(isQuiet).length < ROUNDS);
      if (missing.length === 0) break;
      for (const { setup, running, measured } of missing) {
        await untilQuiet(deadline);
        measured.push(await measure(generator, setup, running, call));
      }
    }
  } finally {
    for (const { running } of contestants) for (const one of running) await one[Symbol.asyncDispose]();
  }
  print(
    title,
    contestants.map(({ setup, measured }) => ({ setup, measured: undisturbed(measured) })),
    Math.max(...contestants.map(({ measured }) => measured.length - undisturbed(measured).length)),
  );
}

/** Waits for others on the machine to be done, up to the deadline. */
async function untilQuiet(deadline: number): Promise<void> {
  while (performance.now() < deadline) {
    const [busy, started] = [busyTicks(), performance.now()];
    await sleep(300);
    const taken = ((busyTicks() - busy) / TICKS / (performance.now() - started)) * 1000;
    if (taken < DISTURBING) return;
  }
}

/** What was measured while the rest of the machine was quiet; all of it if that was hardly ever so. */
function undisturbed(measured: readonly Measured[]): readonly Measured[] {
  const quiet = measured.filter(isQuiet);
  return quiet.length < 3 ? measured : quiet;
}

const isQuiet = ({ others }: Measured): boolean => others < DISTURBING;

function jobOf({ apart = false }: Setup, running: readonly Running[], call: Call): Omit<Job, 'limit'> {
  const targets = running.map(({ url }, index) => ({ url, token: apart ? `token${index}` : 'token' }));
  return { ...call, targets, connections: CONNECTIONS };
}

async function startAll({ name, processes, apart = false, state, instead }: Setup): Promise<Running[]> {
  const command = (port: number): string[] => [
    ...[cli, 'sandbox', '--port', String(port), '--log', 'silent', '--keep', String(KEEP)],
    ...(apart ? ['--accounts', 'per-token'] : []),
    ...(state === undefined ? [] : ['--state', state]),
  ];
  const running: Running[] = [];
  for (let index = 0; index < processes; index++) running.push(await start(instead ?? { name, command }));
  return running;
}

async function measure(generator: Generator, setup: Setup, running: readonly Running[], call: Call): Promise<Measured> {
  const groups = [running.map(({ child }) => child.pid), [setup.server?.process.pid], [generator.pid]];
  const before = groups.map((pids) => sum(pids.map(ticksOf)));
  const [busy, started] = [busyTicks(), performance.now()];
  const rate = await generator.send({ ...jobOf(setup, running, call), limit: { duration: SECONDS } });
  const seconds = (performance.now() - started) / 1000;
  const [sandboxes = 0, server = 0, load = 0] = groups.map(
    (pids, index) => (sum(pids.map(ticksOf)) - (before[index] ?? 0)) / TICKS / seconds,
  );
  const others = (busyTicks() - busy) / TICKS / seconds - sandboxes - server - load;
  return { rate, sandboxes, server, generator: load, others };
}

function print(
  title: string,
  all: readonly { readonly setup: Setup; readonly measured: readonly Measured[] }[],
  discarded: number,
): void {
  const rows = all.map(({ setup, measured }) => {
    const rates = measured.map(({ rate }) => rate);
    const of = (key: keyof Measured): number => median(measured.map((one) => one[key]));
    return { setup, lowest: Math.min(...rates), highest: Math.max(...rates), rate: of('rate'), ...shares(of) };
  });
  const one = rows.find(({ setup }) => setup.name.startsWith('Redis'))?.rate ?? Number.NaN;
  const columns = [
    'processes',
    'requests per second',
    'lowest–highest',
    'times one on Redis',
    'µs of sandbox per request',
    'µs of Redis',
  ];
  console.log(
    `${title}. ${cpus().length} cores, which sandboxes, server and load generator share; ${ROUNDS} rounds of ${SECONDS} s in turns after ${WARM_UP} s of warm-up, ${CONNECTIONS} connections, --keep ${KEEP}.\n\n| ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length)}`,
  );
  for (const { setup, rate, lowest, highest, sandboxes, server } of rows) {
    const cells = [
      `${setup.processes} × ${setup.name}`,
      Math.round(rate),
      `${Math.round(lowest)}–${Math.round(highest)}`,
      (rate / one).toFixed(2),
      Math.round((sandboxes / rate) * 1e6),
      setup.server === undefined ? '' : Math.round((server / rate) * 1e6),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  const others = Math.max(...all.flatMap(({ measured }) => measured.map((one) => one.others)));
  console.log(
    `\nEverything else on the machine took at most ${Math.max(others, 0).toFixed(2)} of a core; up to ${discarded} rounds were measured again because it took more.\n`,
  );
  for (const { setup, ...row } of rows) console.log(`- ${setup.processes} × ${setup.name}: ${limitOf(setup, row)}`);
  console.log();
}

function shares(of: (key: keyof Measured) => number): Shares {
  return {
    sandboxes: of('sandboxes'),
    server: of('server'),
    generator: of('generator'),
    others: Math.max(of('others'), 0),
  };
}

/** What limits it, in one sentence, by what was measured. */
function limitOf(
  { processes, server: redis, instead, state }: Setup,
  { sandboxes, server, generator, others }: Shares,
): string {
  const [count, figures] = [
    cpus().length,
    [
      `${instead === undefined ? 'sandboxes' : 'server'} ${sandboxes.toFixed(2)}`,
      ...(redis === undefined ? [] : [`Redis ${server.toFixed(2)}`]),
      `load generator ${generator.toFixed(2)}`,
      `others ${others.toFixed(2)} of a core`,
    ].join(', '),
  ];
  if (sandboxes + server + generator + others > count * 0.9)
    return `all ${count} cores are busy (${figures}), so that more processes cannot show here.`;
  if (sandboxes / processes > BUSY) return `its own processor time: ${figures}.`;
  if (server > BUSY) return `the one thread of the Redis server: ${figures}.`;
  if (generator > BUSY) return `the load generator: ${figures}.`;
  if (redis !== undefined) return `the way to Redis and back, several times per request: nobody is busy (${figures}).`;
  return state === undefined
    ? `the connections: nobody is busy (${figures}).`
    : `the disk: nobody is busy (${figures}).`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** What all of the machine's cores together have worked so far. */
function busyTicks(): number {
  const [, user, nice, system, , , interrupts, soft, steal] = (
    readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? ''
  ).split(/ +/);
  return sum([user, nice, system, interrupts, soft, steal].map(Number));
}

/** User and system time of a process so far. */
function ticksOf(pid: number | undefined): number {
  if (pid === undefined) return 0;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}
