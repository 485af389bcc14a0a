import { expect, test } from 'vitest';
import { createGateway } from '../gateway.ts';
import { byCard } from '../requests.ts';

async function refundedInPart() {
  const gateway = createGateway();
  const { id } = await gateway.create(byCard({ amount: 3943 }));
  await gateway.refund(id, { amount: 178 });
  return { gateway, id };
}

test('a paid payment that a review declines shows what was captured, and that all went back', async () => {
  const { gateway, id } = await refundedInPart();
  await gateway.act('review', 'transactions', id);
  const money = { capture_amount: 3943, paid_amount: 0 };
  expect(await gateway.act('decline', 'transactions', id)).toMatchObject({ status: 'refused', ...money });
  expect((await gateway.history(id)).at(-1)).toMatchObject({ status: 'refused', amount: 3765 });
});

test.each([
  ['authorized', 'capture'],
  ['waiting_payment', 'pay'],
] as const)('the money of a payment does not come again: %s, %s', async (status, act) => {
  const { gateway, id } = await refundedInPart();
  await gateway.act('setStatus', 'transactions', id, { status });
  await gateway.refuses(422, gateway.act(act, 'transactions', id), [`status: transaction ${id} was paid before`]);
});

test.each([
  ['processing', 'settle', 'paid', 3765],
  ['processing', 'decline', 'refused', 0],
  ['pending_review', 'approve', 'paid', 3765],
  ['request_authentication', 'settle', 'paid', 3765],
  ['waiting_payment', 'expire', 'canceled', 0],
  ['authorized', 'cancel', 'canceled', 0],
] as const)('a payment keeps its refund: %s, %s', async (status, act, end, paid_amount) => {
  const { gateway, id } = await refundedInPart();
  await gateway.act('setStatus', 'transactions', id, { status });
  expect(await gateway.act(act, 'transactions', id)).toMatchObject({ status: end, capture_amount: 3943, paid_amount });
});
