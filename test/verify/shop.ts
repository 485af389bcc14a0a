import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readContract } from '../../src/contract/contract.js';
import type { Exchange } from '../../src/verify/index.js';

const TOKEN = 'marked-token-7c1f';

/** Returns the body of a request or response example of the contract. */
export function example(name: string): Record<string, unknown> {
  const { components } = readContract() as {
    components: { examples: Record<string, { value: Record<string, unknown> }> };
  };
  const found = components.examples[name];
  if (!found) throw new Error(`no example ${name}`);
  return structuredClone(found.value);
}

/** Sends the requests of a typical shop to a server: payments, look-ups, lists, deletions, mistakes. */
export async function shopAt(url: string, fetch: typeof globalThis.fetch): Promise<void> {
  const call = async (method: string, path: string, body?: unknown, token: string | undefined = TOKEN) => {
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    return (text.startsWith('{') ? JSON.parse(text) : {}) as { id?: unknown };
  };
  // The customer of the example does not exist on the server.
  const { customer_id: _, ...pix } = example('createTransaction.pix.request');
  const { id } = await call('POST', '/v1/transactions', { ...pix, async: true });
  await call('POST', '/v1/transactions', { amount: 15990, payment_method: 'boleto', async: false });
  await call('GET', `/v1/transactions/${id}`);
  await call('GET', '/v1/transactions?page=1&per_page=5');
  await call('GET', '/v1/transactions', undefined, '');
  await call('GET', '/v1/links');
  await call('GET', '/v1/plans');
  await call('GET', '/v1/customers/900000001');
  await call('POST', '/v1/customers/find', {});
  const customer = await call('POST', '/v1/customers', { name: 'Ana Souza', email: 'ana@shop.example' });
  await call('DELETE', `/v1/customers/${customer.id}`);
  await call('GET', `/v1/customers/${customer.id}`);
  await call('POST', '/v1/simulate/tax', example('simulateTax.customer.request'));
}

/** Starts a receiver that keeps deliveries as exchanges. It fails the first delivery, so the sender repeats it. */
export async function startReceiver() {
  const deliveries: Exchange[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const status = deliveries.length === 0 ? 500 : 200;
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    deliveries.push({
      request: { method: 'POST', url: 'https://shop.example/hooks', headers, body: JSON.parse(text) },
      response: { status, headers: {} },
    });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    deliveries,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
