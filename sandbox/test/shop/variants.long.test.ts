import { expect, test } from 'vitest';
import { variants } from '../../../core/generated/variants.js';
import { unwrap } from '../../../src/index.ts';
import { buildWebhookEvent } from '../../../src/webhooks/index.ts';
import { type Assumed, startSandbox } from '../../src/index.ts';
import { APPROVED_CARD } from '../entrances.ts';
import { untilQuiet } from '../events/quiet.ts';
import { REFUSED } from '../rules/requests.ts';
import { startHooks } from './hooks.ts';
import { Shop } from './shop.ts';

/** The orders of the shop at the end, with the assumed behavior. */
const ASSUMED = { pix: 'paid', card: 'paid', refused: 'refused', boleto: 'canceled', refunded: 'refunded' };

const CASES = Object.entries(variants).flatMap(([entry, names]) => names.map((name): Assumed => ({ [entry]: name })));

test.each([{}, ...CASES])('a shop that follows the guides, with %j', async (assume) => {
  expect(await ordersOf(assume)).toEqual(ASSUMED);
});

test.each([
  ['pix', { 'pix-flow': 'stays-open' }],
  ['boleto', { 'boleto-flow': 'stays-open' }],
] as const)('a %s that is paid after the deadline of the shop is left to a person', async (payment_method, assume) => {
  let now = Date.parse('2026-11-20T12:00:00Z');
  await using sandbox = await startSandbox({ port: 0, clock: 'manual', assume });
  const shop = new Shop(sandbox.url, 'any-token', () => now);
  const customer = { name: 'Ana Souza', email: 'ana@example.com' };
  const { id } = await shop.checkout(1, 1000, { payment_method, customer });
  shop.cancelUnpaid();
  expect(shop.orders.get(1)?.state).toBe('open');
  await sandbox.clock.advance({ days: 31 });
  now += 31 * 86_400_000;
  shop.cancelUnpaid();
  expect(shop.orders.get(1)?.state).toBe('canceled');
  await sandbox.pay(id);
  const event = buildWebhookEvent('transaction.status_changed', { payload: { id, status: 'paid' } });
  for (let count = 0; count < 2; count++) await shop.receive(JSON.stringify(event));
  expect(shop.orders.get(1)?.state).toBe('paid late');
});

async function ordersOf(assume: Assumed): Promise<object> {
  let now = Date.parse('2026-11-20T12:00:00Z');
  using hooks = await startHooks(() => shop);
  const { webhook } = hooks;
  await using sandbox = await startSandbox({ port: 0, clock: new Date(now).toISOString(), webhook, assume });
  const shop = new Shop(sandbox.url, 'any-token', () => now);
  const { client, orders } = shop;
  const customer = { external_id: '7', name: 'Ana Souza', email: 'ana@example.com' };
  const card = { payment_method: 'credit_card', card: APPROVED_CARD, customer };
  const failed = (error: unknown): undefined => void error;

  const pix = await shop.checkout(1, 1000, { payment_method: 'pix', async: true });
  await shop.checkout(2, 1000, card);
  await shop.checkout(3, 1000, { ...card, card: { ...APPROVED_CARD, card_number: REFUSED } }).catch(failed);
  await shop.checkout(4, 1000, { payment_method: 'boleto', customer });
  const { id } = await shop.checkout(5, 1000, card);
  await sandbox.pay(pix.id);
  await sandbox.clock.advance('1s');
  await unwrap(client.POST('/v1/transactions/{id}/refund', { params: { path: { id } }, body: { amount: 1000 } })).catch(
    failed,
  );
  await sandbox.clock.advance({ days: 31 });
  now += 31 * 86_400_000;
  await untilQuiet(sandbox);
  shop.cancelUnpaid();
  const names = Object.keys(ASSUMED);
  return Object.fromEntries(names.map((name, index) => [name, orders.get(index + 1)?.state]));
}
