import { expect, test } from 'vitest';
import { english } from '../../scripts/docs/language.ts';
import { machineFiles } from '../../scripts/docs/machine.ts';
import { operationsOf } from '../../scripts/docs/places.ts';
import { counts } from '../source/operations.ts';
import { readContract } from './contract.ts';

const contract = readContract();
const files = new Map(machineFiles(contract, '', english).map(({ path, text }) => [path, text]));

test('llms.txt has a title, a summary and a link to the page of every operation', () => {
  const index = files.get('llms.txt') ?? '';
  expect(index).toMatch(/^# .+\n\n> .+\n/);
  const links = [...index.matchAll(/\]\((operations\/[^)]+)\)/g)].map(([, path = '']) => path);
  expect(links).toHaveLength(counts.http);
  expect(links.filter((path) => !files.has(path))).toEqual([]);
});

test('links are absolute when the address of publication is known', () => {
  const [index] = machineFiles(contract, 'https://docs.example/api/', english);
  expect(index?.text).toContain('(https://docs.example/api/operations/createtransaction.md)');
});

test('the page of an operation says what it is, its evidence, what it takes and what it returns', () => {
  for (const { method, path, operation } of operationsOf(contract)) {
    const page = files.get(`operations/${operation.operationId?.toLowerCase()}.md`) ?? '';
    expect(page).toContain(`# ${operation.summary}`);
    expect(page).toContain(`\`${method} ${path}\``);
    for (const part of ['## Evidence', '## Errors', '```ts', '```bash', '```json']) expect(page, path).toContain(part);
  }
  const create = files.get('operations/createtransaction.md') ?? '';
  expect(create).toContain('## Example pix');
  expect(create).toContain('## Response to pix');
  expect(create).toContain(
    '`amount` (integer in centavos, required): What the buyer pays. [documented 4.5, observed amount-centavos]',
  );
});
