import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createGatewayClient,
  GatewayApiError,
  GatewayAuthenticationError,
  GatewayError,
  GatewayNotFoundError,
  GatewayOutcomeUnknownError,
  GatewayRateLimitError,
  GatewayValidationError,
  isOutcomeUnknown,
  unwrap,
} from '../../src/index.js';
import { runs } from '../property-runs.ts';
import { baseUrl, observedFetch, shop } from './observed-fetch.ts';

const get = (response: Response) => {
  const client = createGatewayClient({ baseUrl, accessToken: 'token', retries: 0, ...observedFetch(response) });
  return client.GET('/v1/customers/{id}', { params: { path: { id: 'c_1' } } });
};
const thrown = (response: Response) => unwrap(get(response)).catch((error) => error);

test('unwrap returns the data of a success', async () => {
  expect(await unwrap(get(Response.json({ id: 1 })))).toEqual({ id: 1 });
});

test.each([
  [400, GatewayValidationError, 'Correct the request.'],
  [401, GatewayAuthenticationError, 'Check accessToken.'],
  [403, GatewayApiError, 'Ask the gateway.'],
  [404, GatewayNotFoundError, 'Check the id.'],
  [422, GatewayValidationError, 'Correct the request.'],
  [429, GatewayRateLimitError, 'Wait and try again.'],
  [500, GatewayApiError, 'Ask the gateway.'],
])('%i is thrown as its class, and says which operation and what to do', async (status, type, advice) => {
  const headers = { 'x-request-id': 'req_1' };
  const error = await thrown(Response.json({ errors: ['one', 'two'] }, { status, headers }));
  expect(error.constructor).toBe(type);
  expect(error).toBeInstanceOf(GatewayError);
  expect(error).toMatchObject({
    name: type.name,
    message: `retrieveCustomer: HTTP ${status}: one; two. ${advice}`,
    status,
    errors: ['one', 'two'],
    operationId: 'retrieveCustomer',
    method: 'GET',
    path: '/v1/customers/{id}',
    requestId: 'req_1',
  });
});

test('a 404 at a path without an id names baseUrl', async () => {
  const response = new Response('<h1>Not Found</h1>', { status: 404, headers: { 'content-type': 'text/html' } });
  const client = createGatewayClient({ baseUrl, accessToken: 'token', ...observedFetch(response) });
  const call = unwrap(client.GET('/v1/customers'));
  await expect(call).rejects.toThrow(/^listCustomers: HTTP 404: .*\. Check baseUrl and the request\.$/);
  await expect(call).rejects.toBeInstanceOf(GatewayNotFoundError);
});

describe('the error of a response', () => {
  test.each([
    ['one string', { errors: 'Card declined' }, ['Card declined']],
    ['objects', { errors: [{ message: 'one' }, 'two'] }, ['{"message":"one"}', 'two']],
    ['objects by field', { errors: { card: { number: ['is wrong'] } } }, ['card: {"number":["is wrong"]}']],
    ['a message alone', { message: 'Too many.' }, ['Too many.']],
    [
      'a message beside errors',
      { message: 'Invalid.', errors: { name: ['is missing'] } },
      ['name: is missing', 'Invalid.'],
    ],
    ['a message and no errors', { message: 'Invalid.', errors: null, code: 17 }, ['Invalid.', 'code 17']],
    ['a list alone', ['Card declined', { code: 5 }], ['Card declined', '{"code":5}']],
  ])('%s becomes a list of strings', async (_, body, errors) => {
    const thrownError = await thrown(Response.json(body, { status: 422 }));
    expect(thrownError.errors).toEqual(errors);
    expect(thrownError.message).toContain(errors.join('; ').replace('.;', ';'));
  });

  test('property: for any JSON, an error has strings and a result has errors', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), fc.boolean(), async (value, isWrapped) => {
        const body = isWrapped ? { errors: value } : value;
        const { error } = await get(Response.json(body, { status: 422 }));
        expect(typeof error?.errors).toBe('object');
        expect(error?.errors).not.toBeNull();
        const { errors } = await thrown(Response.json(body, { status: 422 }));
        expect(errors.length).toBeGreaterThan(0);
        for (const text of errors) expect(typeof text).toBe('string');
      }),
      { numRuns: runs(100) },
    );
  });

  test.each([
    ['deep', `{"errors":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['long', JSON.stringify({ errors: Array.from({ length: 20_000 }, (_, index) => `field ${index} is missing`) })],
  ])('a %s one keeps the message short', async (_, body) => {
    const error = await thrown(new Response(body, { status: 422 }));
    expect(error.name).toBe('GatewayValidationError');
    expect(error.message.length).toBeLessThan(3000);
  });

  test.each([
    ['a list', { errors: ['one'] }, ['one']],
    [
      'lists by field',
      { errors: { name: ['is missing', 'is short'], email: ['is taken'] } },
      ['name: is missing', 'name: is short', 'email: is taken'],
    ],
    ['one string by field', { errors: { name: 'is missing' } }, ['name: is missing']],
  ])('%s keeps its shape, and becomes a list on the exception', async (_, body, errors) => {
    expect((await get(Response.json(body, { status: 422 }))).error).toEqual(body);
    expect((await thrown(Response.json(body, { status: 422 }))).errors).toEqual(errors);
  });

  test.each([
    ['an empty body', ''],
    ['white space', ' \n'],
    ['null', 'null'],
    ['an empty list of errors', '{"errors":[]}'],
  ])('%s is given as one made from the status', async (_, body) => {
    const response = () => new Response(body, { status: 502, statusText: 'Bad Gateway' });
    expect((await get(response())).error).toMatchObject({ errors: ['Bad Gateway'] });
    expect((await thrown(response())).errors).toEqual(['Bad Gateway']);
    expect((await get(new Response(body, { status: 502 }))).error).toMatchObject({ errors: ['HTTP 502'] });
  });

  test('keeps the other fields of the gateway', async () => {
    const { error } = await get(Response.json({ code: 'limit' }, { status: 409 }));
    expect(error).toEqual({ code: 'limit', errors: ['code limit'] });
  });
});

test.each([
  [400, false, 1],
  [401, false, 1],
  [409, true, 1],
  [425, true, 1],
  [499, true, 1],
  [422, false, 1],
  [429, false, 3],
  [302, true, 1],
  [408, true, 3],
  [500, true, 3],
  [599, true, 3],
])('HTTP %i to a POST leaves its outcome unknown: %s; a GET is sent %i times', async (status, isUnknown, times) => {
  const { client, requests } = shop({}, new Response(null, { status }));
  const result = await client.POST('/v1/transactions', { body: { payment_method: 'pix', amount: 1 } });
  expect(isOutcomeUnknown(result)).toBe(isUnknown);
  await client.GET('/v1/customers');
  expect(requests).toHaveLength(1 + times);
});

describe('a success without the JSON that the contract promises', () => {
  const body = { payment_method: 'pix', amount: 1 } as const;
  const clientOf = (text: string | null, status = 200) =>
    createGatewayClient({
      baseUrl,
      accessToken: 'token',
      retries: 0,
      ...observedFetch(new Response(text, { status, headers: { 'x-request-id': 'req_1' } })),
    });

  test.each([
    [
      '<html>',
      'GatewayConnectionError',
      'HTTP 200 with text/plain that is not JSON, perhaps not from the gateway. Check baseUrl and try again.',
    ],
    ['', 'GatewayConnectionError', 'HTTP 200 without JSON. Check baseUrl and try again.'],
    ['5', 'GatewayApiError', 'HTTP 200 with a number instead of an object. Ask the gateway.'],
    ['null', 'GatewayApiError', 'HTTP 200 with null instead of an object. Ask the gateway.'],
    ['"paid"', 'GatewayApiError', 'HTTP 200 with a string instead of an object. Ask the gateway.'],
  ])('of a GET, %j, is a failure', async (text, name, message) => {
    const error = await clientOf(text)
      .GET('/v1/customers')
      .catch((one) => one);
    expect(error).toMatchObject({ name, message: `listCustomers: ${message}` });
    if (name === 'GatewayApiError') {
      const [what] = message.split('. ');
      expect(error).toMatchObject({ status: 200, errors: [what], requestId: 'req_1' });
    } else expect(error).not.toHaveProperty('status');
  });

  test.each(['<html>', '', '5', 'null'])(
    'of a POST, %j, leaves its outcome unknown, and says what came',
    async (text) => {
      const error = await clientOf(text)
        .POST('/v1/transactions', { body })
        .catch((one) => one);
      expect(error).toMatchObject({ name: 'GatewayOutcomeUnknownError', status: 200, requestId: 'req_1' });
      expect(error.errors).toEqual([expect.stringMatching(/^HTTP 200 with/)]);
    },
  );

  test('of a DELETE may be empty', async () => {
    const params = { path: { id: 1 } };
    expect((await clientOf(null, 204).DELETE('/v1/customers/{id}', { params })).data).toBeUndefined();
    expect((await clientOf('').DELETE('/v1/customers/{id}', { params })).data).toBeUndefined();
    expect((await clientOf('null').DELETE('/v1/customers/{id}', { params })).data).toBeUndefined();
    await expect(clientOf('5').DELETE('/v1/customers/{id}', { params })).rejects.toThrow('HTTP 200 with a number');
    await expect(clientOf('<').DELETE('/v1/customers/{id}', { params })).rejects.toThrow(
      'HTTP 200 with text/plain that is not JSON',
    );
  });
});

test('deeply nested errors of another client are replaced by a note', async () => {
  const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
  const result = { error: { errors: [{ deep }] }, response: new Response(null, { status: 422 }) };
  await expect(unwrap(Promise.resolve(result))).rejects.toMatchObject({ errors: ['nested too deeply to be shown'] });
});

test('an unknown outcome says how to find out', async () => {
  const client = createGatewayClient({
    baseUrl,
    accessToken: 'token',
    ...observedFetch(new Response(null, { status: 503 })),
  });
  const call = client.POST('/v1/transactions', { body: { payment_method: 'pix', amount: 1 } });
  const error = await unwrap(call).catch((reason) => reason);
  expect(error).toBeInstanceOf(GatewayOutcomeUnknownError);
  expect(error).not.toBeInstanceOf(GatewayApiError);
  expect(error.status).toBe(503);
  expect(error.message).toBe(
    'createTransaction: HTTP 503: HTTP 503. It may have been accepted: look for it by your own reference (reference_key, metadata) before you send it again.',
  );
});

test.each([
  ['/v1/transactions/{id}/refund', 'retrieve the object'],
  ['/v1/subscriptions/{id}/cancel', 'retrieve the object'],
  ['/v1/receivers/{id}/bank-accounts', 'look for it'],
] as const)('an unknown outcome of %s says: %s', async (path, advice) => {
  const response = new Response(null, { status: 503 });
  const client = createGatewayClient({ baseUrl, accessToken: 'token', ...observedFetch(response) });
  const error = await unwrap(client.POST(path, { params: { path: { id: 1 } }, body: {} })).catch((reason) => reason);
  expect(error.message).toMatch(
    new RegExp(`: HTTP 503. It may have been accepted: ${advice}.* before you send it again\\.$`),
  );
});

test('JSON and console output of an error contain its message, with the path of the contract [S5]', async () => {
  const error = await thrown(Response.json({ errors: ['one'] }, { status: 422 }));
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    name: 'GatewayValidationError',
    message: 'retrieveCustomer: HTTP 422: one. Correct the request.',
    operationId: 'retrieveCustomer',
    method: 'GET',
    path: '/v1/customers/{id}',
    status: 422,
    errors: ['one'],
    requestId: null,
  });
  expect(inspect(error)).toContain('HTTP 422: one');
});

test('the cause contains only the messages of the network failure', async () => {
  const failure = new TypeError('fetch failed', {
    cause: Object.assign(new Error('other side closed'), {
      code: 'UND_ERR_SOCKET',
      request: { authorization: 'token' },
    }),
  });
  const client = createGatewayClient({ baseUrl, accessToken: 'token', retries: 0, ...observedFetch(failure) });
  const error = await client.GET('/v1/customers').catch((reason) => reason);
  expect(error.cause).toEqual(new Error('fetch failed: other side closed'));
  expect(error.cause.message).toBe('fetch failed: other side closed');
  expect(inspect(error, { depth: 9 })).not.toContain('authorization');
});

test.each([199, 200, 304, 599, 600, 999])(
  'a response keeps the status %i, its address and its reason',
  async (status) => {
    const head = { status, statusText: 'Não é “ok”', url: 'https://gateway.example/x', headers: new Headers() };
    const fetch = async () => ({ ...head, body: new Response('{"id":1}').body }) as Response;
    const client = createGatewayClient({ baseUrl, accessToken: 'token', retries: 0, fetch });
    const { response } = await client.GET('/v1/customers');
    expect(response).toMatchObject({ status, ok: status === 200, statusText: 'Não é ?ok?', url: head.url });
    expect(response.headers.get('content-type')).toBe(status === 200 ? null : 'application/json');
  },
);

test('a response may lack a reason, and a 204 has no body', async () => {
  const head = { status: 204, url: '', headers: new Headers(), body: null };
  const client = createGatewayClient({ baseUrl, accessToken: 'token', fetch: async () => head as Response });
  const { response } = await client.DELETE('/v1/customers/{id}', { params: { path: { id: 1 } } });
  expect([response.status, response.statusText, response.body]).toEqual([204, '', null]);
});

test.each([0, 1])('a message shows at most 2,000 characters of the errors, here %i more', async (more) => {
  const text = 'x'.repeat(2_000 - 'HTTP 422: '.length + more);
  const { message, errors } = await thrown(Response.json({ errors: [text] }, { status: 422 }));
  const shown = more === 0 ? `${text}.` : `${text.slice(0, -1)}…`;
  expect([message, errors]).toEqual([`retrieveCustomer: HTTP 422: ${shown} Correct the request.`, [text]]);
});

test.each([
  [422, 'GatewayValidationError', false],
  [503, 'GatewayOutcomeUnknownError', true],
])('the result of another client with %i is a %s', async (status, name, isUnknown) => {
  const headers = { 'x-request-id': 'req_1' };
  const result = { error: undefined, response: new Response(null, { status, headers }) };
  expect(await unwrap(Promise.resolve(result)).catch((error) => error)).toMatchObject({
    ...{ name, status, requestId: 'req_1', operationId: 'an unknown operation', method: '', path: '' },
  });
  expect(isOutcomeUnknown(result)).toBe(isUnknown);
  const bare = { error: { errors: ['no'] }, response: { status, ok: false } as Response };
  await expect(unwrap(Promise.resolve(bare))).rejects.toMatchObject({ requestId: null, errors: ['no'] });
});
