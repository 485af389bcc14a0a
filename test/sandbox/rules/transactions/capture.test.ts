import { expect, test } from 'vitest';
import { createGateway, DAY } from '../gateway.ts';
import { byCard, byPix } from '../requests.ts';

const authorized = async () => {
  const gateway = createGateway();
  const { id } = await gateway.call('createTransaction', { body: byCard({ capture: false }) });
  return { gateway, id, params: { id } };
};

test.each([undefined, {}, { amount: 15990 }, { async: false }])(
  'capture-rules: %j captures the whole amount',
  async (body) => {
    const { gateway, params } = await authorized();
    expect(await gateway.call('captureTransaction', { params, ...(body && { body }) })).toMatchObject({
      status: 'paid',
      amount: 15990,
      capture_amount: 15990,
      paid_amount: 15990,
    });
    expect((await gateway.eventLines()).at(-1)).toBe(`transaction.status_changed ${params.id} paid`);
  },
);

test('capture-rules: a smaller amount is captured and the rest is released', async () => {
  const { gateway, params } = await authorized();
  const captured = await gateway.call('captureTransaction', { params, body: { amount: 12_000 } });
  expect(captured).toMatchObject({ status: 'paid', amount: 15990, capture_amount: 12_000, paid_amount: 12_000 });
  expect(await gateway.call('retrieveTransaction', { params })).toEqual(captured);
});

test('an amount of null captures the whole amount', async () => {
  const { gateway, params } = await authorized();
  const captured = await gateway.call('captureTransaction', { params, body: { amount: null }, invalid: true });
  expect(captured).toMatchObject({ status: 'paid', capture_amount: 15_990 });
});

test.each([
  [15_991, /^amount: 15991 is more than the 15990 that transaction 1001 is authorized for$/],
  [0, /^amount: must be a whole number of centavos, from 1/],
  [-1, /^amount: must be a whole number of centavos, from 1/],
  [1e300, /^amount: must be a whole number of centavos, from 1/],
])('capture-rules: %s is refused, and nothing is captured', async (amount, sentence) => {
  const { gateway, params } = await authorized();
  const refusal = await gateway.refusal(gateway.call('captureTransaction', { params, body: { amount } }));
  expect(refusal).toEqual({ status: 422, errors: [expect.stringMatching(sentence)] });
  expect(await gateway.call('retrieveTransaction', { params })).toMatchObject({
    status: 'authorized',
    capture_amount: 0,
  });
});

test('authorization-expiry: it can be captured for five days, and stays authorized after that', async () => {
  const late = await authorized();
  await late.gateway.advance(5 * DAY + 1);
  expect(await late.gateway.refusal(late.gateway.call('captureTransaction', { params: late.params }))).toEqual({
    status: 422,
    errors: [
      `status: transaction ${late.id} was authorized more than 5 days ago; the issuer no longer holds the amount`,
    ],
  });
  expect(await late.gateway.call('retrieveTransaction', { params: late.params })).toMatchObject({
    status: 'authorized',
  });

  const inTime = await authorized();
  await inTime.gateway.advance(5 * DAY);
  expect(await inTime.gateway.call('captureTransaction', { params: inTime.params })).toMatchObject({ status: 'paid' });
});

test('a capture outside the API marks it paid, and sends an event', async () => {
  const { gateway, id, params } = await authorized();
  await gateway.act('capture', 'transactions', id);
  expect(await gateway.call('retrieveTransaction', { params })).toMatchObject({ status: 'paid', paid_amount: 15990 });
  expect((await gateway.eventLines()).at(-1)).toBe(`transaction.status_changed ${id} paid`);
});

test('wrong-state: only an authorized transaction can be captured: the error names its state and the required one', async () => {
  const { gateway, id, params } = await authorized();
  await gateway.call('captureTransaction', { params });
  expect(await gateway.refusal(gateway.call('captureTransaction', { params }))).toEqual({
    status: 422,
    errors: [`status: transaction ${id} is paid; to capture it, it must be authorized`],
  });
  const pix = await gateway.call('createTransaction', { body: byPix() });
  expect(await gateway.refusal(gateway.call('captureTransaction', { params: { id: pix.id } }))).toMatchObject({
    errors: [expect.stringContaining('is waiting_payment')],
  });
});

test.each([4711, 'x', '1e3', '-1', '9'.repeat(100_000)])('unknown-id: an unknown id is 404: %.10s', async (id) => {
  const gateway = createGateway();
  const refusal = await gateway.refusal(gateway.call('captureTransaction', { params: { id } }));
  expect(refusal.status).toBe(404);
  expect(refusal.errors[0]?.length).toBeLessThan(100);
});
