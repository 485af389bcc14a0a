/**
 * Measures sandboxes on one Redis, compared with one in memory and one on a SQLite file:
 * `npm run bench -- sandbox redis-create`. The CPU time of each process shows the bottleneck. Absolute figures depend on
 * the machine, and all processes share its cores.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RedisServer } from '../../sandbox/stores/redis-server.ts';
import type { Call } from '../mock/load.ts';
import { bare } from '../mock/servers.ts';
import { contract, creation, retrieval } from './requests.ts';
import { type Entrant, inTurns, type Result } from './turns.ts';

/** For all processes together: enough to keep every process busy. */
const CONNECTIONS = 36;
/** The warm-up reaches this number, so that each round drops as many objects as it creates. */
const KEEP = 2000;
/** A process counts as busy from this share of a core. */
const BUSY = 0.88;

const folder = mkdtempSync(join(tmpdir(), 'bench-sandbox-redis-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const cli = fileURLToPath(new URL('../../../dist/src/cli/main.js', import.meta.url));

interface Setup extends Entrant {
  readonly processes: number;
  readonly keeps: 'nothing' | 'in memory' | 'on a disk' | 'on Redis';
}

export function redisCreate(): Promise<void> {
  return withServers((...servers) => part('Create a PIX', creation, setups(...servers)));
}

export function redisRetrieve(): Promise<void> {
  // Retrieval writes nothing, so the sync mode makes no difference.
  return withServers((...servers) =>
    part(
      'Retrieve it',
      retrieval,
      setups(...servers).filter(({ name }) => !name.includes('always')),
    ),
  );
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
  const ceiling = 'node:http that responds at once: the ceiling of the load generator';
  const file = join(folder, `${Date.now()}.db`);
  const shared = { keeps: 'on Redis', beside: everySecond.process } as const;
  const at = ({ address }: RedisServer, prefix: string): string[] => ['--state', `${address}?prefix=${prefix}`];
  return [
    { ...bare(example), name: ceiling, processes: 1, keeps: 'nothing' },
    { ...sandbox('memory'), processes: 1, keeps: 'in memory' },
    { ...sandbox('SQLite file', '--state', file), processes: 1, keeps: 'on a disk' },
    { ...sandbox('Redis, fsync every second', ...at(everySecond, 'one')), processes: 1, ...shared },
    {
      ...sandbox('Redis, fsync always', ...at(always, 'always')),
      processes: 1,
      keeps: 'on Redis',
      beside: always.process,
    },
    { ...sandbox('Redis, one account', ...at(everySecond, 'three')), processes: 3, ...shared },
    {
      ...sandbox('Redis, an account each', ...at(everySecond, 'apart'), '--accounts', 'per-token'),
      processes: 3,
      apart: true,
      ...shared,
    },
  ];
}

function sandbox(name: string, ...options: string[]): Entrant {
  const command = (port: number): string[] => [
    ...[cli, 'sandbox', '--port', String(port), '--log', 'silent', '--keep', String(KEEP)],
    ...options,
  ];
  return { name, command };
}

async function part(title: string, call: Call, all: readonly Setup[]): Promise<void> {
  const { results, conditions, ratio } = await inTurns(call, all, CONNECTIONS);
  const one = results.find(({ entrant }) => entrant.keeps === 'on Redis')?.entrant;
  const columns = [
    'processes',
    'requests per second',
    'lowest–highest',
    'times one on Redis',
    'µs of sandbox per request',
    'µs of Redis',
  ];
  console.log(
    `${title}. ${cpus().length} cores, which sandboxes, server and load generator share; --keep ${KEEP}. ${conditions}\n\n| ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length)}`,
  );
  for (const { entrant, rate, lowest, highest, micros, microsBeside } of results) {
    const cells = [
      `${entrant.processes} × ${entrant.name}`,
      Math.round(rate),
      `${Math.round(lowest)}–${Math.round(highest)}`,
      one === undefined ? '' : ratio(entrant, one).byRate.toFixed(2),
      Math.round(micros),
      entrant.beside === undefined ? '' : Math.round(microsBeside),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  console.log();
  for (const result of results) {
    console.log(`- ${result.entrant.processes} × ${result.entrant.name}: ${limitOf(result)}`);
  }
  console.log();
}

/** Returns a sentence about the measured bottleneck. */
function limitOf({ entrant, servers, beside, generator, others }: Result<Setup>): string {
  const [count, figures] = [
    cpus().length,
    [
      `${entrant.keeps === 'nothing' ? 'server' : 'sandboxes'} ${servers.toFixed(2)}`,
      ...(entrant.beside === undefined ? [] : [`Redis ${beside.toFixed(2)}`]),
      `load generator ${generator.toFixed(2)}`,
      `others ${others.toFixed(2)} of a core`,
    ].join(', '),
  ];
  if (servers + beside + generator + others > count * 0.9)
    return `all ${count} cores are busy (${figures}), so that more processes cannot show here.`;
  if (servers / entrant.processes > BUSY) return `its own processor time: ${figures}.`;
  if (beside > BUSY) return `the one thread of the Redis server: ${figures}.`;
  if (generator > BUSY) return `the load generator: ${figures}.`;
  switch (entrant.keeps) {
    case 'on Redis':
      return `the way to Redis and back, several times per request: nobody is busy (${figures}).`;
    case 'on a disk':
      return `the disk: nobody is busy (${figures}).`;
    default:
      return `the connections: nobody is busy (${figures}).`;
  }
}
