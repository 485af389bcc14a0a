import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGatewayClient } from '../../src/index.js';
import { startFaultServer } from './fault-server.ts';
import { baseUrl } from './observed-fetch.ts';

const never = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'ConnectionRefused'];
const maybe = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'UND_ERR_SOCKET', 'XECONNREFUSED', 'ECONNREFUSED2', '', 20, {}];

/** An error around others: a list of `undefined` codes and of codes, outermost first. */
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

test('a body that fetch refuses is a mistake of the caller, and nothing was sent', async () => {
  const server = await startFaultServer();
  const { baseUrl: address, arrivals } = server.at('none');
  const client = createGatewayClient({ baseUrl: address, accessToken: 'token' });
  const call = client.POST('/v1/transactions', {
    body: { payment_method: 'pix', amount: 100 },
    // Without `duplex`, which no option of a call can give.
    bodySerializer: () => new ReadableStream(),
  });
  await expect(call).rejects.toBeInstanceOf(TypeError);
  expect(arrivals).toHaveLength(0);
  await server.close();
});

test('property: a POST is sent again only when every code in the chain says that there never was a connection', async () => {
  await fc.assert(
    fc.asyncProperty(
      codes([undefined, ...never], 0),
      fc.constantFrom(...never),
      nesting,
      async (outer, last, nested) => {
        expect(await post(chain([...outer, last], nested))).toEqual({ name: 'GatewayConnectionError', sent: 3 });
      },
    ),
  );
  await fc.assert(
    fc.asyncProperty(
      codes([undefined, ...never], 0),
      fc.constantFrom<unknown>(...maybe),
      codes([undefined, ...never], 0),
      nesting,
      async (before, other, after, nested) => {
        const failure = chain([...before, other, ...after], nested);
        expect(await post(failure)).toEqual({ name: 'GatewayOutcomeUnknownError', sent: 1 });
      },
    ),
  );
});

const cyclic = Object.assign(new Error('down'), { code: 'ECONNREFUSED' });
cyclic.cause = cyclic;

test.each<[string, unknown, string]>([
  ['ECONNRESET around ECONNREFUSED', chain(['ECONNRESET', 'ECONNREFUSED'], 'cause'), 'GatewayOutcomeUnknownError'],
  ['a code far down', chain([...Array(50).fill('ECONNREFUSED'), 'ECONNRESET'], 'cause'), 'GatewayOutcomeUnknownError'],
  ['a cause that is no Error', { code: 'ECONNREFUSED', cause: { code: 'ECONNRESET' } }, 'GatewayOutcomeUnknownError'],
  ['its own cause', cyclic, 'GatewayConnectionError'],
  ['no code', new TypeError('fetch failed'), 'GatewayOutcomeUnknownError'],
  ['nothing', undefined, 'GatewayOutcomeUnknownError'],
  ['a string', 'ECONNREFUSED', 'GatewayOutcomeUnknownError'],
  [
    'one that throws when it is read',
    Object.defineProperty(new Error('x'), 'code', {
      get() {
        throw new Error('trap');
      },
    }),
    'GatewayOutcomeUnknownError',
  ],
])('%s', async (_, failure, name) => {
  expect((await post(failure)).name).toBe(name);
});

const refused = (depth: number) => chain(Array(depth).fill('ECONNREFUSED'), 'cause');

test.each<[string, unknown, number]>([
  ['a cause that is null', Object.assign(new Error('down'), { code: 'ECONNREFUSED', cause: null }), 3],
  ['a chain of 19', refused(19), 3],
  ['a chain that is longer than anybody reads', refused(20), 1],
])('with %s a POST is sent as often as is safe', async (_, failure, sent) => {
  expect((await post(failure)).sent).toBe(sent);
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
