import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createGatewayClient, type GatewayClientOptions } from '../../src/index.js';
import { baseUrl, observedFetch, shop } from './observed-fetch.ts';

const body = { payment_method: 'pix', amount: 100 } as const;
const params = { path: { id: 1 } };

const shared = ['fetch', 'retries', 'retryIf', 'retryDelayMs', 'timeoutMs', 'overallTimeoutMs', 'maxResponseBytes'];
const ofClient = [...shared, 'onRequest', 'onResponse', 'onRetry', 'headers'];
const ofCall = [...shared, 'signal', 'headers', 'parseAs', 'middleware'];
const serializers = ['querySerializer', 'bodySerializer'];

const notFunctions = [5, 'log', null, {}];
const notPositive = [0, -1, Number.NaN, '5', null, true];
/** Values that an option of the client and of a call must not have. */
const invalid: Record<string, readonly unknown[]> = {
  retries: [-1, 1.5, Number.NaN, '5', null, true],
  retryDelayMs: [-0.5, Number.NaN, Number.POSITIVE_INFINITY, '5', null],
  timeoutMs: notPositive,
  overallTimeoutMs: notPositive,
  maxResponseBytes: notPositive,
  fetch: notFunctions,
  retryIf: notFunctions,
  bodySerializer: notFunctions,
  querySerializer: [5, 'no', null],
  headers: [5, 'no', null, true],
};
/** Values that an option of the client alone must not have. */
const invalidOfClient: Record<string, readonly unknown[]> = {
  onRequest: notFunctions,
  onResponse: notFunctions,
  onRetry: notFunctions,
};
/** Values that an option of a call alone must not have. */
const invalidOfCall: Record<string, readonly unknown[]> = {
  parseAs: ['', 'xml', 5, null, {}],
  middleware: [5, {}, 'no', null],
  signal: [{}, 'no', 5],
  baseUrl: [
    '',
    'ftp://gateway.example',
    5,
    null,
    'https://[',
    'https://user:pass@gateway.example',
    'xhttps://gateway.example',
  ],
};

const clientWith = (options: object, fetch = observedFetch().fetch) =>
  createGatewayClient({ baseUrl, accessToken: 'token', fetch, ...options } as GatewayClientOptions);

describe('undefined means the default', () => {
  test.each([...ofClient, ...serializers])('%s of the client', async (name) => {
    const responses = [new Response(null, { status: 503 }), Response.json({ id: 1 })];
    const original = globalThis.fetch;
    // What an earlier file of the worker left running may call it, too.
    globalThis.fetch = async (input, init) =>
      new Request(input, init).url.startsWith(baseUrl)
        ? (responses.shift() ?? Response.error())
        : original(input, init);
    try {
      const client = createGatewayClient({ baseUrl, accessToken: 'token', retryDelayMs: 1, [name]: undefined });
      expect(await client.GET('/v1/customers/{id}', { params })).toMatchObject({ data: { id: 1 } });
    } finally {
      globalThis.fetch = original;
    }
  });

  test.each([...ofCall, ...serializers])('%s of a call', async (name) => {
    const { fetch, requests } = observedFetch(new Response(null, { status: 503 }), Response.json({ id: 1 }));
    const client = clientWith({ retryDelayMs: 1 }, fetch);
    expect(await client.GET('/v1/customers/{id}', { params, [name]: undefined })).toMatchObject({ data: { id: 1 } });
    expect(requests).toHaveLength(2);
  });
});

describe('an invalid option is a TypeError that names it', () => {
  test.each(Object.entries({ ...invalid, ...invalidOfClient }))('%s, when the client is made', (name, values) => {
    for (const value of values) expect(() => clientWith({ [name]: value })).toThrow(TypeError);
    for (const value of values) expect(() => clientWith({ [name]: value })).toThrow(new RegExp(`^(${name}|headers?)`));
  });

  test.each(Object.entries({ ...invalid, ...invalidOfCall }))(
    '%s, before a call sends anything',
    async (name, values) => {
      for (const value of values) {
        const { fetch, requests } = observedFetch();
        const call = clientWith({}, fetch).POST('/v1/transactions', { body, [name]: value } as never);
        await expect(call).rejects.toThrow(TypeError);
        await expect(call).rejects.toThrow(new RegExp(`^${name}: (is missing|must)`));
        expect(requests).toHaveLength(0);
      }
    },
  );

  test.each([null, 5, 'x', Number.NaN])('options that are %j are a TypeError', async (options) => {
    expect(() => createGatewayClient(options as never)).toThrow(/^baseUrl: is missing/);
    const { fetch, requests } = observedFetch();
    const call = clientWith({}, fetch).POST('/v1/transactions', options as never);
    await expect(call).rejects.toThrow(new TypeError('options: must be an object'));
    expect(requests).toHaveLength(0);
  });

  test.each([
    ['fetch', null, 'a function, not null'],
    ['retryDelayMs', -1, 'a finite number, 0 or more, not -1'],
    ['signal', {}, 'an AbortSignal, not an object'],
    ['parseAs', 'xml', 'json, text, blob, arrayBuffer, stream, not a string'],
    ['querySerializer', null, 'a function or an object, not null'],
    ['middleware', {}, 'a list, not an object'],
  ])('%s says what it must be', async (name, value, words) => {
    const call = clientWith({}).POST('/v1/transactions', { body, [name]: value } as never);
    await expect(call).rejects.toThrow(new TypeError(`${name}: must be ${words}; leave it out for the default`));
  });

  test('a signal may be of another class, as jsdom has its own', async () => {
    class AbortSignal extends EventTarget {
      readonly aborted = false;
      readonly reason = undefined;
      readonly [Symbol.toStringTag] = 'AbortSignal';
    }
    const { client } = shop({}, Response.json({ id: 1 }));
    const signal = new AbortSignal() as unknown as globalThis.AbortSignal;
    expect(await client.GET('/v1/customers', { signal })).toMatchObject({ data: { id: 1 } });
  });

  test('names that only resemble those of the HTTP engine, slashes after baseUrl and a null signal are valid', async () => {
    const { fetch, requests } = observedFetch();
    for (const name of ['x-connection', 'connections']) {
      const client = clientWith({ headers: { [name]: 'k1' }, baseUrl: `${baseUrl}/live//` }, fetch);
      await client.POST('/v1/transactions', { body, signal: null });
    }
    expect(requests.map(({ url }) => url)).toEqual(Array(2).fill(`${baseUrl}/live/v1/transactions`));
    expect(requests[1]?.headers.get('connections')).toBe('k1');
  });

  test('an invalid value is not quoted: it may be a secret in the wrong place', () => {
    expect(() => clientWith({ timeoutMs: 'secret' })).toThrow(/^timeoutMs: must be a number above 0, not a string; /);
    expect(() => clientWith({ retries: -1 })).toThrow(/^retries: must be a whole number, 0 or more, not -1; /);
  });

  test('valid numbers include 0, fractions of milliseconds and infinity', () => {
    const endless = Number.POSITIVE_INFINITY;
    clientWith({ retries: 0, retryDelayMs: 0, timeoutMs: 0.5, overallTimeoutMs: endless, maxResponseBytes: endless });
    clientWith({ retries: endless, timeoutMs: endless });
  });
});

describe('a misspelled option', () => {
  test.each([
    ['timeoutMS', 'timeoutMs'],
    ['overalTimeoutMs', 'overallTimeoutMs'],
    ['timeout', 'timeoutMs'],
    ['baseURL', 'baseUrl'],
    ['retires', 'retries'],
    ['retryAfter', undefined],
    ['Headers', 'headers'],
    ['parsAs', 'parseAs'],
    ['middlewares', 'middleware'],
    ['param', 'params'],
  ])('%s is a TypeError that names %s', async (name, meant) => {
    const { fetch, requests } = observedFetch();
    const call = clientWith({}, fetch).POST('/v1/transactions', { body, [name]: 1 });
    if (meant) {
      const error = new TypeError(`${name}: is not an option; did you mean ${meant}?`);
      await expect(call).rejects.toThrow(error);
      expect(() => clientWith({ [name]: 1 })).toThrow(error);
    } else {
      await call;
      clientWith({ [name]: 1 });
    }
    expect(requests).toHaveLength(meant ? 0 : 1);
  });

  test('property: up to two edits of an option name it, and a long key is checked at once', () => {
    const names = [...ofClient, ...serializers, 'accessToken', 'baseUrl'];
    const edit = fc.record({ at: fc.nat(), character: fc.constantFrom('', 'q', 'Z', '$'), isInsert: fc.boolean() });
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.array(edit, { minLength: 1, maxLength: 2 }), (name, edits) => {
        let key = name;
        for (const { at, character, isInsert } of edits) {
          const index = at % key.length;
          key = key.slice(0, index) + character + key.slice(index + (isInsert ? 0 : 1));
        }
        if (key in Request.prototype || [...names, ...ofCall].includes(key)) return;
        expect(() => clientWith({ [key]: 1 })).toThrow(`${key}: is not an option; did you mean`);
      }),
    );
    clientWith({ ['t'.repeat(100_000)]: 1 });
  });

  test.each([
    ...['cache', 'credentials', 'duplex', 'integrity', 'keepalive', 'mode', 'priority', 'redirect', 'referrer'],
    ...['referrerPolicy', 'window', 'next', 'dispatcher', 'proxy', 'client', 'constructor'],
  ])('is not %s, which passes', async (name) => {
    clientWith({ [name]: {} });
    // The value may be invalid for `Request`.
    const call = clientWith({}).GET('/v1/customers/{id}', { params, [name]: {} });
    expect(await call.catch(String)).not.toEqual(expect.stringContaining('is not an option'));
  });

  test('is not a key of a framework, and the fetch of the caller finds it on the request', async () => {
    const { fetch, requests } = observedFetch();
    const next = { revalidate: 60 };
    const cf = { cacheTtl: 5 };
    const client = clientWith({}, fetch);
    for (const middleware of [[], [{ onRequest: () => undefined }]])
      await client.GET('/v1/customers', { next, cf, middleware });
    for (const request of requests) expect(request).toMatchObject({ next, cf, redirect: 'manual' });
  });
});

describe('an option in the wrong place', () => {
  test.each(['middleware', 'params', 'body'])('%s of the client is a TypeError', (name) => {
    expect(() => clientWith({ [name]: 'order-1' })).toThrow(
      new TypeError(`${name}: is an option of a call, not of the client; pass it there`),
    );
    clientWith({ [name]: undefined });
  });

  test('accessToken of a call is a TypeError', async () => {
    const call = clientWith({}).POST('/v1/transactions', { body, accessToken: 'other' } as never);
    await expect(call).rejects.toThrow(
      new TypeError('accessToken: is an option of the client, not of a call; pass it there'),
    );
  });
});

test('pathSerializer of the client is used, and that of a call before it', async () => {
  const { fetch, requests } = observedFetch();
  const client = clientWith({ pathSerializer: () => `${baseUrl}/client` }, fetch);
  await client.GET('/v1/customers/{id}', { params });
  await client.GET('/v1/customers/{id}', { params, pathSerializer: () => `${baseUrl}/call` } as never);
  expect(requests.map(({ url }) => url)).toEqual([`${baseUrl}/client`, `${baseUrl}/call`]);
});

test('the ports that baseUrl cannot have are those that fetch blocks', async () => {
  const dispatcher = {
    dispatch: () => {
      throw new Error('not blocked');
    },
  };
  const isBlocked = (port: number) =>
    fetch(`http://127.0.0.1:${port}`, { dispatcher } as object).catch(({ cause }) => cause.message === 'bad port');
  const isRefused = (port: number) => {
    try {
      return !createGatewayClient({ baseUrl: `http://127.0.0.1:${port}`, accessToken: 'token' });
    } catch (error) {
      expect((error as Error).message).toBe(`baseUrl: fetch blocks the port ${port}; use another one`);
      return true;
    }
  };
  for (let port = 1; port < 7000; port += port < 1100 ? 1 : 7)
    expect([port, isRefused(port)]).toEqual([port, await isBlocked(port)]);
});

test.each(['undici 6', 'undici 8', 'node-fetch 2', 'node-fetch 3'])(
  'the fetch of %s, which cannot read the global Request, is refused at once',
  (library) => {
    const functions: Record<string, unknown> = {
      'undici 6': async function fetch(init: unknown, options = undefined) {
        return [init, options];
      },
      'undici 8': function fetch(init: unknown, options = undefined) {
        return Promise.resolve([init, options]);
      },
      'node-fetch 2': function fetch(url: unknown, opts: unknown) {
        return [url, opts];
      },
      'node-fetch 3': async function fetch(url: unknown, options_: unknown) {
        return [url, options_];
      },
    };
    const options = { baseUrl: 'https://gateway.example', accessToken: 'token' };
    expect(() => createGatewayClient({ ...options, fetch: functions[library] as never })).toThrow(
      /^fetch: that of the packages undici and node-fetch cannot read the global Request; pass dispatcher instead/,
    );
  },
);
