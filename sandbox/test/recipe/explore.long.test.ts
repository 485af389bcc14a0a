/** Runs the careful shop of the guide "Explore" in test runners, as the guide says: a search takes longer than their limits. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { listingsOf, transpiled } from '../../../scripts/test/docs/listings.ts';

// Inside the package, so that a program can import the built package by its name.
const folder = mkdtempSync(join('dist', 'explore-'));
afterAll(() => rmSync(folder, { recursive: true }));

const listings = new Map(listingsOf('ts').map(({ file, code }) => [file.replace(/.*\//, ''), code]));
const listing = (file: string) => listings.get(file) ?? expect.unreachable(file);

/** Returns the call of the guide, pasted into a test. */
function pasted(imports: string, hook: string, end: string): string {
  const [, call = ''] = /(const order = [\s\S]*?\n\}\);)\n/.exec(listing('careful.ts')) ?? [];
  expect(call).toContain('await explore(newAccount, {');
  return `${imports}
import { explore, setUpSandbox } from 'payment-gateway-sandbox/testing';
import { CarefulShop } from './careful-shop.js';
const newAccount = setUpSandbox(${hook});
test('the shop loses no money', async () => {
${call}
${end}`;
}

const programs = {
  vitest: pasted(
    "import { afterAll, expect, test } from 'vitest';",
    'afterAll',
    'expect([complete, failures]).toEqual([true, []]);\n}, 600_000);',
  ),
  'node:test': pasted(
    "import assert from 'node:assert/strict';\nimport { after, test } from 'node:test';",
    'after',
    'assert.deepEqual([complete, failures], [true, []]);\n});',
  ),
};

test.each([
  ['vitest', ['node_modules/vitest/vitest.mjs', 'run', '--no-color', '--root'], /Tests {2}1 passed \(1\)/],
  ['node:test', ['--test', '--test-reporter', 'tap'], /\n# pass 1\n/],
] as const)('the example of the guide passes in %s', { timeout: 900_000 }, async (runner, command, says) => {
  for (const file of ['naive-shop', 'careful-shop']) {
    writeFileSync(join(folder, `${file}.js`), transpiled(listing(`${file}.ts`)));
  }
  // Without it, vitest takes the configuration of this repository.
  writeFileSync(join(folder, 'vitest.config.mjs'), 'export default {};');
  const file = runner === 'vitest' ? 'careful.test.mjs' : 'careful.mjs';
  writeFileSync(join(folder, file), programs[runner]);
  const args = runner === 'vitest' ? [...command, resolve(folder)] : [...command, join(folder, file)];
  // With these set, a run would be part of the outer run.
  const { NODE_TEST_CONTEXT: _, VITEST: _outer, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  expect(stdout).toMatch(says);
});
