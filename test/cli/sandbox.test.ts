import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { cli as cliProcess, start, startSandbox } from './compiled.ts';
import { cli } from './in-process.ts';

const TOKEN = { authorization: 'Bearer any-token', 'content-type': 'application/json' };

async function createPix(url: string): Promise<{ id: number }> {
  const body = JSON.stringify({ amount: 15_990, payment_method: 'pix', async: true });
  const response = await fetch(`${url}/v1/transactions`, { method: 'POST', headers: TOKEN, body });
  return (await response.json()) as { id: number };
}

describe('payment-gateway sandbox', () => {
  test('starts with three short lines and a command that demonstrates a payment', async () => {
    const { output, url } = await startSandbox('--docs');
    expect(output.stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(output.stdout).toContain(`API ${url}  Console ${url}/_sandbox/\nDocs ${url}/docs/\n`);
    expect(output.stdout).toContain(`  npx payment-gateway-contract demo --url ${url}\n`);
    const { code, stdout } = await cli('demo', '--url', url);
    expect(code).toBe(0);
    expect(stdout).toContain('GET /v1/transactions/1001\n  -> paid\n');
    const shown = JSON.parse((await cli('demo', '--url', url, '--json')).stdout);
    expect(shown).toMatchObject([{ id: 1002 }, { id: 1002, status: 'paid' }, { id: 1002, amount: 15_990 }]);
  });

  test('accepts the options of the sandbox and the mock', async () => {
    const options = ['--clock', '2026-11-20T12:00:00Z', '--settle', '2s', '--pix-paid-after=5s', '--keep', '10'];
    const { url } = await startSandbox(...options, '--idempotency', 'X-Key', '--accounts', 'per-token', '--seed', '1');
    const clock = await fetch(`${url}/_sandbox/clock`, { headers: TOKEN });
    expect(await clock.json()).toEqual({ now: '2026-11-20T12:00:00.000Z', frozen: true });
    const create = () =>
      fetch(`${url}/v1/transactions`, {
        method: 'POST',
        headers: { ...TOKEN, 'x-key': 'a' },
        body: '{"amount":1,"payment_method":"pix","async":true}',
      }).then((response) => response.json());
    expect(await create()).toEqual(await create());
    const advanced = await cli('advance', '5s', '--url', url, '--token', 'any-token');
    expect(advanced.stdout).toBe('2026-11-20T12:00:05.000Z  1 pix paid\n');
    const list = await fetch(`${url}/v1/transactions`, { headers: TOKEN });
    expect(await list.json()).toMatchObject({ total: 1, data: [{ status: 'paid' }] });
  });

  test('reports every mistake', async () => {
    const { code, stderr } = await cli('sandbox', '--clocks', '1', '--accounts', 'two', '--keep', '0');
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toEqual([
      'payment-gateway: --clocks: is not an option; did you mean --clock?',
      expect.stringContaining('--keep: must be a whole number of at least 1'),
      'payment-gateway: --accounts: must be one of one, per-token',
    ]);
    expect(await cli('sandbox', '--clock', 'yesterday')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^payment-gateway: --clock: must be .*\n$/),
    });
    expect(await cli('sandbox', '--webhook', 'http://8.8.8.8/')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^payment-gateway: --webhook: .*\n$/),
    });
  });
});

afterEach(() => vi.unstubAllEnvs());

describe('the commands for a running sandbox', () => {
  test('act on objects, move the clock, and show events', async () => {
    const { url } = await startSandbox('--clock', '2026-11-20T12:00:00Z');
    const { id } = await createPix(url);
    expect(await cliProcess('pay', String(id), '--url', url)).toMatchObject({ code: 0, stdout: `${id} paid\n` });
    const again = await cliProcess('pay', String(id), '--url', url);
    expect(again).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^payment-gateway: status: transaction 1001 is paid; to pay it/),
    });
    const other = await createPix(url);
    const expired = await cli('expire', String(other.id), '--url', url, '--json');
    expect(JSON.parse(expired.stdout)).toMatchObject({ id: other.id, status: 'canceled' });
    expect((await cli('advance', '31d', '--url', url)).stdout).toBe('2026-12-21T12:00:00.000Z  nothing changed\n');
    const listed = await cli('events', '--id', String(id), '--url', url);
    expect(listed.stdout).toMatch(
      /^\d+ 2026-11-20T12:00:00.000Z transaction.created 1001 waiting_payment\n\d+ .* 1001 paid\n$/,
    );
    expect(JSON.parse((await cli('events', '--per-page', '1', '--json', '--url', url)).stdout)).toMatchObject([
      { object_id: other.id },
    ]);
    const refunded = await cli('refund', String(id), '--amount', '90', '--url', url, '--json');
    expect(JSON.parse(refunded.stdout)).toMatchObject({ id, paid_amount: 15_900 });
    expect((await cli('set-status', String(id), '--status', 'frozen', '--url', url)).stdout).toBe(`${id} frozen\n`);
    expect((await cli('set-status', String(id), '--url', url)).stderr).toContain('--status: is required');
    expect((await cli('refund', String(id), '--outcome', 'approved')).stderr).toContain('--outcome: is not an option');
    for (const command of ['decline', 'settle']) {
      expect((await cli(command, String(id), '--url', url)).stderr).toContain(`to ${command} it`);
    }
  });

  test('charge back, review and approve a transaction, and set any status', async () => {
    const { url } = await startSandbox();
    const { id } = await createPix(url);
    await cli('pay', String(id), '--url', url);
    for (const [command, status] of [
      ['review', 'pending_review'],
      ['approve', 'paid'],
      ['chargeback', 'chargedback'],
    ] as const) {
      expect(await cli(command, String(id), '--url', url)).toMatchObject({ code: 0, stdout: `${id} ${status}\n` });
    }
    const set = await cli('set-status', String(id), '--status', 'in_protest', '--url', url);
    expect(set).toMatchObject({ code: 0, stdout: `${id} in_protest\n` });
    expect(await cli('set-status', String(id), '--url', url)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--status'),
    });
  });

  test('read the address from PAYMENT_GATEWAY_URL, and prefer --url', async () => {
    vi.stubEnv('PAYMENT_GATEWAY_URL', 'http://127.0.0.1:9');
    expect((await cli('pay', '1')).stderr).toContain('http://127.0.0.1:9: no sandbox answers there');
    const { url } = await startSandbox();
    expect((await cli('events', '--url', url)).code).toBe(0);
    vi.stubEnv('PAYMENT_GATEWAY_URL', url);
    const { id } = await createPix(url);
    expect((await cli('pay', String(id))).stdout).toBe(`${id} paid\n`);
    vi.stubEnv('PAYMENT_GATEWAY_URL', 'nowhere');
    expect((await cli('pay', '1')).stderr).toMatch(/^payment-gateway: PAYMENT_GATEWAY_URL: must be an address/);
  });

  test('listen forwards events to a receiver, and redeliver sends one again', async () => {
    const bodies: Record<string, unknown>[] = [];
    const shop = createServer((request, response) => {
      void text(request).then((body) => {
        bodies.push(JSON.parse(body));
        response.end();
      });
    }).listen(0, '127.0.0.1');
    await once(shop, 'listening');
    try {
      const { url } = await startSandbox();
      const to = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/hooks`;
      const { output, child } = await start('listen', '--forward-to', `${to}?secret=1`, '--url', url);
      const { id } = await createPix(url);
      await expect.poll(() => output.stdout).toContain(`transaction.created ${id} waiting_payment -> ${to}: 200\n`);
      const [event] = JSON.parse((await cli('events', '--json', '--url', url)).stdout);
      expect((await cli('redeliver', String(event.id), '--url', url)).stdout).toMatch(/delivered .* \(204, \d+ ms/);
      expect(bodies).toHaveLength(2);
      expect(output.stdout).not.toContain('secret');
      child.kill('SIGTERM');
      await once(child, 'exit');
      const receivers = await fetch(`${url}/_sandbox/receivers`);
      expect(await receivers.json()).toEqual({ receivers: [] });
    } finally {
      shop.close();
    }
  });

  test('listen forwards nothing but events of the sandbox', async () => {
    const arrived: IncomingMessage[] = [];
    const shop = createServer((request, response) => {
      arrived.push(request);
      response.end();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => {
      shop.closeAllConnections();
      shop.close();
    });
    await once(shop, 'listening');
    const { url } = await startSandbox();
    const to = `http://shop:secret@127.0.0.1:${(shop.address() as AddressInfo).port}/hooks`;
    const { output, child } = await start('listen', '--forward-to', to, '--url', url);
    const { receivers } = (await (await fetch(`${url}/_sandbox/receivers`)).json()) as { receivers: { url: string }[] };
    const address = receivers[0]?.url ?? '';
    expect(new URL(address).pathname).toMatch(/^\/[0-9a-f-]{36}$/);

    const json = { 'content-type': 'application/json' };
    const ask = (path: string, method: string, headers: Record<string, string>, body?: string | Buffer) =>
      new Promise<number | undefined>((resolve, reject) => {
        const asked = request(new URL(path, address), { method, headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        asked.on('error', reject).end(body);
      });
    expect(await ask('', 'POST', { ...json, host: 'attacker.example' }, '{}')).toBe(403);
    expect(await ask('', 'POST', { ...json, origin: 'https://attacker.example' }, '{}')).toBe(403);
    expect(await ask('', 'POST', { ...json, origin: 'http://localhost:3000' }, '{}')).toBe(403);
    expect(await ask('', 'POST', { ...json, 'sec-fetch-site': 'cross-site' }, '{}')).toBe(403);
    expect(await ask('/', 'POST', json, '{}')).toBe(404);
    expect(await ask('/robots.txt', 'GET', {})).toBe(404);
    expect(await ask('', 'GET', {})).toBe(405);
    expect(await ask('', 'POST', { 'content-type': 'text/plain' }, '{}')).toBe(415);
    expect(await ask('', 'POST', json, '{')).toBe(400);
    expect(await ask('', 'POST', json, '[]')).toBe(400);
    expect(await ask('', 'POST', json, `{"event":"${'x'.repeat(1024 * 1024)}"}`)).toBe(413);
    expect(await ask('', 'POST', json, Buffer.alloc(20 * 1024 * 1024, ' '))).toBe(413);
    expect(arrived).toEqual([]);

    await createPix(url);
    await expect.poll(() => output.stdout).toContain('waiting_payment -> ');
    expect(arrived.map(({ headers }) => headers.authorization)).toEqual([`Basic ${btoa('shop:secret')}`]);

    // A receiver that hangs does not delay the end.
    shop.removeAllListeners('request').on('request', (request) => arrived.push(request));
    await createPix(url);
    await expect.poll(() => arrived.length).toBe(2);
    const stopped = performance.now();
    child.kill('SIGINT');
    await once(child, 'exit');
    expect(performance.now() - stopped).toBeLessThan(4_000);
  });

  test.each([
    [['pay'], 'pay: needs <id>'],
    [['pay', 'x'], '<id>: must be a whole number'],
    [['pay', '1', '2'], 'pay: takes one <id>, but got 2'],
    [['pay', '1', '--url', 'nowhere'], '--url: must be'],
    [['advance'], 'advance: needs <duration> (like 31d'],
    [['listen'], '--forward-to: is required (the address of your receiver)'],
    [['listen', '--forward-to', 'shop'], '--forward-to: must be an address'],
    [['events', '--per-page', '0'], '--per-page: must be'],
    [['pay', '1', '--url', 'http://127.0.0.1:9'], 'http://127.0.0.1:9: no sandbox answers there'],
  ])('%j explains the mistake', async (args, sentence) => {
    expect(await cli(...args)).toMatchObject({ code: 1, stderr: expect.stringContaining(sentence) });
  });
});
