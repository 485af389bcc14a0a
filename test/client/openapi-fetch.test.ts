/**
 * What `src/client/openapi-fetch.ts` relies on, tested against openapi-fetch itself: it has ended, so that nobody else will say when
 * another version behaves differently.
 */
import { readFileSync } from 'node:fs';
import createClient from 'openapi-fetch';
import { describe, expect, test } from 'vitest';
import type { paths } from '../../src/index.js';
import { baseUrl, observedFetch } from './observed-fetch.ts';

const params = { path: { id: 1 } };

test('the version is pinned exactly', () => {
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as { version: string; dependencies: object };
  const { version } = read('node_modules/openapi-fetch/package.json');
  expect(read('package.json').dependencies).toMatchObject({ 'openapi-fetch': version });
});

describe('a call', () => {
  test('makes its request with the class that a call is given, of an address and an init with Headers', async () => {
    const made: [string, RequestInit][] = [];
    class Light {
      constructor(url: string, init: RequestInit) {
        made.push([url, init]);
      }
    }
    const { fetch } = observedFetch(new Response(null, { status: 204 }));
    const client = createClient<paths>({ baseUrl, fetch, headers: { 'X-One': '1' } });
    const options = { headers: { 'x-one': '2' }, Request: Light };
    await client.POST('/v1/transactions', { body: { payment_method: 'pix', amount: 1 }, ...options });
    const [url, init] = made[0] ?? [];
    expect(url).toBe('https://gateway.example/v1/transactions');
    expect(init).toMatchObject({ method: 'POST', body: '{"payment_method":"pix","amount":1}' });
    expect(init?.headers).toBeInstanceOf(Headers);
    expect([...new Headers(init?.headers)]).toEqual([
      ['content-type', 'application/json'],
      ['x-one', '2'],
    ]);
  });

  test('calls its own fetch once, and does not read a 204', async () => {
    const { fetch, requests } = observedFetch();
    const empty = new Response(null, { status: 204 });
    const client = createClient<paths>({ baseUrl, fetch });
    let calls = 0;
    const own = async () => {
      calls++;
      return empty;
    };
    const result = await client.GET('/v1/customers', { fetch: own });
    expect(result).toEqual({ data: undefined, response: empty });
    expect([calls, empty.bodyUsed, requests.length]).toEqual([1, false, 0]);
  });

  test('asks the serializer of the call for a body, and only where there is one', async () => {
    const client = createClient<paths>({ baseUrl, fetch: async () => new Response(null, { status: 204 }) });
    const given: unknown[] = [];
    const bodySerializer = (body: unknown) => {
      given.push(body);
      return '{}';
    };
    await client.GET('/v1/customers', { bodySerializer });
    await client.POST('/v1/transactions', { body: { payment_method: 'pix', amount: 1 }, bodySerializer });
    expect(given).toEqual([{ payment_method: 'pix', amount: 1 }]);
  });
});

describe('middleware', () => {
  const client = (fetch: (request: Request) => Promise<Response>) => createClient<paths>({ baseUrl, fetch });

  test('first registered, it sees a request first and a response or an error last, with the fetch of the call', async () => {
    const seen: unknown[] = [];
    const named = (name: string) => ({
      onRequest: () => void seen.push(`> ${name}`),
      onResponse: () => void seen.push(`< ${name}`),
      onError: () => void seen.push(`! ${name}`),
    });
    const own = async () => new Response(null, { status: 204 });
    const api = client(own);
    api.use(named('one'), named('two'));
    api.use({ onRequest: ({ options }) => void seen.push(options.fetch === own) });
    await api.GET('/v1/customers', { fetch: own, middleware: [named('three')] });
    const lost = client(async () => Promise.reject(new Error('lost')));
    lost.use(named('one'), named('two'));
    await lost.GET('/v1/customers').catch(() => {});
    expect(seen).toEqual([
      ...['> one', '> two', true, '> three', '< three', '< two', '< one'],
      ...['> one', '> two', '! two', '! one'],
    ]);
  });

  test('a response of onRequest is read as parseAs says, without fetch and without onResponse', async () => {
    const { fetch, requests } = observedFetch();
    const api = client(fetch);
    let responses = 0;
    api.use({ onResponse: () => void responses++ }, { onRequest: () => new Response('{"id":1}') });
    expect((await api.GET('/v1/customers/{id}', { params, parseAs: 'text' })).data).toBe('{"id":1}');
    expect([requests.length, responses]).toEqual([0, 0]);
  });

  test('an error that onError returns is handed on and thrown as it is', async () => {
    const api = client(async () => Promise.reject(new Error('lost')));
    const mine = new Error('mine');
    const seen: unknown[] = [];
    api.use({ onError: ({ error }) => void seen.push(error) }, { onError: () => mine });
    await expect(api.GET('/v1/customers')).rejects.toBe(mine);
    expect(seen).toEqual([mine]);
  });
});

describe('why it is not used as it is', () => {
  test('an error with an empty body looks like a success', async () => {
    const api = createClient<paths>({
      baseUrl,
      fetch: async () => new Response(null, { status: 503, headers: { 'content-length': '0' } }),
    });
    expect((await api.GET('/v1/customers')).error).toBeUndefined();
  });

  test('an unset path parameter leaves its braces in the address', async () => {
    const { fetch, requests } = observedFetch();
    await createClient<paths>({ baseUrl, fetch }).GET('/v1/customers/{id}', {} as never);
    expect(requests[0]?.url).toContain('%7Bid%7D');
  });

  test('a list of pairs for headers is taken for an object', async () => {
    const { fetch, requests } = observedFetch();
    await createClient<paths>({ baseUrl, fetch }).GET('/v1/customers', { headers: [['x-a', '1']] });
    expect(requests[0]?.headers.has('x-a')).toBe(false);
  });
});
