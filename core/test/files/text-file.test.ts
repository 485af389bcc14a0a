import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { cleanUpRun, readExchanges, readHar } from '../../../verify/src/index.js';
import { readText } from '../../src/files/text-file.js';

const folder = temporaryFolder('text-file');
const values: readonly unknown[] = [undefined, null, Number.NaN, '', [], {}, () => {}, new Date(Number.NaN), true, 1n];

test.each([
  ['recording', async (file: string) => readExchanges(file)],
  ['recording', async (file: string) => readHar(file)],
  ['createdFile', (createdFile: string) => cleanUpRun({ baseUrl: 'http://127.0.0.1:9', token: 'any', createdFile })],
] as const)('%s of a wrong type throws a TypeError that names it', async (name, read) => {
  for (const value of values) {
    await expect(read(value as string)).rejects.toThrow(new TypeError(`${name}: must be the path of a file`));
  }
});

test('a text has no byte order mark', () => {
  const file = join(folder, 'report.json');
  writeFileSync(file, '\ufeff{"a":"\ufeff"}');
  expect(readText('report', file)).toBe('{"a":"\ufeff"}');
});

test('a text must be UTF-8, and may end within a character if it may be cut', () => {
  const file = join(folder, 'exchanges.jsonl');
  writeFileSync(file, Buffer.from('{"name":"José"}\n{"name":"José').subarray(0, -1));
  expect(() => readText('exchanges', file)).toThrow(`cannot read ${file}: it is not UTF-8 text; pass another file`);
  expect(readText('exchanges', file, { mayBeCut: true }).split('\n')[0]).toBe('{"name":"José"}');
});
