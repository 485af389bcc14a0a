import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createGatewayClient, type GatewayClient, type GatewayClientOptions } from '../../src/index.js';
import { runs } from '../property-runs.ts';
import { baseUrl, observedFetch, shop } from './observed-fetch.ts';

const body = { payment_method: 'pix', amount: 100 } as const;
const secret = 's3cret';

/** Values that a header cannot have. */
const unsendable = fc
  .tuple(
    fc.string(),
    fc.constantFrom('\n', '\r', '\r\nx-more: 1', '\0', '\u0001', '\u007f', 'ś', '💳', '\ud800'),
    fc.string(),
  )
  .map(([before, bad, after]) => `${secret}${before}${bad}${after}`);

/** The places where a caller can set a value. */
const places: Record<string, (value: string) => { client?: object; call?: object; name: string }> = {
  'headers of the client': (value) => ({ client: { headers: { 'x-shop': value } }, name: 'x-shop' }),
  'headers of a call': (value) => ({ call: { headers: { 'x-shop': value } }, name: 'x-shop' }),
  'a list of values': (value) => ({ call: { headers: { 'x-shop': ['fine', value] } }, name: 'x-shop' }),
  'what onRequest adds': (value) => ({ client: { onRequest: () => ({ 'x-shop': value }) }, name: 'x-shop' }),
};

test.each(Object.keys(places))(
  'property: a value that cannot be sent is a TypeError that names the header: %s',
  async (place) => {
    await fc.assert(
      fc.asyncProperty(unsendable, async (value) => {
        const { client = {}, call = {}, name } = places[place]?.(value) ?? { name: '' };
        const { fetch, requests } = observedFetch();
        const post = async () =>
          createGatewayClient({ baseUrl, accessToken: 'token', fetch, ...client }).POST('/v1/transactions', {
            body,
            ...call,
          });
        const error = await post().catch((reason) => reason);
        expect(error).toBeInstanceOf(TypeError);
        expect(error.message).toBe(
          `header ${name}: has a line end or another character that cannot be sent; remove it`,
        );
        expect(`${error.stack} ${error.cause}`).not.toContain(secret);
        expect(requests).toHaveLength(0);
      }),
      { numRuns: runs(50) },
    );
  },
);

describe('headers', () => {
  test('are merged regardless of case: a hook wins over the call, the call over the client, and the token over all', async () => {
    const { fetch, requests } = observedFetch();
    const options: GatewayClientOptions = {
      baseUrl,
      accessToken: 'token',
      fetch,
      headers: { 'X-One': 'client', 'x-two': 'client', 'X-Three': 'client', Authorization: 'client' },
      onRequest: () => ({ 'X-THREE': 'hook', authorization: 'hook' }),
    };
    const headers = { 'x-one': 'call', 'X-TWO': 'call', 'x-three': 'call', 'content-type': 'application/json; v=1' };
    await createGatewayClient(options).POST('/v1/transactions', { body, headers });
    expect(Object.fromEntries(requests[0]?.headers ?? [])).toMatchObject({
      'x-one': 'call',
      'x-two': 'call',
      'x-three': 'hook',
      'content-type': 'application/json; v=1',
      authorization: 'Bearer token',
    });
  });

  test('may be numbers, lists, a Headers object or pairs; null leaves one out, undefined changes nothing', async () => {
    const { client, requests } = shop({ headers: { 'x-a': 'a', 'x-b': 'b' } });
    await client.GET('/v1/customers', { headers: { 'x-a': null, 'x-b': undefined, 'x-c': 5, 'x-d': ['1', '2'] } });
    await client.GET('/v1/customers', { headers: new Headers({ 'x-e': 'e' }) });
    await client.GET('/v1/customers', { headers: [['x-f', 'f']] });
    const sent = requests.map(({ headers }) => headers);
    expect(['x-a', 'x-b', 'x-c', 'x-d'].map((name) => sent[0]?.get(name))).toEqual([null, 'b', '5', '1, 2']);
    expect(sent[1]?.get('x-e')).toBe('e');
    expect(sent[2]?.get('x-f')).toBe('f');
  });

  test('what a hook added to one attempt does not stay for the next', async () => {
    const { fetch, requests } = observedFetch(new Response(null, { status: 503 }), Response.json({}));
    const onRequest = ({ attempt }: { attempt: number }) => (attempt === 1 ? { 'x-first': '1' } : undefined);
    await createGatewayClient({ baseUrl, accessToken: 'token', fetch, retryDelayMs: 1, onRequest }).GET(
      '/v1/customers',
    );
    expect(requests.map(({ headers }) => headers.get('x-first'))).toEqual(['1', null]);
  });
});

describe('a request', () => {
  const lost = () => Promise.reject(new TypeError('lost'));

  /** Returns the arguments of the global fetch for one call. */
  async function given(call: (client: GatewayClient) => Promise<unknown>) {
    const calls: Request[] = [];
    const original = globalThis.fetch;
    globalThis.fetch = async (...args) => {
      calls.push(new Request(...args));
      return Response.json({ id: 1 });
    };
    try {
      await call(createGatewayClient({ baseUrl: `${baseUrl}/shop///`, accessToken: 'token' }));
    } finally {
      globalThis.fetch = original;
    }
    return calls;
  }

  test.each([
    ['without a body', 'GET', '', []],
    ['with a body', 'POST', JSON.stringify(body), [['content-type', 'application/json']]],
  ])('a call %s gives the global fetch one request, without extra headers', async (_, method, json, more) => {
    for (const isObserved of [false, true]) {
      const calls = await given((client) => {
        if (isObserved) client.use({ onRequest: () => undefined });
        return method === 'GET' ? client.GET('/v1/customers') : client.POST('/v1/transactions', { body });
      });
      expect(calls).toHaveLength(1);
      const [request] = calls;
      expect(request?.url).toBe(`${baseUrl}/shop/v1/${method === 'GET' ? 'customers' : 'transactions'}`);
      expect(request).toMatchObject({ method, redirect: 'manual', signal: expect.any(AbortSignal) });
      expect(await request?.text()).toBe(json);
      expect([...new Headers(request?.headers)]).toEqual([['authorization', 'Bearer token'], ...more]);
    }
  });

  test('a hook adds headers with a value', async () => {
    const { fetch, requests } = observedFetch();
    const added = { 'x-a': undefined, 'x-b': null, 'x-c': 'c' };
    const onRequest = () => added as unknown as Record<string, string>;
    const client = createGatewayClient({ baseUrl, accessToken: 'token', fetch, onRequest });
    await client.POST('/v1/transactions', { body });
    const sent = requests.map(({ headers }) => ['x-a', 'x-b', 'x-c'].map((name) => headers.get(name)));
    expect(sent).toEqual([[null, null, 'c']]);
  });

  test.each([
    [{ 'x y': '1' }, 'headers: a name has a character that cannot be sent; use letters, digits and hyphens'],
    [{ 'Transfer-Encoding': 'chunked' }, 'header Transfer-Encoding: cannot be set; leave it to fetch'],
    [{ 'x-a': {} }, 'header x-a: must be a string'],
    [{ 'x-a': ['1', () => '2'] }, 'header x-a: must be a string'],
    [{ 'x-a': '1\r\nx-b: 2' }, 'header x-a: has a line end or another character that cannot be sent; remove it'],
  ])('%j is a mistake that names the header', async (headers, message) => {
    const client = createGatewayClient({ baseUrl, accessToken: 'token', fetch: lost, retries: 0 });
    const error = await client.POST('/v1/transactions', { body, headers: headers as never }).catch((one) => one);
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toBe(message);
  });
});
