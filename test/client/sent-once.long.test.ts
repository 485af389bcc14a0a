import { expect, test } from 'vitest';
import { createGatewayClient, isOutcomeUnknown } from '../../src/index.js';
import { clearRefusals } from '../../src/util/refusals.js';
import { startCountingServer } from './counting-server.ts';

test.each([true, false])('a POST arrives once with every status, with a body: %s [S66]', async (hasBody) => {
  const server = await startCountingServer();
  for (let status = 100; status < 600; status++) {
    const { baseUrl, count } = server.at(status);
    const accessToken = ({ refresh }: { refresh: boolean }) => (refresh ? 'fresh' : 'stale');
    const client = createGatewayClient({ baseUrl, accessToken });
    const call = hasBody
      ? client.POST('/v1/transactions', { body: { payment_method: 'pix', amount: 100 } })
      : client.POST('/v1/subscriptions/{id}/cancel', { params: { path: { id: 1 } } });
    const result: unknown = await call.catch((error) => error);
    expect(count(), `requests with HTTP ${status}`).toBe(status === 401 ? 2 : 1);
    // A creation without an object is not complete.
    const isDone = status >= 200 && status < 300 && !(hasBody && (status === 204 || status === 205));
    const isKnown = isDone || clearRefusals.includes(status);
    expect(isOutcomeUnknown(result), `outcome after HTTP ${status}`).toBe(!isKnown);
  }
  await server.close();
});
