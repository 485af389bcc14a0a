import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { paginate, unwrap } from '../../../src/index.ts';
import { type SandboxServer, startSandbox } from '../../src/index.ts';
import { APPROVED_CARD } from '../entrances.ts';
import { startHooks } from './hooks.ts';
import { Shop } from './shop.ts';

const CUSTOMER = { external_id: '7', name: 'Ana Souza', email: 'ana@example.com' };

describe('a shop built against the sandbox', () => {
  let sandbox: SandboxServer;
  let shop: Shop;
  let hooks: Awaited<ReturnType<typeof startHooks>>;

  beforeEach(async () => {
    hooks = await startHooks(() => shop);
    sandbox = await startSandbox({ port: 0, clock: '2026-11-20T12:00:00Z', webhook: hooks.webhook });
    shop = new Shop(sandbox.url, 'any-token');
  });
  afterEach(async () => {
    // A handler that goes on would call a closed sandbox again and again, during the tests of other files.
    await sandbox.events.settled();
    await sandbox.close();
    hooks[Symbol.dispose]();
  });

  const stateOf = (number: number) => shop.orders.get(number)?.state;
  const CARD = { payment_method: 'credit_card', card: APPROVED_CARD, customer: CUSTOMER };

  test.each([
    ['regular', {}],
    ['duplicate, late and out-of-order', { duplicates: 2, late: 5, outOfOrder: true }],
  ])('is paid by Pix: it shows the code, and %s events update the order', async (_, disturbances) => {
    await sandbox.events.disturb(disturbances);
    const { id, pix_qr_code } = await shop.checkout(1, 15_990, { payment_method: 'pix', async: true });
    expect([stateOf(1), pix_qr_code]).toEqual(['open', expect.stringMatching(/^000201.*5406159\.90/)]);
    await sandbox.pay(id);
    await sandbox.events.settled();
    expect(stateOf(1)).toBe('paid');
  });

  test('sends the buyer to 3DS, and learns the outcome from an event', async () => {
    const threeDSecure = { urlSuccess: 'https://shop.example/ok', urlFail: 'https://shop.example/failed' };
    const sent = await shop.checkout(1, 900, { ...CARD, payment_method: 'debit_card', threeDSecure });
    expect(sent.status).toBe('request_authentication');
    expect(sent.threeDSecure?.url).toContain(`${sandbox.url}/_sandbox/3ds/`);
    await sandbox.authenticate(sent.id, { outcome: 'approved' });
    await sandbox.events.settled();
    expect(stateOf(1)).toBe('paid');
  });

  test('cancels the order if the boleto expires unpaid', async () => {
    const { status } = await shop.checkout(1, 900, { payment_method: 'boleto', customer: CUSTOMER });
    expect(status).toBe('waiting_payment');
    await sandbox.clock.advance({ days: 31 });
    await sandbox.events.settled();
    expect(stateOf(1)).toBe('canceled');
  });

  test('captures when it ships the goods, refunds a part, and then the rest', async () => {
    const { id, status } = await shop.checkout(1, 900, { ...CARD, capture: false });
    expect(status).toBe('authorized');
    const path = { params: { path: { id } } };
    const capture = shop.client.POST('/v1/transactions/{id}/capture', { ...path, body: { amount: 900 } });
    expect(await unwrap(capture)).toMatchObject({ status: 'paid' });
    const refund = (body: { amount?: number }) =>
      unwrap(shop.client.POST('/v1/transactions/{id}/refund', { ...path, body }));
    expect(await refund({ amount: 300 })).toMatchObject({ status: 'paid', paid_amount: 600 });
    expect(await refund({})).toMatchObject({ status: 'refunded' });
    await sandbox.events.settled();
    expect(stateOf(1)).toBe('refunded');
    const history = await unwrap(shop.client.GET('/v1/transactions/{id}/history', path));
    expect((history.data ?? []).map(({ amount }) => Number(amount))).toEqual(expect.arrayContaining([300, 600]));
  });

  test.each(['reset', 'truncate', 503] as const)('charges once if the response is lost by %s', async (fault) => {
    await sandbox.populate({ transactions: 20 });
    sandbox.failNext('createTransaction', { fault, after: 'commit' });
    const { id } = await shop.checkout(77, 900, CARD);
    expect(stateOf(77)).toBe('paid');
    const charges: number[] = [];
    for await (const one of paginate(shop.client, '/v1/transactions')) {
      if (one.metadata === '{"order":77}') charges.push(one.id);
    }
    expect(charges).toEqual([id]);
  });

  test('charges again if the request never arrived', async () => {
    sandbox.failNext('createTransaction', { fault: 503 });
    await shop.checkout(1, 900, CARD);
    expect([stateOf(1), (await unwrap(shop.client.GET('/v1/transactions'))).total]).toEqual(['paid', 1]);
  });
});
