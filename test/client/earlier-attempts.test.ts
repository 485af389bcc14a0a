import { expect, test } from 'vitest';
import { GatewayNotFoundError, isOutcomeUnknown, unwrap } from '../../src/index.js';
import { shop } from './observed-fetch.ts';

const params = { path: { id: 1 } };
const note = 'An earlier attempt may have succeeded: read the object before you decide';
const lost = () => Promise.reject(Object.assign(new Error('other side closed'), { code: 'ECONNRESET' }));
const refusal = (status: number, errors: unknown = ['refused']) => Response.json({ errors }, { status });

test.each([
  ['DELETE', 'the first response was lost', lost, 404],
  ['DELETE', 'the first response was a 504', () => refusal(504), 404],
  ['PUT', 'the first response was lost', lost, 422],
  ['PUT', 'the first response was a 408', () => refusal(408), 409],
] as const)(
  '%s: %s, and the second one is a refusal: the error says that it may be done',
  async (method, _, first, status) => {
    const { client, requests } = shop({}, first, refusal(status));
    const call =
      method === 'PUT'
        ? client.PUT('/v1/customers/{id}', { params, body: {} })
        : client.DELETE('/v1/customers/{id}', { params });
    const result = await call;
    expect(requests).toHaveLength(2);
    expect(result.error?.errors).toEqual(['refused', note]);
    expect(isOutcomeUnknown(result)).toBe(false);
    const error = await unwrap(Promise.resolve(result)).catch((reason) => reason);
    expect(error.errors).toEqual(['refused']);
    expect(error.message).toMatch(new RegExp(`: HTTP ${status}: refused\\. ${note}\\.$`));
    expect(error instanceof GatewayNotFoundError).toBe(status === 404);
  },
);

test('errors by field keep their shape', async () => {
  const { client } = shop({}, lost, refusal(422, { name: ['is missing'] }));
  const result = await client.PUT('/v1/customers/{id}', { params, body: {} });
  expect(result.error?.errors).toEqual({ name: ['is missing'] });
  await expect(unwrap(Promise.resolve(result))).rejects.toThrow(`name: is missing. ${note}.`);
});

test('a call without any response says it too, from its second attempt on', async () => {
  const remove = (retries: number) => shop({ retries }, lost).client.DELETE('/v1/customers/{id}', { params });
  await expect(remove(1)).rejects.toThrow(`other side closed. ${note}.`);
  await expect(remove(0)).rejects.toThrow('other side closed. Check baseUrl and try again.');
});

test.each([
  ['the first attempt never connected', () => Promise.reject(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }))],
  ['the first response was a refusal', () => refusal(429)],
])('%s: a 404 is shown as it is', async (_, first) => {
  const { client, requests } = shop({}, first, refusal(404));
  const result = await client.DELETE('/v1/customers/{id}', { params });
  expect(requests).toHaveLength(2);
  expect(result.error).toEqual({ errors: ['refused'] });
  await expect(unwrap(Promise.resolve(result))).rejects.toThrow('refused. Check the id.');
});

test('a GET, which changes nothing, is shown as it is', async () => {
  const { client } = shop({}, lost, refusal(404));
  await expect(unwrap(client.GET('/v1/customers/{id}', { params }))).rejects.toThrow('refused. Check the id.');
});
