/**
 * Runs the careful shop of the guide "Explore" in test runners. `npm run check -- consumers recipes` runs it in Jest.
 * @module-tag endurance
 */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { transpiled } from '../../../scripts/test/docs/listings.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { exploreExample } from './explore-example.ts';

// Inside the package, so that a program can import the built package by its name.
const folder = temporaryFolder('explore', 'dist');

test.each([
  ['vitest', ['node_modules/vitest/vitest.mjs', 'run', '--no-color', '--root'], /Tests {2}1 passed \(1\)/],
  ['node:test', ['--test', '--test-reporter', 'tap'], /\n# pass 1\n/],
] as const)('the example of the guide passes in %s', { timeout: 900_000 }, async (runner, command, says) => {
  const { test: program, ...modules } = exploreExample(runner);
  for (const [name, code] of Object.entries(modules)) writeFileSync(join(folder, `${name}.js`), transpiled(code));
  // Without it, vitest takes the configuration of this repository.
  writeFileSync(join(folder, 'vitest.config.mjs'), 'export default {};');
  const file = runner === 'vitest' ? 'careful.test.mjs' : 'careful.mjs';
  writeFileSync(join(folder, file), program);
  const args = runner === 'vitest' ? [...command, resolve(folder)] : [...command, join(folder, file)];
  // With these set, a run would be part of the outer run.
  const { NODE_TEST_CONTEXT: _, VITEST: _outer, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  expect(stdout).toMatch(says);
});
