import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createGatewayClient,
  type GatewayClientOptions,
  isOutcomeUnknown,
  type Middleware,
  unwrap,
} from '../../src/index.js';
import { type FaultServer, startFaultServer } from './fault-server.ts';
import { baseUrl, observedFetch } from './observed-fetch.ts';

const params = { path: { id: 1 } };
const body = { payment_method: 'pix', amount: 100 } as const;
const paid = () => Response.json({ id: 1, status: 'paid' });
const unavailable = () => new Response(null, { status: 503 });

function shop(options: Partial<GatewayClientOptions>, ...responses: Parameters<typeof observedFetch>) {
  const { fetch, requests } = observedFetch(...responses);
  return {
    client: createGatewayClient({ baseUrl, accessToken: 'token', retryDelayMs: 1, ...options, fetch }),
    requests,
  };
}

describe('middleware', () => {
  test('sees a call once, around all attempts; hooks see each attempt', async () => {
    const seen: string[] = [];
    const { client, requests } = shop(
      { onRequest: ({ attempt }) => void seen.push(`attempt ${attempt}`) },
      unavailable(),
      paid(),
    );
    client.use({
      onRequest: ({ schemaPath, params: given }) => void seen.push(`request ${schemaPath} ${JSON.stringify(given)}`),
      onResponse: ({ response }) => void seen.push(`response ${response.status}`),
      onError: () => void seen.push('error'),
    });
    const { data } = await client.GET('/v1/customers/{id}', { params });
    expect(data).toEqual({ id: 1, status: 'paid' });
    expect(requests).toHaveLength(2);
    expect(seen).toEqual(['request /v1/customers/{id} {"path":{"id":1}}', 'attempt 1', 'attempt 2', 'response 200']);
  });

  test('of the client runs before that of a call, and is undone in reverse; ejected, it is gone', async () => {
    const seen: string[] = [];
    const named = (name: string): Middleware => ({
      onRequest: ({ request }) => {
        seen.push(`> ${name}`);
        request.headers.append('x-order', name);
      },
      onResponse: () => void seen.push(`< ${name}`),
    });
    const { client, requests } = shop({}, paid());
    const [one, two, three] = [named('one'), named('two'), named('three')];
    client.use(one, two);
    await client.POST('/v1/transactions', { body, middleware: [three] });
    expect(seen).toEqual(['> one', '> two', '> three', '< three', '< two', '< one']);
    expect(requests[0]?.headers.get('x-order')).toBe('one, two, three');
    expect(await requests[0]?.json()).toEqual(body);
    client.eject(one);
    await client.GET('/v1/customers');
    expect(requests[1]?.headers.get('x-order')).toBe('two');
  });

  test('never sees the token: neither in its request, nor later', async () => {
    const seen: (string | null)[] = [];
    const kept: Request[] = [];
    const look: Middleware = {
      onRequest: ({ request }) => void kept.push(request),
      onResponse: ({ request }) => void seen.push(request.headers.get('authorization')),
      onError: ({ request }) => void seen.push(request.headers.get('authorization')),
    };
    for (const response of [paid(), unavailable(), new TypeError('lost')]) {
      const { client, requests } = shop({ accessToken: () => 'token', retries: 1 }, response);
      client.use(look);
      await client.POST('/v1/transactions', { body }).catch(() => {});
      expect(requests[0]?.headers.get('authorization')).toBe('Bearer token');
    }
    expect([...seen, ...kept.map(({ headers }) => headers.get('authorization'))]).toEqual(Array(6).fill(null));
  });

  test('of a call alone sees the request and the response like that of the client', async () => {
    const seen: unknown[] = [];
    const { client, requests } = shop({}, paid());
    const only: Middleware = {
      onRequest: ({ request }) => void seen.push(request instanceof Request, request.url),
      onResponse: async ({ response }) => void seen.push(await response.json()),
    };
    expect((await client.GET('/v1/customers', { middleware: [only] })).data).toEqual({ id: 1, status: 'paid' });
    expect(seen).toEqual([true, `${baseUrl}/v1/customers`, { id: 1, status: 'paid' }]);
    expect((await client.GET('/v1/customers', { middleware: [] })).data).toEqual({ id: 1, status: 'paid' });
    expect([requests.length, seen.length]).toEqual([2, 3]);
  });

  test('that is registered later sees the response too', async () => {
    const seen: number[] = [];
    const { client } = shop({}, paid());
    for (const _ of [1, 2, 3]) client.use({ onResponse: ({ response }) => void seen.push(response.status) });
    expect((await client.GET('/v1/customers')).data).toEqual({ id: 1, status: 'paid' });
    expect(seen).toEqual([200, 200, 200]);
  });

  test('may change the request, also for another one', async () => {
    const { client, requests } = shop({}, unavailable(), paid());
    client.use({
      onRequest: ({ request }) =>
        new Request(request.url.replace('gateway', 'proxy'), {
          method: 'POST',
          headers: { 'x-proxy': '1', 'content-type': 'application/json' },
          body: '{"changed":true}',
        }),
    });
    await client.POST('/v1/customers/find', { body: { email: 'maria@example.com' } });
    expect(requests.map(({ url }) => url)).toEqual(Array(2).fill('https://proxy.example/v1/customers/find'));
    for (const request of requests) {
      expect(await request.json()).toEqual({ changed: true });
      expect(request.headers.get('authorization')).toBe('Bearer token');
    }
  });

  test('may respond itself, so that nothing is sent', async () => {
    const { client, requests } = shop({}, paid());
    client.use({ onRequest: () => Response.json({ id: 7 }) });
    expect((await client.POST('/v1/transactions', { body })).data).toEqual({ id: 7 });
    client.use({ onRequest: () => undefined });
    const refuse = { onRequest: () => Response.json({ errors: ['offline'] }, { status: 422 }) };
    const { client: other } = shop({}, paid());
    other.use(refuse);
    await expect(unwrap(other.POST('/v1/transactions', { body }))).rejects.toMatchObject({
      name: 'GatewayValidationError',
      errors: ['offline'],
    });
    expect(requests).toHaveLength(0);
  });

  test('finds the body of a response unread, and may read it or not', async () => {
    const texts: string[] = [];
    for (const response of [paid(), Response.json({ errors: ['no'] }, { status: 422 })]) {
      const { client } = shop({}, response);
      client.use({ onResponse: async ({ response: given }) => void texts.push(await given.text(), given.url) });
      const result = await client.GET('/v1/customers/{id}', { params });
      expect(result.data ?? result.error).toEqual(response.ok ? { id: 1, status: 'paid' } : { errors: ['no'] });
    }
    expect(texts).toEqual(['{"id":1,"status":"paid"}', '', '{"errors":["no"]}', '']);
  });

  test('finds the address, and a status without a body as well as one that no Response can have', async () => {
    const seen: unknown[] = [];
    const watching: Middleware = { onResponse: ({ response }) => void seen.push(response.status, response.url) };
    const returned = (response: Response, properties: object) => () =>
      Promise.resolve(
        Object.defineProperties(
          response,
          Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, { value }])),
        ),
      );
    const { client } = shop({}, returned(paid(), { url: `${baseUrl}/final` }));
    client.use(watching);
    await client.GET('/v1/customers');
    const { client: empty } = shop({}, new Response(null, { status: 204 }));
    empty.use(watching);
    expect((await empty.DELETE('/v1/customers/{id}', { params })).data).toBeUndefined();
    for (const status of [599, 600]) {
      const refusal = Response.json({ errors: ['odd'] }, { status: 599 });
      const { client: odd } = shop({ retries: 0 }, returned(refusal, { status, url: `${baseUrl}/odd` }));
      odd.use(watching);
      if (status === 599) odd.use({ onResponse: async ({ response }) => void seen.push(await response.json()) });
      expect((await odd.GET('/v1/customers')).error).toEqual({ errors: ['odd'] });
    }
    expect(seen).toEqual([
      200,
      `${baseUrl}/final`,
      204,
      '',
      { errors: ['odd'] },
      599,
      `${baseUrl}/odd`,
      600,
      `${baseUrl}/odd`,
    ]);
  });

  test('what it puts in the place of a response is what the caller gets', async () => {
    const { client } = shop({}, paid());
    client.use({ onResponse: () => Response.json({ id: 2 }) });
    expect((await client.POST('/v1/transactions', { body })).data).toEqual({ id: 2 });

    const { client: refusing } = shop({}, paid());
    refusing.use({ onResponse: () => Response.json({ errors: ['mine'] }, { status: 409 }) });
    const result = await refusing.GET('/v1/customers');
    expect([result.response.status, result.error]).toEqual([409, { errors: ['mine'] }]);
    await expect(unwrap(Promise.resolve(result))).rejects.toMatchObject({ name: 'GatewayApiError', errors: ['mine'] });

    const { client: healed } = shop({ retries: 0 }, new TypeError('lost'));
    healed.use({ onError: () => Response.json({ id: 3 }) });
    expect((await healed.GET('/v1/customers/{id}', { params })).data).toEqual({ id: 3 });
  });

  test('what it puts there counts for maxResponseBytes and for the secrets of the call too', async () => {
    const { client } = shop({ maxResponseBytes: 100 }, paid());
    client.use({ onResponse: () => Response.json({ text: 'x'.repeat(200) }) });
    await expect(client.GET('/v1/customers')).rejects.toThrow('more than 100 bytes');
    const { client: echoing } = shop({ accessToken: 'shop-token-1' }, paid());
    echoing.use({ onResponse: () => Response.json({ errors: ['key shop-token-1'] }, { status: 400 }) });
    const { error } = await echoing.GET('/v1/customers');
    expect(error).toEqual({ errors: ['key [redacted]'] });
  });

  test('gets errors that say nothing secret, and what it returns for one is thrown', async () => {
    const errors: unknown[] = [];
    const lost = Object.assign(new TypeError('lost shop-token-1'), { code: 'ECONNRESET' });
    const { client } = shop({ accessToken: 'shop-token-1', retries: 0 }, lost);
    const replaced = new Error('mine');
    client.use({ onError: ({ error }) => void errors.push(error) });
    await expect(client.GET('/v1/customers')).rejects.toMatchObject({ name: 'GatewayConnectionError' });
    client.use({ onError: () => replaced });
    await expect(client.GET('/v1/customers')).rejects.toBe(replaced);
    await expect(client.POST('/v1/transactions', { body })).rejects.toBe(replaced);
    expect(String(errors[0])).toContain('GatewayConnectionError');
    expect(String(errors[0])).not.toContain('shop-token-1');
  });

  test('is checked by openapi-fetch when it is registered', () => {
    expect(() => shop({}).client.use({} as Middleware)).toThrow('Middleware must be an object');
  });
});

const failing = new Error('logger down');
const ways: Record<string, () => never | Promise<never>> = {
  throwing: () => {
    throw failing;
  },
  rejecting: () => Promise.reject(failing),
  hanging: () => new Promise<never>(() => {}),
};

describe.each(Object.entries(ways))('middleware that fails by %s', (way, fail) => {
  const options = { overallTimeoutMs: 100, retries: 0 };
  const post = (client: ReturnType<typeof shop>['client']) => client.POST('/v1/transactions', { body });
  const get = (client: ReturnType<typeof shop>['client']) => client.GET('/v1/customers/{id}', { params });
  const thrown = way === 'hanging' ? expect.objectContaining({ name: 'GatewayTimeoutError' }) : failing;

  test.each([
    ['GET', get],
    ['POST', post],
  ])('in onRequest ends a %s before anything is sent', async (_, call) => {
    const { client, requests } = shop(options, paid());
    client.use({ onRequest: fail });
    await expect(call(client)).rejects.toEqual(thrown);
    expect(requests).toHaveLength(0);
  });

  test.each([
    ['of a success', paid, { data: { id: 1, status: 'paid' } }],
    ['of an unknown outcome', unavailable, { error: { errors: ['HTTP 503'] } }],
    ['of a redirect', () => new Response(null, { status: 307 }), { error: { errors: ['HTTP 307'] } }],
  ])('in onResponse leaves a POST the result %s, and sends it once', async (_, response, expected) => {
    const { client, requests } = shop(options, response());
    client.use({ onResponse: fail });
    const result = await post(client);
    expect(result).toMatchObject(expected);
    expect(isOutcomeUnknown(result)).toBe('error' in expected);
    expect(requests).toHaveLength(1);
  });

  test('in onResponse is thrown for a POST that was refused: nothing is hidden by it', async () => {
    const { client, requests } = shop(options, Response.json({ errors: ['no'] }, { status: 422 }));
    client.use({ onResponse: fail });
    await expect(post(client)).rejects.toEqual(thrown);
    expect(requests).toHaveLength(1);
  });

  test.each([paid, unavailable])('in onResponse is thrown for a GET', async (response) => {
    const { client } = shop(options, response());
    client.use({ onResponse: fail });
    await expect(get(client)).rejects.toEqual(thrown);
  });

  test('in onError leaves a POST its unknown outcome, and sends it once', async () => {
    const { client, requests } = shop(options, new TypeError('lost'));
    client.use({ onError: fail });
    const error = await post(client).catch((reason) => reason);
    expect(error).toMatchObject({ name: 'GatewayOutcomeUnknownError' });
    expect(requests).toHaveLength(1);
  });

  test('in onError is thrown for a GET, and for a POST that never arrived', async () => {
    const refused = Object.assign(new Error('down'), { code: 'ECONNREFUSED' });
    for (const call of [get, post]) {
      const { client } = shop(options, refused);
      client.use({ onError: fail });
      await expect(call(client)).rejects.toEqual(thrown);
    }
  });
});

test.each([undefined, null, 0, ''])('an error that is %o is no success, with middleware or without', async (reason) => {
  const accessToken = () => Promise.reject(reason);
  for (const middleware of [[], [{ onResponse: () => undefined }]]) {
    const { client, requests } = shop({ accessToken }, paid());
    const call = client.POST('/v1/transactions', { body, middleware });
    const error = await call.then(
      () => 'a result',
      (one) => one,
    );
    if (middleware.length === 0) expect(error).toBe(reason);
    else expect(error).toEqual(new Error(`${reason}`));
    expect(requests).toHaveLength(0);
  }
});

describe('a POST goes out once', () => {
  test('when onRequest ends only after the call did', async () => {
    const { client, requests } = shop({ overallTimeoutMs: 20 }, paid());
    const messages: string[] = [];
    client.use({
      onRequest: async ({ request, options }) => {
        await new Promise((resolve) => setTimeout(resolve, 60));
        await options.fetch(request).catch(({ message }) => messages.push(message));
      },
    });
    await expect(client.POST('/v1/transactions', { body })).rejects.toMatchObject({ name: 'GatewayTimeoutError' });
    await expect.poll(() => messages).toEqual(['createTransaction: the call has ended.']);
    expect(requests).toHaveLength(0);
  });

  test('when middleware sends it again with the fetch that it is given', async () => {
    const { client, requests } = shop({}, unavailable());
    const messages: string[] = [];
    client.use({
      onResponse: ({ options, request }) =>
        options.fetch(request).catch((error) => {
          messages.push(error.message);
          throw error;
        }),
    });
    const result = await client.POST('/v1/transactions', { body });
    expect(isOutcomeUnknown(result)).toBe(true);
    expect(messages).toEqual(['createTransaction: a POST is sent once.']);
    expect(requests).toHaveLength(1);
  });
});

describe('over a socket', () => {
  let server: FaultServer;
  beforeAll(async () => {
    server = await startFaultServer();
  });
  afterAll(() => server.close());
  const at = (fault: Parameters<FaultServer['at']>[0], options: Partial<GatewayClientOptions> = {}) => {
    const { baseUrl: address, arrivals } = server.at(fault);
    const client = createGatewayClient({ baseUrl: address, accessToken: 'token', retryDelayMs: 1, ...options });
    client.use({ onRequest: ({ request }) => request.headers.set('x-seen', '1') });
    return { client, arrivals };
  };

  test.each([
    ['none', 'data', 1],
    ['reset in the body', 'GatewayOutcomeUnknownError', 1],
    ['stall in the body', 'GatewayOutcomeUnknownError', 1],
    ['307 with a body', 'GatewayOutcomeUnknownError', 1],
    ['600 empty', 'GatewayOutcomeUnknownError', 1],
    ['empty 204', 'GatewayOutcomeUnknownError', 1],
    ['422', 'GatewayValidationError', 1],
    ['401, then 200', 'data', 2],
  ] as const)('a POST meets %s with middleware as without', async (fault, expected, count) => {
    const { client, arrivals } = at(fault, {
      timeoutMs: fault.startsWith('stall') ? 300 : 10_000,
      accessToken: () => 'token',
    });
    const outcome = await unwrap(client.POST('/v1/transactions', { body })).then(
      () => 'data',
      ({ name }) => name,
    );
    expect([outcome, arrivals.length]).toEqual([expected, count]);
    expect(arrivals[0]?.headers).toMatchObject({ 'x-seen': '1', authorization: 'Bearer token' });
  });

  test("the caller's abort reaches the attempt and the request that middleware holds, with its reason", async () => {
    const { client, arrivals } = at('stall before the headers');
    const signals: AbortSignal[] = [];
    client.use({ onRequest: ({ request }) => void signals.push(request.signal) });
    const controller = new AbortController();
    const reason = new Error('shutting down');
    setTimeout(() => controller.abort(reason), 100);
    await expect(client.GET('/v1/customers', { signal: controller.signal })).rejects.toBe(reason);
    expect(signals[0]?.reason).toBe(reason);
    await expect.poll(() => arrivals[0]?.socket.destroyed).toBe(true);
  });

  test('a request that middleware made ends with the signal of either', async () => {
    const { client } = at('stall before the headers');
    const reason = new Error('mine');
    const own = new AbortController();
    client.use({ onRequest: ({ request }) => new Request(request, { signal: own.signal }) });
    setTimeout(() => own.abort(reason), 50);
    await expect(client.GET('/v1/customers')).rejects.toBe(reason);
    const outer = new AbortController();
    const { client: second } = at('stall before the headers');
    second.use({ onRequest: ({ request }) => new Request(request.url, { headers: request.headers }) });
    setTimeout(() => outer.abort(reason), 50);
    await expect(second.GET('/v1/customers', { signal: outer.signal })).rejects.toBe(reason);
  });

  test('no listener and no timer is left behind', async () => {
    const { client } = at('none');
    const { signal } = new AbortController();
    let listeners = 0;
    signal.addEventListener = () => void listeners++;
    signal.removeEventListener = () => void listeners--;
    const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
    const before = timers();
    for (let call = 0; call < 5; call++) await client.GET('/v1/customers/{id}', { params, signal });
    expect(listeners).toBe(0);
    expect(timers()).toBeLessThanOrEqual(before);
  });
});
