import { expect, test } from 'vitest';
import { createStub } from '../../../../test/stub-server.ts';
import { sendJson } from '../send.ts';

const stub = createStub({ log: 'silent' });
const at = (id: string) => `/v1/transactions/${encodeURIComponent(id)}`;

test.each(['undefined', 'null', 'NaN', 'None', '<nil>', '[object Object]', '{id}', ':id', '$id', '{{id}}'])(
  'the id %s, which a program sends when it has no value, is a 404 instead of an example',
  async (id) => {
    const errors = ['path.id: is a placeholder instead of an id; is its variable set?'];
    expect(await sendJson(stub, 'GET', at(id))).toMatchObject({ status: 404, body: { errors } });
  },
);

test.each(['1001', 'c_1', 'undefined1', 'nonexistent', 'a{id}'])('the id %s gets an example', async (id) => {
  expect((await sendJson(stub, 'GET', at(id))).status).toBe(200);
});

test('a request without a token is told about the token first', async () => {
  expect((await stub.fetch(at('undefined'))).status).toBe(401);
});
