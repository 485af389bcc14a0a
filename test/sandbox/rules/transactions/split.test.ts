import { expect, test } from 'vitest';
import { createGateway } from '../gateway.ts';
import { byCard } from '../requests.ts';

const withReceivers = async () => {
  const gateway = createGateway();
  const receiver = async (document: string) => (await gateway.call('createReceiver', { body: { document } })).id;
  return { gateway, one: await receiver('11222333000181'), two: await receiver('52998224725') };
};

test('rules that name known receivers and take the whole are repeated', async () => {
  const { gateway, one, two } = await withReceivers();
  const split = [
    { receiver_id: one, percentage: 66.7, liable: true, charge_processing_fee: true },
    { receiver_id: two, percentage: 33.3, liable: false },
  ];
  expect(await gateway.call('createTransaction', { body: byCard({ split }) })).toMatchObject({ status: 'paid', split });
});

test('an unknown receiver is refused', async () => {
  const { gateway, one } = await withReceivers();
  const split = [
    { receiver_id: one, percentage: 10 },
    { receiver_id: 4711, percentage: 10 },
  ];
  expect(await gateway.refusal(gateway.call('createTransaction', { body: byCard({ split }) }))).toEqual({
    status: 422,
    errors: ['split.1.receiver_id: there is no receiver 4711'],
  });
});

const PART = 'a rule takes an amount or a percentage of more than zero';

test.each([
  [{ percentage: 70 }, { percentage: 31 }, 'split: the rules take 16150 centavos of 15990'],
  [{ amount: 10_000 }, { amount: 5991 }, 'split: the rules take 15991 centavos of 15990'],
  [{ amount: 15_990 }, { percentage: 1 }, 'split: the rules take 16150 centavos of 15990'],
  [{ percentage: 0 }, { percentage: 1 }, `split.0.percentage: ${PART}`],
  [{ percentage: 1 }, { amount: -5 }, `split.1.amount: ${PART}`],
  [{}, { percentage: 1 }, `split.0.percentage: ${PART}`],
  [{ percentage: '5' }, { percentage: 1 }, `split.0.percentage: ${PART}`],
  [{ percentage: Number.NaN }, { percentage: 1 }, `split.0.percentage: ${PART}`],
  [{ percentage: Number.POSITIVE_INFINITY }, { percentage: 1 }, `split.0.percentage: ${PART}`],
])('%j and %j are refused', async (first, second, sentence) => {
  const { gateway, one, two } = await withReceivers();
  const split = [
    { receiver_id: one, ...first },
    { receiver_id: two, ...second },
  ];
  const refused = gateway.call('createTransaction', { body: byCard({ split }), invalid: true });
  expect(await gateway.refusal(refused)).toEqual({ status: 422, errors: [sentence] });
});

test('a rule keeps the one of amount and percentage that is a number', async () => {
  const { gateway, one, two } = await withReceivers();
  const split = [
    { receiver_id: String(one), percentage: 'x', amount: 100 },
    { receiver_id: two, percentage: 5, amount: 'x' },
  ];
  const created = await gateway.call('createTransaction', { body: byCard({ split }), invalid: true });
  expect(created.split).toEqual([
    { receiver_id: one, amount: 100 },
    { receiver_id: two, percentage: 5 },
  ]);
});

test.each([undefined, null, 'all', {}])('%j is no split', async (split) => {
  const gateway = createGateway();
  const created = await gateway.call('createTransaction', { body: byCard({ split }), invalid: true });
  expect(created).not.toHaveProperty('split');
});

test('a removed receiver is unknown, and what it had is still shown', async () => {
  const { gateway, one } = await withReceivers();
  const body = byCard({ split: [{ receiver_id: one, amount: 100 }] });
  const before = await gateway.call('createTransaction', { body });
  await gateway.call('deleteReceiver', { params: { id: one } });
  expect(await gateway.refusal(gateway.call('createTransaction', { body }))).toMatchObject({ status: 422 });
  expect(await gateway.call('retrieveTransaction', { params: { id: before.id } })).toEqual(before);
});
