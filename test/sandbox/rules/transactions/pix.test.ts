import { expect, test } from 'vitest';
import { MOST_PIX } from '../../../../src/codes/pix.js';
import { readBrCode } from '../../../contract/brazil.ts';
import { createGateway, DAY } from '../gateway.ts';
import { byPix } from '../requests.ts';

const { expiration_date: _none, ...withoutExpiry } = byPix();

test('without async the response says processing, as documented, and the transaction waits for payment at once', async () => {
  const gateway = createGateway();
  const created = await gateway.call('createTransaction', { body: byPix() });
  expect(created.status).toBe('processing');
  const retrieved = await gateway.call('retrieveTransaction', { params: { id: created.id } });
  expect(retrieved).toEqual({ ...created, status: 'waiting_payment' });
  expect(await gateway.eventLines()).toEqual([
    `customer.created ${created.customer.id}`,
    `transaction.created ${created.id} processing`,
    `transaction.status_changed ${created.id} waiting_payment`,
  ]);
});

test.each([true, false])('with async: %s the response says waiting_payment and has the code', async (async) => {
  const gateway = createGateway();
  const created = await gateway.call('createTransaction', { body: byPix({ async }) });
  expect(created).toMatchObject({ status: 'waiting_payment', pix_expiration_date: '2026-11-20 14:05:41' });
  expect(readBrCode(created.pix_qr_code)).toMatchObject({ amount: 15990, txid: `PEDIDO${created.id}` });
});

test('pix-flow: after a payment it is paid, with the same id, amount, method and code, and sends an event', async () => {
  const gateway = createGateway();
  const created = await gateway.call('createTransaction', { body: byPix({ async: true }) });
  await gateway.act('pay', 'transactions', created.id);
  const {
    status,
    paid_amount,
    capture_amount,
    updated_at: _u,
    ...paid
  } = await gateway.call('retrieveTransaction', { params: { id: created.id } });
  expect({ status, paid_amount, capture_amount }).toEqual({
    status: 'paid',
    paid_amount: 15990,
    capture_amount: 15990,
  });
  expect(created).toMatchObject(paid);
  expect((await gateway.eventLines()).at(-1)).toBe(`transaction.status_changed ${created.id} paid`);
});

test('pix-flow: it is canceled when its expiration date passes, and cannot be paid later', async () => {
  const gateway = createGateway();
  const { id } = await gateway.call('createTransaction', { body: byPix({ async: true }) });
  await gateway.advance(Date.parse('2026-11-20T14:05:40.999Z') - (await gateway.now()));
  expect(await gateway.call('retrieveTransaction', { params: { id } })).toMatchObject({ status: 'waiting_payment' });
  await gateway.advance(1);
  expect(await gateway.call('retrieveTransaction', { params: { id } })).toMatchObject({
    status: 'canceled',
    updated_at: '2026-11-20T14:05:41.000000Z',
  });
  expect(await gateway.refusal(gateway.act('pay', 'transactions', id))).toEqual({
    status: 422,
    errors: [
      `status: transaction ${id} is canceled; to pay it, it must be waiting_payment, authorized, processing or request_authentication`,
    ],
  });
});

test('pix-flow: without an expiration date it expires after 24 hours', async () => {
  const gateway = createGateway();
  const { id } = await gateway.call('createTransaction', { body: withoutExpiry });
  await gateway.advance(DAY - 1);
  expect(await gateway.call('retrieveTransaction', { params: { id } })).toMatchObject({ status: 'waiting_payment' });
  await gateway.advance(1);
  expect(await gateway.call('retrieveTransaction', { params: { id } })).toMatchObject({ status: 'canceled' });
});

test('pix-flow: the expire act cancels it', async () => {
  const gateway = createGateway();
  const { id } = await gateway.call('createTransaction', { body: byPix() });
  expect(await gateway.act('expire', 'transactions', id)).toMatchObject({ status: 'canceled', paid_amount: null });
});

test('it is paid automatically if the sandbox option is on, unless it expires first', async () => {
  const gateway = createGateway({ settings: { pixPaidAfterMs: 5000, pixExpiryMs: 5000 } });
  const { id: expires } = await gateway.call('createTransaction', { body: withoutExpiry });
  const { id: paid } = await gateway.call('createTransaction', { body: byPix() });
  await gateway.advance(5000);
  expect(await gateway.call('retrieveTransaction', { params: { id: expires } })).toMatchObject({ status: 'canceled' });
  expect(await gateway.call('retrieveTransaction', { params: { id: paid } })).toMatchObject({ status: 'paid' });
});

test.each(['2026-11-20 13:05:41', '2020-01-01 00:00:00', 'tomorrow', '2026-02-30 10:00:00', '9'.repeat(10_000)])(
  'a past or invalid expiration date is refused: %.20s',
  async (expiration_date) => {
    const gateway = createGateway();
    const refusal = await gateway.refusal(gateway.call('createTransaction', { body: byPix({ expiration_date }) }));
    expect(refusal.status).toBe(422);
    expect(refusal.errors[0]).toMatch(/^expiration_date: /);
  },
);

test('the expiration date must be later than now, and fits into four digits of a year', async () => {
  const gateway = createGateway({ start: '2026-11-20T13:05:41Z', settings: { pixExpiryMs: 1e15 } });
  const body = byPix({ expiration_date: '2026-11-20 13:05:41' });
  expect((await gateway.refusal(gateway.call('createTransaction', { body }))).errors).toEqual([
    'expiration_date: 2026-11-20 13:05:41 has passed; the clock is at 2026-11-20 13:05:41 (UTC)',
  ]);
  const { pix_expiration_date } = await gateway.call('createTransaction', { body: withoutExpiry });
  expect(pix_expiration_date).toBe('9999-12-31 00:00:00');
});

test('an amount that does not fit into a code is refused', async () => {
  const gateway = createGateway();
  await gateway.call('createTransaction', { body: byPix({ amount: MOST_PIX }) });
  const refusal = await gateway.refusal(gateway.call('createTransaction', { body: byPix({ amount: MOST_PIX + 1 }) }));
  expect(refusal).toMatchObject({ status: 422, errors: [expect.stringMatching(/^amount: /)] });
});
