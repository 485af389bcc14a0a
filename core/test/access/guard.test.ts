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
const statusFor = (host: string | undefined, more: Headers = {}, access: Access = 'control', by = guard) =>
  by(access, { method: 'GET', authority: undefined, headers: { host, ...more } })?.status ?? 'passes';
const statusesFor = (host: string | undefined, more: Headers = {}, by = guard) =>
  paths.map((access) => statusFor(host, more, access, by));
const EVERYWHERE = paths.map(() => 'passes');
const NOWHERE = paths.map(() => 403);

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
    expect(statusesFor(host)).toEqual(EVERYWHERE);
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
    expect(statusesFor(host)).toEqual(NOWHERE);
  });

  test('of the public address passes, but not for the console and the control calls', () => {
    const guard = createGuard({ hosts: [], publicUrl: 'https://Sandbox.example/gateway' });
    for (const host of ['sandbox.example', 'sandbox.example:8443'])
      expect(statusesFor(host, {}, guard)).toEqual(['passes', 'passes', 'passes', 403, 403]);
    expect(statusesFor('other.example', {}, guard)).toEqual(NOWHERE);
  });

  test('in the request line overrides the header', () => {
    const status = (authority: string, host: string) =>
      guard('control', { method: 'GET', authority, headers: { host } })?.status;
    expect(status('localhost:1', 'evil.example')).toBe(undefined);
    expect(status('evil.example', 'localhost')).toBe(403);
    expect(status('localhost@evil.example', 'localhost')).toBe(403);
  });

  test('passes in any form only if public DNS cannot resolve it [S24]', () => {
    const names = ['localhost', '127.0.0.1', '[::1]', 'evil.example', '%2e', '80'];
    const piece = fc.constantFrom(...names, ...'.:@/#? ,	[]');
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
    expect(statusesFor(host, { origin })).toEqual(EVERYWHERE);
  });

  test.each(['http://localhost:5173', 'https://localhost', 'http://[::1]:3000', 'http://shop.localhost'])(
    '%s is loopback: it may call the API, but not the buyer pages or the control paths [S27]',
    (origin) => {
      expect(statusesFor('localhost:4010', { origin })).toEqual(['passes', 'passes', 403, 403, 403]);
    },
  );

  test.each([
    'https://evil.example',
    'http://192.168.7.8:3000',
    'http://sandbox:3000',
    'http://localhost:4010.evil.example',
    'http://localhost:4010@evil.example',
    'http://localhost:4010/',
    'http://localhost:4010, http://evil.example',
    'null',
    '',
    'chrome-extension://abc',
  ])('%j as the origin of a page is refused on every path', (origin) => {
    for (const host of ['localhost:4010', 'sandbox:4010']) expect(statusesFor(host, { origin })).toEqual(NOWHERE);
  });

  test('of the public address passes, but not for the console and the control calls', () => {
    const guard = createGuard({ hosts: [], publicUrl: 'https://sandbox.example/gateway' });
    const statuses = (origin: string) => statusesFor('a', { origin }, guard);
    expect(statuses('https://sandbox.example')).toEqual(['passes', 'passes', 'passes', 403, 403]);
    expect(statuses('https://sandbox.example:8443')).toEqual(NOWHERE);
  });

  test('may be any with cors, but not the host, and not for buyer pages, console and control calls [S24, S27]', () => {
    const open = createGuard({ hosts: [], cors: true });
    expect(statusesFor('evil.example', {}, open)).toEqual(NOWHERE);
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }])
      expect(statusesFor('localhost', headers, open)).toEqual(['passes', 'passes', 403, 403, 403]);
  });
});

describe('a request with cross-site in Sec-Fetch-Site', () => {
  const CROSS_SITE = { 'sec-fetch-site': 'cross-site' };
  const statuses = (headers: Headers) => statusesFor('localhost:4010', headers);

  test('is refused on every path, even without an origin [S27]', () => {
    expect(statuses({ ...CROSS_SITE, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' })).toEqual(NOWHERE);
    expect(statuses({ ...CROSS_SITE, origin: 'http://localhost:4010' })).toEqual(NOWHERE);
  });

  test('opens the docs, the buyer pages and the console if the user follows a link [S23]', () => {
    const link = { ...CROSS_SITE, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    const passes = [403, 'passes', 'passes', 'passes', 403];
    for (const headers of [link, { ...link, origin: 'null' }]) expect(statuses(headers)).toEqual(passes);
    expect(statuses({ ...link, 'sec-fetch-dest': 'iframe' })).toEqual(NOWHERE);
    const post = { method: 'POST', authority: undefined, headers: { host: 'localhost', ...link } };
    expect(paths.map((access) => guard(access, post)?.status)).toEqual(NOWHERE);
    expect(statusesFor('evil.example', link)).toEqual(NOWHERE);
  });

  test.each(['same-origin', 'same-site', 'none'])('passes with %s instead', (site) => {
    expect(statuses({ 'sec-fetch-site': site })).toEqual(EVERYWHERE);
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
  const start = (options: Parameters<typeof startSandbox>[0] = {}) =>
    startSandbox({ log: 'silent', ...options, port: 0 });
  /** Returns the status and the text of the response to a request with these header lines alone. */
  async function ask({ url }: SandboxServer, line: string, headers: readonly string[], body = '') {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.end([`${line} HTTP/1.1`, ...headers, 'connection: close', '', body].join('\r\n'));
    const response = await text(socket);
    return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1]), response };
  }
  const healthAt = async (sandbox: SandboxServer, host: string) =>
    (await ask(sandbox, 'GET /_sandbox/health', [`host: ${host}`])).status;

  test('a request is refused by its address, its host, its origin and its type, in the same shape', async () => {
    await using sandbox = await start();
    const [here, evil, token] = ['host: localhost', 'host: evil.example', 'authorization: Bearer x'];
    const json = 'content-type: application/json';
    for (const [line, headers, status, body] of [
      ['GET /_sandbox/requests', [here], 200],
      ['GET /_sandbox/requests', [], 403],
      ['GET http://evil.example/_sandbox/requests', [here], 403],
      ['POST /_sandbox/reset', [here, 'content-length: 2'], 415, '{}'],
      ['POST /_sandbox/reset', [here, json, 'content-length: 2'], 204, '{}'],
      ['GET http://evil.example/v1/cards', [here], 403],
      ['GET /v1/cards', [token], 403],
      ['GET /v1/cards', ['host: sandbox:4010', token], 200],
      ...['/_sandbox/requests', '/v1/cards', '/', '/docs/', '/openapi.json'].map(
        (path) => [`GET ${path}`, [evil], 403] as const,
      ),
    ] as const) {
      const { response, ...answer } = await ask(sandbox, line, headers, body);
      expect([line, headers, answer.status]).toEqual([line, headers, status]);
      if (status >= 400) expect(response).toMatch(/\{"errors":\["(?:host|origin|content-type): [^"]+"\]\}$/);
      expect(response.split('\r\n\r\n')[0]).not.toMatch(/evil/);
    }
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

  test('a host from allowHosts passes, and so do the listening address and names below .internal [S24]', async () => {
    await using named = await start({ allowHosts: ['server.example', '::1'] });
    expect(await healthAt(named, 'server.example:4010')).toBe(200);
    expect(await healthAt(named, 'other.example:4010')).toBe(403);
    // As Docker and clouds use it.
    expect(await healthAt(named, 'host.docker.internal:4010')).toBe(200);
    expect(await healthAt(named, 'server.internal.evil.example')).toBe(403);
    await using everywhere = await start({ host: '0.0.0.0' });
    expect(await healthAt(everywhere, '0.0.0.0:4010')).toBe(200);
    expect(await healthAt(everywhere, 'server.example:4010')).toBe(403);
  });

  test('a refused request is logged with its reason, uses no planned fault, and is not in the journal [S23]', async () => {
    const logged: RecordedRequest[] = [];
    await using sandbox = await startSandbox({ port: 0, log: (request) => logged.push(request) });
    await sandbox.failNext('listCards', { fault: 'reset' });
    const own = `host: 127.0.0.1:${new URL(sandbox.url).port}`;
    for (const headers of [
      ['host: evil.example'],
      [own, 'origin: https://evil.example'],
      [own, 'origin: null'],
      [own, 'sec-fetch-site: cross-site', 'sec-fetch-mode: no-cors'],
    ]) {
      const { status } = await ask(sandbox, 'GET /v1/cards', [...headers, 'authorization: Bearer secret-1']);
      expect(status).toBe(403);
    }
    const refused = { operationId: 'listCards', status: 403 };
    expect(logged[0]).toMatchObject({ ...refused, errors: [expect.stringMatching(/^host: must be/)] });
    expect(logged).toMatchObject(Array(4).fill(refused));
    expect(JSON.stringify(logged)).not.toContain('secret-1');
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
