import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, startWith } from '../../../test/cli/compiled.ts';
import { freePort } from '../../../test/free-port.ts';
import { programPath } from '../../../test/programs.ts';
import { forgetState } from '../../src/stores/index.ts';
import { describeRedis, type RedisServer, redisServers } from '../stores/redis-server.ts';

const SECRET = 'marked-password';
const HEADERS = { authorization: 'Bearer any-token', 'content-type': 'application/json' };
const PIX = { amount: 15_990, payment_method: 'pix', async: true };
type Running = Awaited<ReturnType<typeof startWith>>;

const call = async ({ url }: Running, method: string, path: string, body?: unknown) => {
  const init = { method, headers: HEADERS, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await fetch(url + path, { ...init, signal: AbortSignal.timeout(30_000) });
  // biome-ignore lint/suspicious/noExplicitAny: tests read any field
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
};

const expectNoSecret = (sandboxes: readonly Running[]): void => {
  for (const { output } of sandboxes) expect(output.stdout + output.stderr).not.toContain(SECRET);
};

// sandbox/test/stores/processes.test.ts has the load, the conflicts and the events of several sandboxes.
describeRedis('sandboxes on one Redis', () => {
  const servers = redisServers();

  test('share their state, answer 503 while the server is down, and continue when it is back', async () => {
    const server = await servers.start(['--appendonly', 'yes', '--appendfsync', 'always', '--requirepass', SECRET]);
    const state = `redis://:${SECRET}@127.0.0.1:${server.port}?prefix=two`;
    const start = () => startWith({ PAYMENT_GATEWAY_STATE: state }, 'start', '--port', '0', '--log', 'json');
    const [one, two] = await Promise.all([start(), start()]);
    expect((await call(one, 'POST', '/v1/transactions', PIX)).body.id).toBe(1001);
    expect((await call(two, 'POST', '/v1/transactions', PIX)).body.id).toBe(1002);
    await server.kill();
    const { status, headers, body } = await call(one, 'POST', '/v1/transactions', PIX);
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    expect(body.errors).toEqual([
      expect.stringMatching(
        /^the sandbox cannot use its store: the Redis server redis:\/\/127.0.0.1:\d+ cannot be used: /,
      ),
    ]);
    await server.start();
    const created = () => call(two, 'POST', '/v1/transactions', PIX).then((response) => response.status);
    await expect.poll(created, { timeout: 30_000 }).toBe(200);
    for (const id of [1001, 1002]) expect((await call(one, 'GET', `/v1/transactions/${id}`)).status).toBe(200);
    const journal = await fetch(`${one.url}/_sandbox/requests`, { headers: HEADERS });
    expect(await journal.text()).not.toContain(SECRET);
    expectNoSecret([one, two]);
  });

  test('connect over TLS only to a server with a trusted certificate', { tags: 'openssl' }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-tls-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
    execFileSync(
      programPath('openssl'),
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert, ...subject],
      { stdio: 'ignore' },
    );
    const port = await freePort();
    await servers.start([
      '--tls-port',
      String(port),
      '--tls-cert-file',
      cert,
      '--tls-key-file',
      key,
      '--tls-ca-cert-file',
      cert,
      '--tls-auth-clients',
      'no',
      '--requirepass',
      SECRET,
    ]);
    const state = `rediss://:${SECRET}@localhost:${port}`;
    const trusting = await startWith(
      { PAYMENT_GATEWAY_STATE: state, NODE_EXTRA_CA_CERTS: cert },
      'start',
      '--port',
      '0',
    );
    expect((await call(trusting, 'POST', '/v1/transactions', PIX)).body.id).toBe(1001);
    expectNoSecret([trusting]);
    const { code, stderr } = await cli('start', '--port', '0', '--state', state);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /cannot be used: the connection failed with (?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED\w*)\n$/,
    );
    expect(stderr).toContain('warning: --state: other users of this machine can read its password');
    expect(stderr).not.toContain(SECRET);
    rmSync(folder, { recursive: true, force: true });
  });

  test('leave nothing on the server after --forget', async () => {
    const server: RedisServer = await servers.start();
    await server.command('SET', 'of-somebody-else', '1');
    const state = `${server.address}?prefix=mine`;
    const sandbox = await startWith({ PAYMENT_GATEWAY_STATE: state }, 'start', '--port', '0');
    await call(sandbox, 'POST', '/v1/transactions', PIX);
    sandbox.child.kill('SIGTERM');
    await new Promise((ended) => sandbox.child.once('exit', ended));
    expect(await forgetState(`${server.address}?prefix=other`)).toMatch(/^removed 0 keys/);
    expect(await cli('start', '--forget', '--state', state)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^removed \d+ keys under the prefix mine of redis:\/\/127.0.0.1:\d+\n$/),
    });
    expect(await server.command('KEYS', '*')).toEqual(['of-somebody-else']);
    expect(await cli('start', '--forget')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--forget: needs'),
    });
  });
});
