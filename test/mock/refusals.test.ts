import { request as rawRequest } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMockFetch, type MockServer, startMockServer } from '../../src/mock/index.js';
import { operations } from './contract.ts';

let mock: MockServer;
beforeAll(async () => {
  mock = await startMockServer({ port: 0 });
});
afterAll(() => mock.close());

const JSON_HEADERS = { authorization: 'Bearer token', 'content-type': 'application/json' };

async function send(method: string, path: string, body?: string, headers: Record<string, string> = JSON_HEADERS) {
  const response = await fetch(mock.url + path, { method, headers, ...(body !== undefined && { body }) });
  const answer = (await response.json()) as { errors: string[] };
  return { status: response.status, headers: response.headers, errors: answer.errors };
}

async function create(transaction: unknown): Promise<{ status: number; errors: string[] }> {
  const { status, errors } = await send('POST', '/v1/transactions', JSON.stringify(transaction));
  return { status, errors };
}

/** What the mock answers to bytes that no HTTP client would send. */
async function sendBytes(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(mock.url).port), '127.0.0.1');
  socket.end(bytes);
  return text(socket);
}

describe('the token', () => {
  test.each(operations)('$operationId answers 401 without one', async ({ method, path }) => {
    const answer = await send(method, path.replaceAll(/\{\w+\}/g, '1'), undefined, {});
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.errors).toEqual([expect.stringContaining('authorization: must be a bearer token')]);
  });

  test('a basic one is none', async () => {
    expect((await send('GET', '/v1/cards', undefined, { authorization: 'Basic eDp5' })).status).toBe(401);
  });

  test('comes before anything else that is wrong', async () => {
    expect((await send('POST', '/v1/cards', '{', { 'content-type': 'application/json' })).status).toBe(401);
  });
});

describe('a body', () => {
  const withBody = operations.filter(({ definition }) => definition.requestBody !== undefined);

  test.each(withBody)('of $operationId must be JSON', async ({ method, path }) => {
    const answer = await send(method, path.replaceAll(/\{\w+\}/g, '1'), '{"amount": 1,\n "payment_method": pix}');
    expect(answer).toMatchObject({ status: 400, errors: ['body: is not JSON; it breaks at line 2, column 20'] });
  });

  test.each(withBody)('of $operationId must be an object', async ({ method, path }) => {
    const answer = await send(method, path.replaceAll(/\{\w+\}/g, '1'), '[]');
    expect(answer).toMatchObject({ status: 400, errors: ['body: must be an object, not an array'] });
  });

  test('that is missing is named', async () => {
    expect(await send('POST', '/v1/cards')).toMatchObject({ status: 400, errors: ['body: is required'] });
  });

  test.each([
    ['text/plain', 'content-type: must be application/json; another was sent'],
    ['application/x-www-form-urlencoded', 'content-type: must be application/json; another was sent'],
  ])('of type %s is not guessed at', async (type, error) => {
    const answer = await send('POST', '/v1/cards', '{"card_number":"1"}', { ...JSON_HEADERS, 'content-type': type });
    expect(answer).toMatchObject({ status: 415, errors: [error] });
  });

  test.each([
    ['arrays', (depth: number) => '['.repeat(depth) + ']'.repeat(depth)],
    ['objects', (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`],
  ])('may be nested in %s, but not without end', async (_, nested) => {
    const body = (depth: number) => `{"amount":1,"payment_method":"pix","x":${nested(depth - 1)}}`;
    expect(
      (await fetch(`${mock.url}/v1/transactions`, { method: 'POST', headers: JSON_HEADERS, body: body(200) })).status,
    ).toBe(200);
    for (const depth of [201, 5_000, 50_000]) {
      expect(await send('POST', '/v1/transactions', body(depth))).toMatchObject({
        status: 400,
        errors: ['body: is nested deeper than 200 levels, which no operation needs'],
      });
    }
    // A body of depth 5,000 could be journaled, but the journal not be read any more.
    expect((await fetch(`${mock.url}/_mock/requests`)).status).toBe(200);
  });

  test('may have any bracket in its strings', async () => {
    const description = `${'[{'.repeat(300)}\\"${'['.repeat(300)}`;
    const { errors } = await create({ amount: 1, payment_method: 'pix', description, metadata: 1 });
    expect(errors).toEqual(['metadata: must be a string, not a number']);
  });

  test('that is compressed is refused', async () => {
    const answer = await send('POST', '/v1/cards', '{}', { ...JSON_HEADERS, 'content-encoding': 'gzip' });
    expect(answer.status).toBe(415);
  });

  test('of more than 1 MiB is too large, also in chunks', async () => {
    const large = JSON.stringify({ amount: 1, payment_method: 'pix', metadata: 'x'.repeat(1024 * 1024) });
    expect(await send('POST', '/v1/transactions', large)).toMatchObject({
      status: 413,
      errors: ['body: must be at most 1048576 bytes'],
    });

    const chunked = rawRequest(`${mock.url}/v1/transactions`, { method: 'POST', headers: JSON_HEADERS });
    const status = new Promise((resolve) => chunked.on('response', (response) => resolve(response.statusCode)));
    for (let at = 0; at < large.length; at += 65_536) chunked.write(large.slice(at, at + 65_536));
    chunked.end();
    expect(await status).toBe(413);
  });
});

/** A contract with an object of any fields, all of them strings. */
const withUnknownFields = {
  openapi: '3.1.0',
  info: { title: 'Free', version: '1' },
  paths: {
    '/v1/free': {
      post: {
        operationId: 'free',
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { settings: { type: 'object', additionalProperties: { type: 'string' } } },
              },
            },
          },
        },
        responses: { 200: { description: 'Nothing.' } },
      },
    },
  },
};

describe('a violation', () => {
  test('is one sentence, field path first', async () => {
    expect(await create({ amount: '12', payment_method: 'pix', items: [{ quantity: 1 }, { quantity: 1.5 }] })).toEqual({
      status: 400,
      errors: ['amount: must be an integer, not a string', 'items[1].quantity: must be an integer, not a number'],
    });
  });

  test('of another branch than the chosen one is not told', async () => {
    const wrong = { boleto: 1, threeDSecure: 2, expiration_date: 3, card: {} };
    expect((await create({ amount: 1, payment_method: 'boleto', ...wrong })).errors).toEqual([
      'boleto: must be an object, not a number',
    ]);
    expect((await create({ amount: 1, payment_method: 'pix', ...wrong })).errors).toEqual([
      'expiration_date: must be a string, not a number',
    ]);
    expect((await create({ amount: 1, payment_method: 'credit_card', ...wrong })).errors).toEqual([
      'card.card_number: is required',
      'threeDSecure: must be an object, not a number',
    ]);
  });

  test('of the choice itself names the choices', async () => {
    const errors = ['payment_method: must be one of credit_card, debit_card, pix, boleto'];
    expect(await create({ amount: 1, payment_method: 'cash' })).toEqual({ status: 400, errors });
    expect(await create({ amount: 1 })).toEqual({ status: 400, errors: ['payment_method: is required'] });
  });

  test('in the query is told like one in the body', async () => {
    expect(await send('GET', '/v1/customers?page=two')).toMatchObject({
      status: 400,
      errors: ['query.page: must be an integer, not a string'],
    });
  });

  test('never shows what was sent', async () => {
    const { errors } = await create({
      amount: 'marker-1',
      payment_method: 'marker-2',
      card: { card_number: 'marker-3' },
    });
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.join()).not.toContain('marker');
  });

  test('is counted when there are too many to read', async () => {
    const items = Array.from({ length: 5_000 }, () => 1);
    const { errors } = await create({ amount: 1, payment_method: 'pix', items });
    expect(errors).toHaveLength(101);
    expect(errors[99]).toBe('items[99]: must be an object, not a number');
    expect(errors.at(-1)).toBe('body: has 4900 violations more');
  });

  test('is counted exactly, whatever it is and wherever it stands', async () => {
    const documents = Array.from({ length: 300 }, () => 1);
    const items = Array.from({ length: 300 }, () => ({ quantity: 1.5, unit_price: 'x' }));
    const { errors } = await create({ amount: '1', payment_method: 'pix', customer: { documents }, items });
    expect(errors).toHaveLength(101);
    expect(errors.at(-1)).toBe(`body: has ${1 + 300 + 600 - 100} violations more`);
  });

  test.each([
    [{ a: 1 }, ['settings.a: must be a string, not a number']],
    [
      { '4485275742308327': 1, 'x4485 2757 4230 8327': 1, '4485-2757-4230-8327': 1 },
      ['settings.[redacted]: must be a string, not a number', 'settings.x[redacted]: must be a string, not a number'],
    ],
  ])(
    'in an object of unknown fields is told by its name, unless that may be a card number: %j',
    async (settings, errors) => {
      const mockFetch = createMockFetch({ contract: withUnknownFields });
      const response = await mockFetch('http://mock.invalid/v1/free', {
        method: 'POST',
        headers: JSON_HEADERS,
        body: JSON.stringify({ settings }),
      });
      expect(await response.json()).toEqual({ errors });
    },
  );

  test('of too many real cards is counted as well', async () => {
    const metadata = Array.from({ length: 150 }, () => ({ card_number: '4485275742308327' }));
    const { errors } = await send(
      'POST',
      '/v1/cards',
      JSON.stringify({ card_number: '4111111111111111', x: metadata }),
    );
    expect(errors).toHaveLength(101);
    expect(errors[7]).toMatch(/^x\[7\]\.card_number: looks like a real card/);
    expect(errors.at(-1)).toBe('body: has 50 violations more');
  });
});

test('a query may have 100,000 parameters, and one that has the same name 100,000 times', async () => {
  const mockFetch = createMockFetch();
  const ask = (query: string) => mockFetch(`http://mock.invalid/v1/cards?${query}`, { headers: JSON_HEADERS });
  expect((await ask(Array.from({ length: 100_000 }, (_, i) => `k${i}=${i}`).join('&'))).status).toBe(200);
  expect(Object.keys(mockFetch.requests[0]?.query ?? {})).toHaveLength(100_000);
  expect((await ask('a=1&'.repeat(100_000))).status).toBe(200);
  expect(mockFetch.requests[1]?.query.a).toHaveLength(100_000);
});

test('a long Accept header is refused and not compared type by type', async () => {
  const mockFetch = createMockFetch();
  const headers = { ...JSON_HEADERS, accept: Array.from({ length: 20_000 }, (_, i) => `a/b${i}`).join() };
  const response = await mockFetch('http://mock.invalid/v1/cards', { headers });
  expect(response.status).toBe(406);
  expect(await response.json()).toEqual({ errors: ['accept: must list at most 50 media types'] });
});

describe('an address', () => {
  test('that no operation has is answered with the nearest one', async () => {
    expect(await send('POST', '/v1/transaction')).toMatchObject({
      status: 404,
      errors: ['path: no operation has it; the nearest is POST /v1/transactions'],
    });
    expect((await send('GET', '/v1/receivers/1/bank_accounts/2')).errors[0]).toContain(
      'GET /v1/receivers/{id}/bank-accounts/{bank_account_id}',
    );
  });

  test('with another method is answered with the methods it has', async () => {
    const answer = await send('PATCH', '/v1/customers/1');
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('DELETE, GET, PUT');
    expect(answer.errors).toEqual(['method: this path answers DELETE, GET, PUT only']);
  });

  test.each(['/v1/transactions/%E0%A4%A', '/%', '/v1/customers/%zz?page=1'])('%s is refused', async (path) => {
    expect(await sendBytes(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 400 [\s\S]*\{"errors":\["path: has broken percent-encoding"\]\}$/,
    );
  });

  test('without an id is no member', async () => {
    expect((await send('GET', '/v1/customers/')).status).toBe(404);
  });

  test('may have a slash in an id when it is encoded', async () => {
    expect((await fetch(`${mock.url}/v1/customers/a%2Fb`, { headers: JSON_HEADERS })).status).toBe(200);
  });
});

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400],
  ['another protocol', 'GET / SPDY/9\r\n\r\n', 400],
  ['a header without a name', 'GET / HTTP/1.1\r\n: x\r\n\r\n', 400],
  ['two lengths', 'POST /v1/cards HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n', 400],
  ['a broken chunk', 'POST /v1/cards HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n', 400],
  ['headers of 20 KiB', `GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
  ['a tunnel', 'CONNECT gateway:443 HTTP/1.1\r\n\r\n', 405],
  ['an unknown expectation', 'POST /v1/cards HTTP/1.1\r\nexpect: tea\r\nconnection: close\r\n\r\n', 417],
])('%s is refused in the same shape', async (_, bytes, status) => {
  const answer = await sendBytes(bytes);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  const { errors } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as { errors: string[] };
  expect(errors).toEqual([expect.stringMatching(/^\w+: \S/)]);
});
