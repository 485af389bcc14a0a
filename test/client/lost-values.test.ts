import { describe, expect, test } from 'vitest';
import { shop } from './observed-fetch.ts';

const params = { path: { id: 1001 } };
const pix = { payment_method: 'pix', amount: 100 } as const;

describe('a value that JSON would change throws before anything is sent', () => {
  test.each<[object, string]>([
    [{ amount: Number.NaN }, 'body.amount: is NaN, which JSON writes as null'],
    [{ amount: Number.POSITIVE_INFINITY }, 'body.amount: is Infinity, which JSON writes as null'],
    [{ amount: 10n }, 'body.amount: is a bigint, which JSON cannot write; pass a number'],
    [{ ...pix, due: new Date(Number.NaN) }, 'body.due: is an invalid Date, which JSON writes as null'],
    [{ ...pix, split: [{}, { amount: 0 / 0 }] }, 'body.split.1.amount: is NaN, which JSON writes as null'],
  ])('%o', async (body, says) => {
    const { client, requests } = shop();
    await expect(client.POST('/v1/transactions', { body: body as typeof pix })).rejects.toThrow(new TypeError(says));
    expect(requests).toHaveLength(0);
  });

  test('an amount that is undefined, because a refund without one refunds everything', async () => {
    const { client, requests } = shop();
    const call = client.POST('/v1/transactions/{id}/refund', { params, body: { amount: undefined } as never });
    await expect(call).rejects.toThrow(
      new TypeError(
        'body.amount: is undefined, so refundTransaction would get no amount; leave out the field if you mean that',
      ),
    );
    expect(requests).toHaveLength(0);
  });
});

describe('is sent', () => {
  test.each<[string, object | undefined, string]>([
    ['a refund of everything', {}, '{}'],
    ['no body', undefined, ''],
    ['another field that is undefined', { metadata: undefined }, '{}'],
    ['a date', { at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
  ])('%s', async (_, body, sent) => {
    const { client, requests } = shop();
    await client.POST('/v1/transactions/{id}/refund', { params, ...(body && { body: body as never }) });
    expect(await requests[0]?.text()).toBe(sent);
  });

  test('what a serializer of the caller writes', async () => {
    const { client, requests } = shop();
    const bodySerializer = (body: unknown) => JSON.stringify(body, (_, value) => Number(value) || value);
    await client.POST('/v1/transactions', { body: { ...pix, amount: 10n as unknown as number }, bodySerializer });
    expect(await requests[0]?.text()).toBe('{"payment_method":"pix","amount":10}');
  });
});

test('a body that refers to itself throws, and does not hang', async () => {
  const { client, requests } = shop();
  const body: { self?: object } & typeof pix = { ...pix };
  body.self = body;
  await expect(client.POST('/v1/transactions', { body })).rejects.toThrow(TypeError);
  expect(requests).toHaveLength(0);
});
