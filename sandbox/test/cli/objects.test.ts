import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { cli } from '../../../test/cli/in-process.ts';
import { listen } from '../../../test/listen.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { type Sandbox, startSandbox } from '../../src/index.js';

const CLOCK = '2026-11-20T12:00:00Z';
const sandbox = await startSandbox({ port: 0, clock: CLOCK });
afterAll(() => sandbox.close());
beforeEach(() => {
  vi.stubEnv('PAYMENT_GATEWAY_URL', sandbox.url);
  return sandbox.reset();
});
afterEach(() => vi.unstubAllEnvs());

const create = async (fields: object, on: Sandbox = sandbox): Promise<number> => {
  const loaded = await on.load({ transactions: { one: { amount: 2990, payment_method: 'pix', ...fields } } });
  return loaded.transactions?.one?.id ?? 0;
};

/** Lets the command find a terminal of 80 columns. */
function useTerminal({ hasColors }: { hasColors: boolean }): void {
  const { isTTY, columns, hasColors: before } = process.stdout;
  Object.assign(process.stdout, { isTTY: true, columns: 80, hasColors: () => hasColors });
  onTestFinished(() => void Object.assign(process.stdout, { isTTY, columns, hasColors: before }));
}

describe('list', () => {
  test('prints a table of one kind, newest first, with amounts in reais', async () => {
    const ids = [await create({ status: 'paid' }), await create({ amount: 100_000, customer: { name: 'Ana Souza' } })];
    const { code, stdout } = await cli('list');
    const [head = '', ...rows] = stdout.trimEnd().split('\n');
    expect([code, head.trim().split(/ {2,}/)]).toEqual([
      0,
      ['id', 'status', 'method', 'amount', 'paid', 'customer', 'created (UTC)'],
    ]);
    expect(rows.map((row) => Number.parseInt(row, 10))).toEqual(ids.reverse());
    expect(rows[0]).toMatch(/waiting_payment +pix +R\$ 1,000\.00 +Ana Souza +2026-11-20 12:00:00$/);
    expect(rows[1]).toMatch(/paid +pix +R\$ 29\.90 +R\$ 29\.90 +2026-11-20 12:00:00$/);
    expect(
      (await cli('list', '--status', 'paid', '--json')).stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([{ status: 'paid' }]);
  });

  test('prints its head in bold, and the states of deliveries in color, if the terminal has colors', async () => {
    useTerminal({ hasColors: true });
    await sandbox.populate({ customers: 1 });
    const [head = ''] = (await cli('list', 'customers')).stdout.split('\n');
    expect([head.startsWith('\u001b[1m  id'), head.endsWith('\u001b[0m')]).toEqual([true, true]);
    await using other = await startSandbox({ port: 0, webhook: 'http://127.0.0.1:9/hook' });
    await other.events.disturb({ held: true });
    await other.load({ customers: { ana: { name: 'Ana', email: 'ana@example.com' } } });
    expect((await cli('events', '--url', other.url)).stdout).toContain(
      '\n  \u001b[33mheld\u001b[0m       http://127.0.0.1:9/hook\n',
    );
  });

  test('keeps each row on one line of 80 characters, and a link whole', async () => {
    useTerminal({ hasColors: false });
    await create({ status: 'paid', amount: 10_000_000, customer: { name: 'Maria Aparecida dos Santos e Silva' } });
    await sandbox.populate({ links: 1, subscriptions: 1 });
    const printed = [];
    for (const kind of ['transactions', 'links', 'subscriptions', 'customers']) printed.push(await cli('list', kind));
    printed.push(await cli('events'));
    for (const { stdout } of printed)
      expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThan(81);
    const [link = ''] = (await cli('list', 'links', '--json')).stdout.split('\n');
    expect(printed[1]?.stdout).toContain(JSON.parse(link).url);
    expect(printed[2]?.stdout).toMatch(/next charge \(UTC\)\n.* 2026-12-20 12:00:00/);
  });

  test('prints how many there are if a page has fewer, and says that a list is empty', async () => {
    await sandbox.populate({ customers: 4 });
    expect((await cli('list', 'customers', '--per-page', '3')).stdout).toMatch(/\n3 of 4\n$/);
    expect((await cli('list', 'customers', '--page', '9')).stdout).toBe('No customers on this page\n');
    expect((await cli('list', 'links')).stdout).toBe('No links\n');
  });

  test('refuses an unknown kind, with a suggestion only if it is close', async () => {
    expect((await cli('list', 'custmers')).stderr).toMatch(
      /must be one of transactions, .*; did you mean customers\?\n$/,
    );
    expect((await cli('list', 'S3CR3T')).stderr).toMatch(/must be one of transactions, [a-z, _]*\n$/);
  });

  test('hides a card number in free text, and control characters [S43]', async () => {
    await sandbox.load({ customers: { one: { name: 'Ana \u001b[31m 4532015112830366', email: 'a@example.com' } } });
    for (const args of [
      ['list', 'customers'],
      ['list', 'customers', '--json'],
      ['get', '1001'],
      ['get', '1001', '--json'],
    ]) {
      const { stdout } = await cli(...args);
      expect(stdout).toContain('Ana');
      for (const hidden of ['4532015112830366', '\u001b']) expect(stdout).not.toContain(hidden);
    }
  });
});

test('get prints an object, its timeline and its next acts', async () => {
  const id = await create({ status: 'paid' });
  const { stdout } = await cli('get', `${id}`);
  expect(stdout).toMatch(/^kind: transactions\nobject:\n {2}id: 1001\n/);
  expect(stdout).toContain('  - 2026-11-20T12:00:00.000Z state paid R$ 29.90\n');
  expect(stdout).toMatch(/\n {2}- refund -> .*pending_refund/);
  expect(JSON.parse((await cli('get', `${id}`, '--json')).stdout)).toMatchObject({
    kind: 'transactions',
    object: { id },
  });
  expect(await cli('get', '77')).toMatchObject({ code: 1, stderr: 'payment-gateway-sandbox: There is no object 77\n' });
});

describe('open', () => {
  const folder = temporaryFolder('cli-open');

  test('prints the address of the console and of an object, without a browser too', async () => {
    vi.stubEnv('PATH', join(folder, 'missing'));
    const id = await create({});
    expect(await cli('open')).toEqual({ code: 0, stdout: `${sandbox.url}/_sandbox/\n`, stderr: '' });
    const { stdout } = await cli('open', `${id}`, '--json');
    expect(JSON.parse(stdout)).toEqual({ url: `${sandbox.url}/_sandbox/#/transactions/${id}`, opened: false });
  });

  test.runIf(process.platform === 'linux')('opens the address with the program of the system', async () => {
    const seen = join(folder, 'seen');
    writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\necho "$1" > '${seen}'\n`);
    chmodSync(join(folder, 'xdg-open'), 0o755);
    vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
    const { stdout } = await cli('open');
    await expect.poll(() => existsSync(seen) && readFileSync(seen, 'utf8')).toBe(stdout);
  });
});

test('populate creates as many objects as asked, and reset removes them', async () => {
  const asked = ['--customers', '3', '--transactions', '7', '--seed', 'x'];
  expect((await cli('populate', ...asked)).stdout).toBe('Created 3 customers, 7 transactions\n');
  expect((await cli('list', 'customers', '--json')).stdout.trimEnd().split('\n')).toHaveLength(3);
  expect((await cli('reset')).stdout).toMatch(
    /^Emptied the account default: removed 7 transactions, .*3 customers, \d+ events\n$/,
  );
  expect((await cli('list')).stdout).toBe('No transactions\n');
  const { stdout } = await cli('populate', '--links', '2', '--json');
  expect(JSON.parse(stdout)).toEqual({ customers: 0, transactions: 0, links: 2, subscriptions: 0 });
  expect((await cli('populate', '--customers', '100001')).stderr).toContain(
    '--customers: must be a whole number from 0 to 100000',
  );
});

test('start --examples begins with objects', async () => {
  const count = "fetch(process.env.PAYMENT_GATEWAY_URL + '/_sandbox/overview').then((r) => r.json())";
  const script = `${count}.then(({ counts }) => process.exit(counts.transactions > 0 ? 7 : 1))`;
  expect((await cli('start', '--examples', '--', process.execPath, '-e', script)).code).toBe(7);
});

test('fault plans, lists and removes faults', async () => {
  expect((await cli('fault')).stdout).toBe('No faults are planned\n');
  const planned = 'createTransaction: reset after commit, 2 times, after 1 requests\n';
  const args = ['createTransaction', 'reset', '--after', 'commit', '--times', '2', '--skip', '1'];
  expect((await cli('fault', ...args)).stdout).toBe(planned);
  expect((await cli('fault', 'any', '503')).stdout).toBe(`${planned}any: 503, once\n`);
  expect(await sandbox.faults()).toMatchObject([
    { operationId: 'createTransaction' },
    { operationId: '*', fault: 503 },
  ]);
  expect(JSON.parse((await cli('fault', '--json')).stdout)).toHaveLength(2);
  expect((await cli('fault', '--clear')).stdout).toBe('No faults are planned\n');
  expect((await cli('fault', 'createTransactoin', 'reset')).stderr).toMatch(/; did you mean createTransaction\?\n$/);
  expect((await cli('fault', 'any', 'explode')).stderr).toMatch(/^payment-gateway-sandbox: fault: .+\n$/);
  expect((await cli('fault', 'any')).stderr).toContain('must be an operation and a fault');
});

describe('the effect of an act', () => {
  test('names what the receiver did with the event', async () => {
    const answers = [204, 500];
    const shop = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(answers.shift() ?? 204).end());
    });
    await using own = await startSandbox({ port: 0, clock: CLOCK, webhook: `${await listen(shop)}/hooks` });
    vi.stubEnv('PAYMENT_GATEWAY_URL', own.url);
    await own.events.disturb({ lost: true });
    const id = await create({ payment_method: 'credit_card', card: 'approved', status: 'authorized' }, own);
    await own.events.disturb({});
    expect((await cli('capture', `${id}`, '--amount', '1000')).stdout).toMatch(
      /^1001 paid; was authorized; captured R\$ 10\.00; event \d+ delivered\n$/,
    );
    expect((await cli('refund', `${id}`)).stdout).toMatch(
      /^1001 refunded; was paid; refunded R\$ 10\.00; nothing remains; event \d+ pending \(500\)\n$/,
    );
  });

  test.each([
    ['pay', ['amount', 'payment-method']],
    ['expire', []],
    ['refund', ['amount']],
    ['authenticate', ['outcome']],
    ['set-status', []],
  ])('%s --help lists its own options only', async (command, own) => {
    const { stdout } = await cli(command, '--help');
    const flags = [...stdout.matchAll(/^ {2}--([\w-]+)/gm)].map(([, flag]) => flag);
    expect(flags).toEqual([...own, 'delivered', 'url', 'token', 'json']);
  });
});
