import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('the recipe for node:test passes', async () => {
  const args = ['--import', './scripts/typescript.mjs', '--test', 'sandbox/test/recipe/node-test.ts'];
  // With NODE_TEST_CONTEXT set, node would treat this run as part of the outer run.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  expect(stdout).toMatch(/pass 1\n/);
});
