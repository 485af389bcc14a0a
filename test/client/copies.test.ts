import createClient from 'openapi-fetch';
import { describe, expect, test, vi } from 'vitest';
import * as ours from '../../src/index.js';
import { baseUrl, observedFetch } from './observed-fetch.ts';

/** Loads the package again, as if two dependencies brought their own versions. */
async function anotherCopy(): Promise<typeof ours> {
  vi.resetModules();
  return import('../../src/index.js');
}

const clientOf = (copy: typeof ours, status: number) =>
  copy.createGatewayClient({
    baseUrl,
    accessToken: 'shop-token-1',
    retries: 0,
    ...observedFetch(Response.json({ errors: ['no shop-token-1'] }, { status, headers: { 'x-request-id': 'req_1' } })),
  });
const body = { payment_method: 'pix', amount: 100 } as const;

describe('a result of another copy of the package', () => {
  test('is unwrapped to the classes of the copy that unwraps it', async () => {
    const other = await anotherCopy();
    expect(other.GatewayApiError).not.toBe(ours.GatewayApiError);
    const error = await ours.unwrap(clientOf(other, 422).POST('/v1/transactions', { body })).catch((one) => one);
    expect(error).toBeInstanceOf(ours.GatewayValidationError);
    expect(error).toMatchObject({
      operationId: 'createTransaction',
      status: 422,
      errors: ['no [redacted]'],
      requestId: 'req_1',
    });
  });

  test('keeps its unknown outcome, and so does what that copy threw', async () => {
    const other = await anotherCopy();
    const result = await clientOf(other, 503).POST('/v1/transactions', { body });
    expect(ours.isOutcomeUnknown(result)).toBe(true);
    await expect(ours.unwrap(Promise.resolve(result))).rejects.toBeInstanceOf(ours.GatewayOutcomeUnknownError);
    const thrown = await other.unwrap(Promise.resolve(result)).catch((error) => error);
    expect(thrown).toBeInstanceOf(other.GatewayOutcomeUnknownError);
    expect(ours.isOutcomeUnknown(thrown)).toBe(true);
    const read = await clientOf(other, 503).GET('/v1/customers');
    expect(ours.isOutcomeUnknown(read)).toBe(false);
  });
});

describe('a result of something else', () => {
  const unwrapped = (status: number, error: unknown) =>
    ours.unwrap(Promise.resolve({ error, response: new Response(null, { status }) })).catch((one) => one);

  test('is an exception too', async () => {
    const error = await unwrapped(404, { errors: ['no such customer'] });
    expect(error).toBeInstanceOf(ours.GatewayNotFoundError);
    expect(error).toMatchObject({
      errors: ['no such customer'],
      message: expect.stringContaining('unknown operation'),
    });
  });

  test('is a failure even if its error is missing, as openapi-fetch returns it for content-length 0', async () => {
    const headers = { 'content-length': '0' };
    const plain = createClient<ours.paths>({
      baseUrl,
      fetch: async () => new Response(null, { status: 503, headers }),
    });
    const result = await plain.POST('/v1/transactions', { body });
    expect(result.error).toBeUndefined();
    await expect(ours.unwrap(Promise.resolve(result))).rejects.toBeInstanceOf(ours.GatewayOutcomeUnknownError);
    expect(ours.isOutcomeUnknown(result)).toBe(true);
  });

  test('has an unknown outcome where a POST would have one', async () => {
    expect(await unwrapped(503, 'busy')).toBeInstanceOf(ours.GatewayOutcomeUnknownError);
    expect(ours.isOutcomeUnknown({ data: {}, response: new Response() })).toBe(false);
    const malformed = [{}, null, 5, { ok: false }, { ok: false, status: 422, headers: {} }].map((response) => ({
      response,
    }));
    for (const odd of [undefined, null, 5, 'no', {}, new Error('no'), ...malformed])
      expect(ours.isOutcomeUnknown(odd)).toBe(false);
  });
});

describe('instanceof', () => {
  const call = { operationId: 'createTransaction', method: 'POST', path: '/v1/transactions' };
  const classesOf = (copy: typeof ours) =>
    Object.entries(copy).filter((entry): entry is [string, typeof ours.GatewayError] => /Error$/.test(entry[0]));

  test('accepts every error of another copy as its class and its parents, and as no other class', async () => {
    const theirs = classesOf(await anotherCopy());
    expect(theirs.map(([name]) => name)).toContain('GatewayError');
    for (const [, Theirs] of theirs) {
      const error = new Theirs(call, 'refused');
      for (const [name, Own] of classesOf(ours)) {
        const isOfIt = theirs.some(
          ([other, Type]) => other === name && Object.prototype.isPrototypeOf.call(Type.prototype, error),
        );
        expect([name, error instanceof Own]).toEqual([name, isOfIt]);
      }
    }
  });

  test('of a subclass that a shop wrote accepts only its own instances', async () => {
    class ShopError extends ours.GatewayError {}
    const other = await anotherCopy();
    expect(new ShopError(call, 'own')).toBeInstanceOf(ShopError);
    expect(new ShopError(call, 'own')).toBeInstanceOf(other.GatewayError);
    for (const copy of [ours, other]) expect(new copy.GatewayError(call, 'no')).not.toBeInstanceOf(ShopError);
  });

  test.each([null, undefined, 5, 'text', {}, new Error('no')])('refuses %s', (value) => {
    for (const [, Own] of classesOf(ours)) expect(value instanceof Own).toBe(false);
  });
});
