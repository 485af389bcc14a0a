/** The file of a test run, as processes write it that end in every way. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { built } from '../../../test/built/built.ts';
import { some } from '../../../test/property-runs.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { readTotals } from '../../src/variants/totals.ts';

beforeAll(() => built('compiled'));

const folder = temporaryFolder('totals');
let count = 0;
let file: string;
beforeEach(() => {
  file = join(folder, `${++count}-uses.jsonl`);
});

/** A test run: two sandboxes, each with a payment by Pix. Then it ends as `end` says. */
const RUN = (end: string): string => `
import { createSandboxFetch } from 'payment-gateway-sandbox';
const sandboxes = [createSandboxFetch(), createSandboxFetch()];
const headers = { authorization: 'Bearer test', 'content-type': 'application/json' };
const body = JSON.stringify({ amount: 100, payment_method: 'pix', async: true });
for (const sandbox of sandboxes) await sandbox('http://gateway.example/v1/transactions', { method: 'POST', headers, body });
console.log('passed');
${end}`;

const CLOSE = 'for (const sandbox of sandboxes) await sandbox.close();';

async function run(end: string, to = file) {
  const env = { ...process.env, PAYMENT_GATEWAY_ASSUMPTIONS: to };
  const child = spawn(process.execPath, ['--input-type=module', '-e', RUN(end)], { env });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { stdout, code, lines: stderr.split('\n').filter((line) => line.startsWith('PAYMENT_GATEWAY_ASSUMPTIONS')) };
}

const pixUses = () => readTotals(file).uses.find(({ entry }) => entry === 'pix-flow')?.uses;

test('processes that write at the same time lose nothing', { tags: 'long' }, async () => {
  const runs = await Promise.all([CLOSE, ''].map((end) => run(end)));
  for (const { code, lines } of runs) expect([code, lines]).toEqual([0, []]);
  expect(pixUses()).toBe(4);
});

test('a process that is killed adds nothing, and the others stay readable', { tags: 'long' }, async () => {
  await run(CLOSE);
  expect(await run("process.kill(process.pid, 'SIGKILL');")).toMatchObject({ code: null });
  expect(pixUses()).toBe(2);
  await run('process.exit(1);');
  expect(pixUses()).toBe(4);
});

test('a line that was cut off does not damage the next one', { tags: 'long' }, async () => {
  writeFileSync(file, '{"package":"0.1');
  await run(CLOSE);
  expect(() => readTotals(file)).toThrow(
    /uses\.jsonl:1: is not a line that a sandbox of this version wrote; remove the file/,
  );
  const [, ...others] = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, others.join('\n'));
  expect(pixUses()).toBe(2);
});

test.each(
  some([
    [
      'a device',
      '/dev/null',
      /^PAYMENT_GATEWAY_ASSUMPTIONS: misses the uses of this process: cannot write \/dev\/null: it is not a regular file/,
    ],
    ['a folder', tmpdir(), /misses the uses of this process: .*: it is not a regular file/],
    [
      'a missing folder',
      '/nowhere/uses.jsonl',
      /misses the uses of this process: cannot write \/nowhere\/uses\.jsonl: no such file/,
    ],
  ]),
)('%s costs one line per process, and the tests still pass', async (_, to, sentence) => {
  if (to.startsWith('/dev') && !existsSync(to)) return;
  for (const end of some([CLOSE, ''])) {
    const { stdout, code, lines } = await run(end, to);
    expect([stdout, code, lines]).toEqual(['passed\n', 0, [expect.stringMatching(sentence)]]);
  }
});

test.skipIf(process.platform === 'win32')(
  'a named pipe that nobody reads does not keep the process',
  { tags: 'long' },
  async () => {
    execFileSync('mkfifo', [file]);
    expect(await run('')).toEqual({
      stdout: 'passed\n',
      code: 0,
      lines: [expect.stringMatching(/it is not a regular file/)],
    });
  },
);
