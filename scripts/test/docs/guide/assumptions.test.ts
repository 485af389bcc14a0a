/** Follows the guide "Assumptions you rely on": its tests, its list, its switched test, and its check on a gateway. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Assumed, startSandbox } from '../../../../sandbox/src/index.ts';
import { built } from '../../../../test/built/built.ts';
import { cli } from '../../../../test/cli/in-process.ts';
import { temporaryFolder } from '../../../../test/temporary-folder.ts';
import { contractInPortuguese, type EditionDefinition, portuguese } from '../../../docs/editions.ts';
import { listingsOf, transpiled } from '../listings.ts';

const GUIDE = 'assumptions';
const ofGuide = (fence: string, edition?: EditionDefinition) =>
  listingsOf(fence, edition)
    .filter(({ guide }) => guide === GUIDE)
    .map(({ code }) => code);
const [summary = '', missing = ''] = ofGuide('text');

describe('the guide "Assumptions you rely on"', () => {
  // Inside the package, so that the files can import the built package by its name.
  const folder = temporaryFolder('reliance', 'dist');
  beforeAll(async () => {
    await built('compiled');
    for (const code of ofGuide('ts')) {
      const [, file] = /^\/\/ ([\w.-]+)\.ts\n/.exec(code) ?? [];
      if (file !== undefined) await write(`${file}.js`, code);
    }
  });
  afterEach(() => vi.unstubAllEnvs());

  const write = (file: string, code: string) => writeFile(join(folder, file), transpiled(code));

  async function runTests(file: string) {
    const env = { ...process.env, PAYMENT_GATEWAY_ASSUMPTIONS: 'uses.jsonl', NO_COLOR: '1' };
    const child = spawn(process.execPath, ['--test', file], { cwd: folder, env });
    const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    return { stdout, code };
  }

  test('its tests rely on the assumptions that the guide lists', async () => {
    expect(await runTests('refunds.test.js')).toMatchObject({ code: 0 });
    const { stdout } = await cli('assumptions', '--from', join(folder, 'uses.jsonl'));
    for (const part of [...summary.split('…\n'), ...missing.split('…\n')]) expect(stdout).toContain(part);
    expect((await cli('assumptions', '--from', join(folder, 'uses.jsonl'), '--money', '1')).code).toBe(1);
  });

  test('the first test fails with the switched assumption as the guide says, and the second one passes', {
    tags: 'long',
  }, async () => {
    const code = ofGuide('ts').find((one) => one.startsWith('// refunds.test.ts')) ?? '';
    const switched = code.replace(
      'setUpSandbox(after)',
      "setUpSandbox(after, { assume: 'refund-rules=keeps-paid-amount' })",
    );
    expect(switched).not.toBe(code);
    await write('switched.test.js', switched);
    const failed = await runTests('switched.test.js');
    expect(failed).toMatchObject({ code: 1, stdout: expect.stringContaining('1000 !== 700') });
    const passed = await runTests('own-refunds.test.js');
    expect(passed).toMatchObject({ code: 0, stdout: expect.stringMatching(/^(?:#|ℹ) pass 2$/m) });
  });

  test.each<[string, Assumed, number, string]>([
    ['confirms an entry of a gateway that does the same', {}, 0, '1 confirmed'],
    ['refutes an entry of another one', { 'reference-key': 'accepted-again' }, 1, '(reference-key).'],
  ])('its command %s', async (_, assume, code, said) => {
    await using gateway = await startSandbox({ port: 0, assume, log: 'silent' });
    vi.stubEnv('PAYMENT_GATEWAY_TOKEN', 'test');
    const lines = ofGuide('bash').join('').replaceAll('\\\n', ' ');
    const [, command = ''] = /payment-gateway-(verify .*)/.exec(lines) ?? [];
    const args = command.split(/\s+/);
    const created = join(folder, `${code}.jsonl`);
    const found = await cli(
      ...args.map((arg) => arg.replace('https://gateway.example', gateway.url).replace('created.jsonl', created)),
      '--yes',
    );
    expect([found.code, found.stdout], found.stderr).toEqual([code, expect.stringContaining(said)]);
  });

  test('shows the same output in Portuguese', { tags: 'long' }, () => {
    const edition = { language: portuguese, contract: contractInPortuguese };
    expect(ofGuide('text', edition)).toEqual(ofGuide('text'));
  });
});
