/** Explores careful shops in PHP by the command, and a careless one. */
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

/** Explores the shop until no run has a new place, and expects that it holds in every plan. */
async function hold(task: 'buy' | 'order', options: readonly string[]): Promise<void> {
  vi.stubEnv('FOLDER', folder);
  const php = programPath('php');
  const books = ['--orders', `"${php}" "${shop}" orders`, '--reconcile', `"${php}" "${shop}" repair`];
  const { code, stdout } = await cli('explore', ...books, ...options, '--', php, shop, task);
  const held = /^explore: none of \d+ plans broke the shop .*\nNo run had a new place that was not tried: .*\n/s;
  expect([code, stdout]).toEqual([0, expect.stringMatching(held)]);
}

test('a shop with a SQLite transaction around its request holds', {
  tags: 'phpSqlite',
  timeout: 1_200_000,
}, async () => {
  await hold('buy', ['--jobs', '2']);
});

test('a shop whose server has one worker holds', { tags: 'phpSqlite', timeout: 1_200_000 }, async () => {
  const port = await freePort();
  vi.stubEnv('PORT', String(port));
  await hold('order', ['--webhook', `http://127.0.0.1:${port}/event`]);
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
