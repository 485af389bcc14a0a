/** What a request is to the mock and to Prism, as the table of the guide "Mock" says. */
import { expect, inject, test } from 'vitest';
import { createMock } from '../mock/send.ts';

const mock = createMock({ log: 'silent' });
const prismUrl = inject('prismUrl');
const BEARER = { authorization: 'Bearer token' };
const JSON_BODY = { ...BEARER, 'content-type': 'application/json' };

test.each<[what: string, ofMock: number, ofPrism: number, path: string, init: RequestInit]>([
  ['a body without UTF-8', 400, 200, '/v1/customers', post(JSON_BODY, Buffer.from('{"name":"Jos\xe9"}', 'latin1'))],
  ['a query without UTF-8', 400, 200, '/v1/transactions?reference_key=Jos%E9', { headers: BEARER }],
  ['a large body', 413, 200, '/v1/customers', post(JSON_BODY, JSON.stringify({ name: 'a'.repeat(2 ** 20) }))],
  ['`bearer` in lower case', 200, 401, '/v1/transactions', { headers: { authorization: 'bearer token' } }],
  ['a body of another type', 415, 422, '/v1/customers', post({ ...BEARER, 'content-type': 'text/plain' }, '{}')],
  ['an amount with decimals', 400, 422, '/v1/transactions', post(JSON_BODY, '{"payment_method":"pix","amount":1.5}')],
  ['an id that a program lacks', 404, 200, '/v1/plans/undefined', { headers: BEARER }],
])('%s is %i to the mock and %i to Prism', async (_, ofMock, ofPrism, path, init) => {
  expect((await mock.fetch(path, init)).status).toBe(ofMock);
  expect((await fetch(prismUrl + path, init)).status).toBe(ofPrism);
});

function post(headers: Record<string, string>, body: string | Buffer): RequestInit {
  return { method: 'POST', headers, body: body as BodyInit };
}
