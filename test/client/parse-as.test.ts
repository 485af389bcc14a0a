import { getEventListeners, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { createGatewayClient } from '../../src/index.js';
import { baseUrl, observedFetch } from './observed-fetch.ts';

const body = { payment_method: 'pix', amount: 100 } as const;
const params = { path: { id: 1 } };
const text = '{"id":1,"name":"José"}';
const success = () => new Response(text, { headers: { 'content-type': 'application/json' } });
const shop = (...responses: (Response | Error)[]) => {
  const { fetch, requests } = observedFetch(...responses);
  return { client: createGatewayClient({ baseUrl, accessToken: 'token', fetch, retries: 0 }), requests };
};

test.each([false, true])('parseAs sets the form of data, with middleware: %s', async (withMiddleware) => {
  const { client } = shop(success());
  if (withMiddleware) client.use({ onResponse: () => undefined });
  const get = client.GET;
  expect((await get('/v1/customers/{id}', { params, parseAs: 'json' })).data).toEqual({ id: 1, name: 'José' });
  expect((await get('/v1/customers/{id}', { params, parseAs: 'text' })).data).toBe(text);
  const { data: bytes } = await get('/v1/customers/{id}', { params, parseAs: 'arrayBuffer' });
  expect(new TextDecoder().decode(bytes)).toBe(text);
  const { data: blob } = await get('/v1/customers/{id}', { params, parseAs: 'blob' });
  expect([await blob?.text(), blob?.type]).toEqual([text, 'application/json']);
  const { data: stream } = await get('/v1/customers/{id}', { params, parseAs: 'stream' });
  expect(await new Response(stream).text()).toBe(text);
});

test.each([false, true])('the JSON of a success is parsed once, with middleware: %s', async (withMiddleware) => {
  const { client } = shop(success());
  if (withMiddleware) client.use({ onRequest: () => undefined, onResponse: () => undefined });
  const parse = vi.spyOn(JSON, 'parse');
  const read = ['text', 'json', 'arrayBuffer'].map((name) => vi.spyOn(Response.prototype, name as 'text'));
  try {
    expect((await client.GET('/v1/customers/{id}', { params })).data).toEqual({ id: 1, name: 'José' });
    expect(parse.mock.calls.filter(([given]) => given === text)).toHaveLength(1);
    for (const one of read) expect(one).not.toHaveBeenCalled();
  } finally {
    vi.restoreAllMocks();
  }
});

test('an empty success is empty in each form, and a 204 has no data, as in openapi-fetch', async () => {
  const { client } = shop(new Response(''));
  expect((await client.DELETE('/v1/customers/{id}', { params, parseAs: 'text' })).data).toBe('');
  const { data: bytes } = await client.DELETE('/v1/customers/{id}', { params, parseAs: 'arrayBuffer' });
  expect(bytes?.byteLength).toBe(0);
  const { client: empty } = shop(new Response(null, { status: 204 }));
  for (const parseAs of ['json', 'text', 'stream'] as const)
    expect((await empty.DELETE('/v1/customers/{id}', { params, parseAs })).data).toBeUndefined();
});

test('a body that arrives in many pieces is put together', async () => {
  const pieces = new ReadableStream({
    start(controller) {
      for (const byte of new TextEncoder().encode(text)) controller.enqueue(new Uint8Array([byte]));
      controller.close();
    },
  });
  const { client } = shop(new Response(pieces));
  expect((await client.GET('/v1/customers/{id}', { params })).data).toEqual({ id: 1, name: 'José' });
});

test('an error is always JSON', async () => {
  const { client } = shop(Response.json({ errors: ['no'] }, { status: 422 }));
  for (const parseAs of ['text', 'blob', 'stream'] as const) {
    expect((await client.GET('/v1/customers/{id}', { params, parseAs })).error).toEqual({ errors: ['no'] });
  }
});

test('unread streams keep no listener on a shared signal, and each ends with it', async () => {
  const { client } = shop(success());
  const controller = new AbortController();
  const { signal } = controller;
  const streams = [];
  for (let count = 0; count < 20; count++)
    streams.push((await client.GET('/v1/customers/{id}', { params, parseAs: 'stream', signal })).data);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  expect(await new Response(streams.pop()).text()).toBe(text);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  controller.abort(new Error('enough'));
  for (const stream of streams) await expect(new Response(stream).text()).rejects.toThrow('enough');
});

test.each(['the signal', 'the limit', 'the caller'])('a stream that %s ends closes the connection', async (ending) => {
  const server = createServer((_, response) => response.write('{"id":1}')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = createGatewayClient({ baseUrl: `http://127.0.0.1:${port}`, accessToken: 'token' });
  const controller = new AbortController();
  const options = { signal: controller.signal, maxResponseBytes: ending === 'the limit' ? 5 : 100 };
  const closed = once(server, 'request').then(([, response]) => once(response, 'close'));
  const { data } = await client.GET('/v1/customers/{id}', { params, parseAs: 'stream', ...options });
  const reader = data?.getReader();
  if (ending === 'the limit') await expect(reader?.read()).rejects.toThrow('more than 5 bytes');
  else await reader?.read();
  if (ending === 'the caller') await reader?.cancel();
  if (ending === 'the signal') {
    const read = reader?.read();
    controller.abort(new Error('enough'));
    await expect(read).rejects.toThrow('enough');
  }
  await closed;
  server.close();
});

test('a stream of as many bytes as the limit is complete, and a missing body is null', async () => {
  const { client } = shop(success());
  const maxResponseBytes = new TextEncoder().encode(text).length;
  const { data } = await client.GET('/v1/customers/{id}', { params, parseAs: 'stream', maxResponseBytes });
  expect(await new Response(data).text()).toBe(text);
  const { client: empty } = shop(new Response(null));
  expect((await empty.DELETE('/v1/customers/{id}', { params, parseAs: 'stream' })).data).toBeNull();
});

test('serializers of the client and of a call are used', async () => {
  const { fetch, requests } = observedFetch(Response.json({}));
  const client = createGatewayClient({
    baseUrl,
    accessToken: 'token',
    fetch,
    querySerializer: () => 'q=client',
    bodySerializer: (given) => `client ${JSON.stringify(given)}`,
  });
  await client.GET('/v1/customers', { params: { query: { page: 2 } } });
  await client.GET('/v1/customers', { params: { query: { page: 2 } }, querySerializer: ({ page }) => `p=${page}` });
  await client.POST('/v1/transactions', { body });
  await client.POST('/v1/transactions', { body, bodySerializer: () => new URLSearchParams({ amount: '1' }) });
  expect(requests.slice(0, 2).map(({ url }) => new URL(url).search)).toEqual(['?q=client', '?p=2']);
  expect(await requests[2]?.text()).toBe(`client ${JSON.stringify(body)}`);
  expect(await requests[3]?.text()).toBe('amount=1');
});

test('the options of fetch itself are passed on, and a wrong one is a TypeError before anything is sent', async () => {
  const { client, requests } = shop(success());
  await client.GET('/v1/customers/{id}', { params, cache: 'no-store', redirect: 'follow' } as never);
  expect([requests[0]?.cache, requests[0]?.redirect]).toEqual(['no-store', 'manual']);
  const wrong = client.POST('/v1/transactions', { body, cache: 'nonsense' } as never);
  await expect(wrong).rejects.toThrow(TypeError);
  expect(requests).toHaveLength(1);
});
