import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { utcDateTime } from '../../../core/src/codes/days.ts';
import { listen } from '../../../test/listen.ts';
import { some } from '../../../test/property-runs.ts';
import { createSandboxFetch, type PlannedFault } from '../../src/index.ts';
import { entrances, inProcess, PIX, send, shared, type Told } from '../entrances.ts';

describe.each(some(entrances))('faults $name', async ({ open }) => {
  const entered = await shared(open);

  const post = (init: RequestInit) =>
    entered.fetch(`${entered.url}/v1/transactions`, {
      method: 'POST',
      headers: { authorization: 'Bearer test-token', 'content-type': 'application/json' },
      body: JSON.stringify(PIX),
      ...init,
    });
  const create = (headers: Record<string, string> = {}) => send(entered, 'POST', '/v1/transactions', PIX, headers);
  const total = async (): Promise<number> => (await send(entered, 'GET', '/v1/transactions')).body.total;
  /** Sends a request, and stops waiting for its response when the sandbox has carried it out as far as it will. */
  const giveUp = async (stored: number) => {
    const caller = new AbortController();
    const response = post({ signal: caller.signal });
    await expect.poll(() => entered.sandbox.faults()).toEqual([]);
    await expect.poll(total).toBe(stored);
    caller.abort();
    return response;
  };

  test.each([
    [{ fault: 'reset' }, { message: 'fetch failed', cause: { code: 'ECONNRESET' } }],
    [{ fault: 'stall' }, { name: 'AbortError' }],
    [
      { fault: 503, retryAfter: 2 },
      { status: 503, body: { errors: ['fault: this 503 was planned'] } },
    ],
  ] as const)('%j before the commit stores nothing, and after it one transaction', async (fault, outcome) => {
    for (const [after, expected] of [[undefined, 0] as const, ['commit', 1] as const]) {
      await entered.sandbox.reset();
      await entered.sandbox.failNext('createTransaction', { ...fault, ...(after && { after }) });
      const told: unknown = await (fault.fault === 'stall' ? giveUp(expected) : create()).catch(
        (error: unknown) => error,
      );
      expect(told).toMatchObject(outcome);
      if (fault.fault === 503) expect((told as Told).headers.get('retry-after')).toBe('2');
      expect(await total()).toBe(expected);
      expect((await create()).status).toBe(200);
    }
  });

  test.each([
    [{ fault: 200, body: '<h1>Blocked</h1>' }, 200, 'text/html; charset=utf-8', '<h1>Blocked</h1>'],
    [
      { fault: 502, body: 'upstream', headers: { 'Content-Type': 'text/x-proxy', 'X-Cache': 'MISS' } },
      502,
      'text/x-proxy',
      'upstream',
    ],
    [{ fault: 200, body: { odd: [1, null] } }, 200, 'application/json', '{"odd":[1,null]}'],
    [{ fault: 302, headers: { location: '/elsewhere' } }, 302, null, ''],
    [{ fault: 204 }, 204, null, ''],
    [{ fault: 205 }, 205, null, ''],
  ] as const)('%j is the response, before or after the commit', async (fault, status, type, text) => {
    for (const [after, expected] of [[undefined, 0] as const, ['commit', 1] as const]) {
      await entered.sandbox.reset();
      await entered.sandbox.assume({ 'error-body': 'message-only' });
      await entered.sandbox.failNext('createTransaction', { ...fault, ...(after && { after }) });
      const response = await post({ redirect: 'manual' });
      expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
        status,
        type,
        text,
      ]);
      for (const [name, value] of Object.entries('headers' in fault ? fault.headers : {}))
        expect(response.headers.get(name)).toBe(value);
      expect(await total()).toBe(expected);
    }
  });

  test('the journal shows a body of your own without secrets', async () => {
    await entered.sandbox.failNext('createTransaction', {
      fault: 502,
      body: 'refused test-token for 4532015112830366',
    });
    await post({});
    const shown = JSON.stringify(entered.sandbox.requests.at(-1));
    expect(shown).toContain('refused');
    for (const secret of ['test-token', '4532015112830366']) expect(shown).not.toContain(secret);
  });

  test.each([
    [{ fault: 502 }, '502'],
    [{ fault: 200, body: '<h1>Blocked</h1>', after: 'commit' }, '200 after commit'],
    [{ fault: 'truncate' }, 'truncate'],
    [{ latency: 1 }, '1 ms late'],
    [{ latency: 1, events: 'first' }, '1 ms late, events first'],
  ] as const)('the journal shows %j as planned, and the next request not', async (fault, planned) => {
    const { id } = (await create()).body;
    await entered.sandbox.failNext('retrieveTransaction', fault);
    for (let turn = 0; turn < 2; turn++) await send(entered, 'GET', `/v1/transactions/${id}`).catch(() => undefined);
    expect(entered.sandbox.requests.slice(-2).map((request) => request.planned)).toEqual([planned, undefined]);
  });

  test('a header sets a fault for one request, which the journal and the timeline show as planned', async () => {
    expect((await create({ 'x-sandbox-fault': 'status=503; after=lunch' })).status).toBe(400);
    expect((await create({ 'x-sandbox-fault': 'status=503; after=commit' })).status).toBe(503);
    expect(entered.sandbox.requests.at(-1)).toMatchObject({ status: 503, planned: '503 after commit' });
    expect(await total()).toBe(1);
    const { id } = (await send(entered, 'GET', '/v1/transactions')).body.data[0];
    await send(entered, 'GET', `/v1/transactions/${id}`, undefined, { 'x-sandbox-fault': 'latency=1' });
    const { items } = (await send(entered, 'GET', `/_sandbox/objects/${id}/timeline`)).body;
    expect(items.filter(({ type }: { type: string }) => type === 'request')).toMatchObject([
      { planned: '503 after commit' },
      { planned: '1 ms late' },
    ]);
  });

  test.each([
    [{ fault: 199 }, /fault: /],
    [{ fault: 600 }, /fault: /],
    [{ fault: 'reset', body: 'x' }, 'fault: must be a status from 200 to 599 if headers or body are given'],
    [{ fault: 204, body: 'x' }, 'body: a response with status 204 has none'],
    [{ fault: 200, headers: { 'Content-Length': '1' } }, 'headers: the sandbox sets content-length'],
    [{ fault: 200, headers: { 'x-a': 'a\nb' } }, 'headers: must have valid names'],
    [{ fault: 200, body: 'x'.repeat(1024 * 1024 + 1) }, 'body: must be at most 1 MiB'],
  ] as const)('refuses a response that cannot be sent: %#', async (fault, message) => {
    await expect(entered.sandbox.failNext('createTransaction', fault)).rejects.toThrow(message);
  });

  test('truncate after the commit breaks off the body', async () => {
    await entered.sandbox.failNext('createTransaction', { fault: 'truncate', after: 'commit' });
    await expect(create()).rejects.toMatchObject({ message: 'terminated' });
    expect(await total()).toBe(1);
  });

  test('occur as many times as asked, only for the given operation', async () => {
    await entered.sandbox.failNext('createTransaction', { fault: 500, times: 2 });
    expect(await total()).toBe(0);
    expect([(await create()).status, (await create()).status, (await create()).status]).toEqual([500, 500, 200]);
  });

  test('skip requests, so that each of several faults names its request', async () => {
    await entered.sandbox.failNext('*', { fault: 500, skip: 1 });
    await entered.sandbox.failNext('createTransaction', { fault: 501, skip: 1 });
    await entered.sandbox.failNext('createTransaction', { fault: 502, skip: 2, times: 2 });
    const statuses = [await send(entered, 'GET', '/v1/customers')];
    for (let request = 1; request <= 5; request++) statuses.push(await create());
    expect(statuses.map(({ status }) => status)).toEqual([200, 500, 501, 502, 502, 200]);
    expect(await entered.sandbox.faults()).toEqual([]);
  });

  test('can send the events of a request before its response', async () => {
    let isAnswered = false;
    const seen: boolean[] = [];
    const receiver = createServer((_, response) => {
      seen.push(isAnswered);
      response.writeHead(204).end();
    });
    await using own = await open({ webhook: await listen(receiver) });
    await own.sandbox.events.disturb({ held: true });
    await own.sandbox.failNext('createTransaction', { events: 'first', skip: 1 });
    await send(own, 'POST', '/v1/transactions', PIX);
    await own.sandbox.events.settled();
    expect(seen).toEqual([]);
    await send(own, 'POST', '/v1/transactions', PIX);
    isAnswered = true;
    expect(seen).toEqual([false]);
  });

  test('can apply to any operation, and can be cleared', async () => {
    await entered.sandbox.failNext('*', { fault: 500, times: 3 });
    expect(await entered.sandbox.faults()).toEqual([{ operationId: '*', fault: 500, times: 3 }]);
    expect((await send(entered, 'GET', '/v1/customers')).status).toBe(500);
    await entered.sandbox.clearFaults();
    expect((await create()).status).toBe(200);
  });

  test('apply to requests sent after the call, even if the test does not await the call', async () => {
    entered.sandbox.failNext('createTransaction', { fault: 500 });
    expect((await create()).status).toBe(500);
  });
});

test('a delayed request is checked and carried out at the time when it arrived', async () => {
  await using entered = await inProcess();
  await entered.sandbox.failNext('createTransaction', { latency: 2100 });
  const expiration_date = utcDateTime(Date.now() + 2000);
  const { status, body } = await send(entered, 'POST', '/v1/transactions', { ...PIX, expiration_date });
  expect([status, body.pix_expiration_date]).toEqual([200, expiration_date]);
});

test.each<[string, unknown, unknown]>([
  ['operationId', 'toString', { fault: 'reset' }],
  ['fault', 'createTransaction', {}],
  ['after', 'createTransaction', { fault: 'reset', after: 'lunch' }],
  ['times', 'createTransaction', { fault: 'reset', times: 0 }],
  ['latency', 'createTransaction', { fault: 'reset', latency: -1 }],
  ['retryAfter', 'createTransaction', { fault: 503, retryAfter: 'soon\n' }],
  [
    'time: is not known here; did you mean times? (known: operationId, fault, after, times, skip, events, retryAfter, latency, headers, body)',
    'createTransaction',
    { fault: 'reset', time: 2 },
  ],
])('refuses a fault with an invalid %s', async (named, operationId, fault) => {
  await using sandbox = createSandboxFetch();
  const planned = sandbox.failNext(operationId as 'createTransaction', fault as PlannedFault);
  await expect(planned).rejects.toThrow(named);
  expect(await sandbox.faults()).toEqual([]);
});
