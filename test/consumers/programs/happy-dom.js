/** A test of the client where vitest would run it in happy-dom, without the comment that the guide names. */
import { expect, test } from 'vitest';
import { startSandbox } from '../../../sandbox/src/index.ts';
import { createGatewayClient, unwrap } from '../../../src/index.ts';

test('the client creates a payment', async () => {
  const sandbox = await startSandbox({ port: 0, log: 'silent' });
  const client = createGatewayClient({ baseUrl: sandbox.url, accessToken: 'token' });
  const body = { amount: 15990, payment_method: /** @type {const} */ ('pix') };
  const call = unwrap(client.POST('/v1/transactions', { body }));
  await expect(call.finally(() => sandbox.close())).resolves.toMatchObject({ amount: 15990 });
});
