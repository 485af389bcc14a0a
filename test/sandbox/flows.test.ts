/** The payment flows of public clients of similar gateways, with the fields that they read. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { APPROVED_CARD, type Entered, entrances, send } from './entrances.ts';
import { receivers } from './events/receiver.ts';

const CARD = { payment_method: 'credit_card', card: APPROVED_CARD };
const receiver = receivers();

describe.each(entrances)('flows of public clients $name', ({ open }) => {
  let entered: Entered;
  beforeAll(async () => {
    entered = await open({ clock: '2026-11-20T12:00:00Z' });
  });
  afterAll(() => entered[Symbol.asyncDispose]());
  beforeEach(() => entered.sandbox.reset());

  const call = async (method: string, path: string, body?: unknown) => {
    const told = await send(entered, method, path, body);
    expect(told.status, JSON.stringify(told.body)).toBe(200);
    return told.body;
  };
  const create = (body: object) => call('POST', '/v1/transactions', body);
  const retrieve = (id: number) => call('GET', `/v1/transactions/${id}`);
  const changed = (id: number, status: string) =>
    entered.sandbox.events.waitFor('transaction.status_changed', { id, status, timeout: 2000 });

  test.each([
    ['pix', 'pix_qr_code'],
    ['boleto', 'boleto'],
  ])(
    '%s with async: waiting, paid outside the API, an event, and the same transaction is paid',
    async (payment_method, code) => {
      const created = await create({ amount: 15_990, payment_method, async: true });
      expect(created).toMatchObject({ status: 'waiting_payment', [code]: expect.anything() });
      await entered.sandbox.pay(created.id);
      await changed(created.id, 'paid');
      expect(await retrieve(created.id)).toMatchObject({
        id: created.id,
        amount: 15_990,
        payment_method,
        [code]: created[code],
        status: 'paid',
      });
    },
  );

  test('a chargeback, a review and an unknown status each send an event, in code and over HTTP', async () => {
    const { id } = await create({ amount: 900, ...CARD });
    await entered.sandbox.review(id);
    await changed(id, 'pending_review');
    await entered.sandbox.approve(id);
    await entered.sandbox.chargeback(id);
    await changed(id, 'chargedback');
    await entered.sandbox.setStatus(id, { status: 'in_protest' });
    await changed(id, 'in_protest');
    const acts = async (act: string, body?: object) => send(entered, 'POST', `/_sandbox/objects/${id}/${act}`, body);
    expect((await acts('setStatus', { status: 'paid' })).body).toMatchObject({ id, status: 'paid' });
    expect((await acts('chargeback')).body).toMatchObject({ id, status: 'chargedback' });
    expect((await acts('setStatus', { status: '' })).status).toBe(400);
    const { data } = await call('GET', `/v1/transactions/${id}/history`);
    expect(data.map(({ status }: { status: string }) => status)).toEqual([
      'paid',
      'pending_review',
      'paid',
      'chargedback',
      'in_protest',
      'paid',
      'chargedback',
    ]);
  });

  test.each(['pix', 'boleto'])('%s that expires is canceled', async (payment_method) => {
    const { id } = await create({ amount: 15_990, payment_method, async: true });
    await entered.sandbox.expire(id);
    await changed(id, 'canceled');
    expect((await retrieve(id)).status).toBe('canceled');
  });

  test.each([
    ['approved', 'paid'],
    ['declined', 'refused'],
    ['timed_out', 'refused'],
  ] as const)('3DS %s: returns a url, and then it is %s', async (outcome, status) => {
    const threeDSecure = { urlSuccess: 'https://shop.example/ok', urlFail: 'https://shop.example/failed' };
    const created = await create({ amount: 900, ...CARD, payment_method: 'debit_card', threeDSecure });
    expect(created).toMatchObject({ status: 'request_authentication', threeDSecure: { url: expect.any(String) } });
    await entered.sandbox.authenticate(created.id, { outcome });
    await changed(created.id, status);
    expect((await retrieve(created.id)).status).toBe(status);
  });

  test('a capture by the control API sends an event', async () => {
    const { id, status } = await create({ amount: 900, ...CARD, capture: false });
    expect(status).toBe('authorized');
    await entered.sandbox.capture(id);
    await changed(id, 'paid');
    expect((await retrieve(id)).status).toBe('paid');
  });

  test('a capture of the full amount can be refunded with the same id', async () => {
    const { id } = await create({ amount: 900, ...CARD, capture: false });
    expect((await call('POST', `/v1/transactions/${id}/capture`, { amount: 900 })).status).toBe('paid');
    expect((await call('POST', `/v1/transactions/${id}/refund`, {})).status).toBe('refunded');
    expect((await retrieve(id)).status).toBe('refunded');
  });

  test('a refund by the control API sends an event', async () => {
    const { id } = await create({ amount: 900, ...CARD });
    await entered.sandbox.refund(id);
    await changed(id, 'refunded');
    expect((await retrieve(id)).status).toBe('refunded');
  });

  test('void: the refund of an authorized transaction', async () => {
    const { id } = await create({ amount: 900, ...CARD, capture: false });
    expect((await call('POST', `/v1/transactions/${id}/refund`, {})).status).toBe('canceled');
  });

  test('a card with async is processing, and only the event reports the outcome', async () => {
    const { id, status } = await create({ amount: 900, ...CARD, async: true });
    expect(status).toBe('processing');
    await entered.sandbox.clock.advance('1s');
    const { payload } = await changed(id, 'paid');
    expect([payload.id, payload.status]).toEqual([id, 'paid']);
  });

  test('a stored card shows its brand and digits, and the customer exists after the first purchase', async () => {
    const customer = { external_id: '7', name: 'Ana Souza', email: 'ana@example.com' };
    const find = () => call('POST', '/v1/customers/find', { email: customer.email });
    expect(await find()).not.toHaveProperty('id');
    const first = await create({ amount: 900, ...CARD, customer });
    expect(await find()).toMatchObject({ id: first.customer.id });
    const { card_id } = first.card;
    expect(await call('POST', '/v1/customers/cards', { email: customer.email })).toMatchObject([{ card_id }]);
    const again = await create({ amount: 500, payment_method: 'credit_card', card_id, customer_id: first.customer.id });
    expect(again.card).toMatchObject({ card_id, brand: 'visa', card_first_digits: '411111', card_last_digits: '1111' });
  });

  test('a registered webhook is listed, and receives events', async () => {
    const shop = await receiver();
    const webhook = await call('POST', '/v1/webhooks', { url: shop.url, events: ['transactions'] });
    const { data = [] } = await call('GET', '/v1/webhooks');
    expect(data).toMatchObject([{ id: webhook.id, url: shop.url }]);
    const { id } = await create({ amount: 900, ...CARD });
    await entered.sandbox.events.settled();
    expect(shop.received.map(({ event, model_id }) => [event, model_id])).toEqual([
      ['transaction.created', String(id)],
    ]);
  });

  test('a receiver from the options receives events without registration', async () => {
    const shop = await receiver();
    await using other = await open({ webhook: shop.url });
    await send(other, 'POST', '/v1/transactions', { amount: 900, ...CARD });
    await other.sandbox.events.settled();
    expect(shop.received).toMatchObject([{ event: 'transaction.created', payload: { status: 'paid' } }]);
  });

  test('a link has no transaction before its payment, and one after it', async () => {
    const { id } = await call('POST', '/v1/links', { amount: 500 });
    expect((await call('GET', `/v1/links/${id}/transactions`)).total).toBe(0);
    await entered.sandbox.pay(id);
    expect(await call('GET', `/v1/links/${id}/transactions`)).toMatchObject({ total: 1, data: [{ status: 'paid' }] });
  });
});
