import { expect } from 'vitest';
import { MOST_PIX } from '../../../../core/src/codes/pix-code.js';
import { readBrCode } from '../../../../test/contract/brazil.ts';
import { createGateway, test } from '../gateway.ts';
import { byPix } from '../requests.ts';

const { expiration_date: _none, ...withoutExpiry } = byPix();

test('without async the response says processing, and the transaction waits for payment at once', async ({
  gateway,
}) => {
  const created = await gateway.create(byPix());
  expect(created.status).toBe('processing');
  expect(await gateway.retrieve(created.id)).toEqual({ ...created, status: 'waiting_payment' });
  expect(await gateway.eventLines()).toEqual([
    `customer.created ${created.customer.id}`,
    `transaction.created ${created.id} processing`,
    `transaction.status_changed ${created.id} waiting_payment`,
  ]);
});

test.each([true, false])('with async: %s the response says waiting_payment and has the code', async (async) => {
  const gateway = createGateway();
  const created = await gateway.create(byPix({ async }));
  expect(created).toMatchObject({ status: 'waiting_payment', pix_expiration_date: '2026-11-20 14:05:41' });
  expect(readBrCode(created.pix_qr_code)).toMatchObject({ amount: 15990, txid: `PEDIDO${created.id}` });
});

test('pix-flow: after a payment it is paid, with the same id, amount, method and code', async ({ gateway }) => {
  const created = await gateway.create(byPix({ async: true }));
  await gateway.act('pay', 'transactions', created.id);
  const { updated_at } = created;
  const changes = { status: 'paid', paid_amount: 15990, capture_amount: 15990, updated_at };
  expect(await gateway.retrieve(created.id)).toEqual({ ...created, ...changes });
  expect((await gateway.eventLines()).at(-1)).toBe(`transaction.status_changed ${created.id} paid`);
});

test.each([
  ['its expiration date', byPix(), '2026-11-20T14:05:40.999Z'],
  ['24 hours without one', withoutExpiry, '2026-11-21T13:05:41.481Z'],
])('pix-flow: it is canceled after %s, and cannot be paid later', async (_, body, last) => {
  const gateway = createGateway();
  const { id } = await gateway.create(body);
  await gateway.advanceTo(last);
  expect(await gateway.retrieve(id)).toMatchObject({ status: 'waiting_payment' });
  await gateway.advance(1);
  const updated_at = `${new Date(Date.parse(last) + 1).toISOString().slice(0, -1)}000Z`;
  expect(await gateway.retrieve(id)).toMatchObject({ status: 'canceled', paid_amount: null, updated_at });
  await gateway.refuses(422, gateway.act('pay', 'transactions', id));
});

test('it is paid automatically if the sandbox option is on, unless it expires first', async () => {
  const gateway = createGateway({ settings: { pixPaidAfterMs: 5000, pixExpiryMs: 5000 } });
  const { id: expires } = await gateway.create(withoutExpiry);
  const { id: paid } = await gateway.create(byPix());
  await gateway.advance(5000);
  expect(await gateway.retrieve(expires)).toMatchObject({ status: 'canceled' });
  expect(await gateway.retrieve(paid)).toMatchObject({ status: 'paid' });
});

const NO_TIME = 'expiration_date: must be a time in UTC, shaped YYYY-MM-DD HH:MM:SS';

test.each([
  [{ expiration_date: 'tomorrow' }, NO_TIME],
  [{ expiration_date: '2026-02-30 10:00:00' }, NO_TIME],
  [{ expiration_date: '9'.repeat(10_000) }, NO_TIME],
  [
    { expiration_date: '2026-11-20 13:05:41' },
    'expiration_date: 2026-11-20 13:05:41 has passed; the clock is at 2026-11-20 13:05:41 (UTC)',
  ],
  [{ amount: MOST_PIX + 1 }, `amount: a Pix code carries at most ${MOST_PIX} centavos`],
])('%.60j is refused', async (changes, error) => {
  const gateway = createGateway({ start: '2026-11-20T13:05:41Z' });
  await gateway.refuses(422, gateway.create(byPix(changes)), [error]);
});

test('the largest amount is accepted, and the expiration date fits into four digits of a year', async () => {
  const gateway = createGateway({ settings: { pixExpiryMs: 1e15 } });
  const { pix_expiration_date } = await gateway.create({ ...withoutExpiry, amount: MOST_PIX });
  expect(pix_expiration_date).toBe('9999-12-31 00:00:00');
});
