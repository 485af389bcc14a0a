import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { commandLine } from '../../../test/cli/compiled.ts';
import { cli } from '../../../test/cli/in-process.ts';
import { freePort } from '../../../test/free-port.ts';
import { listen } from '../../../test/listen.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { startDeviatingServer } from '../deviating-server.ts';

const folder = temporaryFolder('verify-money-cli');

describe('verify exits with 2 and explains what to do if it cannot judge the server', () => {
  const verify = async (url: string) => {
    vi.stubEnv('PAYMENT_GATEWAY_TOKEN', 'token');
    onTestFinished(() => void vi.unstubAllEnvs());
    return cli('verify', '--url', url, '--allow', 'write', '--yes', '--created', join(folder, 'never.jsonl'));
  };

  test('that is down', async () => {
    const { code, stderr } = await verify(`http://127.0.0.1:${await freePort()}`);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('check the base address and the server'),
    });
    expect(existsSync(join(folder, 'never.jsonl'))).toBe(false);
  });

  test.each([
    ['whose host name is unknown', 'https://gateway.invalid', 'check the'],
    ['whose address ends with /v1', 'http://127.0.0.1:9/v1', 'ends with /v1'],
  ])('%s', async (_, url, why) => {
    expect(await verify(url)).toMatchObject({ code: 2, stderr: expect.stringContaining(why) });
  });

  test.each([
    [401, 'check that PAYMENT_GATEWAY_TOKEN belongs'],
    [429, 'wait some minutes, or lower --rate'],
  ])('that answers every request with %i', async (status, what) => {
    const headers = { 'retry-after': '0' };
    await using server = await startDeviatingServer({
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
    await using server = await startDeviatingServer({ instead: () => ({ status, body: '<h1>No</h1>' }) });
    vi.stubEnv('PAYMENT_GATEWAY_TOKEN', 'token');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { code, stdout } = await cli('verify', '--url', server.url, '--entry', 'webhook-list-path');
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
  const env = {
    ...process.env,
    NODE_USE_ENV_PROXY: '1',
    HTTPS_PROXY: await listen(proxy),
    PAYMENT_GATEWAY_TOKEN: 't',
  };
  const args = [...commandLine('verify'), '--url', 'https://gateway.invalid', '--entry', 'brand-path'];
  const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(2);
  expect(targets).toContainEqual(expect.stringContaining('gateway.invalid'));
});
