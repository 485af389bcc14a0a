/** Measures the sandbox over HTTP, in memory, on a file and on Redis, compared with its peers in the same run. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RedisServer } from '../../../sandbox/test/stores/redis-server.ts';
import { type Contestant, ceilingOf, prismOf } from '../servers/servers.ts';
import { type Call, inTurns } from '../turns.ts';

const folder = mkdtempSync(join(tmpdir(), 'bench-sandbox-http-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const cli = fileURLToPath(new URL('../../../sandbox/dist/src/cli/main.js', import.meta.url));
const contract = JSON.parse(readFileSync(new URL('../../../generated/openapi.json', import.meta.url), 'utf8'));

// Without the reference key and date of the example: a repeated reference and a past date are refused.
const {
  reference_key: _reference,
  expiration_date: _date,
  ...pix
} = contract.components.examples['createTransaction.pix.request'].value;
const creation: Call = { method: 'POST', path: '/v1/transactions', body: JSON.stringify(pix) };
const { amount, payment_method } = pix;
const creationWithoutCustomer: Call = { ...creation, body: JSON.stringify({ amount, payment_method }) };
/** Retrieves the first transaction that was created. */
const retrieval: Call = { method: 'GET', path: '/v1/transactions/1001', body: '' };

let files = 0;
const sandbox = (name: string, ...options: readonly string[]): Contestant => ({
  name: `this sandbox, ${name}`,
  command: (port) => [cli, 'start', '--port', String(port), '--log', 'silent', ...options],
});
const inMemory = sandbox('memory');
const onFile: Contestant = {
  name: 'this sandbox, SQLite file',
  command: (port) => [...inMemory.command(port), '--state', join(folder, `${++files}.db`)],
};
const ceiling = ceilingOf(file('ceiling.json', contract));
const prism = prismOf(file('contract.json', contract));

export async function create(): Promise<void> {
  const contestants = [prism, inMemory, onFile, ceiling];
  const compare = await inTurns('Create a Pix', creationWithoutCustomer, contestants);
  compare('create a Pix in memory, times Prism silent', inMemory, prism, 4, 'processor');
  // `synchronous = NORMAL`: a commit survives the end of the process, not always a power failure.
  compare('create a Pix in a SQLite file (synchronous NORMAL), times Prism silent', onFile, prism, 2, 'processor');
  const withCustomer = await inTurns('Create a Pix with a customer', creation, [prism, inMemory]);
  withCustomer('create a Pix with a customer in memory, times Prism silent', inMemory, prism, 4, 'processor');
}

export async function retrieve(): Promise<void> {
  const contestants = [prism, inMemory, onFile, ceiling];
  const compare = await inTurns('Retrieve it by its id', retrieval, contestants, { before: creation });
  compare('retrieve it by its id in memory, times Prism silent', inMemory, prism, 5);
  compare('retrieve it by its id from a SQLite file, times Prism silent', onFile, prism, 5);
}

export const redisCreate = () => onRedis('Create a Pix', creation);
export const redisRetrieve = () => onRedis('Retrieve it by its id', retrieval);

/** Compares sandboxes on one Redis with those in memory and on a file. All processes share the cores of the machine. */
async function onRedis(title: string, call: Call): Promise<void> {
  const everySecond = await RedisServer.start(['--appendonly', 'yes', '--appendfsync', 'everysec']);
  const always = await RedisServer.start();
  // The warm-up reaches this number, so that each round drops as many objects as it creates.
  const keep = ['--keep', '2000'];
  const on = ({ address }: RedisServer, name: string, prefix: string, ...options: readonly string[]) =>
    sandbox(`Redis, ${name}`, '--state', `${address}?prefix=${prefix}`, ...keep, ...options);
  try {
    await inTurns(
      title,
      call,
      [
        on(everySecond, 'fsync every second', 'one'),
        on(always, 'fsync always', 'always'),
        { ...on(everySecond, '3 processes, one account', 'three'), processes: 3 },
        {
          ...on(everySecond, '3 processes, an account each', 'apart', '--accounts', 'per-token'),
          ...{ processes: 3, apart: true },
        },
        sandbox('memory', ...keep),
        sandbox('SQLite file', '--state', join(folder, `${++files}.db`), ...keep),
        ceiling,
      ],
      // Enough to keep every process busy.
      { before: creation, connections: 36 },
    );
  } finally {
    await Promise.all([everySecond.remove(), always.remove()]);
  }
}

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}
