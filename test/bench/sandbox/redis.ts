/**
 * Measures sandboxes on one Redis beside one in memory and one on a SQLite file, all in one run, and what each process of it takes of the
 * processor: that says what limits it. Absolute figures are those of the machine.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RedisServer } from '../../sandbox/store/redis-server.ts';
import { median } from '../mock/load.ts';
import { type Running, start } from '../mock/servers.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
/** All contestants get as many connections, however many processes share them. */
const CONNECTIONS = 18;
/** Of the kernel's clock that counts what a process takes. */
const TICKS = 100;

const folder = mkdtempSync(join(tmpdir(), 'bench-sandbox-redis-'));
const cli = fileURLToPath(new URL('../../../dist/src/cli/main.js', import.meta.url));
const contract = JSON.parse(readFileSync(new URL('../../../generated/openapi.json', import.meta.url), 'utf8'));
const {
  reference_key: _reference,
  expiration_date: _date,
  ...pix
} = contract.components.examples['createTransaction.pix.request'].value;
const body = JSON.stringify(pix);

interface Contestant {
  readonly name: string;
  readonly processes: number;
  /** Whether each process gets requests of an account of its own. */
  readonly apart?: boolean;
  state(): { readonly args: readonly string[]; readonly server?: RedisServer };
}

const always = await RedisServer.start();
const everySecond = await RedisServer.start(['--appendonly', 'yes', '--appendfsync', 'everysec']);
let states = 0;
const on = (server: RedisServer) => () => ({ args: ['--state', `${server.address}?prefix=b${++states}`], server });
const contestants: readonly Contestant[] = [
  { name: 'memory', processes: 1, state: () => ({ args: [] }) },
  { name: 'SQLite file', processes: 1, state: () => ({ args: ['--state', join(folder, `${++states}.db`)] }) },
  { name: 'Redis, fsync every second', processes: 1, state: on(everySecond) },
  { name: 'Redis, fsync always', processes: 1, state: on(always) },
  { name: 'Redis, fsync every second, one account', processes: 3, state: on(everySecond) },
  { name: 'Redis, fsync every second, an account each', processes: 3, apart: true, state: on(everySecond) },
];

interface Measured {
  readonly rate: number;
  /** Of one core, together. */
  readonly sandboxes: number;
  readonly server: number;
}

console.log(
  `Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, ${ROUNDS} rounds of ${SECONDS} s, ${CONNECTIONS} connections\n`,
);
try {
  await table('Create a PIX', { method: 'POST', path: '/v1/transactions', body });
  await table('Retrieve it', { method: 'GET', path: '/v1/transactions/1001', body: '' });
} finally {
  await Promise.all([always.remove(), everySecond.remove()]);
  rmSync(folder, { recursive: true, force: true });
}

interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: string;
}

/** Every contestant once in each round, so that what disturbs the machine disturbs all of them. */
async function table(title: string, call: Call): Promise<void> {
  const all = new Map<string, Measured[]>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const contestant of contestants) {
      const name = `${contestant.processes} × ${contestant.name}`;
      all.set(name, [...(all.get(name) ?? []), await measure(contestant, call)]);
    }
  }
  const rows = [...all].map(([name, measured]) => {
    const of = (key: keyof Measured): number => median(measured.map((one) => one[key]));
    return { name, rate: of('rate'), sandboxes: of('sandboxes'), server: of('server') };
  });
  const one = rows.find(({ name }) => name.startsWith('1 × Redis'))?.rate ?? Number.NaN;
  console.log(
    `${title}\n\n| processes | requests per second | times one process on Redis | sandboxes, of a core | server, of a core |\n|---|---|---|---|---|`,
  );
  for (const { name, rate, sandboxes, server } of rows) {
    const cells = [name, Math.round(rate), (rate / one).toFixed(2), sandboxes.toFixed(2), server.toFixed(2)];
    console.log(`| ${cells.join(' | ')} |`);
  }
  console.log();
}

async function measure({ processes, apart = false, state }: Contestant, call: Call): Promise<Measured> {
  const { args, server } = state();
  const perToken = apart ? ['--accounts', 'per-token'] : [];
  const command = (port: number) => [cli, 'sandbox', '--port', String(port), '--log', 'silent', ...perToken, ...args];
  const running: Running[] = [];
  for (let index = 0; index < processes; index++) running.push(await start({ name: 'sandbox', command }));
  try {
    const drive = (call: Call, limit: object) =>
      Promise.all(running.map(({ url }, index) => load(url, call, apart ? `token${index}` : 'token', { ...limit })));
    const connections = CONNECTIONS / processes;
    await drive({ method: 'POST', path: '/v1/transactions', body }, { connections, amount: 300 });
    await drive(call, { connections, duration: 1 });
    const pids = running.map(({ child }) => child.pid);
    const before = [pids.map(ticksOf), [ticksOf(server?.process.pid)]].map(sum);
    const started = performance.now();
    const rates = await drive(call, { connections, duration: SECONDS });
    const seconds = (performance.now() - started) / 1000;
    const after = [pids.map(ticksOf), [ticksOf(server?.process.pid)]].map(sum);
    const [sandboxes = 0, ofServer = 0] = after.map((ticks, index) => (ticks - (before[index] ?? 0)) / TICKS / seconds);
    return { rate: sum(rates), sandboxes, server: ofServer };
  } finally {
    for (const one of running) await one[Symbol.asyncDispose]();
  }
}

async function load(url: string, { method, path, body }: Call, token: string, limit: object): Promise<number> {
  const { default: autocannon } = await import('../mock/node_modules/autocannon/autocannon.js' as string);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const result = await autocannon({ url: url + path, method, body, headers, ...limit });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} responses were not 200`);
  return result['2xx'] / result.duration;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** User and system time of a process so far. */
function ticksOf(pid: number | undefined): number {
  if (pid === undefined) return 0;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}
