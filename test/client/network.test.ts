import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createGatewayClient } from '../../src/index.js';
import { runs } from '../property-runs.ts';
import { startFaultServer } from './fault-server.ts';
import { baseUrl, shop } from './observed-fetch.ts';

const never = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'ConnectionRefused'];
const maybe = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'UND_ERR_SOCKET', 'XECONNREFUSED', 'ECONNREFUSED2', '', 20, {}];
/** Codes that become a known one as a string. */
const disguised = [['ECONNREFUSED'], { toString: () => 'ENOTFOUND' }, new String('EAI_AGAIN')];

/** Nests errors with these codes, outermost first. An error may have no code. */
const chain = (codes: readonly unknown[], nested: 'cause' | 'errors'): unknown =>
  codes.reduceRight<unknown>((inner, code) => {
    const error = Object.assign(new Error(`${code}`), code === undefined ? {} : { code });
    return Object.assign(error, inner === undefined ? {} : { [nested]: nested === 'errors' ? [inner] : inner });
  }, undefined);

async function post(failure: unknown): Promise<{ name: string; sent: number }> {
  let sent = 0;
  const client = createGatewayClient({
    baseUrl,
    accessToken: 'token',
    retryDelayMs: 0,
    fetch: () => {
      sent++;
      return Promise.reject(failure);
    },
  });
  const call = client.POST('/v1/transactions', { body: { payment_method: 'pix', amount: 1 } });
  return {
    name: await call.then(
      () => 'data',
      ({ name }) => name,
    ),
    sent,
  };
}

const codes = (all: readonly unknown[], minLength: number) =>
  fc.array(fc.constantFrom<unknown>(...all), { minLength, maxLength: 4 });
const nesting = fc.constantFrom<'cause' | 'errors'>('cause', 'errors');

test('a body that fetch refuses is a TypeError before anything is sent', async () => {
  const server = await startFaultServer();
  const { baseUrl: address, arrivals } = server.at('none');
  const client = createGatewayClient({ baseUrl: address, accessToken: 'token' });
  const call = client.POST('/v1/transactions', {
    body: { payment_method: 'pix', amount: 100 },
    // `fetch` needs `duplex` for a stream.
    bodySerializer: () => new ReadableStream(),
  });
  await expect(call).rejects.toBeInstanceOf(TypeError);
  expect(arrivals).toHaveLength(0);
  await server.close();
});

test('property: a POST is sent again only when every code in the chain says that there never was a connection [S69]', async () => {
  await fc.assert(
    fc.asyncProperty(
      codes([undefined, ...never], 0),
      fc.constantFrom(...never),
      nesting,
      async (outer, last, nested) => {
        expect(await post(chain([...outer, last], nested))).toEqual({ name: 'GatewayConnectionError', sent: 3 });
      },
    ),
    { numRuns: runs(100) },
  );
  await fc.assert(
    fc.asyncProperty(
      codes([undefined, ...never], 0),
      fc.constantFrom<unknown>(...maybe, ...disguised),
      codes([undefined, ...never], 0),
      nesting,
      async (before, other, after, nested) => {
        const failure = chain([...before, other, ...after], nested);
        expect(await post(failure)).toEqual({ name: 'GatewayOutcomeUnknownError', sent: 1 });
      },
    ),
    { numRuns: runs(100) },
  );
});

const refused = (depth: number) => chain(Array(depth).fill('ECONNREFUSED'), 'cause');
const cyclic = Object.assign(new Error('down'), { code: 'ECONNREFUSED' });
cyclic.cause = cyclic;

test.each<[string, unknown, number]>([
  ['a cause that is no Error', { code: 'ECONNREFUSED', cause: { code: 'ECONNRESET' } }, 1],
  ['its own cause', cyclic, 3],
  [
    'a second address that failed without a code',
    new AggregateError([chain(['ECONNREFUSED'], 'cause'), new Error('socket hang up')]),
    1,
  ],
  ['a cause that is null', Object.assign(new Error('down'), { code: 'ECONNREFUSED', cause: null }), 3],
  ['a chain of 19', refused(19), 3],
  ['a chain that is longer than anybody reads', refused(20), 1],
])('with %s a POST is sent as often as is safe', async (_, failure, sent) => {
  const name = sent === 1 ? 'GatewayOutcomeUnknownError' : 'GatewayConnectionError';
  expect(await post(failure)).toEqual({ name, sent });
});

test.each<[string, unknown, string]>([
  ['a cause that is a sentence', new TypeError('fetch failed', { cause: 'no route' }), 'fetch failed: no route'],
  ['a cause without a message', new TypeError('fetch failed', { cause: { code: 'X' } }), 'fetch failed'],
  ['more than five', chain(['1', '2', '3', '4', '5', '6', '7'], 'cause'), '1: 2: 3: 4: 5'],
])('the message repeats what the network said, with %s', async (_, failure, said) => {
  const fetch = () => Promise.reject(failure);
  const client = createGatewayClient({ baseUrl, accessToken: 'token', retries: 0, fetch });
  const error = await client.GET('/v1/customers').catch((reason) => reason);
  expect(error.message).toBe(`listCustomers: ${said}. Check baseUrl and try again.`);
});

const body = { payment_method: 'pix', amount: 100 } as const;

test.each([200, 201, 422, 500])(
  'a POST is sent once if the body of a %i fails with a code of connecting',
  async (status) => {
    for (const code of never) {
      let sent = 0;
      const fetch = async () => {
        sent++;
        const cut = new ReadableStream({ pull: (controller) => controller.error(chain([code], 'cause')) });
        return new Response(cut, { status });
      };
      const client = createGatewayClient({ baseUrl, accessToken: 'token', retryDelayMs: 0, fetch });
      const error = await client.POST('/v1/transactions', { body }).catch((reason) => reason);
      expect([error.name, sent]).toEqual(['GatewayOutcomeUnknownError', 1]);
    }
  },
);

test('a signal whose reason has a code of connecting leaves the outcome of a POST unknown', async () => {
  const controller = new AbortController();
  const fetch = () => {
    setImmediate(() => controller.abort(chain(['ECONNREFUSED'], 'cause')));
    return new Promise<Response>(() => {});
  };
  const client = createGatewayClient({ baseUrl, accessToken: 'token', fetch });
  const call = client.POST('/v1/transactions', { body, signal: controller.signal });
  await expect(call).rejects.toMatchObject({ name: 'GatewayOutcomeUnknownError' });
});

/** Runs both a POST and a GET with a fetch, and returns the names of the errors. */
async function failWith(fetch: () => unknown) {
  const client = createGatewayClient({ baseUrl, accessToken: 'token', retries: 0, fetch: fetch as never });
  const errors = await Promise.all(
    [client.POST('/v1/transactions', { body }), client.GET('/v1/customers')].map((call) =>
      call.then(
        () => 'data',
        (error) => error,
      ),
    ),
  );
  return { names: errors.map((error) => error.name), message: String(errors[1]?.message) };
}
const lost = ['GatewayOutcomeUnknownError', 'GatewayConnectionError'];

const throwing = (): never => {
  throw new Error('trap');
};
/** Every operation on this proxy throws. */
const hostile = (target: object) =>
  new Proxy(target, Object.fromEntries(Object.getOwnPropertyNames(Reflect).map((trap) => [trap, throwing])));
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};
const getter = (name: string, target: object = {}) => Object.defineProperty(target, name, { get: throwing });

describe('a fetch that does not return a Response leaves the outcome of a POST unknown', () => {
  test.each<[string, unknown, string]>([
    ['undefined', undefined, 'fetch returned undefined instead of a Response'],
    ['a response of axios', { status: 200, headers: new Headers(), data: {} }, 'instead of a Response'],
    ['a Node stream as body', { status: 200, headers: new Headers(), body: { pipe() {} } }, 'instead of a Response'],
    ['a status that is not a number', { status: '200', headers: new Headers(), body: null }, 'instead of a Response'],
    ['invalid headers', { status: 200, headers: { get() {}, 'a b': '1' }, body: null }, 'HTTP 200 without JSON'],
    ['a getter that throws', getter('status'), 'trap'],
    ['a proxy that throws', hostile({}), 'trap'],
    ['a revoked proxy', revoked(), 'revoked'],
    ['a thenable that throws', getter('then'), 'trap'],
  ])('%s', async (_, returned, message) => {
    const failed = await failWith(() => returned);
    expect(failed.names).toEqual(lost);
    expect(failed.message).toContain(message);
  });

  test.each<[string, unknown]>([
    ['strings', ['{"id":1}']],
    ['an error', new Error('cut off')],
    ['a hostile error', hostile({})],
  ])('a body of %s', async (_, chunks) => {
    const failed = await failWith(
      () =>
        new Response(
          new ReadableStream({
            start(controller) {
              if (!Array.isArray(chunks)) return controller.error(chunks);
              for (const chunk of chunks) controller.enqueue(chunk);
              controller.close();
            },
          }),
        ),
    );
    expect(failed.names).toEqual(lost);
  });

  test('property: any value, returned or thrown', async () => {
    const value = fc.oneof(
      fc.anything({ withNullPrototype: true, withBigInt: true, withTypedArray: true, maxDepth: 2 }),
      fc.record({ status: fc.anything(), headers: fc.anything(), body: fc.anything(), url: fc.anything() }),
    );
    await fc.assert(
      fc.asyncProperty(value, fc.boolean(), async (given, isThrown) => {
        // Without a code, the request may have arrived.
        const { names } = await failWith(() => (isThrown ? Promise.reject(given) : given));
        expect(names).toEqual(lost);
      }),
    );
  });
});

describe('a fetch that rejects with a hostile value leaves the outcome of a POST unknown', () => {
  test.each<[string, unknown]>([
    ['a proxy that throws', hostile({})],
    ['a revoked proxy', revoked()],
    ['a code that throws as a string', { code: { toString: throwing } }],
    ['a cause that throws', getter('cause', Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))],
    ['endless causes', endless()],
    ['many errors', { code: 'ECONNREFUSED', errors: Array(200_000).fill({ code: 'ECONNREFUSED' }) }],
  ])('%s', async (_, reason) => {
    expect((await failWith(() => Promise.reject(reason))).names).toEqual(lost);
    expect((await failWith(() => throwIt(reason))).names).toEqual(lost);
  });

  function endless(): object {
    return {
      code: 'ECONNREFUSED',
      get cause() {
        return endless();
      },
    };
  }
  function throwIt(reason: unknown): never {
    throw reason;
  }
});

test('a Response of another class is accepted', async () => {
  const real = Response.json({ id: 1, status: 'paid' });
  const foreign = { status: 200, statusText: 'OK', url: 'x', headers: real.headers, body: real.body };
  const client = createGatewayClient({ baseUrl, accessToken: 'token', fetch: async () => foreign as Response });
  const { data, response } = await client.POST('/v1/transactions', { body });
  expect(data).toEqual({ id: 1, status: 'paid' });
  expect(response).toBeInstanceOf(Response);
});

test('a body that hangs ends at the time limit, and may have arrived [S70]', async () => {
  const fetch = (request: Request) => request.text().then(() => Response.json({}));
  const { client } = shop({ timeoutMs: 30, fetch });
  const options = { bodySerializer: () => new ReadableStream(), duplex: 'half' };
  const call = client.POST('/v1/transactions', { body, ...options } as never);
  await expect(call).rejects.toMatchObject({ name: 'GatewayOutcomeUnknownError' });
});
