import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createGatewayClient, type GatewayClient } from '../../src/index.js';
import { type CountingServer, startCountingServer } from './counting-server.ts';

let server: CountingServer;
beforeAll(async () => {
  server = await startCountingServer();
});
afterAll(() => server.close());
afterEach(() => vi.unstubAllGlobals());

const calls: Readonly<Record<string, (client: GatewayClient) => Promise<unknown>>> = {
  'a POST with a body': (client) => client.POST('/v1/transactions', { body: { payment_method: 'pix', amount: 100 } }),
  'a POST without a body': (client) => client.POST('/v1/subscriptions/{id}/cancel', { params: { path: { id: 1 } } }),
};

const clientAt = (baseUrl: string, options: object = {}) =>
  createGatewayClient({
    baseUrl,
    accessToken: ({ refresh }) => (refresh ? 'fresh' : 'stale'),
    retryDelayMs: 0,
    ...options,
  });

const outcomeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'result',
    (error) => error.name,
  );

describe.each(Object.entries(calls))('%s', (_, call) => {
  test.each([
    [200, 'result', 1],
    [302, 'result', 1],
    [401, 'result', 2],
    [408, 'result', 1],
    [421, 'GatewayOutcomeUnknownError', 1],
    [425, 'result', 1],
    [503, 'result', 1],
    [103, 'GatewayOutcomeUnknownError', 1],
  ])('with the status %i ends as a %s, and arrives %i times [S66]', async (status, expected, times) => {
    const { baseUrl, count } = server.at(status);
    expect([await outcomeOf(call(clientAt(baseUrl))), count()]).toEqual([expected, times]);
  });

  test('arrives once if its response is lost on a connection that three calls have used', async () => {
    const { baseUrl, count } = server.at(200, 3);
    const client = clientAt(baseUrl);
    for (let before = 0; before < 3; before++) await call(client);
    expect([await outcomeOf(call(client)), count()]).toEqual(['GatewayOutcomeUnknownError', 4]);
  });

  test('arrives once if the given fetch sends it again', async () => {
    const { baseUrl, count } = server.at(503);
    const twice = async (request: Request) => {
      const again = request.clone();
      const first = await fetch(request);
      return first.ok ? first : fetch(again);
    };
    expect([await outcomeOf(call(clientAt(baseUrl, { fetch: twice }))), count()]).toEqual([
      'GatewayOutcomeUnknownError',
      1,
    ]);
  });
});

test('the message of a stopped POST says why [S72]', async () => {
  const call = calls['a POST with a body']?.(clientAt(server.at(421).baseUrl));
  await expect(call).rejects.toThrow(
    /^createTransaction: the platform was about to send the request a second time, as it does after HTTP 421\. It may/,
  );
});

test('a fetch may send other requests with the POST, and the same POST for another call', async () => {
  const first = server.at(200);
  const second = server.at(200);
  const body = { payment_method: 'pix', amount: 100 } as const;
  const busy = async (request: Request) => {
    await fetch(request.url);
    await fetch(`${request.url}?copy`, { method: 'POST' });
    await clientAt(second.baseUrl).POST('/v1/transactions', { body });
    return fetch(request);
  };
  for (let call = 0; call < 2; call++)
    expect(await outcomeOf(clientAt(first.baseUrl, { fetch: busy }).POST('/v1/transactions', { body }))).toBe('result');
  expect([first.count(), second.count()]).toEqual([6, 2]);
});

test('calls that may be repeated are not guarded', async () => {
  const { baseUrl, count } = server.at(421);
  const client = clientAt(baseUrl, { retries: 0 });
  expect(await outcomeOf(client.PUT('/v1/plans/{id}', { params: { path: { id: 1 } }, body: {} }))).toBe('result');
  expect(count()).toBeGreaterThan(1);
});

test.each(['0.8.1', '1.1.45', '1.2.23'])('Bun %s, which sends a POST again, is refused [S74]', (version) => {
  vi.stubGlobal('Bun', { version });
  expect(() => clientAt('https://gateway.example')).toThrow(
    `Bun ${version} may send a POST twice after a lost response; use Bun 1.3 or newer, or Node`,
  );
});

test.each(['1.3.0', '1.4.5', '2.0.0'])('Bun %s is accepted', (version) => {
  vi.stubGlobal('Bun', { version });
  expect(() => clientAt('https://gateway.example')).not.toThrow();
});

test('a platform without modules of Node sends a POST as usual', async () => {
  vi.resetModules();
  // Not `undefined`: the runner of the tests needs the rest.
  vi.stubGlobal('process', Object.create(process, { getBuiltinModule: { value: undefined } }));
  const { createGatewayClient: create } = await import('../../src/index.js');
  const { baseUrl, count } = server.at(200);
  const client = create({ baseUrl, accessToken: 'token' });
  expect([await outcomeOf(client.POST('/v1/transactions', { body: { amount: 1 } as never })), count()]).toEqual([
    'result',
    1,
  ]);
});
