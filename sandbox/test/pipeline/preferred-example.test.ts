import { afterAll, describe, expect, test } from 'vitest';
import { openSandbox, sendJson } from '../server/send.ts';

describe('Prefer', () => {
  const sandbox = openSandbox();
  afterAll(() => sandbox[Symbol.asyncDispose]());

  const get = (prefer: string) => sendJson(sandbox, 'GET', '/v1/transactions/7', undefined, { prefer });

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
    for (const prefer of ['seed=1', 'dynamic=false', 'respond-async']) expect((await get(prefer)).status).toBe(404);
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
    const response = await sendJson(sandbox, 'POST', '/v1/transactions', {}, { prefer: 'code=200' });
    expect(response.status).toBe(400);
  });

  test('dynamic=true names the server that makes responses up', async () => {
    expect(await get('dynamic=true')).toMatchObject({
      status: 400,
      body: { errors: ['prefer: only Prism makes a response up: npx payment-gateway-contract mock'] },
    });
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
