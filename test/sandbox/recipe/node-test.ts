/** The recipe for node:test: `node --test` with a loader for TypeScript. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createGatewayClient, unwrap } from '../../../src/index.ts';
import { type SandboxServer, startSandbox } from '../../../src/sandbox/index.ts';

let sandbox: SandboxServer;
before(async () => {
  sandbox = await startSandbox({ port: 0, clock: 'manual', accounts: 'per-token' });
});
after(() => sandbox.close());

test('a PIX is paid', async () => {
  const accessToken = randomUUID();
  const client = createGatewayClient({ baseUrl: sandbox.url, accessToken });
  const { id } = await unwrap(
    client.POST('/v1/transactions', { body: { amount: 15_990, payment_method: 'pix', async: true } }),
  );
  await sandbox.account(accessToken).pay(id);
  const { data } = await client.GET('/v1/transactions/{id}', { params: { path: { id } } });
  assert.equal(data?.status, 'paid');
});
