/** Explores careful shops in PHP by the command, and a careless one. Long tests try the first plans, a task tries them all. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';
import { cli } from '../../../test/cli/in-process.ts';
import { freePort } from '../../../test/free-port.ts';
import { programPath } from '../../../test/programs.ts';

const folder = mkdtempSync(join(tmpdir(), 'gallery-php-'));
const shop = fileURLToPath(new URL('shops/careful.php', import.meta.url));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** A process per step takes a while. */
const first = (plans: number) => (process.env.EXPLORE_PLANS === 'all' ? [] : ['--max-runs', String(plans)]);

/** Explores the shop, and expects that it holds in every plan that it tries. */
async function hold(task: 'buy' | 'order', options: readonly string[]): Promise<void> {
  vi.stubEnv('FOLDER', folder);
  const php = programPath('php');
  const books = ['--orders', `"${php}" "${shop}" orders`, '--reconcile', `"${php}" "${shop}" repair`];
  const { code, stdout } = await cli('explore', ...books, ...options, '--', php, shop, task);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^explore: none of \d+ plans broke the shop/)]);
}

test('a shop with a SQLite transaction around its request holds', {
  tags: 'phpSqlite',
  timeout: 1_200_000,
}, async () => {
  await hold('buy', ['--jobs', '2', ...first(40)]);
});

test('a shop whose server has one worker holds', { tags: 'phpSqlite', timeout: 1_200_000 }, async () => {
  const port = await freePort();
  vi.stubEnv('PORT', String(port));
  await hold('order', ['--webhook', `http://127.0.0.1:${port}/event`, ...first(15)]);
});

test('a shop that charges again after an error charges twice', { tags: 'phpSqlite', timeout: 1_200_000 }, async () => {
  vi.stubEnv('FOLDER', folder);
  const php = programPath('php');
  const books = ['--orders', `"${php}" "${shop}" orders`, '--reconcile', `"${php}" "${shop}" repair`];
  const { code, stdout } = await cli('explore', ...books, '--jobs', '2', '--', php, shop, 'buy', 'careless');
  const twice =
    /^explore: \d+ of \d+ plans broke the shop.*\n\norder-1-0000000000000001 was charged twice: .*\n +disruption +createTransaction #1: reset after commit\n/;
  expect([code, stdout]).toEqual([1, expect.stringMatching(twice)]);
});
