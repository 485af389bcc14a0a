import { expect, test } from 'vitest';
import { parameters } from '../../../../core/generated/parameters.js';
import { createGateway, DAY } from '../gateway.ts';
import { byCard } from '../requests.ts';

/** Days for which an authorization can be captured. */
const { days } = parameters['authorization-expiry'];

const authorized = async () => {
  const gateway = createGateway();
  const { id } = await gateway.create(byCard({ capture: false }));
  return {
    gateway,
    id,
    capture: (amount?: number) => gateway.capture(id, amount === undefined ? undefined : { amount }),
  };
};

test.each([undefined, {}, { amount: 15990 }, { amount: null }, { async: false }])(
  'amount-left-out: %j captures the whole amount',
  async (body) => {
    const { gateway, id } = await authorized();
    const params = { id };
    const whole = { status: 'paid', amount: 15990, capture_amount: 15990, paid_amount: 15990 };
    const captured = gateway.call('captureTransaction', { params, ...(body && { body }), invalid: true });
    expect(await captured).toMatchObject(whole);
    expect((await gateway.eventLines()).at(-1)).toBe(`transaction.status_changed ${id} paid`);
  },
);

test('capture-rules: a smaller amount is captured and the rest is released', async () => {
  const { gateway, id, capture } = await authorized();
  const captured = await capture(12_000);
  expect(captured).toMatchObject({ status: 'paid', amount: 15990, capture_amount: 12_000, paid_amount: 12_000 });
  expect(await gateway.retrieve(id)).toEqual(captured);
});

test.each([
  [15_991, /^amount: 15991 is more than the 15990 that transaction 1001 is authorized for$/],
  [0, /^amount: must be a whole number of centavos, from 1/],
])('capture-rules: %s is refused, and nothing is captured', async (amount, sentence) => {
  const { gateway, id, capture } = await authorized();
  await gateway.refuses(422, capture(amount), [expect.stringMatching(sentence)]);
  expect(await gateway.retrieve(id)).toMatchObject({ status: 'authorized', capture_amount: 0 });
});

test('authorization-expiry: it can be captured for the days of the entry, and stays authorized after that', async () => {
  const late = await authorized();
  await late.gateway.advance(days * DAY + 1);
  await late.gateway.refuses(422, late.capture(), [
    `status: transaction ${late.id} was authorized more than ${days} days ago; the issuer no longer holds the amount`,
  ]);
  expect(await late.gateway.retrieve(late.id)).toMatchObject({ status: 'authorized' });

  const inTime = await authorized();
  await inTime.gateway.advance(days * DAY);
  expect(await inTime.capture()).toMatchObject({ status: 'paid' });
});
