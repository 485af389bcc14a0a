import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { built } from '../../../../test/built/built.ts';
import { createStub } from '../../../../test/stub-server.ts';
import { type SandboxServer, startSandbox } from '../../../src/index.js';
import { acceptsGzip } from '../../../src/server/static/serve-file.js';

describe('the contract, the docs and the page files', { tags: 'long' }, () => {
  let sandbox: SandboxServer;
  beforeAll(async () => {
    await Promise.all([built('docs'), built('pages')]);
    sandbox = await startSandbox({ port: 0, docs: true });
  });
  afterAll(() => sandbox?.close());

  /** Returns the raw response of a socket, because `fetch` decompresses. */
  async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(sandbox.url + path, { method, headers }, resolve)
        .on('error', reject)
        .end();
    });
    return { status: response.statusCode, headers: response.headers, bytes: await buffer(response) };
  }

  const paths = [
    '/docs/',
    '/docs/pt-br/',
    '/docs/llms.txt',
    '/openapi.json',
    '/openapi.yaml',
    '/_sandbox/assets/buyer.js',
  ];

  test.each(paths)('%s is compressed for a client that accepts gzip', async (path) => {
    const plain = await get(path);
    const gzipped = await get(path, { 'accept-encoding': 'br, gzip' });
    expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined]);
    expect([gzipped.status, gzipped.headers['content-encoding']]).toEqual([200, 'gzip']);
    expect(gzipped.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(gunzipSync(gzipped.bytes).equals(plain.bytes)).toBe(true);
    for (const { headers } of [plain, gzipped]) {
      expect(headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag: plain.headers.etag });
    }
  });

  test.each(paths)('%s is not sent again to a client that has it', async (path) => {
    const { etag = '' } = (await get(path)).headers;
    for (const given of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const again = await get(path, { 'if-none-match': given, 'accept-encoding': 'gzip' });
      expect([again.status, again.bytes.length, again.headers.etag], given).toEqual([304, 0, etag]);
      expect(again.headers['cache-control']).toBe('no-cache');
    }
    expect((await get(path, { 'if-none-match': 'W/"other"' })).status).toBe(200);
    expect((await get(path, { 'if-none-match': '' })).status).toBe(200);
  });

  test.each(paths)('HEAD of %s has the headers of GET', async (path) => {
    const headers = { 'accept-encoding': 'gzip' };
    const [head, whole] = await Promise.all([get(path, headers, 'HEAD'), get(path, headers)]);
    expect(head.bytes.length).toBe(0);
    for (const name of ['content-length', 'content-encoding', 'etag', 'content-type']) {
      expect(head.headers[name], name).toBe(whole.headers[name]);
    }
  });

  test('an image is sent uncompressed', async () => {
    const { headers, bytes } = await get('/docs/preview.png', { 'accept-encoding': 'gzip' });
    expect(headers['content-encoding']).toBeUndefined();
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  });

  test.each([
    ['nothing-like-this/', 'en'],
    ['a%20b/../c..html', 'en'],
    ['pt-br/nada-disso/', 'pt-BR'],
    [`${'a/'.repeat(500)}`, 'en'],
  ])('/docs/%s is a page with the status 404', async (path, language) => {
    const response = await fetch(`${sandbox.url}/docs/${path}`);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const page = await response.text();
    expect(page).toMatch(new RegExp(`<html [^>]*lang="${language}"`));
    // Any address shows the page, so no link may be relative to it.
    expect(page).not.toMatch(/ (?:href|src|data-url|data-root)="\.{1,2}\//);
    expect(page).toMatch(/<link rel="stylesheet" href="\/docs\/_astro\//);
  });

  test('a missing file is named in JSON, because no person reads it', async () => {
    const response = await fetch(`${sandbox.url}/docs/_astro/missing.js`);
    expect([response.status, await response.json()]).toEqual([404, { errors: ['path: the docs have no such file'] }]);
  });

  test('without a socket nothing is compressed, because a Response does not decompress', async () => {
    const response = await createStub().fetch('/openapi.json', { headers: { 'accept-encoding': 'gzip' } });
    expect(response.headers.get('content-encoding')).toBe(null);
    expect(await response.json()).toMatchObject({ openapi: expect.any(String) });
    const head = await createStub().fetch('/openapi.json', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });
});

test.each([
  ['gzip', true],
  ['br, GZIP;q=0.5', true],
  ['*', true],
  ['gzip;q=0', false],
  ['gzip;q=0.0, *', false],
  ['*;q=0', false],
  ['identity', false],
  ['', false],
  [undefined, false],
  [`${','.repeat(100_000)}gzip`, true],
])('Accept-Encoding: %j accepts gzip: %s', (header, accepts) => {
  expect(acceptsGzip(header)).toBe(accepts);
});
