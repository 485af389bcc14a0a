import { request as rawRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../../../test/contract/example-pairs.ts';
import { type Stub, startStub } from '../../../../test/stub-server.ts';
import { JSON_HEADERS, sendTo } from '../send.ts';

let stub: Stub;
beforeAll(async () => {
  stub = await startStub();
});
afterAll(() => stub[Symbol.asyncDispose]());

const send = (method: string, path: string, body?: string, headers?: Record<string, string>) =>
  sendTo(stub, method, path, body, headers);

async function create(transaction: unknown): Promise<{ status: number; errors: string[] }> {
  const { status, errors } = await send('POST', '/v1/transactions', JSON.stringify(transaction));
  return { status, errors };
}

describe('a body', () => {
  const withBody = operations.filter(({ definition }) => definition.requestBody !== undefined);

  test.each(withBody)('of $operationId must be JSON', async ({ method, path }) => {
    const response = await send(method, path.replaceAll(/\{\w+\}/g, '1'), '{"amount": 1,\n "payment_method": pix}');
    expect(response).toMatchObject({ status: 400, errors: ['body: is not JSON; it breaks at line 2, column 20'] });
  });

  test.each(withBody)('of $operationId must be an object', async ({ method, path }) => {
    const response = await send(method, path.replaceAll(/\{\w+\}/g, '1'), '[]');
    expect(response).toMatchObject({ status: 400, errors: ['body: must be an object, not an array'] });
  });

  test('is named if it is missing', async () => {
    expect(await send('POST', '/v1/cards')).toMatchObject({ status: 400, errors: ['body: is required'] });
  });

  test.each([
    ['text/plain', 'content-type: must be application/json; another was sent'],
    ['application/x-www-form-urlencoded', 'content-type: must be application/json; another was sent'],
  ])('of type %s is refused, not guessed', async (type, error) => {
    const response = await send('POST', '/v1/cards', '{"card_number":"1"}', { ...JSON_HEADERS, 'content-type': type });
    expect(response).toMatchObject({ status: 415, errors: [error] });
  });

  test.each([
    ['arrays', (depth: number) => '['.repeat(depth) + ']'.repeat(depth)],
    ['objects', (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`],
  ])('may be nested in %s, up to a maximum depth', async (_, nested) => {
    const body = (depth: number) => `{"amount":1,"payment_method":"pix","x":${nested(depth - 1)}}`;
    expect((await send('POST', '/v1/transactions', body(200))).status).toBe(200);
    for (const depth of [201, 5_000, 50_000]) {
      expect(await send('POST', '/v1/transactions', body(depth))).toMatchObject({
        status: 400,
        errors: ['body: is nested deeper than 200 levels, which no operation needs'],
      });
    }
    // A body of depth 5,000 could be stored in the journal, but not read from it.
    expect(stub.requests.length).toBeGreaterThan(0);
  });

  test.each([
    ['ISO-8859-1', Buffer.from('{"name":"José"}', 'latin1')],
    ['UTF-16', Buffer.from('{"name":"José"}', 'utf16le')],
    ['half a character at the end of a string', Buffer.from([...Buffer.from('{"name":"Jos'), 0xc3, 0x22, 0x7d])],
  ])('must be UTF-8, not %s', async (_, body) => {
    const response = await stub.fetch('/v1/customers', { method: 'POST', headers: JSON_HEADERS, body });
    expect(response.status).toBe(400);
    expect(((await response.json()) as { errors: string[] }).errors[0]).toMatch(/^body: is not /);
  });

  test('may begin with a byte order mark', async () => {
    expect((await send('POST', '/v1/customers', '\ufeff{"name":"José"}')).status).toBe(200);
  });

  test('may have any bracket in its strings', async () => {
    const description = `${'[{'.repeat(300)}\\"${'['.repeat(300)}`;
    const { errors } = await create({ amount: 1, payment_method: 'pix', description, metadata: {} });
    expect(errors).toEqual(['metadata: must be a string, not an object']);
  });

  test.each(['1e999', '-1e999', '1.5E+400', `1${'0'.repeat(309)}`, `1${'0'.repeat(250)}e59`, '[{"a":1e309}]'])(
    'may have no number like %s, which JSON.parse turns into infinity',
    async (number) => {
      const body = `{"amount":1,"payment_method":"pix","x":${number}}`;
      expect(await send('POST', '/v1/transactions', body)).toMatchObject({
        status: 400,
        errors: ['body: has a number beyond 1.8e308; JSON readers turn it into infinity'],
      });
    },
  );

  test('may have any finite number, and any digits in its strings', async () => {
    const x = ['1e999', '9'.repeat(400), Number.MAX_VALUE, Number.MIN_VALUE];
    expect(await create({ amount: 1, payment_method: 'pix', x })).toMatchObject({ status: 200 });
  });

  test('is refused if it is compressed', async () => {
    const response = await send('POST', '/v1/cards', '{}', { ...JSON_HEADERS, 'content-encoding': 'gzip' });
    expect(response.status).toBe(415);
  });

  test('of more than 1 MiB is too large, also in chunks', async () => {
    const large = JSON.stringify({ amount: 1, payment_method: 'pix', metadata: 'x'.repeat(1024 * 1024) });
    expect(await send('POST', '/v1/transactions', large)).toMatchObject({
      status: 413,
      errors: ['body: must be at most 1048576 bytes'],
    });

    const chunked = rawRequest(`${stub.url}/v1/transactions`, { method: 'POST', headers: JSON_HEADERS });
    const status = new Promise((resolve) => chunked.on('response', (response) => resolve(response.statusCode)));
    for (let at = 0; at < large.length; at += 65_536) chunked.write(large.slice(at, at + 65_536));
    chunked.end();
    expect(await status).toBe(413);
  });
});
