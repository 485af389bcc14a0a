import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createGuard } from '../../../src/mock/control/guard.js';
import { hostOf, isLoopback, namedHost } from '../../../src/mock/control/host.js';
import { type MockServer, type MockServerOptions, startMockServer } from '../../../src/mock/index.js';
import { runs } from '../../property-runs.ts';

const guard = createGuard(['mock.internal', '192.168.7.9', 'fd00::7', '0.0.0.0']);
const statusFor = (host: string | undefined, more: Partial<Parameters<typeof guard>[0]['headers']> = {}) =>
  guard({ method: 'GET', authority: undefined, headers: { host, ...more } })?.status ?? 'passes';

describe('the host', () => {
  test.each([
    'localhost',
    'localhost:4010',
    'LocalHost:4010',
    'localhost.',
    'localhost.:4010',
    'localhost:',
    'app.localhost:4010',
    '127.0.0.1',
    '127.0.0.1.',
    '127.0.0.1:4010',
    '127.8.9.10',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '[::1]',
    '[::1]:4010',
    '[0:0:0:0:0:0:0:1]',
    '[0000::0001]:1',
    '[::ffff:127.0.0.1]',
    '[::FFFF:7F00:1]:4010',
    'mock.internal',
    'MOCK.Internal.:80',
    '192.168.7.9:4010',
    '[fd00::7]:4010',
    '[FD00:0:0::7]',
    '0.0.0.0:4010',
  ])('%s passes', (host) => {
    expect(statusFor(host)).toBe('passes');
  });

  test.each([
    undefined,
    '',
    ' ',
    ':',
    ':4010',
    '.',
    'evil.example',
    'evil.example:4010',
    'localhost.evil.example',
    'evil-localhost',
    'localhost..',
    'localhost:4010:4010',
    'localhost:99999',
    'localhost:-1',
    'localhost:4010x',
    'localhost, evil.example',
    'localhost evil.example',
    'localhost@evil.example',
    'evil.example@localhost',
    'user:password@localhost:4010',
    'localhost/',
    'evil.example/@localhost',
    'evil.example#@localhost',
    'evil.example?@localhost',
    'localhost\\@evil.example',
    'localhost%2eevil.example',
    'localhost%00.evil.example',
    'local\u00adhost',
    'ｌocalhost',
    '127.0.0.1.evil.example',
    '127.evil.example',
    '127.0.0.1.5',
    '128.0.0.1',
    '1.127.0.0',
    '192.168.7.8',
    '[::2]',
    '[::ffff:128.0.0.1]',
    '[::1%25lo]',
    '[::1',
    '::1',
    '[localhost]',
    '[::1].evil.example',
    'mock.internal.evil.example',
    'xmock.internal',
    '169.254.169.254',
    'http://localhost',
  ])('%j is refused', (host) => {
    expect(statusFor(host)).toBe(403);
  });

  test('in the request line counts in place of the header', () => {
    const status = (authority: string, host: string) => guard({ method: 'GET', authority, headers: { host } })?.status;
    expect(status('localhost:1', 'evil.example')).toBe(undefined);
    expect(status('evil.example', 'localhost')).toBe(403);
    expect(status('localhost@evil.example', 'localhost')).toBe(403);
  });

  test('that is named nowhere is refused, whatever it is made of', () => {
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
        const passes = guard({ method: 'GET', authority: undefined, headers: { host } }) === undefined;
        // Whatever passes, a browser that opens it talks to this machine.
        if (!passes) return;
        const { hostname, username, pathname, search, hash } = new URL(`http://${host}`);
        expect([username, pathname, search, hash]).toEqual(['', '/', '', '']);
        expect(hostname.replace(/\.$/, '')).toMatch(/^(?:.*\.)?localhost$|^127\.\d+\.\d+\.\d+$|^\[::1\]$/);
      }),
      { numRuns: runs(2_000) },
    );
  });
});

describe('the origin', () => {
  test.each([
    ['http://localhost:4010', 'localhost:4010'],
    ['HTTP://LOCALHOST:4010', 'localhost:4010'],
    ['http://localhost', 'localhost:80'],
    ['https://mock.internal', 'mock.internal'],
    ['https://mock.internal', 'mock.internal:443'],
    ['http://[::1]:4010', '[::1]:4010'],
    ['http://127.0.0.1:4010', '127.0.0.1:4010'],
  ])('%s of a page on %s passes', (origin, host) => {
    expect(statusFor(host, { origin })).toBe('passes');
  });

  test.each([
    ['https://evil.example', 'localhost:4010'],
    ['http://localhost:3000', 'localhost:4010'],
    ['http://localhost', 'localhost:4010'],
    ['http://127.0.0.1:4010', 'localhost:4010'],
    ['http://localhost:4010.evil.example', 'localhost:4010'],
    ['http://localhost:4010@evil.example', 'localhost:4010'],
    ['http://evil.example@localhost:4010', 'localhost:4010'],
    ['http://localhost:4010/', 'localhost:4010'],
    ['http://localhost:4010, http://evil.example', 'localhost:4010'],
    ['null', 'localhost:4010'],
    ['', 'localhost:4010'],
    ['file://', 'localhost:4010'],
    ['chrome-extension://abc', 'localhost:4010'],
    ['localhost:4010', 'localhost:4010'],
    ['*', 'localhost:4010'],
  ])('%j of a page is refused on %s', (origin, host) => {
    expect(statusFor(host, { origin })).toBe(403);
  });
});

describe('what changes something', () => {
  const status = (method: string, type: string | undefined) =>
    guard({ method, authority: undefined, headers: { host: 'localhost', 'content-type': type } })?.status ?? 'passes';

  test.each(['application/json', 'Application/JSON', 'application/json; charset=utf-8', 'application/json ;x=y'])(
    'may be %s',
    (type) => {
      expect(status('POST', type)).toBe('passes');
    },
  );

  test.each([
    undefined,
    '',
    'text/plain',
    'text/plain; a=application/json',
    'text/plain, application/json',
    'application/jsonp',
    'application/json, text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ])('must not be %j', (type) => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'post']) expect(status(method, type)).toBe(415);
    for (const method of ['GET', 'HEAD', 'OPTIONS']) expect(status(method, type)).toBe('passes');
  });
});

test.each([
  ['::1', '[::1]'],
  ['[::1]', '[::1]'],
  ['Mock.Internal.', 'mock.internal'],
  ['my_service', 'my_service'],
  ['10.0.0.7', '10.0.0.7'],
  ['mock:4010', undefined],
  ['[::1]:4010', undefined],
  ['http://mock', undefined],
  ['a@b', undefined],
  ['a b', undefined],
  ['*', undefined],
  ['', undefined],
])('the option %j names the host %j', (name, host) => {
  expect(namedHost(name)).toBe(host);
});

test('a host is spelt in one way, and that one is spelt the same', () => {
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
  /** Status and headers for a head of a request that no client would send. */
  async function ask(mock: MockServer, head: string): Promise<string> {
    const socket = connect(Number(new URL(mock.url).port), '127.0.0.1');
    socket.end(head.replaceAll('\n', '\r\n'));
    return text(socket);
  }
  const statusOf = (response: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1]);
  const start = (options: MockServerOptions = {}) => startMockServer({ ...options, port: 0 });

  test.each([
    ['GET /_mock/requests HTTP/1.1\nhost: localhost\nconnection: close\n\n', 200],
    ['GET /_mock/requests HTTP/1.0\nhost: [::1]\n\n', 200],
    ['GET /_mock/requests HTTP/1.1\nconnection: close\n\n', 403],
    ['GET /_mock/requests HTTP/1.0\n\n', 403],
    ['GET /_mock/requests HTTP/1.1\nhost: evil.example\nconnection: close\n\n', 403],
    ['GET /_mock/health HTTP/1.1\nhost: evil.example\nconnection: close\n\n', 403],
    ['GET /_mock/nothing HTTP/1.1\nhost: evil.example\nconnection: close\n\n', 403],
    ['GET /_mock/requests HTTP/1.1\nhost: localhost@evil.example\nconnection: close\n\n', 403],
    ['GET http://evil.example/_mock/requests HTTP/1.1\nhost: localhost\nconnection: close\n\n', 403],
    ['GET http://localhost@evil.example/_mock/requests HTTP/1.1\nhost: localhost\nconnection: close\n\n', 403],
    ['GET http://localhost/_mock/requests HTTP/1.1\nhost: evil.example\nconnection: close\n\n', 200],
    [
      'POST /_mock/reset HTTP/1.1\nhost: localhost\ncontent-type: text/plain\ncontent-length: 2\nconnection: close\n\n{}',
      415,
    ],
    ['POST /_mock/reset HTTP/1.1\nhost: localhost\ncontent-length: 0\nconnection: close\n\n', 415],
    [
      'POST /_mock/reset HTTP/1.1\nhost: localhost\norigin: https://evil.example\ncontent-type: application/json\ncontent-length: 2\nconnection: close\n\n{}',
      403,
    ],
    [
      'POST /_mock/reset HTTP/1.1\nhost: localhost\ncontent-type: application/json\ncontent-length: 2\nconnection: close\n\n{}',
      204,
    ],
    ['GET /v1/cards HTTP/1.1\nhost: evil.example\nauthorization: Bearer x\nconnection: close\n\n', 200],
    ['GET /openapi.json HTTP/1.1\nhost: evil.example\nconnection: close\n\n', 200],
  ])('%j gets %i', async (head, status) => {
    await using mock = await start();
    const response = await ask(mock, head);
    expect(statusOf(response)).toBe(status);
    if (status >= 400) expect(response).toMatch(/\{"errors":\["(?:host|origin|content-type): [^"]+"\]\}$/);
    expect(response.split('\r\n\r\n')[0]).not.toMatch(/evil/);
  });

  test('the journal stays closed to pages of other origins when `cors` opens the API to them', async () => {
    await using mock = await start({ cors: true });
    const origin = 'https://evil.example';
    const preflight = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    };
    const json = { 'content-type': 'application/json' };
    for (const [path, init] of [
      ['/_mock/requests', { headers: { origin } }],
      ['/_mock/reset', { method: 'OPTIONS', headers: preflight }],
      ['/_mock/reset', { method: 'POST', headers: { ...json, origin } }],
    ] as const) {
      const response = await fetch(mock.url + path, init);
      expect(response.status).toBe(403);
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
    const open = await fetch(`${mock.url}/v1/cards`, { headers: { origin, authorization: 'Bearer x' } });
    expect(open.headers.get('access-control-allow-origin')).toBe(origin);
  });

  test('a host that is named with allowHosts passes, and the one that is listened on', async () => {
    await using named = await start({ allowHosts: ['mock', '::1'] });
    const get = (host: string) => `GET /_mock/health HTTP/1.1\nhost: ${host}\nconnection: close\n\n`;
    expect(statusOf(await ask(named, get('mock:4010')))).toBe(200);
    expect(statusOf(await ask(named, get('other:4010')))).toBe(403);
    await using everywhere = await start({ host: '0.0.0.0' });
    expect(statusOf(await ask(everywhere, get('0.0.0.0:4010')))).toBe(200);
    expect(statusOf(await ask(everywhere, get('mock:4010')))).toBe(403);
  });
});
