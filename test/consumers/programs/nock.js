// @ts-nocheck recipes.ts installs nock when it runs, so the compiler cannot find it here.
/** The client with nock, which intercepts `fetch` below the global function. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import nock from 'nock';
import { createGatewayClient, isOutcomeUnknown, unwrap } from '../../../src/index.ts';

const baseUrl = 'https://gateway.example';
nock.disableNetConnect();
after(() => nock.restore());

test('a payment, an unknown outcome and a lost response', async () => {
  const client = createGatewayClient({ baseUrl, accessToken: 'token', retryDelayMs: 1 });
  const pay = (amount) => client.POST('/v1/transactions', { body: { payment_method: 'pix', amount } });
  const gateway = () => nock(baseUrl, { reqheaders: { authorization: 'Bearer token' } });
  gateway().post('/v1/transactions', { payment_method: 'pix', amount: 100 }).reply(200, { id: 1, status: 'paid' });
  assert.equal((await unwrap(pay(100))).status, 'paid');
  gateway().post('/v1/transactions').reply(503);
  assert.equal(isOutcomeUnknown(await pay(101)), true);
  // A second interceptor would answer a second request.
  gateway().post('/v1/transactions').replyWithError('reset');
  const second = gateway().post('/v1/transactions').reply(200, { id: 2 });
  await assert.rejects(pay(102), { name: 'GatewayOutcomeUnknownError' });
  assert.equal(second.isDone(), false);
});
