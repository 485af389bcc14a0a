import { assertType, describe, expect, test } from 'vitest';
import {
  createGatewayClient,
  type GatewayClientOptions,
  isOutcomeUnknown,
  type RequestBody,
  type Transaction,
} from '../../src/index.js';
import { baseUrl, observedFetch, shop } from './observed-fetch.ts';

const pix: RequestBody<'createTransaction'> = { payment_method: 'pix', amount: 15990 };

describe('a call', () => {
  test('goes to the address below baseUrl as JSON and gives the typed response [S1]', async () => {
    const { client, requests } = shop(
      { headers: { 'user-agent': 'shop' } },
      Response.json({ id: 1, status: 'processing' }),
    );

    const { data, error } = await client.POST('/v1/transactions', { body: pix });

    if (data) assertType<Transaction>(data);
    expect(data).toEqual({ id: 1, status: 'processing' });
    expect(error).toBeUndefined();
    const [request] = requests;
    expect(request?.url).toBe('https://gateway.example/v1/transactions');
    expect(request?.method).toBe('POST');
    expect(request?.headers.get('content-type')).toBe('application/json');
    expect(request?.headers.get('user-agent')).toBe('shop');
    expect(await request?.json()).toEqual(pix);
  });

  test('takes path and query parameters', async () => {
    const { fetch, requests } = observedFetch();
    const client = createGatewayClient({ baseUrl: `${baseUrl}/`, accessToken: 'token', fetch });

    await client.GET('/v1/transactions/{id}', { params: { path: { id: 1001 } } });
    await client.GET('/v1/transactions', { params: { query: { page: 2, per_page: 50 } } });

    expect(requests.map(({ url }) => url)).toEqual([
      'https://gateway.example/v1/transactions/1001',
      'https://gateway.example/v1/transactions?page=2&per_page=50',
    ]);
  });

  test('does not follow a redirect, which would take a card to another host [S3]', async () => {
    const { client, requests } = shop(
      {},
      new Response(null, { status: 307, headers: { location: 'https://other.example' } }),
    );

    const { error } = await client.POST('/v1/transactions', { body: pix });

    expect(requests[0]?.redirect).toBe('manual');
    expect(error).toEqual({ errors: ['redirects to https://other.example: correct baseUrl'] });
  });
});

describe('accessToken', () => {
  test.each([
    ['a string', 'secret-token'],
    ['a function', () => 'secret-token'],
    ['an async function', async () => 'secret-token'],
  ])('%s is sent as a bearer token', async (_, accessToken) => {
    const { fetch, requests } = observedFetch();
    const client = createGatewayClient({ baseUrl, accessToken, fetch });
    await client.GET('/v1/customers');
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer secret-token');
  });

  const missing = 'is missing; pass the token, or a function that returns it';
  test.each([
    [undefined, missing],
    ['', missing],
    ['Bearer secret-token', 'must be the token alone; the client adds "Bearer"'],
    ['with space', 'must be visible ASCII characters, without spaces or line ends'],
    ['line-end\n', 'must be visible ASCII characters, without spaces or line ends'],
  ])('%j is refused without quoting it', (accessToken, says) => {
    const create = () => createGatewayClient({ baseUrl, accessToken } as GatewayClientOptions);
    expect(create).toThrow(new TypeError(`accessToken: ${says}`));
  });

  test('the result of a function is checked before anything is sent', async () => {
    const { fetch, requests } = observedFetch();
    const client = createGatewayClient({ baseUrl, accessToken: () => 'line-end\n', fetch });
    await expect(client.POST('/v1/transactions', { body: pix })).rejects.toThrow(/^accessToken: must/);
    expect(requests).toHaveLength(0);
  });
});

describe('baseUrl', () => {
  const missing = 'is missing; pass an address like https://gateway.example';
  const noScheme = 'must begin with http:// or https://, as in https://gateway.example';
  const other = 'must be an address like https://gateway.example, without a user or a query';
  test.each<[unknown, string]>([
    ...[undefined, ''].map((url): [unknown, string] => [url, missing]),
    [5, 'must be a string like https://gateway.example, not a number'],
    [new URL('https://gateway.example'), 'must be a string like https://gateway.example, not an object'],
    ...['{base_url}', '/v1', 'ftp://gateway.example', 'localhost:4010'].map((url): [unknown, string] => [
      url,
      noScheme,
    ]),
    ...['https://user:pass@gateway.example', 'https://[', 'https://gateway.example:99999', 'https:// gateway'].map(
      (url): [unknown, string] => [url, other],
    ),
    ['https://gateway.example/{id}', other],
  ])('%j is refused without quoting it', (url, says) => {
    const create = () => createGatewayClient({ baseUrl: url, accessToken: 'token' } as GatewayClientOptions);
    expect(create).toThrow(new TypeError(`baseUrl: ${says}`));
  });
});

describe('has every method of openapi-fetch', () => {
  type Loose = Record<string, (path: string, init?: object) => Promise<{ response: Response }>>;

  test.each(['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'])('%s is sent as such', async (method) => {
    const { fetch, requests } = observedFetch();
    const client = createGatewayClient({ baseUrl, accessToken: 'token', fetch }) as unknown as Loose;
    await client[method]?.('/v1/new');
    const { request } = client as unknown as { request: (name: string, path: string) => Promise<unknown> };
    await request(method.toLowerCase(), '/v1/new');
    expect(requests.map((sent) => [sent.method, sent.url])).toEqual(Array(2).fill([method, `${baseUrl}/v1/new`]));
  });

  test('request() recognizes a POST in any case, and sends it once', async () => {
    const { client, requests } = shop({}, new Response(null, { status: 503 }));
    const { request } = client as unknown as {
      request: (name: string, path: string, init: object) => Promise<{ error?: unknown; response: Response }>;
    };
    expect(isOutcomeUnknown(await request('post', '/v1/transactions', { body: pix }))).toBe(true);
    expect(requests.map(({ method }) => method)).toEqual(['POST']);
  });

  test('TRACE too, which fetch refuses', async () => {
    const { fetch, requests } = observedFetch();
    const client = createGatewayClient({ baseUrl, accessToken: 'token', fetch }) as unknown as Loose;
    await expect(client.TRACE?.('/v1/new')).rejects.toThrow(TypeError);
    expect(requests).toEqual([]);
  });
});
