/** A gateway that differs from the orders of a shop in each way that a comparison finds. */

import type { Assumed } from '../../../core/src/values.js';
import { type SandboxServer, startSandbox } from '../../../sandbox/src/index.js';
import { createGatewayClient, type GatewayClient, unwrap } from '../../../src/index.js';

/** The day of all payments. */
export const DAY = '2025-01-10';
/** A time at which they are settled. */
export const NOW = Date.parse('2025-01-11T03:00:00Z');

export const startGateway = (assume: Assumed = {}): Promise<SandboxServer> =>
  startSandbox({ port: 0, log: 'silent', clock: `${DAY}T12:00:00Z`, assume });

/** Returns a client. `fetch` may see each request first, and change its response. */
export const clientOf = (
  { url }: { readonly url: string },
  fetch?: (request: Request) => Promise<Response>,
): GatewayClient => createGatewayClient({ baseUrl: url, accessToken: 'token', retries: 0, fetch });

/** Creates a Pix, and pays it. Returns its id. */
export async function pay(sandbox: SandboxServer, order: string, amount = 1000): Promise<number> {
  const body = { amount, payment_method: 'pix', metadata: JSON.stringify({ order }) } as const;
  const { id } = await unwrap(clientOf(sandbox).POST('/v1/transactions', { body }));
  await sandbox.pay(id);
  return id;
}

/** Creates a difference of each kind. Returns the orders of the shop. */
export async function createDifferences(sandbox: SandboxServer) {
  const orders = ['good', 'twice', 'unpaid', 'cheaper', 'refunded'].map((order) => ({ order, paid: 1000 }));
  for (const order of ['good', 'twice', 'twice', 'lost']) await pay(sandbox, order);
  await pay(sandbox, 'cheaper', 900);
  const refunded = await pay(sandbox, 'refunded');
  await sandbox.refund(refunded);
  await sandbox.settle(refunded);
  return orders;
}
