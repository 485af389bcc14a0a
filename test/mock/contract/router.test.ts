import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { JSON_HEADERS, openServer, type Reached, sendBytes, sendTo } from '../send.ts';

let mock: Reached;
beforeAll(async () => {
  mock = await openServer();
});
afterAll(() => mock[Symbol.asyncDispose]());

const send = (method: string, path: string, body?: string, headers?: Record<string, string>) =>
  sendTo(mock, method, path, body, headers);

describe('an address', () => {
  test('that no operation has fails with the nearest one named', async () => {
    expect(await send('POST', '/v1/transaction')).toMatchObject({
      status: 404,
      errors: ['path: no operation has it; the nearest is POST /v1/transactions'],
    });
    expect((await send('GET', '/v1/receivers/1/bank_accounts/2')).errors[0]).toContain(
      'GET /v1/receivers/{id}/bank-accounts/{bank_account_id}',
    );
  });

  test('with another method fails with the methods it has', async () => {
    const response = await send('PATCH', '/v1/customers/1');
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('DELETE, GET, PUT');
    expect(response.errors).toEqual(['method: this path takes DELETE, GET, PUT only']);
  });

  test.each(['/v1/transactions/%E0%A4%A', '/%', '/v1/customers/%zz?page=1'])('%s is refused', async (path) => {
    expect(await sendBytes(mock.url, `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 400 [\s\S]*\{"errors":\["path: has broken percent-encoding"\]\}$/,
    );
  });

  test('without an id is no member', async () => {
    expect((await send('GET', '/v1/customers/')).status).toBe(404);
  });

  test('may have a slash in an id when it is encoded', async () => {
    expect((await fetch(`${mock.url}/v1/customers/a%2Fb`, { headers: JSON_HEADERS })).status).toBe(200);
  });
});
