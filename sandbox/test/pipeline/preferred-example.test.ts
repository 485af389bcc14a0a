import { afterAll, describe, expect, test } from 'vitest';
import { openSandbox, sendJson } from '../server/send.ts';

describe('Prefer', () => {
  const sandbox = openSandbox();
  afterAll(() => sandbox[Symbol.asyncDispose]());

  const get = (prefer: string) => sendJson(sandbox, 'GET', '/v1/transactions/7', undefined, { prefer });

  test.each<[prefer: string, told: object]>([
    ['code=404', { status: 404, errors: ['There is no resource with this id'] }],
    ['code=503', { status: 503 }],
    ['example=boleto', { status: 200, body: { id: 1003, payment_method: 'boleto' } }],
    ['code=200; example="pix"', { status: 200, body: { id: 1002, payment_method: 'pix' } }],
    ['code=200, example=pix', { status: 200, body: { id: 1002 } }],
    // The first one of a name counts.
    ['code=404, code=503', { status: 404 }],
    ['CODE=503; code=404; example=server_error', { status: 503 }],
    // These ask for no other response.
    ...['seed=1', 'dynamic=false', 'respond-async'].map((prefer): [string, object] => [prefer, { status: 404 }]),
  ])('%s gets the response or example that it names', async (prefer, told) => {
    expect(await get(prefer)).toMatchObject(told);
  });

  test('code=429 has the headers of the response', async () => {
    const limited = await get('code=429');
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  });

  test('does not make an invalid request valid', async () => {
    const response = await sendJson(sandbox, 'POST', '/v1/transactions', {}, { prefer: 'code=200' });
    expect(response.status).toBe(400);
  });

  const unknown = (what: string, known: string) =>
    `prefer: the contract has no such ${what} for retrieveTransaction; its ${known}`;

  test.each([
    ['code=404, example=pix', 404, unknown('example', 'examples are not_found')],
    ['code=418', 404, unknown('response', 'statuses are 200, 400, 401')],
    ['example=cash', 404, unknown('example', 'examples are credit_card, pix, boleto')],
    ['dynamic=true', 400, 'prefer: only Prism makes a response up: npx payment-gateway-contract mock'],
    ['code=abc', 400, 'prefer: '],
    ['code=1', 400, 'prefer: '],
    ['dynamic=maybe', 400, 'prefer: '],
  ])('%s is refused with what is known', async (prefer, status, error) => {
    expect(await get(prefer)).toMatchObject({ status, errors: [expect.stringMatching(`^${error}`)] });
  });
});
