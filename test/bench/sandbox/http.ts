/** What the sandbox takes over HTTP, beside its peers in the same run. Absolute figures are those of the machine. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Call, type Load, load, median } from '../mock/load.ts';
import { type Contestant, ours, prismOf, scalarOf, start } from '../mock/servers.ts';
import { atLeast, atMost } from './limits.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const STARTS = 7;

const folder = mkdtempSync(join(tmpdir(), 'bench-sandbox-http-'));
const contract = JSON.parse(readFileSync(new URL('../../../generated/openapi.json', import.meta.url), 'utf8'));
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

// One reference twice is refused, and so is a date that has passed.
const {
  reference_key: _reference,
  expiration_date: _date,
  ...pix
} = contract.components.examples['createTransaction.pix.request'].value;
const body = JSON.stringify(pix);
const creation: Call = { method: 'POST', path: '/v1/transactions', body };

const mock = ours('silent');
const ceiling: Contestant = {
  name: 'node:http, JSON.parse, Ajv, JSON.stringify: the ceiling',
  command: (port) => [
    fileURLToPath(new URL('serve-ceiling.ts', import.meta.url)),
    String(port),
    file('ceiling.json', contract),
  ],
};
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

export async function create(): Promise<void> {
  const rate = await throughput(creation, [inMemory, onFile, mock, prism, scalar, ceiling]);
  atLeast('create a PIX in memory, times Prism silent', rate(inMemory) / rate(prism), 4);
  atLeast("create a PIX in memory, times Scalar's server that stores", rate(inMemory) / rate(scalar), 5);
  atLeast('create a PIX in memory, of the mock', rate(inMemory) / rate(mock), 0.7);
  atLeast('create a PIX in a SQLite file, times Prism silent', rate(onFile) / rate(prism), 1);
}

export async function retrieve(): Promise<void> {
  const call: Call = { method: 'GET', path: '/v1/transactions/1001', body: '' };
  const rate = await throughput(call, [inMemory, onFile, mock, prism, ceiling]);
  atLeast('retrieve it by its id in memory, times Prism silent', rate(inMemory) / rate(prism), 5);
}

/** Every contestant once in each round, so that what disturbs the machine disturbs all of them. */
async function throughput(call: Call, contestants: readonly Contestant[]): Promise<(one: Contestant) => number> {
  const loads = new Map<string, Load[]>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const contestant of contestants) {
      await using server = await start(contestant);
      await load(server.url, creation, { amount: 100 });
      await load(server.url, call, { duration: 2 });
      const measured = await load(server.url, call, { duration: SECONDS });
      loads.set(contestant.name, [...(loads.get(contestant.name) ?? []), measured]);
    }
  }
  const rows = [...loads].map(([name, all]) => ({ name, rate: median(all.map(({ rate }) => rate)) }));
  const prismRate = rows.find(({ name }) => name === prism.name)?.rate ?? Number.NaN;
  console.log('| server, 16 connections | requests per second | times Prism silent |\n|---|---|---|');
  for (const { name, rate } of rows)
    console.log(`| ${name} | ${Math.round(rate)} | ${(rate / prismRate).toFixed(2)} |`);
  console.log();
  return ({ name }) => rows.find((row) => row.name === name)?.rate ?? Number.NaN;
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

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

/** The contract with the handlers by which Scalar's server keeps and finds a transaction. */
function withHandlers(document: typeof contract) {
  const copy = structuredClone(document);
  copy.paths['/v1/transactions'].post['x-handler'] =
    "return store.create('Transaction', { status: 'waiting_payment', ...req.body })";
  copy.paths['/v1/transactions/{id}'].get['x-handler'] = "return store.get('Transaction', req.params.id)";
  return copy;
}
