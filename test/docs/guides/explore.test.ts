/** Explores the shops of the guide "Find what breaks your shop". Another test runs its TypeScript. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';
import { cli } from '../../cli/in-process.ts';
import { programPath } from '../../programs.ts';
import { listingsOf } from '../listings.ts';

const folder = mkdtempSync(join(tmpdir(), 'guide-explore-'));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Writes a program of the guide, and returns its path. */
function write(fence: string, file: string): string {
  const found = listingsOf(fence).find(({ guide, code }) => guide === 'explore' && code.includes(file));
  const path = join(folder, file);
  writeFileSync(path, found?.code ?? '');
  return path;
}

test('the program in PHP holds', { tags: 'php' }, async () => {
  const [php, checkout] = [programPath('php'), write('php', 'checkout.php')];
  const books = ['--orders', `"${php}" "${checkout}" orders`, '--reconcile', `"${php}" "${checkout}" look`];
  const { code, stdout } = await cli('explore', ...books, '--', php, checkout);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^explore: none of \d+ plans broke the shop/)]);
});

test('the test in Python charges twice', { tags: 'pytest' }, async () => {
  vi.stubEnv('PYTHONPATH', fileURLToPath(new URL('../../../sandbox/testing/pytest', import.meta.url)));
  vi.stubEnv('PYTHONDONTWRITEBYTECODE', '1');
  writeFileSync(join(folder, 'conftest.py'), 'pytest_plugins = ["payment_gateway_sandbox"]\n');
  const options = ['-q', '-p', 'no:cacheprovider', '--rootdir', folder, write('python', 'test_checkout.py')];
  const only = ['--only', 'createTransaction #1: reset after commit'];
  const { code, stdout } = await cli('explore', ...only, '--', programPath('pytest'), ...options);
  expect([code, stdout]).toEqual([1, expect.stringContaining('the order was charged twice')]);
});
