import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postEffects } from '../../generated/paths.js';
import { createGatewayClient, type GatewayClientOptions, gatewayFetch, isOutcomeUnknown } from '../../src/index.js';
import { clearRefusals } from '../../src/vocabulary.js';
import { some } from '../property-runs.ts';
import { type CountingServer, startCountingServer } from './counting-server.ts';
import { type Fault, type FaultServer, refusingAddress, startFaultServer } from './fault-server.ts';

let server: CountingServer;
let faulty: FaultServer;
beforeAll(async () => {
  [server, faulty] = await Promise.all([startCountingServer(), startFaultServer()]);
});
afterAll(() => Promise.all([server.close(), faulty.close()]));

const body = { payment_method: 'pix', amount: 100 } as const;
const clientAt = (baseUrl: string, options: Partial<GatewayClientOptions> = {}) =>
  createGatewayClient({ baseUrl, accessToken: ({ refresh }) => (refresh ? 'fresh' : 'stale'), ...options });

type Outcome = 'done' | 'refused' | 'unknown' | 'not sent';
const outcomeOf = (call: Promise<{ error?: unknown; response: Response }>): Promise<Outcome> =>
  call.then(
    (result) => (isOutcomeUnknown(result) ? 'unknown' : result.error ? 'refused' : 'done'),
    (error) => (isOutcomeUnknown(error) ? 'unknown' : 'not sent'),
  );
const pay = (baseUrl: string, options?: Partial<GatewayClientOptions>) =>
  outcomeOf(clientAt(baseUrl, { retryDelayMs: 1, timeoutMs: 500, ...options }).POST('/v1/transactions', { body }));

/** Node sends a request again after a 421, which says that this server did not process it. */
const timesOf = (status: number): number => (status === 401 || status === 421 ? 2 : 1);
const outcomeFor = (status: number): Outcome => {
  if (status === 401 || (status >= 200 && status < 300 && status !== 204 && status !== 205)) return 'done';
  return clearRefusals.includes(status) ? 'refused' : 'unknown';
};

describe('a POST', () => {
  test('arrives once at a server of any status, and its outcome follows from the status [S71] [S72]', async () => {
    const statuses = [101, 103, ...some(Array.from({ length: 400 }, (_, index) => 200 + index)), 401, 421, 503];
    for (const status of statuses) {
      const { baseUrl, count } = server.at(status);
      expect([status, await pay(baseUrl), count()]).toEqual([status, outcomeFor(status), timesOf(status)]);
    }
  });

  test.each<[Fault, Outcome]>([
    ['none', 'done'],
    ['reset before the response', 'unknown'],
    ['reset in the body', 'unknown'],
    ['stall before the headers', 'unknown'],
    ['stall in the body', 'unknown'],
    ['JSON cut off', 'unknown'],
    ['body shorter than announced', 'unknown'],
    ['empty 200', 'unknown'],
    ['empty 204', 'unknown'],
    ['502 with HTML', 'unknown'],
    ['null in 200', 'unknown'],
    ['a list in 200', 'unknown'],
    ['302 to another host', 'unknown'],
    ['307 with a body', 'unknown'],
    ['304 empty', 'unknown'],
    ['600 empty', 'unknown'],
    ['102, then 200', 'done'],
    ['101 unasked', 'unknown'],
    ['no HTTP', 'unknown'],
    ['gzip that is none', 'unknown'],
    ['409 with a text', 'unknown'],
    ['422', 'refused'],
  ])('with %s arrives once, and its outcome is %s [S70]', async (fault, expected) => {
    const { baseUrl, arrivals } = faulty.at(fault);
    expect([await pay(baseUrl), arrivals.length]).toEqual([expected, 1]);
  });

  test('that cannot connect is tried again, and was not sent [S69]', async () => {
    expect(await pay(await refusingAddress())).toBe('not sent');
  });

  test('arrives once if its response is lost on a connection that three calls have used [S66]', async () => {
    const { baseUrl, count } = server.at(200, 3);
    for (let before = 0; before < 3; before++) await pay(baseUrl);
    expect([await pay(baseUrl), count()]).toEqual(['unknown', 4]);
  });

  test('arrives once for a `fetch` option that then cannot send metrics, and its outcome is unknown', async () => {
    const metrics = await refusingAddress();
    const measured = async (request: Request) => {
      const response = await fetch(request);
      await fetch(metrics, { method: 'POST', body: '{}' });
      return response;
    };
    const { baseUrl, count } = server.at(200);
    expect([await pay(baseUrl, { fetch: measured }), count()]).toEqual(['unknown', 1]);
  });

  test('is sent by a `fetch` option of any name and form', async () => {
    const forms: GatewayClientOptions['fetch'][] = [
      async function fetch(request, init) {
        return globalThis.fetch(request, init);
      },
      (request) => globalThis.fetch(request),
      globalThis.fetch,
      globalThis.fetch.bind(globalThis),
    ];
    for (const form of forms) expect(await pay(server.at(200).baseUrl, { fetch: form })).toBe('done');
  });

  test.each(Object.entries(postEffects).filter(([, effect]) => effect && effect !== 'safe'))(
    'to %s without the object in its 200 has an unknown outcome',
    async (path, field) => {
      const url = `https://gateway.example${path.replace(/{\w+}/, '1')}`;
      const send = async (text: string | null) => {
        let count = 0;
        const fetch = async () => {
          count++;
          return new Response(text, { status: 200 });
        };
        const call = gatewayFetch({ accessToken: 'token', fetch })(new Request(url, { method: 'POST', body: '{}' }));
        return [await outcomeOf(call.then((response) => ({ response }))), count];
      };
      const without = [
        '{}',
        '[]',
        '{"errors":["no"]}',
        '{"id":"x"}',
        '{"id":null}',
        '{"id":[5]}',
        '{"id":1.5}',
        '',
        'null',
        '<html>',
      ];
      for (const text of without) expect([text, ...(await send(text))]).toEqual([text, 'unknown', 1]);
      const complete = field === 'id' ? ['{"id":1002}', '{"id":"1002"}'] : [`{"${field}":[]}`];
      for (const text of complete) expect([text, ...(await send(text))]).toEqual([text, 'done', 1]);
    },
  );
});

test('a refund may lack a body, and a safe POST is repeated [S69]', async () => {
  const params = { path: { id: 1 } };
  const { baseUrl } = faulty.at('empty 204');
  expect(await outcomeOf(clientAt(baseUrl).POST('/v1/transactions/{id}/refund', { params, body: {} }))).toBe('done');
  const { baseUrl: busy, count } = server.at(503);
  await clientAt(busy, { retryDelayMs: 1 }).POST('/v1/customers/find', { body: { document: '1' } as never });
  expect(count()).toBe(3);
});

test('an exception of middleware reaches the caller [S68]', async () => {
  const { baseUrl, count } = server.at(503);
  const client = clientAt(baseUrl);
  const error = new Error('of the middleware');
  client.use({
    onResponse() {
      throw error;
    },
  });
  await expect(client.POST('/v1/transactions', { body })).rejects.toBe(error);
  expect(count()).toBe(1);
});

test('200 calls share a signal without a warning about listeners', async () => {
  const warnings: Error[] = [];
  // Other tests of this process cause other warnings.
  const keep = (warning: Error) => warning.name.startsWith('MaxListeners') && warnings.push(warning);
  process.on('warning', keep);
  const { signal } = new AbortController();
  const client = clientAt(server.at(200).baseUrl);
  await Promise.all(Array.from({ length: 200 }, () => client.POST('/v1/transactions', { body, signal })));
  await new Promise((resolve) => setTimeout(resolve, 10));
  process.off('warning', keep);
  expect(warnings).toEqual([]);
});
