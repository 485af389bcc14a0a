// @ts-check
// Sends a POST to each address, in plain JavaScript without Node's APIs. The server counts the requests.
import { createGatewayClient } from '../../../src/index.js';

/** @typedef {{ baseUrl: string, hasBody: boolean, calls: number }} Place */

/** Makes the calls of each place with a separate client, one after the other.
 * @param {readonly Place[]} places
 */
export async function send(places) {
  for (const { baseUrl, hasBody, calls } of places) {
    const client = createGatewayClient({
      baseUrl,
      accessToken: ({ refresh }) => (refresh ? 'fresh' : 'stale'),
      timeoutMs: 2000,
    });
    for (let call = 0; call < calls; call++) {
      const sent = hasBody
        ? client.POST('/v1/transactions', { body: { payment_method: 'pix', amount: 100 } })
        : client.POST('/v1/subscriptions/{id}/cancel', { params: { path: { id: 1 } } });
      await sent.catch(() => {});
    }
  }
}
