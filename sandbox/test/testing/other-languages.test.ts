/** Runs the pytest fixture and the PHPUnit trait with their real runners. They start the sandbox themselves. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { built } from '../../../test/built/built.ts';
import { type ProgramName, programPath } from '../../../test/programs.ts';

beforeAll(() => built('compiled'));

const run = async (program: ProgramName, args: readonly string[], folder: string): Promise<string> => {
  const cwd = new URL(folder, import.meta.url);
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PAYMENT_GATEWAY_URL: '' };
  // The output of a failed run names the failed test.
  const { stdout } = await promisify(execFile)(programPath(program), args, { cwd, env }).catch((error) => error);
  return stdout;
};

describe('another language', () => {
  test('test cases in Python pass with the fixtures for pytest', {
    tags: 'pytest',
  }, async () => {
    expect(await run('pytest', ['-q', '--color=no'], './pytest/')).toMatch(/^\d+ passed in/m);
  });

  test('a test case in PHP passes with the trait for PHPUnit', { tags: ['phpunit', 'long'] }, async () => {
    const args = ['--no-configuration', '--do-not-cache-result', 'SandboxTest.php'];
    expect(await run('phpunit', args, './phpunit/')).toMatch(/^OK \(\d+ tests/m);
  });
});
