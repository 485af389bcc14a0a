/** Explores the shops of the guide "Find what breaks your shop". Another test runs its TypeScript. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';
import { cli } from '../../../../test/cli/in-process.ts';
import { programPath } from '../../../../test/programs.ts';
import { temporaryFolder } from '../../../../test/temporary-folder.ts';
import { listingsOf } from '../listings.ts';

const folder = temporaryFolder('guide-explore');
afterAll(() => void vi.unstubAllEnvs());

/** Writes a program of the guide, and returns its path. */
function write(fence: string, file: string): string {
  const found = listingsOf(fence).find(({ guide, code }) => guide === 'explore' && code.includes(file));
  const path = join(folder, file);
  writeFileSync(path, found?.code ?? '');
  return path;
}

test('the program in PHP holds', { tags: ['php', 'long'] }, async () => {
  const [php, checkout] = [programPath('php'), write('php', 'checkout.php')];
  const books = ['--orders', `"${php}" "${checkout}" orders`, '--reconcile', `"${php}" "${checkout}" look`];
  const { code, stdout } = await cli('explore', ...books, '--', php, checkout);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^explore: none of \d+ plans broke the shop/)]);
});

/** A server as the guide starts it. It writes what the program for its orders prints. */
const SERVER = `
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
const { PAYMENT_GATEWAY_URL: url, PAYMENT_GATEWAY_TOKEN: token } = process.env;
const card = { card_number: '4111111111111111', card_holder_name: 'A', card_expiration_date: '1239', card_cvv: '123' };
const body = JSON.stringify({ amount: 100, payment_method: 'credit_card', card, reference_key: 'order-1' });
const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' };
const book = (paid) => writeFileSync(token + '.json', JSON.stringify([{ order: 'order-1', paid }]));
createServer(async (request, response) => {
  if (request.url === '/checkout') {
    const answer = await fetch(url + '/v1/transactions', { method: 'POST', headers, body }).catch(() => undefined);
    if (answer?.ok) book(100);
  } else if (request.url === '/webhook') {
    let event = '';
    for await (const piece of request) event += piece;
    if (JSON.parse(event).payload.status === 'paid') book(100);
  }
  response.end();
}).listen(Number(process.argv[3]), '127.0.0.1');`;
const ORDERS = `
import { readFileSync } from 'node:fs';
try {
  console.log(readFileSync(process.env.PAYMENT_GATEWAY_TOKEN + '.json', 'utf8'));
} catch {
  console.log('[]');
}`;

test('the command for a server starts it, clicks and sends its events', { tags: 'curl' }, async ({
  onTestFinished,
}) => {
  const shown = listingsOf('bash').find(({ code }) => code.includes('--server'))?.code ?? '';
  const words = shown.replaceAll('\\\n', ' ').match(/'[^']*'|\S+/g) ?? [];
  writeFileSync(join(folder, 'server.js'), SERVER);
  writeFileSync(join(folder, 'orders.js'), ORDERS);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const before = process.cwd();
  process.chdir(folder);
  onTestFinished(() => process.chdir(before));
  const args = words.slice(2).map((word) => word.replace(/^'(.*)'$/, '$1'));
  const only = ['--only', 'createTransaction #1: reset after commit'];
  const { code, stdout } = await cli('explore', ...only, ...args.slice(1));
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^explore: none of 1 plan broke the shop/)]);
});

test('the test in Python charges twice', { tags: ['pytest', 'long'] }, async () => {
  vi.stubEnv('PYTHONPATH', fileURLToPath(new URL('../../../../sandbox/testing/pytest', import.meta.url)));
  vi.stubEnv('PYTHONDONTWRITEBYTECODE', '1');
  writeFileSync(join(folder, 'conftest.py'), 'pytest_plugins = ["payment_gateway_sandbox"]\n');
  const options = ['-q', '-p', 'no:cacheprovider', '--rootdir', folder, write('python', 'test_checkout.py')];
  const only = ['--only', 'createTransaction #1: reset after commit'];
  const { code, stdout } = await cli('explore', ...only, '--', programPath('pytest'), ...options);
  expect([code, stdout]).toEqual([1, expect.stringContaining('the order was charged twice')]);
});
