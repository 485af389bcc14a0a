/** A test of the client where vitest would run it in happy-dom, without the comment that the guide names. */
import { expect, test } from 'vitest';
import { createGatewayClient, unwrap } from '../../../src/index.ts';
import { startMockServer } from '../../../src/mock/index.ts';

test('the client creates a payment', async () => {
  const mock = await startMockServer({ port: 0, log: 'silent' });
  const client = createGatewayClient({ baseUrl: mock.url, accessToken: 'token' });
  const body = { amount: 15990, payment_method: /** @type {const} */ ('pix') };
  const call = unwrap(client.POST('/v1/transactions', { body }));
  await expect(call.finally(() => mock.close())).resolves.toMatchObject({ amount: 15990 });
});
