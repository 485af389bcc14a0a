import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { start } from '../../../test/cli/compiled.ts';
import { cli } from '../../../test/cli/in-process.ts';
import { listen } from '../../../test/listen.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { startSandbox } from '../../src/index.js';

const TOKEN = { authorization: 'Bearer any-token', 'content-type': 'application/json' };

async function createPix(url: string): Promise<{ id: number }> {
  const body = JSON.stringify({ amount: 15_990, payment_method: 'pix', async: true });
  const response = await fetch(`${url}/v1/transactions`, { method: 'POST', headers: TOKEN, body });
  return (await response.json()) as { id: number };
}

const folder = temporaryFolder('cli-as');

describe('payment-gateway-sandbox', () => {
  test('starts with its addresses in aligned lines and a request to copy', { tags: 'curl' }, async () => {
    const { output, url } = await start('start', '--port', '0', '--docs');
    expect(output.stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(output.stdout).toContain(`API      ${url}\nConsole  ${url}/_sandbox/\nDocs     ${url}/docs/\n\n  curl `);
    const [, request = ''] = /(curl [\s\S]*?\})'\n/.exec(output.stdout) ?? [];
    expect(JSON.parse(execFileSync('sh', ['-c', `${request}'`], { stdio: 'pipe' }).toString())).toMatchObject({
      amount: 15_990,
    });
  });

  test('demo creates a payment and pays it', async () => {
    await using sandbox = await startSandbox({ port: 0 });
    const { url } = sandbox;
    const { code, stdout } = await cli('demo', '--url', url);
    expect(code).toBe(0);
    expect(stdout).toContain('GET /v1/transactions/1001\n  -> paid\n');
    const shown = JSON.parse((await cli('demo', '--url', url, '--json')).stdout);
    expect(shown).toMatchObject([{ id: 1002 }, { id: 1002, status: 'paid' }, { id: 1002, amount: 15_990 }]);
  });

  test('accepts the options of the sandbox, and assumptions, several in one option or in several', async () => {
    const options = ['--clock', '2026-11-20T12:00:00Z', '--settle', '2s', '--pix-paid-after=5s', '--keep', '10'];
    const assumed = [
      '--assume',
      'unknown-id=bad-request,list-order=oldest-first',
      '--assume',
      'error-body=message-only',
    ];
    const others = ['--accounts', 'per-token', '--seed', '1'];
    const { url } = await start('start', '--port', '0', ...options, ...others, ...assumed);
    const clock = await fetch(`${url}/_sandbox/clock`, { headers: TOKEN });
    expect(await clock.json()).toEqual({ now: '2026-11-20T12:00:00.000Z', frozen: true });
    await fetch(`${url}/v1/transactions`, {
      method: 'POST',
      headers: TOKEN,
      body: '{"amount":1,"payment_method":"pix","async":true}',
    });
    const advanced = await cli('advance', '5s', '--url', url, '--token', 'any-token');
    expect(advanced.stdout).toBe('2026-11-20T12:00:05.000Z  1 pix paid\n');
    const list = await fetch(`${url}/v1/transactions`, { headers: TOKEN });
    expect(await list.json()).toMatchObject({ total: 1, data: [{ status: 'paid' }] });

    const response = await fetch(`${url}/v1/customers/9`, { headers: TOKEN });
    expect([response.status, Object.keys((await response.json()) as object)]).toEqual([400, ['message']]);
    const shown = JSON.parse(
      (await cli('assumptions', '--url', url, '--token', 'any-token', '--json')).stdout,
    ).assumptions;
    expect(shown.map(({ entry, variant }: { entry: string; variant?: string }) => `${entry}=${variant}`)).toEqual(
      expect.arrayContaining(['unknown-id=bad-request', 'list-order=oldest-first', 'error-body=message-only']),
    );
  });

  test('starts with what a report of verify found', { tags: 'long' }, async () => {
    const report = join(folder, 'report.json');
    const gateway = await start('start', '--port', '0', '--assume', 'unknown-id=bad-request,list-order=oldest-first');
    vi.stubEnv('PAYMENT_GATEWAY_TOKEN', 'any-token');
    onTestFinished(() => void vi.unstubAllEnvs());
    const verified = await cli('verify', '--url', gateway.url, '--entry', 'unknown-id', '--json', report);
    expect(verified).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('sandbox --as with the JSON of this report starts with unknown-id=bad-request.'),
    });
    const { url, output } = await start('start', '--port', '0', '--as', report);
    expect(output.stderr).toBe('unknown-id=bad-request: A call with an unknown id in the path gets 400.\n');
    expect((await fetch(`${url}/v1/customers/9`, { headers: TOKEN })).status).toBe(400);
    const other = await start('start', '--port', '0', '--as', report, '--assume', 'unknown-id=empty-object');
    expect(other.output.stderr).toBe('unknown-id: assume decides, not the report.\n');
    expect((await fetch(`${other.url}/v1/customers/9`, { headers: TOKEN })).status).toBe(200);
    // Also a report that verify has read and written again.
    expect((await cli('verify', '--report', report)).stdout).toContain('unknown-id=bad-request');
  });

  test.each([
    [
      ['--assume', 'unknown-ids=bad-request'],
      /^payment-gateway-sandbox: --assume: unknown-ids has no variants; known are .*; did you mean unknown-id\?$/,
    ],
    [
      ['--assume', 'unknown-id'],
      /^payment-gateway-sandbox: --assume: must be entry=variant, such as .*, not unknown-id$/,
    ],
    [['--assume'], /^payment-gateway-sandbox: --assume: needs a value \(<entry=variant>\)$/],
    [
      ['--as', 'missing.json'],
      /^payment-gateway-sandbox: --as: must be a report of verify, or a file that verify --json wrote and that you may read$/,
    ],
  ])('refuses %j', async (args, sentence) => {
    const { code, stderr } = await cli('start', ...args);
    expect([code, stderr.trim()]).toEqual([1, expect.stringMatching(sentence)]);
  });
});

afterEach(() => vi.unstubAllEnvs());

describe('the commands for a running sandbox', () => {
  test('act on objects, move the clock, and show events', async () => {
    await using sandbox = await startSandbox({ port: 0, clock: '2026-11-20T12:00:00Z' });
    const { url } = sandbox;
    const { id } = await createPix(url);
    expect(await cli('pay', String(id), '--url', url)).toMatchObject({
      code: 0,
      stdout: `${id} paid; was waiting_payment; received R$ 159.90; event 2 has no receiver\n`,
    });
    const again = await cli('pay', String(id), '--url', url);
    expect(again).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^payment-gateway-sandbox: status: transaction 1001 is paid; to pay it/),
    });
    const other = await createPix(url);
    const expired = await cli('expire', String(other.id), '--url', url, '--json');
    expect(JSON.parse(expired.stdout)).toMatchObject({ id: other.id, status: 'canceled' });
    expect((await cli('advance', '31d', '--url', url)).stdout).toBe('2026-12-21T12:00:00.000Z  nothing changed\n');
    const listed = await cli('events', '--id', String(id), '--url', url);
    expect(listed.stdout).toMatch(
      /^\d+ 2026-11-20T12:00:00.000Z transaction.created 1001 waiting_payment\n\d+ .* 1001 paid\n$/,
    );
    expect(JSON.parse((await cli('events', '--per-page', '1', '--json', '--url', url)).stdout)).toMatchObject({
      object_id: other.id,
    });
    const refunded = await cli('refund', String(id), '--amount', '90', '--url', url, '--json');
    expect(JSON.parse(refunded.stdout)).toMatchObject({ id, paid_amount: 15_900 });
    expect((await cli('refund', String(id), '--amount', '5', '--url', url)).stdout).toBe(
      `${id} paid; refunded R$ 0.05; R$ 158.95 remains\n`,
    );
    expect((await cli('set-status', String(id), 'frozen', '--url', url)).stdout).toMatch(
      new RegExp(`^${id} frozen; was paid; event \\d+ has no receiver\n$`),
    );
    expect((await cli('set-status', String(id), '--url', url)).stderr).toBe(
      'payment-gateway-sandbox: <id> <status>: must be an id and a status, such as 1001 frozen\n',
    );
    expect((await cli('refund', String(id), '--outcome', 'approved')).stderr).toContain('--outcome: is not an option');
    for (const command of ['decline', 'settle']) {
      expect((await cli(command, String(id), '--url', url)).stderr).toContain(`to ${command} it`);
    }
  });

  test('read the address from PAYMENT_GATEWAY_URL, and prefer --url', async () => {
    vi.stubEnv('PAYMENT_GATEWAY_URL', 'http://127.0.0.1:9');
    expect((await cli('pay', '1')).stderr).toContain('http://127.0.0.1:9: no sandbox answers there');
    await using sandbox = await startSandbox({ port: 0 });
    const { url } = sandbox;
    expect((await cli('events', '--url', url)).code).toBe(0);
    vi.stubEnv('PAYMENT_GATEWAY_URL', url);
    const { id } = await createPix(url);
    expect((await cli('pay', String(id))).stdout).toContain(`${id} paid; `);
    vi.stubEnv('PAYMENT_GATEWAY_URL', 'nowhere');
    expect((await cli('pay', '1')).stderr).toMatch(/^payment-gateway-sandbox: PAYMENT_GATEWAY_URL: must be an address/);
  });

  describe('listen', () => {
    /** Starts a shop that records its events, and the command that forwards events to it. */
    async function listening(url: string, ...args: string[]) {
      const arrived: IncomingMessage[] = [];
      const shop = createServer((request, response) => {
        arrived.push(request);
        response.end();
      });
      const { host } = new URL(await listen(shop));
      const to = `http://shop:secret@${host}/hooks?key=secret`;
      const { output, child } = await start('listen', '--forward-to', to, '--url', url, ...args);
      return { arrived, shop, name: `http://${host}/hooks`, output, child };
    }

    test('prints what the receiver answers, without secrets, and ends at once', async () => {
      await using sandbox = await startSandbox({ port: 0 });
      const { url } = sandbox;
      const { arrived, shop, name, output, child } = await listening(url);
      const { id } = await createPix(url);
      await expect.poll(() => output.stdout).toContain(`transaction.created ${id} waiting_payment -> ${name}: 200\n`);
      // The line comes before the sandbox knows the result, and an event that is under way is not sent again.
      await sandbox.events.settled();
      const [event] = await sandbox.events.list({ id });
      const redelivered = await cli('redeliver', String(event?.id), '--url', url);
      expect(redelivered.stdout).toMatch(/delivered .* \(200, \d+ ms/);
      await expect
        .poll(() => arrived.map(({ headers }) => headers.authorization))
        .toEqual(Array.from({ length: 2 }, () => `Basic ${btoa('shop:secret')}`));
      expect(output.stdout + output.stderr).not.toContain('secret');

      // A receiver that hangs does not delay the end.
      shop.removeAllListeners('request').on('request', (request) => arrived.push(request));
      await createPix(url);
      await expect.poll(() => arrived.length).toBe(3);
      child.kill('SIGINT');
      expect(await once(child, 'exit')).toEqual([0, null]);
    });

    test('with --json prints a line when it is ready, and one for each event', async () => {
      await using sandbox = await startSandbox({ port: 0 });
      const { output } = await listening(sandbox.url, '--json', '--events', 'transaction.created');
      expect(JSON.parse(output.stdout)).toEqual({ ready: sandbox.url });
      const { id } = await createPix(sandbox.url);
      await sandbox.pay(id, { delivered: true }).catch(() => {});
      await expect.poll(() => output.stdout.trimEnd().split('\n')).toHaveLength(2);
      expect(JSON.parse(output.stdout.split('\n')[1] ?? '')).toMatchObject({
        event: 'transaction.created',
        confirmed: true,
        status: '200',
      });
    });

    test.each(['SIGKILL', 'SIGHUP'] as const)(
      'after %s, no request waits for its receiver',
      { tags: 'long' },
      async (signal) => {
        await using sandbox = await startSandbox({ port: 0 });
        const { child } = await listening(sandbox.url);
        const { id } = await createPix(sandbox.url);
        await sandbox.events.settled();
        child.kill(signal);
        await once(child, 'exit');
        const { stderr } = await cli('pay', String(id), '--delivered', '--url', sandbox.url);
        expect(stderr).toMatch(/has no receiver|its receiver ended/);
      },
    );
  });

  test.each([
    [['pay'], 'pay: needs <id>'],
    [['pay', 'x'], '<id>: must be a whole number'],
    [['pay', '1', '--url', 'nowhere'], '--url: must be'],
    [['advance'], 'advance: needs <duration> (like 31d'],
    [['listen'], '--forward-to: is required (the address of your receiver)'],
    [['listen', '--forward-to', 'http://shop', '--events', 'paid'], '--events: must be one of transaction.created,'],
    [['pay', '1', '--url', 'http://127.0.0.1:9'], 'http://127.0.0.1:9: no sandbox answers there'],
  ])('%j explains the mistake', async (args, sentence) => {
    expect(await cli(...args)).toMatchObject({ code: 1, stderr: expect.stringContaining(sentence) });
  });
});
