import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contractOf } from '../../../core/src/contract/contract.ts';
import { createSandboxFetch } from '../../../sandbox/src/index.js';
import { some } from '../../../test/property-runs.ts';
import { contractInPortuguese, portuguese } from '../../docs/editions.ts';
import { freshnessTable } from '../../docs/evidence/freshness.ts';
import { english } from '../../docs/language.ts';
import { readContract } from './contract.ts';

const contract = readContract();
const operations = contractOf(contract).operations.map((operation) => operation.operationId);
const rowsOf = (table: string) =>
  table
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
const rows = new Map(rowsOf(freshnessTable(contract, english)).map(([name = '', ...cells]) => [name, cells]));
const rowOf = (id: string) => rows.get(`[${id}](/api/${id}/)`);

test.each([
  { language: english, document: contract },
  { language: portuguese, document: contractInPortuguese(contract) },
])('in $language.code, each operation has a row without an empty cell', ({ language, document }) => {
  const all = rowsOf(freshnessTable(document, language));
  expect(all).toHaveLength(operations.length);
  for (const row of all) expect(row).toEqual(Array(6).fill(expect.stringMatching(/^(?!.*undefined).+$/)));
});

test('a row shows what the contract says', () => {
  expect(rowOf('refundTransaction')).toEqual([
    expect.stringMatching(/^no: \[refund-path\]\(\/evidence\/transactions\/#refund-path\)$/),
    expect.stringMatching(/^\[plugin-woocommerce\]\(.*\), \[plugin-magento2\]\(.*\), \[bcpag-php\]\(.*29d4810\)$/),
    '400, 401, 404, 422, 429, 5XX',
    expect.stringContaining('[refund-rules]'),
    '`verify --allow money`, `proxy`',
  ]);
  expect(rowOf('createTransaction')?.[0]).toBe('section 4.5');
  expect(rowOf('listTransactions')?.at(-1)).toBe('`verify`, `proxy`, `books`');
  expect(rowOf('listTransactions')?.[1]).toContain('no: [transaction-pages]');
  expect(rowOf('configureAntiFraud')?.at(-1)).toContain('a person ([single-configuration]');
});

test('a test can ask the sandbox for each error of the table', async () => {
  for (const id of some(operations)) {
    // A sandbox takes 100 faults.
    await using sandbox = createSandboxFetch({ log: 'silent' });
    for (const status of rowOf(id)?.[2]?.split(', ') ?? [])
      await sandbox.failNext(id as 'listPlans', { fault: status === '5XX' ? 503 : (Number(status) as 422) });
  }
});

test('books calls only the operations that the table names', () => {
  const source = readFileSync('verify/src/books/payments.ts', 'utf8');
  const paths = [...source.matchAll(/'(\/v1\/[^']*)'/g)].map(([, path]) => path);
  const named = contractOf(contract).operations.filter(({ operationId, method, path }) => {
    return method === 'GET' && paths.includes(path) && rowOf(operationId)?.at(-1)?.includes('books');
  });
  expect(named.map(({ path }) => path).sort()).toEqual(paths.sort());
});
