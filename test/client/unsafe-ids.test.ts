import { describe, expect, test } from 'vitest';
import { isOutcomeUnknown } from '../../src/index.js';
import { shop } from './observed-fetch.ts';

const params = { path: { id: 1 } };
const body = { payment_method: 'pix', amount: 100 } as const;
const response = (json: string) => new Response(json, { headers: { 'content-type': 'application/json' } });

describe('an id that JavaScript would round', () => {
  test.each([
    ['id', '{"id":9007199254740993}'],
    ['id', '{"id":-9007199254740993}'],
    ['id', '{"data":[{"id":1},{"id":90071992547409930}],"last_page":1}'],
    ['customer_id', '{"id":1,"customer_id":9007199254740993}'],
    ['card_id', '{"id":1,"deep":[[{"card_id":9007199254740993}]]}'],
    ['id', '{"id":9.007199254740993e15}'],
    ['id', '{"\\u0069d":9007199254740993}'],
  ])('in the field %s of %s is an error, not another id', async (field, json) => {
    const message = `HTTP 200 with a number above 2^53 as ${field}, which JavaScript rounds to another id`;
    const { client } = shop({ retries: 0 }, response(json));
    await expect(client.GET('/v1/transactions/{id}', { params })).rejects.toMatchObject({
      name: 'GatewayApiError',
      message: expect.stringContaining(message),
    });
  });

  test('leaves the outcome of a POST unknown', async () => {
    const { client, requests } = shop({}, response('{"id":9007199254740993}'));
    const error: unknown = await client.POST('/v1/transactions', { body }).catch((reason) => reason);
    expect([isOutcomeUnknown(error), requests.length]).toEqual([true, 1]);
  });

  test('in the path of a call is refused before anything is sent', async () => {
    const { client, requests } = shop();
    const call = client.GET('/v1/transactions/{id}', { params: { path: { id: 2 ** 53 } } });
    await expect(call).rejects.toThrow(
      'params.path.id: is a number above 2^53, which JavaScript rounds; pass it as a string',
    );
    expect(requests).toHaveLength(0);
  });
});

test.each([
  ['the largest safe id', '{"id":9007199254740991}'],
  ['an id in a string', '{"id":"9007199254740993"}'],
  ['a field with nanoseconds', '{"id":1,"created_ns":1764170000000000001}'],
  ['a new field that ends with _id', '{"id":1,"trace_id":9007199254740993}'],
  ['metadata', '{"id":1,"metadata":{"external_id":9007199254740993}}'],
  ['the line of a boleto', '{"id":1,"line":"34191790010104351004791020150008291070026000"}'],
  ['an id in a text', JSON.stringify({ id: 1, note: '{"id":9007199254740993}' })],
])('%s passes', async (_, json) => {
  const { client } = shop({}, response(json));
  expect((await client.POST('/v1/transactions', { body })).data).toEqual(JSON.parse(json));
});

test('a deep response with many digits is read', async () => {
  const depth = 20_000;
  const { client } = shop(
    {},
    response(`{"id":1,"n":12345678901234567890,"a":${'['.repeat(depth)}${']'.repeat(depth)}}`),
  );
  expect((await client.GET('/v1/transactions/{id}', { params })).data).toMatchObject({ id: 1 });
});
