import { expect, test } from 'vitest';
import { isOutcomeUnknown, unwrap } from '../../src/index.js';
import { shop } from './observed-fetch.ts';

const params = { path: { id: 1 } };
type Client = ReturnType<typeof shop>['client'];
type Call = (client: Client) => ReturnType<Client['DELETE']>;
const changes: Readonly<Record<string, Call>> = {
  'a PUT': (client) => client.PUT('/v1/plans/{id}', { params, body: { name: 'Clube' } }) as ReturnType<Call>,
  'a DELETE': (client) => client.DELETE('/v1/customers/{id}', { params }),
  'a refund': (client) => client.POST('/v1/transactions/{id}/refund', { params, body: {} }) as ReturnType<Call>,
  'a capture': (client) => client.POST('/v1/transactions/{id}/capture', { params, body: {} }) as ReturnType<Call>,
  'a cancellation': (client) => client.POST('/v1/subscriptions/{id}/cancel', { params }) as ReturnType<Call>,
};

test.each(Object.entries(changes))('%s that 204 or 205 ends is done, sent once, and has no object', async (_, call) => {
  for (const status of [204, 205]) {
    const { client, requests } = shop({}, new Response(null, { status }));
    expect(await unwrap(call(client))).toBeUndefined();
    expect(requests).toHaveLength(1);
  }
});

test('a PUT that an empty 200 ends is done, too', async () => {
  const { client, requests } = shop({}, new Response(''));
  expect(await changes['a PUT']?.(client)).toMatchObject({ data: undefined, response: { status: 200 } });
  expect(requests).toHaveLength(1);
});

test.each([
  ['a creation with 204', 204, (client: Client) => client.POST('/v1/transactions', { body: {} as never })],
  [
    'a creation below another object with 204',
    204,
    (client: Client) => client.POST('/v1/receivers/{id}/bank-accounts', { params, body: {} as never }),
  ],
  ['a refund with an empty 200', 200, (client: Client) => changes['a refund']?.(client)],
])('%s has an unknown outcome, and is sent once', async (_, status, call) => {
  const { client, requests } = shop({}, new Response(null, { status }));
  const error: unknown = await Promise.resolve(call(client)).catch((reason) => reason);
  expect([isOutcomeUnknown(error), requests.length]).toEqual([true, 1]);
});

test('a GET without an object is an error, after retries', async () => {
  const { client, requests } = shop({}, new Response(null, { status: 204 }));
  await expect(client.GET('/v1/plans/{id}', { params })).rejects.toThrow('HTTP 204 without JSON');
  expect(requests).toHaveLength(3);
});
