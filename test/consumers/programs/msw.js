// @ts-nocheck recipes.ts installs msw when it runs, so the compiler cannot find it here.
/** The client with MSW, which replaces the global fetch. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { createGatewayClient, isOutcomeUnknown, unwrap } from '../../../src/index.ts';

const baseUrl = 'https://gateway.example';
const requests = [];
const server = setupServer(
  http.post(`${baseUrl}/v1/transactions`, async ({ request }) => {
    const { amount } = await request.json();
    requests.push([request.headers.get('authorization'), amount]);
    return amount > 100 ? new HttpResponse(null, { status: 503 }) : HttpResponse.json({ id: 1, status: 'paid' });
  }),
  http.get(`${baseUrl}/v1/customers/:id`, () => HttpResponse.error()),
);
before(() => server.listen({ onUnhandledRequest: 'error' }));
after(() => server.close());

test('a payment, an unknown outcome and a network error', async () => {
  const client = createGatewayClient({ baseUrl, accessToken: 'token', retryDelayMs: 1 });
  const pay = (amount) => client.POST('/v1/transactions', { body: { payment_method: 'pix', amount } });
  assert.equal((await unwrap(pay(100))).status, 'paid');
  assert.equal(isOutcomeUnknown(await pay(101)), true);
  assert.deepEqual(requests, [
    ['Bearer token', 100],
    ['Bearer token', 101],
  ]);
  const lost = client.GET('/v1/customers/{id}', { params: { path: { id: 1 } } });
  await assert.rejects(lost, { name: 'GatewayConnectionError' });
});
