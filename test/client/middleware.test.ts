import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createGatewayClient,
  type GatewayClient,
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
const invalid = () => Response.json({ errors: ['no'] }, { status: 422 });
const unavailable = () => new Response(null, { status: 503 });
const redirect = () => new Response(null, { status: 307 });
const lost = () => Promise.reject(new TypeError('lost'));

function shop(options: Partial<GatewayClientOptions>, ...responses: Parameters<typeof observedFetch>) {
  const { fetch, requests } = observedFetch(...responses);
  return {
    client: createGatewayClient({ baseUrl, accessToken: 'token', retryDelayMs: 1, ...options, fetch }),
    requests,
  };
}
const post = (client: GatewayClient, middleware: Middleware[] = []) =>
  client.POST('/v1/transactions', { body, middleware });
const get = (client: GatewayClient, middleware: Middleware[] = []) =>
  client.GET('/v1/customers/{id}', { params, middleware });
const nameOf = (call: Promise<{ data?: unknown; error?: unknown; response: Response }>) =>
  unwrap(call).then(
    () => 'data',
    (error) => error?.name,
  );

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
    expect((await get(client)).data).toEqual({ id: 1, status: 'paid' });
    expect(requests).toHaveLength(2);
    expect(seen).toEqual(['request /v1/customers/{id} {"path":{"id":1}}', 'attempt 1', 'attempt 2', 'response 200']);
  });

  test('of the client runs before that of a call, and in reverse order for the response, until it is ejected', async () => {
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
    await post(client, [three]);
    expect(seen).toEqual(['> one', '> two', '> three', '< three', '< two', '< one']);
    expect(requests[0]?.headers.get('x-order')).toBe('one, two, three');
    expect(await requests[0]?.json()).toEqual(body);
    client.eject(one);
    await client.GET('/v1/customers');
    expect(requests[1]?.headers.get('x-order')).toBe('two');
  });

  test('never sees the token, neither in its request nor later [S1]', async () => {
    const seen: (string | null)[] = [];
    const kept: Request[] = [];
    const look: Middleware = {
      onRequest: ({ request }) => void kept.push(request),
      onResponse: ({ request }) => void seen.push(request.headers.get('authorization')),
      onError: ({ request }) => void seen.push(request.headers.get('authorization')),
    };
    for (const response of [paid(), unavailable(), new TypeError('lost')]) {
      const { client, requests } = shop({ accessToken: () => 'token', retries: 1 }, response);
      await post(client, [look]).catch(() => {});
      expect(requests[0]?.headers.get('authorization')).toBe('Bearer token');
    }
    expect([...seen, ...kept.map(({ headers }) => headers.get('authorization'))]).toEqual(Array(6).fill(null));
  });

  test('may change the request, or send another one [S2]', async () => {
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

  test('may remove the content type, for each attempt', async () => {
    const { client, requests } = shop({}, unavailable(), paid());
    client.use({ onRequest: ({ request }) => request.headers.delete('content-type') });
    await client.POST('/v1/customers/find', { body: { email: 'maria@example.com' } });
    for (const request of requests) {
      expect(request.headers.get('content-type')).toBeNull();
      expect(await request.json()).toEqual({ email: 'maria@example.com' });
    }
    expect(requests).toHaveLength(2);
  });

  test('may respond before anything is sent', async () => {
    const { client, requests } = shop({}, paid());
    expect((await post(client, [{ onRequest: () => Response.json({ id: 7 }) }])).data).toEqual({ id: 7 });
    const offline = () => Response.json({ errors: ['offline'] }, { status: 422 });
    await expect(unwrap(post(client, [{ onRequest: offline }]))).rejects.toMatchObject({
      name: 'GatewayValidationError',
      errors: ['offline'],
    });
    expect(requests).toHaveLength(0);
  });

  test('may read a clone of the response, and sees an error as JSON without secrets', async () => {
    const texts: string[] = [];
    const look: Middleware = {
      onResponse: async ({ response }) =>
        void texts.push(await response.clone().text(), `${response.headers.get('content-type')}`),
    };
    const { client } = shop(
      { accessToken: 'shop-token-1', retries: 0 },
      paid(),
      new Response('"key shop-token-1"', { status: 503, headers: { 'content-type': 'text/html' } }),
    );
    expect((await get(client, [look])).data).toEqual({ id: 1, status: 'paid' });
    expect((await get(client, [look])).error).toEqual({ errors: ['key [redacted]'] });
    expect(texts).toEqual([
      ...['{"id":1,"status":"paid"}', 'application/json'],
      ...['{"errors":["key [redacted]"]}', 'application/json'],
    ]);
  });

  test('may replace a success, and may replace an error if nothing arrived', async () => {
    const { client } = shop({}, paid());
    expect((await post(client, [{ onResponse: () => Response.json({ id: 2 }) }])).data).toEqual({ id: 2 });

    const conflict = () => Response.json({ errors: ['mine'] }, { status: 409 });
    const result = await get(client, [{ onResponse: conflict }]);
    expect([result.response.status, result.error]).toEqual([409, { errors: ['mine'] }]);
    await expect(unwrap(Promise.resolve(result))).rejects.toMatchObject({ name: 'GatewayApiError', errors: ['mine'] });

    const { client: offline } = shop({ retries: 0 }, new TypeError('lost'));
    expect((await get(offline, [{ onError: () => Response.json({ id: 3 }) }])).data).toEqual({ id: 3 });
  });

  test('cannot put the secrets of a call into its error', async () => {
    const { client } = shop({ accessToken: 'shop-token-1', headers: { 'x-api-key': 'key-123456' } }, paid());
    const echo = () => Response.json({ errors: ['shop-token-1 key-123456 4532015112830366'] }, { status: 400 });
    expect((await get(client, [{ onResponse: echo }])).error).toEqual({ errors: ['[redacted] [redacted] [redacted]'] });
  });

  test('gets errors without secrets, and the caller gets the error that it returns', async () => {
    const errors: unknown[] = [];
    const failed = Object.assign(new TypeError('lost shop-token-1'), { code: 'ECONNRESET' });
    const { client } = shop({ accessToken: 'shop-token-1', retries: 0 }, failed);
    const look: Middleware = { onError: ({ error }) => void errors.push(error) };
    await expect(get(client, [look])).rejects.toMatchObject({ name: 'GatewayConnectionError' });
    expect(String(errors[0])).toContain('lost [redacted]');
    const replaced = new Error('mine');
    for (const call of [get, post]) await expect(call(client, [{ onError: () => replaced }])).rejects.toBe(replaced);
  });
});

describe('the exceptions of middleware reach the caller, and a POST is sent once [S68]', () => {
  const failing = new Error('logger down');
  const ways: Record<string, () => never | Promise<never>> = {
    throws: () => {
      throw failing;
    },
    rejects: () => Promise.reject(failing),
  };
  const cases = Object.entries(ways).flatMap(([way, fail]) => [
    ['onRequest', way, 'a success', { onRequest: fail }, paid, 0] as const,
    ['onResponse', way, 'a success', { onResponse: fail }, paid, 1] as const,
    ['onResponse', way, 'an unknown outcome', { onResponse: fail }, unavailable, 1] as const,
    ['onResponse', way, 'a refusal', { onResponse: fail }, invalid, 1] as const,
    ['onError', way, 'a lost response', { onError: fail }, lost, 1] as const,
  ]);

  test.each(cases)('%s %s for %s', async (_, _way, _outcome, middleware, response, count) => {
    const { client, requests } = shop({ retries: 0 }, response);
    await expect(post(client, [middleware])).rejects.toBe(failing);
    expect(requests).toHaveLength(count);
    await expect(get(client, [middleware])).rejects.toBe(failing);
  });

  test('reading a success without clone() is an error too, although the payment was accepted', async () => {
    const { client, requests } = shop({}, paid());
    const reading: Middleware = { onResponse: async ({ response }) => void (await response.json()) };
    await expect(post(client, [reading])).rejects.toBeInstanceOf(TypeError);
    expect(requests).toHaveLength(1);
  });
});

describe('a copied or replaced response', () => {
  /** Some lose the status, the body or the facts that the client keeps on a response. */
  const copies: Record<string, (response: Response) => Response | Promise<Response>> = {
    'clone()': (response) => response.clone(),
    'a copy': (response) => new Response(response.body, response),
    'a copy with content-length 0': ({ status }) => new Response(null, { status, headers: { 'content-length': '0' } }),
    'a copy with another status': async (response) => new Response(await response.text()),
    'a success': () => Response.json({ id: 1, status: 'paid' }),
    'an empty success': () => new Response(null, { status: 204 }),
  };
  const failures = { unavailable, redirect, invalid, 'a request timeout': () => new Response(null, { status: 408 }) };

  describe.each(Object.entries(failures))('of a failure: %s', (_, response) => {
    test.each(Object.entries(copies))('%s stays the failure that it is', async (_name, copy) => {
      for (const call of [get, post]) {
        const { client } = shop({ retries: 0 }, response());
        const expected = await call(client);
        const result = await call(client, [{ onResponse: ({ response: given }) => copy(given) }]);
        expect(result.error).toMatchObject({ errors: expect.any(Array) });
        expect(isOutcomeUnknown(result)).toBe(isOutcomeUnknown(expected));
        expect(await nameOf(Promise.resolve(result))).toBe(await nameOf(Promise.resolve(expected)));
      }
    });
  });

  test('with a known failure keeps the unknown outcome', async () => {
    for (const response of [unavailable, lost]) {
      const { client } = shop({ retries: 0 }, response);
      const result = await post(client, [{ onResponse: invalid, onError: invalid }]);
      expect(result.response.status).toBe(422);
      expect(isOutcomeUnknown(result)).toBe(true);
      expect(await nameOf(Promise.resolve(result))).toBe('GatewayOutcomeUnknownError');
    }
  });

  test('that onError returns does not hide that a POST may have been accepted [S67]', async () => {
    const { client } = shop({}, lost);
    await expect(post(client, [{ onError: paid }])).rejects.toMatchObject({ name: 'GatewayOutcomeUnknownError' });
  });
});

describe('a falsy exception is never a success', () => {
  const falsy = [undefined, null, 0, '', Number.NaN, false];
  const healing: Middleware = { onResponse: paid };
  const rejecting: Record<string, (reason: unknown) => Promise<unknown>> = {
    'of accessToken': (reason) => post(shop({ accessToken: () => Promise.reject(reason) }, paid()).client, [healing]),
    'of fetch': (reason) => post(shop({}, () => Promise.reject(reason)).client),
    'of onRequest': (reason) => post(shop({}, paid()).client, [{ onRequest: () => Promise.reject(reason) }]),
    'of onResponse': (reason) => post(shop({}, paid()).client, [{ onResponse: () => Promise.reject(reason) }]),
    'of onError': (reason) => post(shop({}, lost).client, [{ onError: () => Promise.reject(reason) }]),
    'as the reason of a signal': (reason) => {
      const controller = new AbortController();
      controller.abort(reason);
      const { client } = shop({}, paid());
      return client.POST('/v1/transactions', { body, signal: controller.signal, middleware: [healing] });
    },
  };

  test.each(Object.entries(rejecting))('%s', async (_, call) => {
    for (const reason of falsy) {
      const ended = call(reason).then(
        () => 'a result',
        () => 'an exception',
      );
      expect(await ended).toBe('an exception');
    }
  });
});

describe('options.fetch sends one POST [S67]', () => {
  const twice: Record<string, Middleware> = {
    'again after the response': { onResponse: ({ options, request }) => options.fetch(request) },
    'again after an error': { onError: ({ options, request }) => options.fetch(request) },
    'before openapi-fetch calls it': {
      onRequest: async ({ options, request }) => void (await options.fetch(request.clone()).catch(() => {})),
    },
    'twice at once': {
      onRequest: ({ options, request }) =>
        Promise.all([options.fetch(request.clone()), options.fetch(request)]).then(([first]) => first),
    },
  };

  test.each(Object.entries(twice))('%s', async (name, middleware) => {
    for (const response of name === 'again after an error' ? [lost] : [unavailable, paid]) {
      const { client, requests } = shop({}, response);
      await expect(post(client, [middleware])).rejects.toMatchObject({
        name: 'GatewayOutcomeUnknownError',
        message: expect.stringContaining('createTransaction: middleware called options.fetch twice'),
      });
      expect(requests).toHaveLength(1);
    }
  });

  test('but repeats a call that changes nothing [S69]', async () => {
    const { client, requests } = shop({ retries: 0 }, unavailable(), paid());
    const again: Middleware = { onResponse: ({ options, request }) => options.fetch(request) };
    expect((await get(client, [again])).data).toEqual({ id: 1, status: 'paid' });
    expect(requests).toHaveLength(2);
  });
});

describe('signals', () => {
  let server: FaultServer;
  beforeAll(async () => {
    server = await startFaultServer();
  });
  afterAll(() => server.close());
  const at = (fault: Parameters<FaultServer['at']>[0]) => {
    const { baseUrl: address, arrivals } = server.at(fault);
    return { client: createGatewayClient({ baseUrl: address, accessToken: 'token', retryDelayMs: 1 }), arrivals };
  };

  test('a request of middleware ends with its own signal, or with that of the caller', async () => {
    const reason = new Error('mine');
    const own = new AbortController();
    const { client } = at('stall before the headers');
    client.use({ onRequest: ({ request }) => new Request(request, { signal: own.signal }) });
    setTimeout(() => own.abort(reason), 50);
    await expect(client.GET('/v1/customers')).rejects.toBe(reason);
    const outer = new AbortController();
    const { client: second } = at('stall before the headers');
    second.use({ onRequest: ({ request }) => new Request(request.url, { headers: request.headers }) });
    setTimeout(() => outer.abort(reason), 50);
    await expect(second.GET('/v1/customers', { signal: outer.signal })).rejects.toBe(reason);
  });
});
