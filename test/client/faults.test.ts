import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createGatewayClient,
  type GatewayClient,
  type GatewayResult,
  isOutcomeUnknown,
  type Middleware,
  unwrap,
} from '../../src/index.js';
import { type Fault, type FaultServer, refusingAddress, startFaultServer } from './fault-server.ts';

let server: FaultServer;
beforeAll(async () => {
  server = await startFaultServer();
  // The first fetch of a process loads its code, which takes a busy machine longer than the limit below.
  await fetch(server.at('none').baseUrl);
});
afterAll(() => server.close());

const params = { path: { id: 1 } };
const body = { payment_method: 'pix', amount: 100 } as const;

type Call = (client: GatewayClient) => Promise<GatewayResult<unknown>>;

/** Calls that are harmless to send again. Which ones they are is a test of operations.test.ts. */
const repeatable: Record<string, Call> = {
  GET: (client) => client.GET('/v1/transactions/{id}', { params }),
  DELETE: (client) => client.DELETE('/v1/customers/{id}', { params }),
};
const post: Call = (client) => client.POST('/v1/transactions', { body });

/** The result of `unwrap`, and the number of requests that arrived. */
type Outcome = readonly [result: string, arrivals: number];
const lost: Outcome = ['GatewayOutcomeUnknownError', 1];
const paid: Outcome = ['data', 1];
const refused: Outcome = ['GatewayApiError', 1];
const broken: Outcome = ['GatewayConnectionError', 3];
/** A failure, except for a POST. */
const redirect: readonly [Outcome, Outcome] = [refused, lost];

/** For a call that may be repeated, and for a POST. */
type Row = readonly [Fault, repeatable: Outcome, post: Outcome];
/** One row for each fault. */
const table: readonly Row[] = [
  ['none', ['data', 1], ['data', 1]],
  ['reset before the response', ['GatewayConnectionError', 3], lost],
  ['reset in the body', ['GatewayConnectionError', 3], lost],
  ['stall before the headers', ['GatewayTimeoutError', 3], lost],
  ['stall in the body', ['GatewayTimeoutError', 3], lost],
  ['JSON cut off', ['GatewayConnectionError', 3], lost],
  ['body shorter than announced', ['GatewayConnectionError', 3], lost],
  ['empty 200', ['GatewayConnectionError', 3], lost],
  ['502 with HTML', ['GatewayApiError', 3], lost],
  ['503 empty', ['GatewayApiError', 3], lost],
  ['429 with seconds', ['GatewayRateLimitError', 3], ['GatewayRateLimitError', 1]],
  ['empty 204', broken, lost],
  ['empty 205', broken, lost],
  ['null in 200', ['GatewayApiError', 3], lost],
  ['a text in 200', ['GatewayApiError', 3], lost],
  ['a list in 200', paid, paid],
  ['an object in 201', paid, paid],
  ['302 to another host', ...redirect],
  ['304 empty', ...redirect],
  ['307 with a body', ...redirect],
  ['600 empty', ['GatewayApiError', 3], lost],
  ['999 empty', ['GatewayApiError', 3], lost],
  ['099 empty', broken, lost],
  ['102, then 200', paid, paid],
  ['101 unasked', broken, lost],
  ['no HTTP', broken, lost],
  ['a gzip bomb', ['GatewayConnectionError', 1], lost],
  ['a gzip bomb in 422', ['GatewayConnectionError', 1], lost],
  ['gzip that is none', broken, lost],
  ['409 with a text', refused, lost],
  ['422', ['GatewayValidationError', 1], ['GatewayValidationError', 1]],
  ['401, then 200', ['data', 2], ['data', 2]],
];

/**
 * Reads the response and returns a copy. The copy loses everything that is not part of a `Response`, and openapi-fetch ignores the
 * body of a failure with `content-length: 0`.
 */
const copying: Middleware = {
  onRequest: ({ request }) =>
    new Request(request, { headers: { ...Object.fromEntries(request.headers), 'x-seen': '1' } }),
  onResponse: async ({ response }) => {
    const { status, ok, headers } = response;
    const text = await response.clone().text();
    // Only `clone()` copies these statuses, as 500.
    if (status < 200 || status > 599 || status === 304) return response.clone();
    const copy = new Response(text || null, { status, headers });
    if (!ok) copy.headers.set('content-length', '0');
    return copy;
  },
  onError: () => undefined,
};

const setups: readonly (readonly [name: string, middleware: readonly Middleware[]])[] = [
  ['without middleware', []],
  ['with middleware', [copying]],
];

/** The time limits to try, in milliseconds. One that must run out is short at first, and longer if a busy machine sends too late. */
const limitsOf = (fault: Fault) => (fault.startsWith('stall') ? [1_500, 20_000] : [60_000]);

function clientAt(baseUrl: string, timeoutMs: number, middleware: readonly Middleware[]): GatewayClient {
  const client = createGatewayClient({
    baseUrl,
    accessToken: ({ refresh }) => (refresh ? 'fresh' : 'stale'),
    timeoutMs,
    retryDelayMs: 1,
  });
  client.use(...middleware);
  return client;
}

const outcome = (result: Promise<GatewayResult<unknown>>) =>
  unwrap(result).then(
    () => 'data',
    (error) => error.name,
  );

/** Makes every kind of call to a server with this fault. */
function meet([fault, forRepeatable, forPost]: Row): void {
  const calls: [string, Call, Outcome][] = [
    ...Object.entries(repeatable).map(([name, call]): [string, Call, Outcome] => [name, call, forRepeatable]),
    ['POST', post, forPost],
  ];
  const cases = setups.flatMap(([setup, middleware]) =>
    calls.map(([name, call, expected]) => [name, setup, call, expected, middleware] as const),
  );

  test.concurrent.each(cases)('%s, %s', async (name, setup, call, [expected, count], middleware) => {
    // The response to a DELETE may be empty.
    const empty = /^(empty 20|null in)/.test(fault) && name === 'DELETE';
    const requests = empty ? 1 : count;
    let met = '';
    let arrivals: readonly IncomingMessage[] = [];

    for (const limit of limitsOf(fault)) {
      const place = server.at(fault);
      arrivals = place.arrivals;
      met = await outcome(call(clientAt(place.baseUrl, limit, middleware)));
      if (arrivals.length >= requests) break;
    }

    expect(met).toBe(empty ? 'data' : expected);
    expect(arrivals).toHaveLength(requests);
    const seen = new Set(arrivals.map(({ headers }) => headers['x-seen']));
    expect([...seen]).toEqual([setup === 'with middleware' ? '1' : undefined]);
  });

  test.each(setups)('%s a response does not throw, and sets error if it is not a success', async (_, middleware) => {
    const { baseUrl, arrivals } = server.at(fault);
    const call = (limit: number) => post(clientAt(baseUrl, limit, middleware)).catch((thrown) => ({ thrown }));
    let result: Awaited<ReturnType<typeof call>> = { thrown: undefined };
    for (const limit of limitsOf(fault)) if (arrivals.length === 0) result = await call(limit);
    const isData = forPost[0] === 'data';
    const isResponse = /^\d/.test(fault) && !/^(099|101)/.test(fault);
    expect('thrown' in result).toBe(!isResponse && !isData);
    if ('response' in result) {
      expect(result.error === undefined).toBe(result.response.ok);
      if (result.error) expect(result.error.errors).toEqual(expect.anything());
    }
    expect(isOutcomeUnknown('thrown' in result ? result.thrown : result)).toBe(forPost === lost);
    expect(arrivals.length).toBeGreaterThan(0);
  });
}

const isStall = ([fault]: Row) => fault.startsWith('stall');
describe.each(table.filter((row) => !isStall(row)))('%s', (...row) => meet(row));
// Each waits for a time limit, so they run at the same time.
describe.concurrent.each(table.filter(isStall))('%s', (...row) => meet(row));

describe('refused', () => {
  test.each([...Object.entries(repeatable), ['POST', post] as const])(
    '%s: nothing arrived, so the client tries again and the outcome is known',
    async (_, call) => {
      let attempts = 0;
      const client = createGatewayClient({
        baseUrl: await refusingAddress(),
        accessToken: 'token',
        retryDelayMs: 1,
        onRequest: () => void attempts++,
      });
      await expect(call(client)).rejects.toMatchObject({
        name: 'GatewayConnectionError',
        message: expect.stringContaining('ECONNREFUSED'),
      });
      expect(attempts).toBe(3);
    },
  );
});

test('a bare TypeError, as browsers throw it, leaves the outcome of a POST unknown', async () => {
  const client = createGatewayClient({
    baseUrl: 'https://gateway.example',
    accessToken: 'token',
    fetch: () => Promise.reject(new TypeError('Failed to fetch')),
  });
  await expect(post(client)).rejects.toMatchObject({ name: 'GatewayOutcomeUnknownError' });
});
