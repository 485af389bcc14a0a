import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { variants } from '../../../generated/variants.js';
import { unwrap } from '../../../src/index.ts';
import { type Assumed, startSandbox } from '../../../src/sandbox/index.ts';
import { APPROVED_CARD } from '../entrances.ts';
import { REFUSED } from '../rules/requests.ts';
import { Shop } from './shop.ts';

/** The orders of the shop at the end, with the assumed behavior. */
const ASSUMED = { pix: 'paid', card: 'paid', refused: 'refused', boleto: 'canceled', refunded: 'refunded' };

/** The orders that end in another state under a variant. Each is a finding about shops that follow the guides. */
const DIFFERENT: Readonly<Record<string, object>> = {
  // The shop expects 200 for a declined card. It throws, and keeps the order open.
  'refused-response=status-402': { refused: 'open' },
  'refused-response=status-422': { refused: 'open' },
  // The shop has no deadline of its own, so it waits for an event that never comes.
  'boleto-flow=stays-open': { boleto: 'open' },
};

const CASES = Object.entries(variants).flatMap(([entry, names]) => names.map((name) => ({ entry, name })));

test.each(CASES)('a shop that follows the guides, with $entry=$name', async ({ entry, name }) => {
  expect(await ordersOf({ [entry]: name })).toEqual({ ...ASSUMED, ...DIFFERENT[`${entry}=${name}`] });
});

test('a shop that follows the guides, with the assumed behavior', async () => {
  expect(await ordersOf({})).toEqual(ASSUMED);
});

async function ordersOf(assume: Assumed): Promise<object> {
  let shop: Shop | undefined;
  const hooks = createServer((request, response) => {
    void text(request)
      .then((body) => shop?.receive(body))
      .then(
        () => response.writeHead(204).end(),
        () => response.writeHead(500).end(),
      );
  }).listen(0, '127.0.0.1');
  await once(hooks, 'listening');
  const webhook = `http://127.0.0.1:${(hooks.address() as AddressInfo).port}/hooks`;
  await using sandbox = await startSandbox({ port: 0, clock: '2026-11-20T12:00:00Z', webhook, assume });
  const { client, orders, checkout } = bound(new Shop(sandbox.url, 'any-token'));
  shop = checkout.shop;
  const customer = { external_id: '7', name: 'Ana Souza', email: 'ana@example.com' };
  const card = { payment_method: 'credit_card', card: APPROVED_CARD, customer };
  const failed = (error: unknown): undefined => void error;

  const pix = await checkout(1, 1000, { payment_method: 'pix', async: true });
  await checkout(2, 1000, card);
  await checkout(3, 1000, { ...card, card: { ...APPROVED_CARD, card_number: REFUSED } }).catch(failed);
  await checkout(4, 1000, { payment_method: 'boleto', customer });
  const { id } = await checkout(5, 1000, card);
  await sandbox.pay(pix.id);
  await sandbox.clock.advance('1s');
  await unwrap(client.POST('/v1/transactions/{id}/refund', { params: { path: { id } }, body: {} })).catch(failed);
  await sandbox.clock.advance({ days: 31 });
  await sandbox.events.settled({ timeout: 5000 }).catch(failed);
  hooks.close();
  const names = Object.keys(ASSUMED);
  return Object.fromEntries(names.map((name, index) => [name, orders.get(index + 1)?.state]));
}

function bound(shop: Shop) {
  const checkout = (number: number, amount: number, payment: Record<string, unknown>) =>
    shop.checkout(number, amount, payment);
  return { client: shop.client, orders: shop.orders, checkout: Object.assign(checkout, { shop }) };
}
