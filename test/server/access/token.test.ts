import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openServer, type Reached, sendJson, sendTo, transports } from '../../mock/send.ts';
import { operations } from '../../mock/stories.ts';

let mock: Reached;
beforeAll(async () => {
  mock = await openServer();
});
afterAll(() => mock[Symbol.asyncDispose]());

const send = (method: string, path: string, body?: string, headers?: Record<string, string>) =>
  sendTo(mock, method, path, body, headers);

describe('the token', () => {
  test.each(operations)('$operationId fails with 401 without one', async ({ method, path }) => {
    const response = await send(method, path.replaceAll(/\{\w+\}/g, '1'), undefined, {});
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(response.errors).toEqual([expect.stringContaining('authorization: must be a bearer token')]);
  });

  test('Basic authorization is not a token', async () => {
    expect((await send('GET', '/v1/cards', undefined, { authorization: 'Basic eDp5' })).status).toBe(401);
  });

  test('is checked before anything else', async () => {
    expect((await send('POST', '/v1/cards', '{', { 'content-type': 'application/json' })).status).toBe(401);
  });
});

describe.each(transports)('the token, $name', ({ open }) => {
  test('may be any value, unless the mock has the option', async () => {
    await using open_ = await open();
    expect((await sendJson(open_, 'GET', '/v1/cards')).status).toBe(200);
    await using mock = await open({ token: 'right' });
    expect(await sendJson(mock, 'GET', '/v1/cards')).toMatchObject({
      status: 401,
      body: { errors: ['authorization: is not the token that the mock was started with'] },
    });
    expect((await sendJson(mock, 'GET', '/v1/cards', undefined, { authorization: 'bearer right' })).status).toBe(200);
  });
});
