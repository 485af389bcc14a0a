import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { prettyLine } from '../../src/mock/control/log.js';
import { type MockRequest, startMockServer } from '../../src/mock/index.js';
import { counts } from '../source/operations.ts';
import { sendJson, transports } from './transports.ts';

const SECRETS = { card_number: '4111111111111111', card_cvv: '7391' };

describe.each(transports)('the journal, $name', ({ open }) => {
  test('has the operation, the status and the body of each request, without secrets', async () => {
    await using mock = await open();
    const body = {
      amount: 5,
      payment_method: 'credit_card',
      card: { ...SECRETS, card_holder_name: 'ANA' },
      metadata: `paid with ${SECRETS.card_number}`,
    };
    await sendJson(mock, 'POST', '/v1/transactions', body, { authorization: 'Bearer very-secret-token' });
    await sendJson(mock, 'GET', '/v1/cards/4111111111111111?note=very-secret-token', undefined, {
      authorization: 'Bearer very-secret-token',
    });
    expect(mock.requests).toMatchObject([
      {
        operationId: 'createTransaction',
        method: 'POST',
        status: 200,
        evidence: 'documented 4.5',
        errors: [],
        body: { amount: 5, card: { card_number: '[redacted]', card_cvv: '[redacted]', card_holder_name: 'ANA' } },
      },
      { operationId: 'retrieveCard', method: 'GET', status: 200, params: { id: '[redacted]' }, body: undefined },
    ]);
    expect(JSON.stringify(mock.requests)).not.toMatch(/4111111111111111|7391|very-secret-token/);
  });

  test('has what was refused, with the reasons', async () => {
    await using mock = await open();
    await sendJson(mock, 'GET', '/v1/nothing');
    await sendJson(mock, 'POST', '/v1/transactions', { amount: 'x', payment_method: 'pix' });
    expect(mock.requests).toMatchObject([
      { operationId: undefined, status: 404 },
      { operationId: 'createTransaction', status: 400, errors: ['amount: must be an integer, not a string'] },
    ]);
  });

  test('keeps the last 1,000 and forgets all at reset', async () => {
    await using mock = await open();
    for (let i = 0; i < 2_050; i++) await sendJson(mock, 'GET', `/v1/customers/${i}`);
    expect(mock.requests).toHaveLength(1_000);
    expect(mock.requests[0]?.params).toEqual({ id: '1050' });
    expect(mock.requests.at(-1)?.params).toEqual({ id: '2049' });
    mock.reset();
    expect(mock.requests).toEqual([]);
  });

  test('names the size of a large body in place of it', async () => {
    await using mock = await open();
    await sendJson(mock, 'POST', '/v1/transactions', {
      amount: 1,
      payment_method: 'pix',
      metadata: 'x'.repeat(20_000),
    });
    expect(mock.requests[0]?.body).toMatch(/^\[20\d\d\d bytes\]$/);
  });

  test('goes to a function of the caller as well', async () => {
    const seen: MockRequest[] = [];
    await using mock = await open({ log: (request) => seen.push(request) });
    await sendJson(mock, 'GET', '/v1/customers/1');
    expect(seen).toEqual(mock.requests);
  });
});

describe.each(transports)('the paths of the mock itself, $name', ({ open }) => {
  test('/_mock/health is ready and says what it serves', async () => {
    await using mock = await open();
    expect(await sendJson(mock, 'GET', '/_mock/health')).toMatchObject({
      status: 200,
      body: { status: 'ready', operations: counts.http, version: '1.1.0' },
    });
  });

  test('/_mock/requests shows the journal, without itself', async () => {
    await using mock = await open();
    await sendJson(mock, 'GET', '/v1/customers/1');
    await sendJson(mock, 'GET', '/_mock/requests');
    const { body } = await sendJson(mock, 'GET', '/_mock/requests');
    expect(body.requests).toHaveLength(1);
    expect(body.requests[0]).toMatchObject({ operationId: 'retrieveCustomer', status: 200 });
  });

  test('/_mock/reset empties it', async () => {
    await using mock = await open();
    await sendJson(mock, 'GET', '/v1/customers/1');
    expect((await sendJson(mock, 'POST', '/_mock/reset')).status).toBe(204);
    expect(mock.requests).toEqual([]);
  });

  test('others are refused like any unknown path', async () => {
    await using mock = await open();
    expect(await sendJson(mock, 'GET', '/_mock/nothing')).toMatchObject({
      status: 404,
      body: { errors: [expect.any(String)] },
    });
    expect((await sendJson(mock, 'GET', '/_mock/reset')).headers.get('allow')).toBe('POST');
  });
});

describe.each(transports)('the token, $name', ({ open }) => {
  test('is any, until the mock is started with one', async () => {
    await using open_ = await open();
    expect((await sendJson(open_, 'GET', '/v1/cards')).status).toBe(200);
    await using mock = await open({ token: 'right' });
    expect(await sendJson(mock, 'GET', '/v1/cards')).toMatchObject({
      status: 401,
      body: { errors: ['authorization: is not the token that the mock was started with'] },
    });
    expect((await sendJson(mock, 'GET', '/v1/cards', undefined, { authorization: 'bearer right' })).status).toBe(200);
  });
});

describe.each(transports)('web pages, $name', ({ open }) => {
  const preflight = {
    method: 'OPTIONS',
    headers: { 'access-control-request-method': 'POST', origin: 'https://a.example' },
  };

  test('may call the mock when it is told so', async () => {
    await using mock = await open({ cors: true });
    const before = await mock.fetch('/v1/cards', preflight);
    expect(before.status).toBe(204);
    expect(before.headers.get('access-control-allow-methods')).toContain('POST');
    const answer = await mock.fetch('/v1/cards', { headers: { origin: 'https://a.example' } });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://a.example');
  });

  test('may not otherwise', async () => {
    await using mock = await open();
    expect((await mock.fetch('/v1/cards', preflight)).status).toBe(405);
    expect((await mock.fetch('/v1/cards')).headers.has('access-control-allow-origin')).toBe(false);
  });
});

test.each([
  [{ latency: -1 }, /latency/],
  [{ latency: 1.5 }, /latency/],
  [{ failureRate: 2 }, /failureRate/],
  [{ latency: Number.NaN }, /latency/],
  [{ failureRate: Number.NaN }, /failureRate/],
  [{ token: 'a b' }, /token/],
  [{ token: '' }, /token/],
  [{ seed: 7 as never }, /seed/],
  [{ log: 'loud' as never }, /log must be a function or pretty, json, silent/],
  [{ log: null as never }, /log/],
  [{ allowHosts: ['mock:80'] }, /allowHosts/],
  [{ allowHosts: 'mock' as never }, /allowHosts/],
  [{ allowHosts: [undefined as never] }, /allowHosts/],
  [{ contract: 'openapi.yaml' as never }, /contract/],
])('an option that makes no sense is refused: %o', async (options, message) => {
  for (const { open } of transports) await expect(open(options)).rejects.toThrow(message);
});

test.each([
  [{ port: Number.NaN }, /port/],
  [{ port: 65_536 }, /port/],
  [{ host: '' }, /host/],
  [{ requestTimeout: Number.NaN }, /requestTimeout/],
  [{ requestTimeout: 0 }, /requestTimeout/],
  [{ requestTimeout: 2 ** 31 }, /requestTimeout/],
])('an option of the server that makes no sense is refused: %o', async (options, message) => {
  await expect(startMockServer({ port: 0, ...options })).rejects.toThrow(message);
});

test('an option that is undefined is not given', async () => {
  const names = ['log', 'token', 'seed', 'latency', 'failureRate', 'cors', 'allowHosts', 'allowAnyCard', 'contract'];
  const unset = Object.fromEntries([...names, 'host', 'docs', 'requestTimeout'].map((name) => [name, undefined]));
  await using mock = await startMockServer({ ...(unset as object), port: 0 });
  const response = await fetch(`${mock.url}/v1/cards`, { headers: { authorization: 'Bearer token' } });
  expect(response.status).toBe(200);
});

describe('a line of the log', () => {
  const request: MockRequest = {
    time: '2026-11-20T13:05:41.482Z',
    method: 'POST',
    operationId: 'createTransaction',
    params: {},
    query: {},
    body: undefined,
    status: 200,
    errors: [],
    evidence: 'documented 4.5',
    duration: 1.234,
  };

  test('names operation, status, duration and evidence', () => {
    expect(prettyLine(request, false)).toBe('13:05:41 createTransaction 200 1.2 ms documented 4.5');
  });

  test('says what was wrong', () => {
    const refused = { ...request, status: 400, errors: ['amount: is required', 'payment_method: is required'] };
    expect(prettyLine(refused, false)).toBe(
      '13:05:41 createTransaction 400 1.2 ms documented 4.5 amount: is required (and 1 more)',
    );
    expect(prettyLine({ ...request, status: 0 }, false)).toContain('createTransaction no answer');
    expect(prettyLine({ ...request, operationId: undefined, evidence: undefined, status: 404 }, false)).toBe(
      '13:05:41 POST (no operation) 404 1.2 ms',
    );
  });

  test('is coloured only where it is asked for', () => {
    expect(prettyLine(request, true)).toContain('\u001b[32m200\u001b[0m');
    expect(prettyLine(request, false)).not.toContain('\u001b');
  });
});

test('a call without a socket can be aborted before and while it is answered', async () => {
  const { createMockFetch } = await import('../../src/mock/index.js');
  const mockFetch = createMockFetch({ latency: 200 });
  await expect(
    mockFetch('http://mock.invalid/v1/cards', { signal: AbortSignal.abort(new Error('no')) }),
  ).rejects.toThrow('no');
  const controller = new AbortController();
  const call = mockFetch('http://mock.invalid/v1/cards', { signal: controller.signal });
  await sleep(20);
  controller.abort();
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
});
