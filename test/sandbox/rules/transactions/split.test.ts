import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../property-runs.ts';
import { createGateway, type Json } from '../gateway.ts';
import { byCard, byPix } from '../requests.ts';

const withReceivers = async () => {
  const gateway = createGateway();
  const receiver = async (document: string) => (await gateway.call('createReceiver', { body: { document } })).id;
  return { gateway, one: await receiver('11222333000181'), two: await receiver('52998224725') };
};

const FULL = { liable: true, charge_processing_fee: true };

test('split-amounts: percentages are returned with the amount of each receiver, and the first liable one gets the remainder', async () => {
  const { gateway, one, two } = await withReceivers();
  const split = [
    { receiver_id: one, percentage: 33, liable: false, charge_processing_fee: true },
    { receiver_id: two, percentage: 67, liable: true, charge_processing_fee: false },
  ];
  // 33 % of 101 is 33.33, and 67 % is 67.67.
  const created = await gateway.call('createTransaction', { body: byCard({ amount: 101, split }) });
  expect(created.split).toEqual([
    { ...split[0], amount: 33 },
    { ...split[1], amount: 68 },
  ]);
});

test('split-amounts: a smaller capture and refunds change the amounts in proportion', async () => {
  const { gateway, one, two } = await withReceivers();
  const split = [
    { receiver_id: one, amount: 7000, ...FULL },
    { receiver_id: two, amount: 3000 },
  ];
  const { id } = await gateway.call('createTransaction', { body: byCard({ amount: 10_000, capture: false, split }) });
  const params = { id };
  const amounts = ({ split }: Json) => split.map(({ amount }: Json) => amount);
  expect(amounts(await gateway.call('captureTransaction', { params, body: { amount: 5001 } }))).toEqual([3501, 1500]);
  expect(amounts(await gateway.call('refundTransaction', { params, body: { amount: 1 } }))).toEqual([3500, 1500]);
  expect(amounts(await gateway.call('refundTransaction', { params, body: { amount: 4999 } }))).toEqual([1, 0]);
  expect(amounts(await gateway.call('refundTransaction', { params }))).toEqual([0, 0]);
});

const cuts = fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 0, maxLength: 5 });

test('split-amounts: the amounts add up to the remaining amount after any captures and refunds', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 1_000_000_000 }),
      cuts,
      fc.integer({ min: 1, max: 100 }),
      fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 4 }),
      async (amount, cuts, captured, refunds) => {
        const { gateway, one } = await withReceivers();
        const bounds = [0, ...new Set(cuts.sort((a, b) => a - b)), 100];
        const split = bounds.slice(1).map((bound, index) => ({
          receiver_id: one,
          percentage: bound - (bounds[index] ?? 0),
          liable: index === bounds.length - 2,
          charge_processing_fee: index === 0,
        }));
        const created = await gateway.call('createTransaction', { body: byCard({ amount, capture: false, split }) });
        const params = { id: created.id };
        const check = (transaction: Json, left: number) =>
          expect(transaction.split.reduce((sum: number, { amount }: Json) => sum + amount, 0)).toBe(left);
        check(created, amount);
        let left = Math.max(1, Math.floor((amount * captured) / 100));
        check(await gateway.call('captureTransaction', { params, body: { amount: left } }), left);
        for (const part of refunds) {
          const back = Math.max(1, Math.floor((left * part) / 100));
          if (left === 0) break;
          left -= back;
          check(await gateway.call('refundTransaction', { params, body: { amount: back } }), left);
        }
      },
    ),
    { numRuns: runs(40) },
  );
});

test('split-checked: an unknown receiver is refused', async () => {
  const { gateway, one } = await withReceivers();
  const split = [
    { receiver_id: one, percentage: 90, ...FULL },
    { receiver_id: 4711, percentage: 10 },
  ];
  expect(await gateway.refusal(gateway.call('createTransaction', { body: byCard({ split }) }))).toEqual({
    status: 422,
    errors: ['split.1.receiver_id: there is no receiver 4711'],
  });
});

const NUMBER = 'must be a whole number of 1 or more';
const ALL = 'they must take all of it';

test.each([
  ['split-whole', { percentage: 70 }, { percentage: 31 }, `split: the rules take 101 of 100 %; ${ALL}`],
  ['split-whole', { percentage: 70 }, { percentage: 29 }, `split: the rules take 99 of 100 %; ${ALL}`],
  ['split-whole', { amount: 10_000 }, { amount: 5991 }, `split: the rules take 15991 of 15990 centavos; ${ALL}`],
  ['split-whole', { amount: 10_000 }, { amount: 5989 }, `split: the rules take 15989 of 15990 centavos; ${ALL}`],
  [
    'split-whole',
    { amount: 15_989 },
    { percentage: 1 },
    'split: the rules mix percentage and amount; use one of them in all rules',
  ],
  ['split-whole', { percentage: 66.7 }, { percentage: 33.3 }, `split.0.percentage: ${NUMBER}`],
  ['split-checked', { percentage: 0 }, { percentage: 100 }, `split.0.percentage: ${NUMBER}`],
  ['split-checked', { amount: 15_990 }, { amount: -5 }, `split.1.amount: ${NUMBER}`],
  ['split-checked', {}, { percentage: 100 }, 'split.0: takes either percentage or amount'],
  ['split-checked', { percentage: 50, amount: 1 }, { percentage: 50 }, 'split.0: takes either percentage or amount'],
  ['split-checked', { percentage: '5' }, { percentage: 95 }, `split.0.percentage: ${NUMBER}`],
  ['split-checked', { percentage: Number.NaN }, { percentage: 1 }, `split.0.percentage: ${NUMBER}`],
  ['split-checked', { percentage: 2 ** 60 }, { percentage: 1 }, `split.0.percentage: ${NUMBER}`],
])('%s: %j and %j are refused', async (_entry, first, second, sentence) => {
  const { gateway, one, two } = await withReceivers();
  const split = [
    { receiver_id: one, ...FULL, ...first },
    { receiver_id: two, ...second },
  ];
  const refused = gateway.call('createTransaction', { body: byCard({ split }), invalid: true });
  expect(await gateway.refusal(refused)).toEqual({ status: 422, errors: [sentence] });
});

test.each([
  ['split-liable', { charge_processing_fee: true }, /liable: true, for the receiver that bears chargebacks$/],
  ['split-fee', { liable: true }, /charge_processing_fee: true, for the receiver that pays the fee$/],
])('%s: a split with %j alone is refused', async (_entry, flags, sentence) => {
  const { gateway, one } = await withReceivers();
  const body = byPix({ split: [{ receiver_id: one, percentage: 100, ...flags }] });
  expect(await gateway.refusal(gateway.call('createTransaction', { body }))).toEqual({
    status: 422,
    errors: [expect.stringMatching(sentence)],
  });
});

test.each([undefined, null, 'all', {}, []])('%j is accepted without a split', async (split) => {
  const gateway = createGateway();
  const created = await gateway.call('createTransaction', { body: byCard({ split }), invalid: true });
  expect(created).not.toHaveProperty('split');
});

test('split-checked: null means that a rule has no percentage or no amount', async () => {
  const { gateway, one } = await withReceivers();
  for (const part of [
    { percentage: 100, amount: null },
    { percentage: null, amount: 15_990 },
  ]) {
    const split = [{ receiver_id: one, ...part, ...FULL }];
    const created = await gateway.call('createTransaction', { body: byCard({ split }), invalid: true });
    expect(created.split).toMatchObject([{ amount: 15_990 }]);
  }
});

test('a removed receiver is unknown, and transactions still show it', async () => {
  const { gateway, one } = await withReceivers();
  const body = byCard({ split: [{ receiver_id: one, amount: 15_990, ...FULL }] });
  const before = await gateway.call('createTransaction', { body });
  await gateway.call('deleteReceiver', { params: { id: one } });
  expect(await gateway.refusal(gateway.call('createTransaction', { body }))).toMatchObject({ status: 422 });
  expect(await gateway.call('retrieveTransaction', { params: { id: before.id } })).toEqual(before);
});
