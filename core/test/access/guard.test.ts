import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSandboxFetch, type SandboxServer, startSandbox } from '../../../sandbox/src/index.js';
import type { RecordedRequest } from '../../../sandbox/src/server/index.js';
import { runs } from '../../../test/property-runs.ts';
import { type Access, createGuard, refuseForm } from '../../src/access/guard.js';
import { hostOf, isLoopback, namedHost } from '../../src/access/host.js';

const guard = createGuard({ hosts: ['server.internal', '192.168.7.9', 'fd00::7', '0.0.0.0'] });
const paths: readonly Access[] = ['api', 'docs', 'buyers', 'console', 'control'];
type Headers = Record<string, string | undefined>;
const statusFor = (host: string | undefined, more: Headers = {}, access: Access = 'control') =>
  guard(access, { method: 'GET', authority: undefined, headers: { host, ...more } })?.status ?? 'passes';

describe('the host', () => {
  test.each([
    'localhost',
    'LocalHost:4010',
    'localhost.',
    'app.localhost:4010',
    '127.0.0.1',
    '127.1',
    '0177.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    'SERVER.Internal.:80',
    '[FD00:0:0::7]',
    '0.0.0.0:4010',
    '192.168.7.8',
    '[::ffff:128.0.0.1]',
    'sandbox',
  ])('%s passes on every path', (host) => {
    for (const access of paths) expect(statusFor(host, {}, access), access).toBe('passes');
  });

  test.each([
    undefined,
    '',
    'evil.example',
    'localhost.evil.example',
    'bücher',
    'localhost..',
    'localhost, evil.example',
    'localhost@evil.example',
    'evil.example?@localhost',
    'localhost\\@evil.example',
    'local\u00adhost',
    'ｌocalhost',
    '127.0.0.1.evil.example',
    '::1',
    '[::1].evil.example',
    'http://localhost',
  ])('%j is refused on every path', (host) => {
    for (const access of paths) expect(statusFor(host, {}, access), access).toBe(403);
  });

  test('of the public address passes, but not for the console and the control calls', () => {
    const guard = createGuard({ hosts: [], publicUrl: 'https://Sandbox.example/gateway' });
    const statuses = (host: string) =>
      paths.map((access) => guard(access, { method: 'GET', authority: undefined, headers: { host } })?.status);
    expect(statuses('sandbox.example')).toEqual([undefined, undefined, undefined, 403, 403]);
    expect(statuses('sandbox.example:8443')).toEqual([undefined, undefined, undefined, 403, 403]);
    expect(statuses('other.example')).toEqual([403, 403, 403, 403, 403]);
  });

  test('is checked with cors too [S24]', () => {
    const open = createGuard({ hosts: [], cors: true });
    for (const access of paths) {
      expect(open(access, { method: 'GET', authority: undefined, headers: { host: 'evil.example' } })?.status).toBe(
        403,
      );
    }
  });

  test('in the request line overrides the header', () => {
    const status = (authority: string, host: string) =>
      guard('control', { method: 'GET', authority, headers: { host } })?.status;
    expect(status('localhost:1', 'evil.example')).toBe(undefined);
    expect(status('evil.example', 'localhost')).toBe(403);
    expect(status('localhost@evil.example', 'localhost')).toBe(403);
  });

  test('passes in any form only if public DNS cannot resolve it [S24]', () => {
    const piece = fc.constantFrom(
      'localhost',
      '127.0.0.1',
      '[::1]',
      'evil.example',
      '.',
      ':',
      '@',
      '/',
      '#',
      '?',
      '\\',
      '%2e',
      '80',
      ' ',
      ',',
      '\t',
      '[',
      ']',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const host = pieces.join('');
        if (statusFor(host) !== 'passes') return;
        // A browser that opens it makes no public DNS request.
        const { hostname, username, pathname, search, hash } = new URL(`http://${host}`);
        expect([username, pathname, search, hash]).toEqual(['', '/', '', '']);
        expect(hostname).toMatch(/^(?:.*\.)?localhost\.?$|^\d+\.\d+\.\d+\.\d+$|^\[::1\]$|^[^.]+$/);
      }),
      { numRuns: runs(2_000) },
    );
  });
});

describe('the origin', () => {
  test.each([
    ['http://localhost:4010', 'localhost:4010'],
    ['HTTP://LOCALHOST:4010', 'localhost:4010'],
    ['https://server.internal', 'server.internal'],
    ['http://[::1]:4010', '[::1]:4010'],
    ['http://sandbox:4010', 'sandbox:4010'],
    ['http://192.168.7.8:4010', '192.168.7.8:4010'],
  ])('%s of a page on %s passes on every path', (origin, host) => {
    for (const access of paths) expect(statusFor(host, { origin }, access), access).toBe('passes');
  });

  test.each(['http://localhost:5173', 'https://localhost', 'http://[::1]:3000', 'http://shop.localhost'])(
    '%s is loopback: it may call the API, but not the buyer pages or the control paths [S27]',
    (origin) => {
      const statuses = paths.map((access) => statusFor('localhost:4010', { origin }, access));
      expect(statuses).toEqual(['passes', 'passes', 403, 403, 403]);
    },
  );

  test.each([
    ['https://evil.example', 'localhost:4010'],
    ['http://192.168.7.8:3000', 'localhost:4010'],
    ['http://sandbox:3000', 'sandbox:4010'],
    ['http://localhost:4010.evil.example', 'localhost:4010'],
    ['http://localhost:4010@evil.example', 'localhost:4010'],
    ['http://localhost:4010/', 'localhost:4010'],
    ['http://localhost:4010, http://evil.example', 'localhost:4010'],
    ['null', 'localhost:4010'],
    ['', 'localhost:4010'],
    ['chrome-extension://abc', 'localhost:4010'],
  ])('%j as the origin of a page is refused on every path of %s', (origin, host) => {
    for (const access of paths) expect(statusFor(host, { origin }, access), access).toBe(403);
  });

  test('of the public address passes, but not for the console and the control calls', () => {
    const guard = createGuard({ hosts: [], publicUrl: 'https://sandbox.example/gateway' });
    const statuses = (origin: string) =>
      paths.map(
        (access) => guard(access, { method: 'POST', authority: undefined, headers: { host: 'a', origin } })?.status,
      );
    expect(statuses('https://sandbox.example')).toEqual([undefined, undefined, undefined, 403, 403]);
    expect(statuses('https://sandbox.example:8443')).toEqual([403, 403, 403, 403, 403]);
  });

  test('may be any with cors, but not for the buyer pages, the console and the control calls [S27]', () => {
    const open = createGuard({ hosts: [], cors: true });
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      const statuses = paths.map(
        (access) =>
          open(access, { method: 'GET', authority: undefined, headers: { host: 'localhost', ...headers } })?.status,
      );
      expect(statuses).toEqual([undefined, undefined, 403, 403, 403]);
    }
  });
});

describe('a request with cross-site in Sec-Fetch-Site', () => {
  const CROSS_SITE = { 'sec-fetch-site': 'cross-site' };
  const statuses = (headers: Headers) => paths.map((access) => statusFor('localhost:4010', headers, access));

  test('is refused on every path, even without an origin [S27]', () => {
    expect(statuses({ ...CROSS_SITE, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' })).toEqual(
      Array(5).fill(403),
    );
    expect(statuses({ ...CROSS_SITE, origin: 'http://localhost:4010' })).toEqual(Array(5).fill(403));
  });

  test('opens the docs, the buyer pages and the console if the user follows a link [S23]', () => {
    const link = { ...CROSS_SITE, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    const passes = [403, 'passes', 'passes', 'passes', 403];
    expect(statuses(link)).toEqual(passes);
    expect(statuses({ ...link, origin: 'null' })).toEqual([403, 'passes', 'passes', 'passes', 403]);
    expect(statuses({ ...link, 'sec-fetch-dest': 'iframe' })).toEqual(Array(5).fill(403));
    const post = { method: 'POST', authority: undefined, headers: { host: 'localhost', ...link } };
    expect(paths.map((access) => guard(access, post)?.status)).toEqual(Array(5).fill(403));
    expect(paths.map((access) => statusFor('evil.example', link, access))).toEqual(Array(5).fill(403));
  });

  test.each(['same-origin', 'same-site', 'none'])('passes with %s instead', (site) => {
    expect(statuses({ 'sec-fetch-site': site })).toEqual(Array(5).fill('passes'));
  });
});

describe('the content type of a request that changes something', () => {
  const status = (method: string, type: string | undefined, others: Record<string, string> = {}) =>
    refuseForm({ method, headers: { 'content-type': type, ...others } })?.status ?? 'passes';

  test('is optional without a body', () => {
    expect(status('POST', undefined)).toBe('passes');
    expect(status('POST', undefined, { 'content-length': '0' })).toBe('passes');
    expect(status('POST', undefined, { 'content-length': '2' })).toBe(415);
    expect(status('POST', undefined, { 'transfer-encoding': 'chunked' })).toBe(415);
  });

  test.each(['application/json', 'Application/JSON', 'application/json; charset=utf-8', 'application/json ;x=y'])(
    'may be %s',
    (type) => {
      expect(status('POST', type)).toBe('passes');
    },
  );

  test.each([
    '',
    'text/plain',
    'text/plain, application/json',
    'application/jsonp',
    'application/x-www-form-urlencoded',
  ])('must not be %j', (type) => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'post']) expect(status(method, type)).toBe(415);
    for (const method of ['GET', 'HEAD', 'OPTIONS']) expect(status(method, type)).toBe('passes');
  });
});

test.each([
  ['::1', '[::1]'],
  ['Server.Internal.', 'server.internal'],
  ['10.0.0.7', '10.0.0.7'],
  ['server:4010', undefined],
  ['[::1]:4010', undefined],
  ['http://server', undefined],
  ['a@b', undefined],
  ['*', undefined],
  ['', undefined],
])('the option %j names the host %j', (name, host) => {
  expect(namedHost(name)).toBe(host);
});

test('a host has one normal form', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.ipV4(),
        fc.ipV6().map((address) => `[${address}]`),
        fc.domain(),
      ),
      (authority) => {
        const host = hostOf(authority);
        if (host === undefined) return;
        expect(hostOf(host)).toBe(host);
        expect(hostOf(`${authority.toUpperCase()}:80`)).toBe(host);
        expect(isLoopback(host)).toBe(isLoopback(hostOf(`${host}:1`) ?? ''));
      },
    ),
  );
});

describe('over a socket', () => {
  /** Returns status and headers of the response to a raw request head. */
  async function ask({ url }: Pick<SandboxServer, 'url'>, head: string): Promise<string> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.end(head.replaceAll('\n', '\r\n'));
    return text(socket);
  }
  const statusOf = (response: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1]);
  const start = (options: Parameters<typeof startSandbox>[0] = {}) =>
    startSandbox({ log: 'silent', ...options, port: 0 });

  test.each([
    ['GET /_sandbox/requests HTTP/1.1\nhost: localhost\nconnection: close\n\n', 200],
    ['GET /_sandbox/requests HTTP/1.1\nconnection: close\n\n', 403],
    ['GET /_sandbox/requests HTTP/1.1\nhost: evil.example\nconnection: close\n\n', 403],
    ['GET http://evil.example/_sandbox/requests HTTP/1.1\nhost: localhost\nconnection: close\n\n', 403],
    ['POST /_sandbox/reset HTTP/1.1\nhost: localhost\ncontent-length: 2\nconnection: close\n\n{}', 415],
    [
      'POST /_sandbox/reset HTTP/1.1\nhost: localhost\ncontent-type: application/json\ncontent-length: 2\nconnection: close\n\n{}',
      204,
    ],
    ['GET http://evil.example/v1/cards HTTP/1.1\nhost: localhost\nconnection: close\n\n', 403],
    ['GET /v1/cards HTTP/1.1\nauthorization: Bearer x\nconnection: close\n\n', 403],
    ['GET /v1/cards HTTP/1.1\nhost: sandbox:4010\nauthorization: Bearer x\nconnection: close\n\n', 200],
    ...['/v1/cards', '/', '/docs/', '/openapi.json'].map((path): [string, number] => [
      `GET ${path} HTTP/1.1\nhost: evil.example\nconnection: close\n\n`,
      403,
    ]),
  ])('%j gets %i', async (head, status) => {
    await using sandbox = await start();
    const response = await ask(sandbox, head);
    expect(statusOf(response)).toBe(status);
    if (status >= 400 && !head.startsWith('HEAD'))
      expect(response).toMatch(/\{"errors":\["(?:host|origin|content-type): [^"]+"\]\}$/);
    expect(response.split('\r\n\r\n')[0]).not.toMatch(/evil/);
  });

  test('the journal refuses pages of other origins even if cors opens the API to them [S27]', async () => {
    await using sandbox = await start({ cors: true });
    const origin = 'https://evil.example';
    const preflight = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    };
    const json = { 'content-type': 'application/json' };
    for (const [path, init] of [
      ['/_sandbox/requests', { headers: { origin } }],
      ['/_sandbox/reset', { method: 'OPTIONS', headers: preflight }],
      ['/_sandbox/reset', { method: 'POST', headers: { ...json, origin } }],
    ] as const) {
      const response = await fetch(sandbox.url + path, init);
      expect(response.status).toBe(403);
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
    const open = await fetch(`${sandbox.url}/v1/cards`, { headers: { origin, authorization: 'Bearer x' } });
    expect(open.headers.get('access-control-allow-origin')).toBe(origin);
  });

  test('a host from allowHosts passes, and so does the listening address [S24]', async () => {
    await using named = await start({ allowHosts: ['server.example', '::1'] });
    const get = (host: string) => `GET /_sandbox/health HTTP/1.1\nhost: ${host}\nconnection: close\n\n`;
    expect(statusOf(await ask(named, get('server.example:4010')))).toBe(200);
    expect(statusOf(await ask(named, get('other.example:4010')))).toBe(403);
    await using everywhere = await start({ host: '0.0.0.0' });
    expect(statusOf(await ask(everywhere, get('0.0.0.0:4010')))).toBe(200);
    expect(statusOf(await ask(everywhere, get('server.example:4010')))).toBe(403);
  });

  test('a name below .internal passes, as Docker and clouds use it', async () => {
    await using server = await start();
    for (const [host, status] of Object.entries({
      'host.docker.internal:4010': 200,
      'server.internal.evil.example': 403,
    })) {
      const response = await ask(server, `GET /_sandbox/health HTTP/1.1\nhost: ${host}\nconnection: close\n\n`);
      expect([host, statusOf(response)]).toEqual([host, status]);
    }
  });

  test('a refused request is logged with its reason', async () => {
    const logged: RecordedRequest[] = [];
    await using server = await startSandbox({ port: 0, log: (request) => logged.push(request) });
    await ask(
      server,
      'GET /v1/cards HTTP/1.1\nhost: evil.example\nauthorization: Bearer secret-1\nconnection: close\n\n',
    );
    expect(logged).toMatchObject([
      { operationId: 'listCards', status: 403, errors: [expect.stringMatching(/^host: must be/)] },
    ]);
    expect(JSON.stringify(logged)).not.toContain('secret-1');
    expect(server.requests).toEqual([]);
  });

  test('a refused request uses no planned fault and is not in the journal [S23]', async () => {
    await using sandbox = await startSandbox({ port: 0 });
    await sandbox.failNext('listCards', { fault: 'reset' });
    const port = new URL(sandbox.url).port;
    for (const headers of [
      { host: 'evil.example' },
      { host: `127.0.0.1:${port}`, origin: 'https://evil.example' },
      { host: `127.0.0.1:${port}`, origin: 'null' },
      { host: `127.0.0.1:${port}`, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    ]) {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\n`);
      const response = await ask(
        sandbox,
        `GET /v1/cards HTTP/1.1\n${lines.join('')}authorization: Bearer x\nconnection: close\n\n`,
      );
      expect(statusOf(response)).toBe(403);
    }
    expect(sandbox.requests).toEqual([]);
    expect(await sandbox.faults()).toHaveLength(1);
  });

  test('a request in this process passes with any address and headers', async () => {
    const headers = { authorization: 'Bearer x', origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    await using sandbox = createSandboxFetch();
    expect((await sandbox('https://gateway.example/v1/cards', { headers })).status).toBe(200);
    expect((await sandbox('https://gateway.example/_sandbox/health', { headers })).status).toBe(200);
  });
});
