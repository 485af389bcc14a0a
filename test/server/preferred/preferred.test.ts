import { describe, expect, test } from 'vitest';
import { createMockFetch } from '../../../src/mock/index.js';
import { createMock, JSON_HEADERS, sendJson } from '../../mock/send.ts';

describe('Prefer', () => {
  const mock = createMock({ seed: 'seed' });

  const get = (prefer: string) => sendJson(mock, 'GET', '/v1/transactions/7', undefined, { prefer });

  test('code returns the response with the status and its headers', async () => {
    expect(await get('code=404')).toMatchObject({
      status: 404,
      body: { errors: ['There is no resource with this id'] },
    });
    const limited = await get('code=429');
    expect(limited.status).toBe(429);
    expect(limited.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await get('code=503')).status).toBe(503);
  });

  test('example returns the named example unchanged', async () => {
    expect((await get('example=boleto')).body).toMatchObject({ id: 1003, payment_method: 'boleto' });
    expect((await get('code=200; example="pix"')).body).toMatchObject({ id: 1002, payment_method: 'pix' });
  });

  test('the first one of a name counts', async () => {
    expect((await get('code=404, code=503')).status).toBe(404);
    expect((await get('CODE=503; code=404; example=server_error')).status).toBe(503);
  });

  test('a seed, or dynamic=false, asks for no other response', async () => {
    for (const prefer of ['seed=1', 'dynamic=false', 'respond-async']) expect((await get(prefer)).body.id).toBe(7);
  });

  test('code and example together return the named example of the status', async () => {
    expect(await get('code=200, example=pix')).toMatchObject({ status: 200, body: { id: 1002 } });
    expect(await get('code=404, example=pix')).toMatchObject({
      status: 404,
      body: {
        errors: ['prefer: the contract has no such example for retrieveTransaction; its examples are not_found'],
      },
    });
  });

  test('does not make an invalid request valid', async () => {
    const response = await sendJson(mock, 'POST', '/v1/transactions', {}, { prefer: 'code=200' });
    expect(response.status).toBe(400);
  });

  test('dynamic makes a response up, the same one for the same seed', async () => {
    const first = (await get('dynamic=true')).body;
    expect(first).toMatchObject({ id: expect.any(Number), status: expect.any(String) });
    expect(first.id).not.toBe(7);
    await sendJson(mock, 'GET', '/v1/customers', undefined, { prefer: 'dynamic=true' });
    expect((await get('dynamic=true')).body).toEqual(first);
    expect((await get('dynamic=true, seed=other')).body).not.toEqual(first);
    const again = createMock({ seed: 'seed' });
    expect((await sendJson(again, 'GET', '/v1/transactions/7', undefined, { prefer: 'dynamic=true' })).body).toEqual(
      first,
    );
  });

  test('for an unknown response lists the known ones', async () => {
    const errors = [
      expect.stringMatching(
        /^prefer: the contract has no such (?:response|example) for retrieveTransaction; its (?:statuses are 200, 400, 401|examples are credit_card, pix, boleto)/,
      ),
    ];
    expect(await get('code=418')).toMatchObject({ status: 404, body: { errors } });
    expect(await get('example=cash')).toMatchObject({ status: 404, body: { errors } });
  });

  test.each(['code=abc', 'code=1', 'dynamic=maybe'])('%s is refused', async (prefer) => {
    expect(await get(prefer)).toMatchObject({ status: 400, body: { errors: [expect.stringMatching(/^prefer: /)] } });
  });
});

describe('Accept', () => {
  test.each([
    [undefined, 200],
    ['application/json', 200],
    ['text/html, application/*;q=0.8', 200],
    ['text/html', 406],
    ['a/b/c', 406],
    ['application/json;q=0, text/html', 406],
    ['application/jsonx', 406],
  ])('%s', async (accept, status) => {
    const mock = createMock();
    const headers: Record<string, string> = accept === undefined ? {} : { accept };
    const response = await sendJson(mock, 'GET', '/v1/cards', undefined, headers);
    expect(response.status).toBe(status);
    if (status === 406) expect(response.body.errors).toEqual(['accept: listCards returns application/json']);
  });
});

test('refuses a long Accept header without comparing type by type', async () => {
  const mockFetch = createMockFetch();
  const headers = {
    ...JSON_HEADERS,
    prefer: 'dynamic=true',
    accept: Array.from({ length: 20_000 }, (_, i) => `a/b${i}`).join(),
  };
  const response = await mockFetch('http://mock.invalid/v1/cards', { headers });
  expect(response.status).toBe(406);
  expect(await response.json()).toEqual({ errors: ['accept: must list at most 50 media types'] });
});
