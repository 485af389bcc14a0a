/** One sandbox for a file, and an account for each test by its own token: tests may run side by side and never meet. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGatewayClient, unwrap } from '../../../src/index.ts';
import { type SandboxServer, startSandbox } from '../../../src/sandbox/index.ts';

let sandbox: SandboxServer;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, clock: 'manual', accounts: 'per-token' });
});
afterAll(() => sandbox.close());

function newAccount() {
  const accessToken = randomUUID();
  return {
    client: createGatewayClient({ baseUrl: sandbox.url, accessToken }),
    account: sandbox.account(accessToken),
  };
}

test.concurrent.each([1, 2, 3])('a PIX is paid (%i)', async () => {
  const { client, account } = newAccount();
  const { id } = await unwrap(
    client.POST('/v1/transactions', { body: { amount: 15_990, payment_method: 'pix', async: true } }),
  );
  await account.pay(id);
  const { data } = await client.GET('/v1/transactions');
  expect(data).toMatchObject({ total: 1, data: [{ id: 1001, status: 'paid' }] });
});
