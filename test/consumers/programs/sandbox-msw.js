// @ts-nocheck recipes.ts installs msw when it runs, so the compiler cannot find it here.
/** The sandbox behind MSW: a shop that uses the global fetch reaches it at the gateway's real address. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { createSandboxFetch } from '../../../sandbox/src/index.ts';
import { createGatewayClient, unwrap } from '../../../src/index.ts';

const baseUrl = 'https://gateway.example';
const sandbox = createSandboxFetch({ strict: true, clock: 'manual' });
const server = setupServer(http.all(`${baseUrl}/*`, ({ request }) => sandbox(request)));
before(() => server.listen({ onUnhandledRequest: 'error' }));
after(async () => {
  server.close();
  await sandbox.close();
});

test('a shop pays through MSW', async () => {
  const client = createGatewayClient({ baseUrl, accessToken: 'any-token' });
  const { id } = await unwrap(
    client.POST('/v1/transactions', { body: { amount: 15_990, payment_method: 'pix', async: true } }),
  );
  await sandbox.pay(id);
  const { status } = await unwrap(client.GET('/v1/transactions/{id}', { params: { path: { id } } }));
  assert.equal(status, 'paid');
});
