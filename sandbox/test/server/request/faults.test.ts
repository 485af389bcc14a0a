import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStub, type Stub, startStub } from '../../../../test/stub-server.ts';
import { sendJson } from '../send.ts';

describe('a fault on demand', () => {
  let stub: Stub;
  beforeAll(async () => {
    stub = await startStub();
  });
  afterAll(() => stub[Symbol.asyncDispose]());

  const get = (fault: string, init: RequestInit = {}) =>
    stub.fetch('/v1/customers/1', { headers: { authorization: 'Bearer token', 'x-sandbox-fault': fault }, ...init });

  test('reset rejects as a connection that was reset', async () => {
    const error = await get('reset').catch((error: unknown) => error);
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNRESET', message: 'read ECONNRESET' } });
    expect(stub.requests.at(-1)).toMatchObject({ operationId: 'retrieveCustomer', status: 0 });
  });

  test('stall sends nothing until the caller stops waiting', async () => {
    const started = performance.now();
    const error = await get('stall', { signal: AbortSignal.timeout(100) }).catch((error: unknown) => error);
    expect(error).toMatchObject({ name: 'TimeoutError' });
    expect(performance.now() - started).toBeGreaterThan(90);
  });

  test('truncate cuts off the body', async () => {
    const response = await get('truncate');
    expect(response.status).toBe(200);
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(100);
    const error = await response.text().catch((error: unknown) => error);
    expect(error).toMatchObject({ name: 'TypeError', message: 'terminated', cause: { code: 'UND_ERR_SOCKET' } });
  });

  test('status also sends Retry-After and the evidence of the operation', async () => {
    const response = await get('status=503; retry-after=2');
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('2');
    expect(response.headers.get('x-evidence')).toBe('assumed path-known-other-method');
    expect(await response.json()).toEqual({ errors: ['fault: this 503 was planned'] });
  });

  test('latency delays the response, also together with another fault', async () => {
    const started = performance.now();
    expect((await get('latency=150; status=500')).status).toBe(500);
    expect(performance.now() - started).toBeGreaterThanOrEqual(149);
  });

  test.each([
    'restart',
    'status=199',
    'status=600',
    'status=abc',
    'latency=99999',
    'retry-after=',
    'reset;;',
    'stall=',
  ])('%s is not a fault, and the response lists the valid ones', async (fault) => {
    const { status, body } = await sendJson(stub, 'GET', '/v1/customers/1', undefined, { 'x-sandbox-fault': fault });
    expect(status).toBe(400);
    expect(body.errors).toEqual([expect.stringContaining('takes reset, stall, truncate')]);
  });
});

describe('random failures', () => {
  const statuses = async (stub: Stub) => {
    const all: number[] = [];
    for (let i = 0; i < 60; i++) all.push((await sendJson(stub, 'GET', '/v1/customers/1')).status);
    return all;
  };

  test('occur at the requested rate and repeat with their seed', async () => {
    const stub = createStub({ failureRate: 0.3, seed: 'a' });
    const other = createStub({ failureRate: 0.3, seed: 'b' });
    const first = await statuses(stub);
    expect(first.filter((status) => status === 503).length).toBeGreaterThan(8);
    expect(first.filter((status) => status === 503).length).toBeLessThan(30);
    expect(await statuses(createStub({ failureRate: 0.3, seed: 'a' }))).toEqual(first);
    expect(await statuses(other)).not.toEqual(first);
  });
});

test('the latency option delays every response', async () => {
  const stub = createStub({ latency: 80 });
  const started = performance.now();
  await sendJson(stub, 'GET', '/v1/customers/1');
  expect(performance.now() - started).toBeGreaterThanOrEqual(79);
});
