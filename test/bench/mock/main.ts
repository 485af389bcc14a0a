/**
 * Compares the mock with its peers on the real contract, in one run, and prints the tables with their ratios. Compare
 * the ratios, because absolute figures depend on the machine.
 */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atMost, keepFigure, machine, table, writeFigures } from '../report.ts';
import { type Call, inTurns, startGenerator } from '../turns.ts';
import { bare, ceilingOf, ours, oursOf, prismOf, scalarOf, start, startTimes } from './servers.ts';

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

console.log(machine);
const [mock, ceiling] = [ours('silent'), ceilingOf(contract57)];
const compare = await inTurns(
  'POST /v1/transactions (pix), the contract as it is',
  pix,
  [
    mock,
    ceiling,
    ours('pretty'),
    prismOf(contract57, 'silent'),
    prismOf(contract57, 'info'),
    scalarOf(contract57),
    bare(response),
  ],
  { keep: (name, rate) => keepFigure(`${name}: requests per second`, rate) },
);
compare('POST of a Pix, of the ceiling', mock, ceiling, 0.4);
await inTurns(
  'The same with the contract repeated to 570 operations',
  pix,
  [
    oursOf(contract57),
    { ...oursOf(contract570), name: 'this mock, 570 operations' },
    { ...prismOf(contract570, 'silent'), name: 'Prism CLI, log silent, 570 operations' },
  ],
  { keep: (name, rate) => keepFigure(`${name}: requests per second, in a group with 570 operations`, rate) },
);

const [own = Number.NaN, prism = Number.NaN] = await startTimes([mock, prismOf(contract57, 'silent')]);
table('From start to the first response', [
  ['server', 'ms'],
  ['this mock', Math.round(own)],
  ['Prism CLI', Math.round(prism)],
]);
keepFigure('start to first response, over that of Prism', own / prism);
atMost('start to first response, over that of Prism', own / prism, 1);
await heap();
writeFigures('mock');

async function heap(): Promise<void> {
  await using server = await start(oursOf(contract57), ['--expose-gc']);
  using generator = await startGenerator();
  const heapAfter = async (amount: number) => {
    await generator.send({ ...pix, targets: [{ url: server.url, token: 'token' }], connections: 16 }, { amount });
    server.child.send('heap');
    const [bytes] = await once(server.child, 'message');
    return Number(bytes) / 1024 / 1024;
  };
  const [few, many] = [await heapAfter(20_000), await heapAfter(180_000)];
  table('Heap after a forced collection, journal on', [
    ['after requests', 'MiB'],
    ['20,000', few.toFixed(1)],
    ['200,000', many.toFixed(1)],
  ]);
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
