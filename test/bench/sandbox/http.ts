/** Measures the sandbox over HTTP beside its peers, all in one run, and prints the ratios. Absolute figures are those of the machine. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Call, type Load, load, median } from '../mock/load.ts';
import { type Contestant, ours, prismOf, scalarOf, start } from '../mock/servers.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 6);
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
const create: Call = { method: 'POST', path: '/v1/transactions', body };

console.log(
  `Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, ${ROUNDS} rounds of ${SECONDS} s\n`,
);
await throughput('Create a PIX, 16 connections', create, [inMemory, onFile, ours('silent'), prism, scalar]);
await throughput('Retrieve it by its id, 16 connections', { method: 'GET', path: '/v1/transactions/1001', body: '' }, [
  inMemory,
  onFile,
  ours('silent'),
  prism,
]);
await starts();
rmSync(folder, { recursive: true, force: true });

/** Every contestant once in each round, so that what disturbs the machine disturbs all of them. */
async function throughput(title: string, call: Call, contestants: readonly Contestant[]): Promise<void> {
  const loads = new Map<string, Load[]>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const contestant of contestants) {
      await using server = await start(contestant);
      await load(server.url, create, { amount: 100 });
      await load(server.url, call, { duration: 2 });
      const measured = await load(server.url, call, { duration: SECONDS });
      loads.set(contestant.name, [...(loads.get(contestant.name) ?? []), measured]);
    }
  }
  const rows = [...loads].map(([name, all]) => ({ name, rate: median(all.map(({ rate }) => rate)) }));
  const first = rows[0]?.rate ?? Number.NaN;
  console.log(`${title}\n\n| server | requests per second | the sandbox in memory is … times as fast |\n|---|---|---|`);
  for (const { name, rate } of rows) console.log(`| ${name} | ${Math.round(rate)} | ${(first / rate).toFixed(2)} |`);
  console.log();
}

async function starts(): Promise<void> {
  const contestants = [inMemory, ours('silent')];
  const times = contestants.map(() => [] as number[]);
  for (let round = 0; round <= STARTS; round++) {
    for (const [index, contestant] of contestants.entries()) {
      await using server = await start(contestant);
      if (round > 0) times[index]?.push(server.ready); // the first one fills the caches
    }
  }
  const [own = Number.NaN, mock = Number.NaN] = times.map(median);
  console.log(`From start to the first response: sandbox ${Math.round(own)} ms, mock ${Math.round(mock)} ms`);
  console.log(`ratio ${(own / mock).toFixed(2)}`);
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
