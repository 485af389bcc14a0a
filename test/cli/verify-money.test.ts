import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../free-port.ts';
import { type ServerOptions, startDeviatingServer } from '../verify/deviating-server.ts';
import { wholeRun } from '../verify/whole-run.ts';
import { main } from './compiled.ts';
import { cli } from './in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'verify-money-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('verify, interrupted while it charges a card', () => {
  const isCharge = ({ method, path, body }: { method: string; path: string; body: unknown }) =>
    method === 'POST' && path === '/v1/transactions' && /_card"/.test(JSON.stringify(body));

  test.each(['SIGINT', 'SIGTERM'] as const)('refunds and writes its report after %s', async (signal) => {
    let child: ReturnType<typeof spawn> | undefined;
    const interrupt: ServerOptions['change'] = (one) => {
      if (isCharge(one)) child?.kill(signal);
      return undefined;
    };
    await using server = await startDeviatingServer(undefined, { change: interrupt });
    const [json, created] = [join(folder, `${signal}.json`), join(folder, `${signal}.jsonl`)];
    const args = ['--allow', 'money', '--max-amount', '10000', '--entry', 'refund-rules', '--yes'];
    const env = { ...process.env, GATEWAY_TOKEN: 'token', GATEWAY_CARD: JSON.stringify(wholeRun.card) };
    child = spawn(
      process.execPath,
      [main, 'verify', '--base-url', server.url, ...args, '--created', created, '--json', json],
      { env, stdio: 'ignore' },
    );
    const code = await new Promise((resolve) => child?.on('close', resolve));
    const report = JSON.parse(readFileSync(json, 'utf8'));
    expect({
      books: await server.books(),
      outstanding: report.outstanding,
      incomplete: report.incomplete,
      code,
    }).toEqual({
      ...{ books: [], outstanding: [] },
      ...{ incomplete: 'the run was interrupted', code: 2 },
    });
  });

  test.each([
    ['a second SIGINT', 3],
    ['SIGKILL', null],
  ] as const)('exits at once after %s, and the file lists the charges', async (how, expected) => {
    let child: ReturnType<typeof spawn> | undefined;
    const created = join(folder, `${how}.jsonl`);
    await using server = await startDeviatingServer(undefined, {
      change: (one) => {
        if (!isCharge(one)) return undefined;
        child?.kill(how === 'SIGKILL' ? how : 'SIGINT');
        setTimeout(() => child?.kill('SIGINT'), 300);
        return 'hang';
      },
    });
    const args = [
      '--allow',
      'money',
      '--max-amount',
      '10000',
      '--entry',
      'refund-rules',
      '--yes',
      '--created',
      created,
    ];
    const env = { ...process.env, GATEWAY_TOKEN: 'token', GATEWAY_CARD: JSON.stringify(wholeRun.card) };
    child = spawn(process.execPath, [main, 'verify', '--base-url', server.url, ...args], { env, stdio: 'ignore' });
    expect(await new Promise((resolve) => child?.on('close', resolve))).toBe(expected);
    expect(readFileSync(created, 'utf8')).toContain('{"willCreate":"/v1/transactions","charges":100}\n');
    vi.stubEnv('GATEWAY_TOKEN', 'token');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await server.books()).toHaveLength(1);
    const { code, stdout } = await cli('verify', '--base-url', server.url, '--clean-up', created);
    expect({ code, books: await server.books() }).toEqual({ code: 0, books: [] });
    expect(stdout).not.toContain('still charged');
  });
});

describe('verify exits with 2 and explains what to do if it cannot judge the server', () => {
  const verify = async (url: string) => {
    vi.stubEnv('GATEWAY_TOKEN', 'token');
    onTestFinished(() => void vi.unstubAllEnvs());
    return cli('verify', '--base-url', url, '--allow', 'write', '--yes', '--created', join(folder, 'never.jsonl'));
  };

  test('that is down', async () => {
    const { code, stderr } = await verify(`http://127.0.0.1:${await freePort()}`);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('check the base address and the server'),
    });
    expect(existsSync(join(folder, 'never.jsonl'))).toBe(false);
  });

  test('whose host name is unknown', async () => {
    const { code, stderr } = await verify('https://gateway.invalid');
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('check the') });
  });

  test('whose address ends with /v1', async () => {
    const { code, stderr } = await verify('http://127.0.0.1:9/v1');
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('ends with /v1') });
  });

  test.each([
    [401, 'check that GATEWAY_TOKEN belongs'],
    [429, 'wait some minutes, or lower --rate'],
  ])('that answers every request with %i', async (status, what) => {
    const headers = { 'retry-after': '0' };
    await using server = await startDeviatingServer(undefined, {
      instead: () => ({ status, headers, body: { errors: ['no'] } }),
    });
    const { code, stderr } = await verify(server.url);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(what) });
    expect(server.received.every(({ method }) => method === 'GET')).toBe(true);
  });

  test.each([
    [503, 'failures only'],
    [404, 'no request succeeded; check the base address'],
  ])('that answers everything with a page and %i', async (status, what) => {
    await using server = await startDeviatingServer(undefined, { instead: () => ({ status, body: '<h1>No</h1>' }) });
    vi.stubEnv('GATEWAY_TOKEN', 'token');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { code, stdout } = await cli('verify', '--base-url', server.url, '--entry', 'webhook-list-path');
    expect(stdout).toContain(what);
    expect(code).toBe(2);
  });
});

/** Node 22.21 and 24.5 introduced the option together with NODE_USE_ENV_PROXY. */
const hasProxies = process.allowedNodeEnvironmentFlags.has('--use-env-proxy');

test.skipIf(!hasProxies)('verify sends its requests to the proxy of the environment', async () => {
  const targets: (string | undefined)[] = [];
  const proxy = createServer(({ url }, response) => {
    targets.push(url);
    response.writeHead(502).end();
  });
  // Node opens a tunnel, or sends the whole URL, depending on its version.
  proxy.on('connect', ({ url }, socket) => {
    targets.push(url);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  const { port } = proxy.address() as AddressInfo;
  const env = { ...process.env, NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: `http://127.0.0.1:${port}`, GATEWAY_TOKEN: 't' };
  const args = [main, 'verify', '--base-url', 'https://gateway.invalid', '--entry', 'brand-path'];
  const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(2);
  expect(targets).toContainEqual(expect.stringContaining('gateway.invalid'));
});
