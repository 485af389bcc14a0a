import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { startWith } from '../../../test/cli/compiled.ts';
import { cli } from '../../../test/cli/in-process.ts';
import { listen } from '../../../test/listen.ts';
import { programPath } from '../../../test/programs.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { readExchanges } from '../../src/index.js';
import { startDeviatingServer } from '../deviating-server.ts';
import { proxyTo, type RawTarget, rawClient, rawTarget, type Side } from '../proxy/raw-server.ts';

const folder = temporaryFolder('proxy-cli');
const at = (name: string) => join(folder, name);
const TOKEN = ['token', 'of', 'the', 'merchant'].join('-');

let gateway: Awaited<ReturnType<typeof startDeviatingServer>>;
beforeAll(async () => {
  gateway = await startDeviatingServer({
    change: ({ path }, reply) => (path === '/v1/plans' ? { ...reply, body: [] } : undefined),
  });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
});

/** Starts the command, sends GET requests through it, ends it, and returns its output. */
async function proxied(paths: readonly string[], ...options: string[]) {
  const command = ['verify', 'proxy', '--target', gateway.url, '--port', '0', ...options];
  const { child, output, url } = await startWith({}, ...command);
  const statuses: number[] = [];
  for (const path of paths) {
    const { status, body } = await fetch(url + path, { headers: { authorization: `Bearer ${TOKEN}` } });
    await body?.cancel();
    statuses.push(status);
  }
  child.kill('SIGINT');
  const [code] = await once(child, 'close');
  return { code, statuses, ...output };
}

test('proxy prints contradictions and the report, and writes files for verify [S42, S62]', async () => {
  const [out, evidence] = [at('out.jsonl'), at('evidence.json')];
  const files = ['--out', out, '--evidence', evidence];

  const paths = ['/v1/plans', '/v1/customers'];
  const { code, stdout, stderr } = await proxied(paths, ...files, '--fail-on', 'contradiction');

  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(stdout).toMatch(/^Forwards http:\/\/127\.0\.0\.1:\d+ to http:\/\/127\.0\.0\.1:\d+\. Ctrl-C ends it\.\n/);
  expect(stdout).toMatch(/^listPlans: [^;]* \(list-envelope, assumed\)$/m);
  expect(stdout).toMatch(/^refuted: [^(]*\(assumed list-envelope\)/m);
  expect(stdout).toContain('; 2 exchanges.');
  expect(stdout + readFileSync(out, 'utf8') + readFileSync(evidence, 'utf8')).not.toContain(TOKEN);
  for (const file of [out, evidence]) expect(statSync(file).mode & 0o077).toBe(0);

  const again = await cli('verify', '--exchanges', out);
  expect([again.code, again.stdout]).toEqual([1, expect.stringContaining('2 exchanges')]);
  const shared = await cli('verify', '--report', evidence);
  expect([shared.code, shared.stdout]).toEqual([1, expect.stringMatching(/^Refuted: [^(]*\(list-envelope\)/)]);
});

test('the evidence of a public server becomes a patch of the register', { tags: 'long' }, async () => {
  const ended = await proxied(['/v1/plans'], '--evidence', at('local.json'));
  // Without --fail-on.
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('list-envelope') });
  const report = JSON.parse(readFileSync(at('local.json'), 'utf8'));
  expect(report.circular).toEqual(['the server was on this machine (loopback)']);
  writeFileSync(at('public.json'), JSON.stringify({ ...report, circular: [] }));

  const write = ['verify', '--report', at('public.json'), '--write-evidence', at('evidence.patch')];
  const { code } = await cli(...write);

  expect(code).toBe(1);
  // A later run replaces the patch.
  expect(await cli(...write)).toMatchObject({ code: 1, stderr: '' });
  expect(readFileSync(at('evidence.patch'), 'utf8')).toMatch(/^\+ {6}- \{ on: '.*', verdict: refuted, exchanges: 1/m);
});

test.runIf(existsSync('/dev/full'))('a full disk stops only the recording, with a line', { tags: 'long' }, async () => {
  const { statuses, stderr, stdout } = await proxied(['/v1/plans', '/v1/plans', '/v1/plans'], '--out', '/dev/full');
  expect(statuses).toEqual([200, 200, 200]);
  expect(stderr).toMatch(/^proxy: recording stopped: .*no space left on device.*\n$/);
  expect(stdout).toContain('; 3 exchanges.');
});

test('a target with TLS gets the requests over TLS, with its certificate checked [S57]', {
  tags: 'openssl',
}, async () => {
  const [key, cert] = [at('key.pem'), at('cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, '-keyout', key, '-out', cert];
  execFileSync(programPath('openssl'), made, { stdio: 'ignore' });
  const server = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
    if (request.url === '/reset') for (const socket of sockets) socket.resetAndDestroy();
    else response.end(request.headers.host);
  });
  const sockets: Socket[] = []; // below TLS
  server.on('connection', (socket) => sockets.push(socket as Socket));
  server.listen(0);
  await once(server, 'listening');
  const host = `localhost:${(server.address() as AddressInfo).port}`;

  const line = ['verify', 'proxy', '--target', `https://${host}`, '--port', '0'];
  const trusted = await startWith({ NODE_EXTRA_CA_CERTS: cert }, ...line);
  expect(await (await fetch(trusted.url)).text()).toBe(host);
  await expect(fetch(`${trusted.url}/reset`)).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const unauthorized of [undefined, '0']) {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', unauthorized);
    await using proxy = await proxyTo(`https://${host}`);
    await expect(fetch(proxy.url)).rejects.toThrow('fetch failed');
    expect(proxy.said).toEqual(['the target cannot be reached: DEPTH_ZERO_SELF_SIGNED_CERT']);
  }
  server.closeAllConnections();
  server.close();
});

test('proxy listens on 127.0.0.1 only [S44]', async () => {
  await using proxy = await proxyTo(gateway.url);
  const { hostname, port } = new URL(proxy.url);
  expect(hostname).toBe('127.0.0.1');
  const others = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  for (const { address, family } of others.filter((one) => one.family === 'IPv4' && !one.internal))
    await expect(fetch(`http://${address}:${port}/`), family).rejects.toThrow('fetch failed');
});

test('proxy ends with 2 and the reason if it cannot start [S57]', async () => {
  const { port } = new URL(await listen(createServer()));
  const cases: [string[], string][] = [
    [[], '--target: is required'],
    [['--target', 'http://gateway.example'], '--target: must be an address with https, unless it is on this machine'],
    [['--target', 'https://gateway.example/live'], '--target: must be an address without a path; your shop sends the'],
    [['--target', 'gateway.example'], '--target: must be an address that begins with http'],
    [['--target', 'https://user:secret@gateway.example'], 'without a user'],
    [['--target', gateway.url, '--port', `${port}`], `port: ${port} is in use`],
    [['--target', gateway.url, '--fail-on', 'anything'], '--fail-on: must be one of contradiction'],
    [['--target', gateway.url, '--out', at('missing/out.jsonl')], '--out: must be a file in a folder that exists'],
  ];
  for (const [args, message] of cases) {
    const { code, stderr } = await cli('verify', 'proxy', ...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(stderr).not.toContain('secret');
  }
});

/** Starts the command before a gateway of raw bytes. */
async function startRaw(target: RawTarget, ...options: string[]) {
  const started = await startWith({}, 'verify', 'proxy', '--target', target.url, '--port', '0', ...options);
  return { ...started, port: Number(new URL(started.url).port) };
}

const REQUEST = 'GET /v1/plans HTTP/1.1\r\nHost: x\r\n\r\n';

test.runIf(process.platform === 'linux')(
  'Ctrl-C ends the proxy, whatever ends the connection at that moment',
  { tags: 'long' },
  async () => {
    await using target = await rawTarget();
    const ends: [gateway: 'end' | 'resetAndDestroy', shop: 'end' | 'destroy' | 'resetAndDestroy'][] = [
      ['end', 'end'],
      ['end', 'destroy'],
      ['end', 'resetAndDestroy'],
      ['resetAndDestroy', 'end'],
    ];
    const codes = ends.map(async ([ofGateway, ofShop], index) => {
      const { child, port, output } = await startRaw(target);
      const shop = rawClient(port);
      shop.socket.write(REQUEST.replace('HTTP/1.1', `HTTP/1.1\r\nX-Case: ${index}`));
      const isOwn = ({ received }: Side) => received().includes(`X-Case: ${index}\r\n`);
      await expect.poll(() => target.connections.some(isOwn)).toBe(true);
      const gateway = target.connections.find(isOwn);
      gateway?.socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
      await shop.until('{}');
      // All of this waits for the proxy when it goes on.
      child.kill('SIGSTOP');
      gateway?.socket[ofGateway]();
      shop.socket[ofShop]();
      child.kill('SIGINT');
      child.kill('SIGCONT');
      const [code] = await once(child, 'close');
      return { code, judged: output.stdout.includes('; 1 exchange.'), stderr: output.stderr };
    });
    expect(await Promise.all(codes)).toEqual(ends.map(() => ({ code: 0, judged: true, stderr: '' })));
  },
);

test('Ctrl-C ends the proxy, also if the shop does not read', { tags: 'long' }, async () => {
  await using target = await rawTarget();
  const { child, port } = await startRaw(target);
  const shop = rawClient(port);
  shop.socket.pause();
  shop.socket.write(REQUEST);
  const gateway = await target.connection();
  await gateway.until('\r\n\r\n');
  const [large, piece] = [64 * 2 ** 20, Buffer.alloc(2 ** 20, 'a')];
  gateway.socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${large}\r\n\r\n`);
  while (gateway.socket.write(piece));
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([0, null]);
});

test('after kill -9 the shop sees 200 failures, and the recording can be read to its last whole line', async () => {
  await using target = await rawTarget();
  const out = at('killed.jsonl');
  const { child, port } = await startRaw(target, '--out', out);
  const shops = Array.from({ length: 200 }, () => rawClient(port));
  for (const { socket } of shops) socket.write(REQUEST);
  const gateways = await Promise.all(shops.map((_, index) => target.connection(index)));
  const answered = gateways.slice(0, 50);
  for (const gateway of gateways) await gateway.until('\r\n\r\n');
  for (const { socket } of answered) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{}');
  for (const { socket } of answered) socket.write(' '.repeat(97));
  const answeredShops = () => shops.filter(({ received }) => /\{\} {97}$/.test(received()));
  await expect.poll(() => answeredShops().length).toBe(50);
  await expect.poll(() => (existsSync(out) ? readFileSync(out, 'utf8').split('\n').length : 0)).toBeGreaterThan(10);
  child.kill('SIGKILL');
  const ends = await Promise.all(shops.map(({ ended }) => ended));
  expect(new Set(ends).size).toBeLessThan(3);
  expect(answeredShops()).toHaveLength(50);

  const lines = readFileSync(out, 'utf8').split('\n').slice(0, -1);
  const { exchanges, skipped } = await readExchanges(out);
  expect(exchanges.length).toBeGreaterThanOrEqual(lines.length);
  expect(skipped).toBeLessThan(2);
});

test('two proxies write whole lines to one file', { tags: 'long' }, async () => {
  await using target = await rawTarget();
  const out = at('shared.jsonl');
  const proxies = await Promise.all([startRaw(target, '--out', out), startRaw(target, '--out', out)]);
  const each = 100;
  const responses = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 20002\r\n\r\n"${'a'.repeat(20_000)}"`;
  const shops = proxies.map(({ port }) => rawClient(port));
  for (const { socket } of shops) socket.write(REQUEST.repeat(each));
  for (const index of [0, 1]) (await target.connection(index)).socket.write(responses.repeat(each));
  await expect.poll(() => readFileSync(out, 'utf8').split('\n').length - 1).toBe(2 * each);
  const { exchanges, skipped } = await readExchanges(out);
  expect([exchanges.length, skipped]).toEqual([2 * each, 0]);
});

test.runIf(existsSync('/dev/full'))(
  'evidence that cannot be written ends the proxy with 2, after the report',
  { tags: 'long' },
  async () => {
    const { code, stdout, stderr } = await proxied(['/v1/plans'], '--evidence', '/dev/full');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(
        /^payment-gateway-verify: --evidence: cannot write \/dev\/full: no space left on device/,
      ),
    });
    expect(stdout).toContain('; 1 exchange.');
  },
);
