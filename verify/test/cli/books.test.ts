import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startSandbox } from '../../../sandbox/src/index.js';
import { cli } from '../../../test/cli/in-process.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { manyListed, ordersOf, startList } from '../books/list-server.ts';
import { createDifferences, pay, startGateway } from '../books/shop.ts';

const folder = temporaryFolder('books');
const at = (name: string) => join(folder, name);

beforeEach(() => {
  vi.stubEnv('PAYMENT_GATEWAY_TOKEN', 'token');
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

let files = 0;
/** Returns a command line that prints a text. */
function printing(text: string): string {
  const file = at(`printed-${files++}`);
  writeFileSync(file, text);
  return `cat "${file}"`;
}

test('books prints and writes the differences, and ends with 1', async () => {
  await using sandbox = await startGateway();
  const orders = printing(JSON.stringify(await createDifferences(sandbox)));
  const reports = ['--json', at('books.json'), '--junit', at('books.xml')];

  const { code, stdout, stderr } = await cli('verify', 'books', '--url', sandbox.url, '--orders', orders, ...reports);

  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(stdout).toMatch(/^Charged twice\n {2}twice: transaction \d+ \(R\$ 10\.00 captured\) and transaction/);
  expect(stdout).toContain('books: 5 orders, 6 payments, 5 differences, 0 open, 0 not compared\n');
  expect(stdout).toContain('list-envelope, list-order, refund-rules');
  const { format, differences } = JSON.parse(readFileSync(at('books.json'), 'utf8'));
  expect([format, differences.length, differences[0].kind]).toEqual(['payment-gateway-books', 5, 'charged-twice']);
  const xml = readFileSync(at('books.xml'), 'utf8');
  expect(xml).toContain('tests="5" failures="5" skipped="0" errors="0"');
  expect(xml).toContain('<failure message="1 found: unpaid: the shop says R$ 10.00, but the gateway has no payment">');
});

test('books finds differences in a sandbox whose clock was advanced, and says how far it is ahead', async () => {
  await using sandbox = await startSandbox({ port: 0, log: 'silent' });
  await pay(sandbox, 'a');
  await sandbox.clock.advance({ days: 61 });
  const orders = printing('[{ "order": "a", "paid": 900 }]');
  const { code, stdout } = await cli('verify', 'books', '--url', sandbox.url, '--orders', orders);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^The clock of the gateway is 6[01] days ahead of the clock of this machine\.$/m);
});

test('books ends with 0 if the books agree, in the field that names the order', async () => {
  await using sandbox = await startGateway();
  await pay(sandbox, 'a');
  const orders = printing('[{ "order": "a", "paid": 1000 }]');
  const line = ['verify', 'books', '--url', sandbox.url, '--orders', orders];

  expect((await cli(...line, '--order', 'metadata.order', '--since', '2025-01-01')).code).toBe(0);
  const { code, stderr } = await cli(...line, '--order', 'metadata.number');
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('none of 1 names an order') });
});

test('books goes on after an interruption of the network and a failure of the gateway', async () => {
  await using sandbox = await startGateway();
  await pay(sandbox, 'a');
  await sandbox.failNext('listTransactions', { fault: 'reset' });
  await sandbox.failNext('listTransactions', { fault: 503 });
  vi.spyOn(Math, 'random').mockReturnValue(0); // no delays
  const orders = printing('[{ "order": "a", "paid": 1000 }]');
  const { code, stderr } = await cli('verify', 'books', '--url', sandbox.url, '--orders', orders);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('books waits after a 429 as long as Retry-After says, and goes on with the same page', async () => {
  await using list = await startList(manyListed(15), { pageSize: 10 });
  const times: number[] = [];
  list.intercept = (asked, response) => {
    if (asked === 'page 2') times.push(performance.now());
    const isRefused = asked === 'page 2' && times.length === 1;
    if (isRefused) response.writeHead(429, { 'retry-after': '1' }).end();
    return isRefused;
  };
  // Without the header, the first retry comes within a second.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const orders = printing(JSON.stringify(ordersOf(15)));

  const { code, stderr } = await cli('verify', 'books', '--url', list.url, '--orders', orders);

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(list.asked).toEqual(['page 1', 'page 2', 'page 2']);
  const [refused = 0, repeated = 0] = times;
  // Timers may be a millisecond early. A busy machine only makes it longer.
  expect(repeated - refused).toBeGreaterThan(1_000 - 50);
});

test('books reads the token from standard input if the environment has none', async () => {
  await using list = await startList(manyListed(1));
  vi.stubEnv('PAYMENT_GATEWAY_TOKEN', '');
  const token = ['token', 'of', 'a', 'pipe'].join('-');
  const stdin = vi.spyOn(process, 'stdin', 'get');
  const orders = printing(JSON.stringify(ordersOf(1)));
  const booksWith = (input: string) => {
    stdin.mockReturnValue(Readable.from([input]) as typeof process.stdin);
    return cli('verify', 'books', '--url', list.url, '--orders', orders);
  };

  const { code, stdout, stderr } = await booksWith(`${token}\nanother line\n`);

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).not.toContain(token);
  expect(list.authorization).toBe(`Bearer ${token}`);
  expect(await booksWith('')).toMatchObject({ code: 2, stderr: expect.stringContaining('token: is required') });
});

test('books ends with 2 and the reason if it cannot compare', async () => {
  await using sandbox = await startGateway();
  const good = ['--url', sandbox.url, '--orders', printing('[]')];
  const cases: [string[], string][] = [
    [['--url', sandbox.url], '--orders: is required'],
    [['--url', 'http://gateway.example', '--orders', 'true'], '--url: must be an address with https'],
    [['--url', sandbox.url, '--orders', 'exit 3'], '--orders: the command ended with 3'],
    [['--url', sandbox.url, '--orders', printing('4111111111111111')], 'orders: must be [{'],
    [['--url', sandbox.url, '--orders', 'echo secret'], '--orders: must print JSON such as'],
    [[...good, '--since', '2026-02-30'], 'since: must be a day as YYYY-MM-DD'],
    [[...good, '--order', 'a b'], '--order: must be a field such as metadata.order'],
  ];
  for (const [args, message] of cases) {
    const { code, stderr } = await cli('verify', 'books', ...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(stderr).not.toMatch(/secret|4111/);
  }
  await sandbox.failNext('listTransactions', { fault: 403 });
  const { code, stderr } = await cli('verify', 'books', ...good);
  expect([code, stderr]).toEqual([2, expect.stringContaining('GET /v1/transactions: HTTP 403')]);
});

test('books tries an address where nothing listens several times, and says so', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0); // no delays
  const { code, stderr } = await cli('verify', 'books', '--url', 'http://127.0.0.1:9', '--orders', 'echo []');
  expect([code, stderr]).toEqual([2, expect.stringContaining('bad port')]);
});
