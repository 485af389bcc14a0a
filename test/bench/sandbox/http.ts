/** Measures the sandbox over HTTP, compared with its peers in the same run. Absolute figures depend on the machine. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atLeast, atMost } from '../limits.ts';
import { type Call, median } from '../mock/load.ts';
import { type Contestant, ceilingOf, ours, prismOf, scalarOf, start } from '../mock/servers.ts';
import { contract, creation, retrieval } from './requests.ts';
import { inTurns } from './turns.ts';

/** The number of connections that the limits assume. */
const CONNECTIONS = 16;
const STARTS = 7;

const folder = mkdtempSync(join(tmpdir(), 'bench-sandbox-http-'));
const cli = fileURLToPath(new URL('../../../dist/src/cli/main.js', import.meta.url));
let files = 0;

const inMemory: Contestant = {
  name: 'this sandbox, memory',
  command: (port) => [cli, 'sandbox', '--port', String(port), '--log', 'silent'],
};
const onFile: Contestant = {
  name: 'this sandbox, SQLite file',
  command: (port) => [...inMemory.command(port), '--state', join(folder, `${++files}.db`)],
};
const prism = prismOf(file('contract.json', contract), 'silent');
const scalar = {
  ...scalarOf(file('stores.json', withHandlers(contract))),
  name: 'Scalar mock server, x-handler that stores',
};

const mock = ours('silent');
const ceiling = ceilingOf(file('ceiling.json', contract));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

export async function create(): Promise<void> {
  const compare = await measured(creation, [mock, inMemory, prism, onFile, scalar, ceiling]);
  compare('create a PIX in memory, times Prism silent', inMemory, prism, 4);
  compare("create a PIX in memory, times Scalar's server that stores", inMemory, scalar, 5);
  compare('create a PIX in memory, of the mock', inMemory, mock, 0.7);
  // `synchronous = NORMAL`: a commit survives the end of the process, not always a power failure.
  compare('create a PIX in a SQLite file (synchronous NORMAL), times Prism silent', onFile, prism, 2);
}

export async function retrieve(): Promise<void> {
  const compare = await measured(retrieval, [mock, inMemory, prism, onFile, ceiling]);
  compare('retrieve it by its id in memory, times Prism silent', inMemory, prism, 5);
  compare('retrieve it by its id from a SQLite file, times Prism silent', onFile, prism, 5);
}

export async function starts(): Promise<void> {
  const contestants = [inMemory, mock];
  const times = contestants.map(() => [] as number[]);
  for (let round = 0; round <= STARTS; round++) {
    for (const [index, contestant] of contestants.entries()) {
      await using server = await start(contestant);
      if (round > 0) times[index]?.push(server.ready); // the first one fills the caches
    }
  }
  const [own = Number.NaN, other = Number.NaN] = times.map(median);
  console.log(`From start to the first response: sandbox ${Math.round(own)} ms, mock ${Math.round(other)} ms
`);
  atMost("start to first response, of the mock's", own / other, 1.2);
}

type Compare = (what: string, one: Contestant, other: Contestant, least: number) => void;

/** Prints the figures of each contestant. Returns a function that compares two contestants by rate and CPU time. */
async function measured(call: Call, contestants: readonly Contestant[]): Promise<Compare> {
  const { results, conditions, ratio } = await inTurns(call, contestants, CONNECTIONS);
  console.log(`${conditions}\n`);
  console.log('| server | requests per second | lowest–highest | times Prism silent | µs of processor per request |');
  console.log('|---|---|---|---|---|');
  for (const { entrant, rate, lowest, highest, micros } of results) {
    const range = `${Math.round(lowest)}–${Math.round(highest)}`;
    const times = ratio(entrant, prism).byRate.toFixed(2);
    console.log(`| ${[entrant.name, Math.round(rate), range, times, Math.round(micros)].join(' | ')} |`);
  }
  console.log();
  return (what, one, other, least) => {
    const { byRate, byProcessor } = ratio(one, other);
    atLeast(what, byRate, least, `by processor time ${byProcessor.toFixed(2)}`);
  };
}

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

/** Returns the contract with handlers that let Scalar's server store and find a transaction. */
function withHandlers(document: typeof contract) {
  const copy = structuredClone(document);
  copy.paths['/v1/transactions'].post['x-handler'] =
    "return store.create('Transaction', { status: 'waiting_payment', ...req.body })";
  copy.paths['/v1/transactions/{id}'].get['x-handler'] = "return store.get('Transaction', req.params.id)";
  return copy;
}
