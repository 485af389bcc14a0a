/**
 * Compares the mock with its peers on the real contract, in one run, and prints the tables with their ratios. Compare
 * the ratios, because absolute figures depend on the machine.
 */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepFigure, machine, writeFigures } from '../figures.ts';
import { atLeast, atMost, missedLimits } from '../limits.ts';
import { type Call, type Load, load, median } from './load.ts';
import { bare, type Contestant, ceilingOf, ours, oursOf, prismOf, scalarOf, start } from './servers.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 6);
const STARTS = 7;

const folder = mkdtempSync(join(tmpdir(), 'bench-mock-'));
const contract = JSON.parse(readFileSync(new URL('../../../generated/openapi.json', import.meta.url), 'utf8'));
const contract57 = file('contract-57.json', contract);
const contract570 = file('contract-570.json', repeated(contract, 10));
/** The contract's example with a future date, because the mock warns about past dates. */
const pix: Call = {
  method: 'POST',
  path: '/v1/transactions',
  body: JSON.stringify({
    ...contract.components.examples['createTransaction.pix.request'].value,
    expiration_date: new Date(Date.now() + 86_400_000).toISOString().slice(0, 19).replace('T', ' '),
  }),
};
const response = file('response.json', contract.components.examples['createTransaction.pix.response'].value);

console.log(`${machine}, ${ROUNDS} rounds of ${SECONDS} s\n`);
const [mock, ceiling] = [ours('silent'), ceilingOf(contract57)];
const ratio = await throughput('POST /v1/transactions (pix), 16 connections, the contract as it is', [
  mock,
  ceiling,
  ours('pretty'),
  prismOf(contract57, 'silent'),
  prismOf(contract57, 'info'),
  scalarOf(contract57),
  bare(response),
]);
atLeast('POST of a PIX, of the ceiling', ratio(mock, ceiling), 0.4);
console.log();
await throughput(
  'The same with the contract repeated to 570 operations',
  [
    oursOf(contract57),
    { ...oursOf(contract570), name: 'this mock, 570 operations' },
    { ...prismOf(contract570, 'silent'), name: 'Prism CLI, log silent, 570 operations' },
  ],
  'requests per second, in a group with 570 operations',
);
await starts();
await heap();
writeFigures('mock');
if (missedLimits() > 0) process.exitCode = 1;

/**
 * Measures every contestant once in each round, so that other load affects all alike. Returns a function for the
 * ratio of two contestants: the median over all rounds.
 */
async function throughput(
  title: string,
  contestants: readonly Contestant[],
  unit = 'requests per second',
): Promise<(one: Contestant, other: Contestant) => number> {
  const loads = new Map<string, Load[]>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const contestant of contestants) {
      await using server = await start(contestant);
      await load(server.url, pix, { duration: 3 });
      const measured = await load(server.url, pix, { duration: SECONDS });
      loads.set(contestant.name, [...(loads.get(contestant.name) ?? []), measured]);
    }
  }
  const rows = [...loads].map(([name, all]) => ({
    name,
    rate: median(all.map(({ rate }) => rate)),
    p99: median(all.map(({ p99 }) => p99)),
  }));
  const first = rows[0]?.rate ?? Number.NaN;
  console.log(`${title}\n`);
  console.log('| server | requests per second | first row is … times as fast | p99, ms |\n|---|---|---|---|');
  for (const { name, rate, p99 } of rows) {
    keepFigure(`${name}: ${unit}`, rate);
    console.log(`| ${name} | ${Math.round(rate)} | ${(first / rate).toFixed(2)} | ${p99} |`);
  }
  console.log();
  return (one, other) => {
    const others = loads.get(other.name) ?? [];
    return median((loads.get(one.name) ?? []).map(({ rate }, round) => rate / (others[round]?.rate ?? Number.NaN)));
  };
}

async function starts(): Promise<void> {
  const contestants = [ours('silent'), prismOf(contract57, 'silent')];
  const times = contestants.map(() => [] as number[]);
  for (let round = 0; round <= STARTS; round++) {
    for (const [index, contestant] of contestants.entries()) {
      await using server = await start(contestant);
      if (round > 0) times[index]?.push(server.ready); // the first one fills the caches
    }
  }
  const [own = Number.NaN, prism = Number.NaN] = times.map(median);
  console.log('From start to the first response\n');
  console.log(`| server | ms |\n|---|---|\n| this mock | ${Math.round(own)} |\n| Prism CLI | ${Math.round(prism)} |`);
  console.log();
  keepFigure('start to first response, over that of Prism', own / prism);
  atMost('start to first response, over that of Prism', own / prism, 1);
  console.log();
}

async function heap(): Promise<void> {
  await using server = await start(oursOf(contract57), ['--expose-gc']);
  const used = async () => {
    server.child.send('heap');
    const [bytes] = await once(server.child, 'message');
    return Number(bytes) / 1024 / 1024;
  };
  await load(server.url, pix, { amount: 20_000 });
  const few = await used();
  await load(server.url, pix, { amount: 180_000 });
  const many = await used();
  console.log('Heap after a forced collection, journal on\n');
  console.log(`| after requests | MiB |\n|---|---|\n| 20,000 | ${few.toFixed(1)} |\n| 200,000 | ${many.toFixed(1)} |`);
  console.log();
  keepFigure('heap after 200,000 requests over 20,000', many / few);
  atMost('heap after 200,000 requests over 20,000', many / few, 1.1);
}

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

/** Returns the contract with copies of every path under other prefixes, to multiply the operations by `times`. */
function repeated(document: typeof contract, times: number) {
  const paths = Object.fromEntries(
    Array.from({ length: times }, (_, copy) =>
      Object.entries(document.paths).map(([path, item]) => {
        if (copy === 0) return [path, item];
        const text = JSON.stringify(item).replaceAll(/"operationId":"(\w+)"/g, `"operationId":"$1${copy}"`);
        return [path.replace('/v1/', `/v1/copy-${copy}/`), JSON.parse(text)];
      }),
    ).flat(),
  );
  return { ...document, paths };
}
