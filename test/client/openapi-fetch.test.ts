/**
 * Tests openapi-fetch itself, without the client: the behavior that the client relies on, and the traps that it avoids. Its repository
 * gets no updates, so these tests show what changes with another version or a replacement.
 */
import { readFileSync } from 'node:fs';
import createClient from 'openapi-fetch';
import { describe, expect, test } from 'vitest';
import type { paths } from '../../src/index.js';
import { baseUrl, observedFetch } from './observed-fetch.ts';

const params = { path: { id: 1 } };
const body = { payment_method: 'pix', amount: 1 } as const;
const client = (fetch: (request: Request) => Promise<Response>) => createClient<paths>({ baseUrl, fetch });

test('the version is pinned exactly', () => {
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as { version: string; dependencies: object };
  const { version } = read('node_modules/openapi-fetch/package.json');
  expect(read('package.json').dependencies).toMatchObject({ 'openapi-fetch': version });
});

describe('a call', () => {
  test('passes one Request to its own fetch, with merged headers and the serialized body', async () => {
    const { fetch, requests } = observedFetch();
    const { fetch: own, requests: ours } = observedFetch(Response.json({ id: 1 }));
    const api = createClient<paths>({ baseUrl, fetch, headers: { 'X-One': '1' } });
    const { data } = await api.POST('/v1/transactions', { body, headers: { 'x-one': '2' }, fetch: own });
    expect(data).toEqual({ id: 1 });
    expect([requests.length, ours.length]).toEqual([0, 1]);
    expect(ours[0]).toBeInstanceOf(Request);
    expect(ours[0]?.url).toBe(`${baseUrl}/v1/transactions`);
    expect(await ours[0]?.json()).toEqual(body);
    expect([...(ours[0]?.headers ?? [])]).toEqual([
      ['content-type', 'application/json'],
      ['x-one', '2'],
    ]);
  });

  test('copies unknown options to the Request', async () => {
    const { fetch, requests } = observedFetch();
    await client(fetch).GET('/v1/customers', { next: { revalidate: 60 } });
    expect(requests[0]).toMatchObject({ next: { revalidate: 60 } });
  });

  test('parses an error as JSON, and else returns its text', async () => {
    const failing = (text: string) => client(async () => new Response(text, { status: 422 })).GET('/v1/customers');
    expect((await failing('{"errors":["no"]}')).error).toEqual({ errors: ['no'] });
    expect((await failing('<html>')).error).toBe('<html>');
  });
});

describe('middleware', () => {
  test('gets the fetch of the call, and sees a response in reverse order', async () => {
    const seen: unknown[] = [];
    const named = (name: string) => ({
      onRequest: () => void seen.push(`> ${name}`),
      onResponse: () => void seen.push(`< ${name}`),
      onError: () => void seen.push(`! ${name}`),
    });
    const own = async () => Response.json({});
    const api = client(own);
    api.use(named('one'), named('two'));
    api.use({ onRequest: ({ options }) => void seen.push(options.fetch === own) });
    await api.GET('/v1/customers', { fetch: own, middleware: [named('three')] });
    const offline = client(async () => Promise.reject(new Error('lost')));
    offline.use(named('one'), named('two'));
    await offline.GET('/v1/customers').catch(() => {});
    expect(seen).toEqual([
      ...['> one', '> two', true, '> three', '< three', '< two', '< one'],
      ...['> one', '> two', '! two', '! one'],
    ]);
  });

  test('that responds in onRequest skips fetch and onResponse', async () => {
    const { fetch, requests } = observedFetch();
    const api = client(fetch);
    let responses = 0;
    api.use({ onResponse: () => void responses++ }, { onRequest: () => new Response('{"id":1}') });
    expect((await api.GET('/v1/customers/{id}', { params, parseAs: 'text' })).data).toBe('{"id":1}');
    expect([requests.length, responses]).toEqual([0, 0]);
  });

  test('passes the error that onError returns to the next onError and to the caller', async () => {
    const api = client(async () => Promise.reject(new Error('lost')));
    const mine = new Error('mine');
    const seen: unknown[] = [];
    api.use({ onError: ({ error }) => void seen.push(error) }, { onError: () => mine });
    await expect(api.GET('/v1/customers')).rejects.toBe(mine);
    expect(seen).toEqual([mine]);
  });
});

describe('a trap', () => {
  test.each([204, 503])('HTTP %i with content-length 0 has neither data nor error', async (status) => {
    const headers = { 'content-length': '0' };
    const api = client(async () => new Response(null, { status, headers }));
    const { data, error } = await api.GET('/v1/customers');
    expect([data, error]).toEqual([undefined, undefined]);
  });

  test('a falsy exception is ignored, and then the response is missing', async () => {
    const api = client(() => Promise.reject(undefined));
    await expect(api.GET('/v1/customers')).rejects.toThrow('undefined');
    const seen: unknown[] = [];
    api.use({ onResponse: ({ response }) => void seen.push(response) });
    await api.GET('/v1/customers').catch(() => {});
    expect(seen).toEqual([undefined]);
  });

  test('an unset path parameter leaves its braces in the address', async () => {
    const { fetch, requests } = observedFetch();
    await client(fetch).GET('/v1/customers/{id}', {} as never);
    expect(requests[0]?.url).toContain('%7Bid%7D');
  });

  test('a list of pairs as headers is mistaken for an object', async () => {
    const { fetch, requests } = observedFetch();
    await client(fetch).GET('/v1/customers', { headers: [['x-a', '1']] });
    expect(requests[0]?.headers.has('x-a')).toBe(false);
  });

  test('middleware of the client options is ignored', async () => {
    let calls = 0;
    const middleware = [{ onRequest: () => void calls++ }];
    await createClient<paths>({ baseUrl, ...observedFetch(), middleware } as never).GET('/v1/customers');
    expect(calls).toBe(0);
  });
});
