import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/property-runs.ts';
import { createGateway, type Json } from '../gateway.ts';
import { byCard, byPix } from '../requests.ts';

const withReceivers = async () => {
  const gateway = createGateway();
  const receiver = async (document: string) => (await gateway.call('createReceiver', { body: { document } })).id;
  return { gateway, one: await receiver('11222333000181'), two: await receiver('52998224725') };
};

const amounts = ({ split }: Json): number[] => split.map(({ amount }: Json) => amount);

const FULL = { liable: true, charge_processing_fee: true };

test('split-amounts: each receiver has its percentage and amount, and the first liable one gets the remainder', async () => {
  const { gateway, one, two } = await withReceivers();
  const split = [
    { receiver_id: one, percentage: 33, liable: false, charge_processing_fee: true },
    { receiver_id: two, percentage: 67, liable: true, charge_processing_fee: false },
  ];
  // 33 % of 101 is 33.33, and 67 % is 67.67.
  const created = await gateway.create(byCard({ amount: 101, split }));
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
  const { id } = await gateway.create(byCard({ amount: 10_000, capture: false, split }));
  expect(amounts(await gateway.capture(id, { amount: 5001 }))).toEqual([3500, 1501]);
  expect(amounts(await gateway.refund(id, { amount: 1 }))).toEqual([3500, 1500]);
  expect(amounts(await gateway.refund(id, { amount: 4999 }))).toEqual([0, 1]);
  expect(amounts(await gateway.refund(id))).toEqual([0, 0]);
});

test('split-amounts: a refund of one centavo gives no receiver more', async () => {
  const { gateway, one, two } = await withReceivers();
  const split = [
    { receiver_id: one, percentage: 34, ...FULL },
    { receiver_id: two, percentage: 33 },
    { receiver_id: two, percentage: 33 },
  ];
  const { id } = await gateway.create(byCard({ amount: 10_000, split }));
  expect(amounts(await gateway.refund(id, { amount: 1 }))).toEqual([3399, 3300, 3300]);
});

test('split-amounts: without a liable receiver, the first one takes the remainder', async () => {
  const gateway = createGateway({ settings: { assumed: { 'split-liable': 'not-required' } } });
  const { id: receiver_id } = await gateway.call('createReceiver', { body: { document: '52998224725' } });
  const rule = { receiver_id, charge_processing_fee: true, percentage: 50 };
  expect(amounts(await gateway.create(byCard({ amount: 101, split: [rule, rule] })))).toEqual([51, 50]);
});

const cuts = fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 0, maxLength: 5 });

test('split-amounts: after any captures and refunds the amounts add up to the remaining amount without growing', async () => {
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
        const created = await gateway.create(byCard({ amount, capture: false, split }));
        const { id } = created;
        let before: number[] = [];
        const check = (transaction: Json, left: number) => {
          const now = amounts(transaction);
          expect(now.reduce((sum, part) => sum + part, 0)).toBe(left);
          for (const [index, part] of before.entries()) expect(now[index]).toBeLessThanOrEqual(part);
          before = now;
        };
        check(created, amount);
        let left = Math.max(1, Math.floor((amount * captured) / 100));
        check(await gateway.capture(id, { amount: left }), left);
        for (const part of refunds) {
          const back = Math.max(1, Math.floor((left * part) / 100));
          if (left === 0) break;
          left -= back;
          check(await gateway.refund(id, { amount: back }), left);
        }
      },
    ),
    { numRuns: runs(40) },
  );
});

const NUMBER = 'must be a whole number of 1 or more';
const ALL = 'they must take all of it';
const EITHER = 'takes either percentage or amount';
const MIXED = 'split: the rules mix percentage and amount; use one of them in all rules';

test.each([
  ['split-whole', { percentage: 70 }, { percentage: 31 }, `split: the rules take 101 of 100 %; ${ALL}`],
  ['split-whole', { percentage: 70 }, { percentage: 29 }, `split: the rules take 99 of 100 %; ${ALL}`],
  ['split-whole', { amount: 10_000 }, { amount: 5991 }, `split: the rules take 15991 of 15990 centavos; ${ALL}`],
  ['split-whole', { amount: 10_000 }, { amount: 5989 }, `split: the rules take 15989 of 15990 centavos; ${ALL}`],
  ['split-whole', { amount: 15_989 }, { percentage: 1 }, MIXED],
  ['split-whole', { percentage: 66.7 }, { percentage: 33.3 }, `split.0.percentage: ${NUMBER}`],
  ['split-checked', { percentage: 0 }, { percentage: 100 }, `split.0.percentage: ${NUMBER}`],
  ['split-checked', { amount: 15_990 }, { amount: -5 }, `split.1.amount: ${NUMBER}`],
  ['split-checked', {}, { percentage: 100 }, `split.0: ${EITHER}`],
  ['split-checked', { percentage: 50, amount: 1 }, { percentage: 50 }, `split.0: ${EITHER}`],
  ['split-checked', { percentage: 90 }, { receiver_id: 4711 }, 'split.1.receiver_id: there is no receiver 4711'],
  ['split-checked', { percentage: '5' }, { percentage: 95 }, `split.0.percentage: ${NUMBER}`],
  ['split-checked', { percentage: Number.NaN }, { percentage: 1 }, `split.0.percentage: ${NUMBER}`],
  ['split-checked', { percentage: 2 ** 60 }, { percentage: 1 }, `split.0.percentage: ${NUMBER}`],
])('%s: %j and %j are refused', async (_entry, first, second, sentence) => {
  const { gateway, one, two } = await withReceivers();
  const split = [
    { receiver_id: one, ...FULL, ...first },
    { receiver_id: two, ...second },
  ];
  await gateway.refuses(422, gateway.createInvalid(byCard({ split })), [sentence]);
});

test.each([
  ['split-liable', { charge_processing_fee: true }, /liable: true, for the receiver that bears chargebacks$/],
  ['split-fee', { liable: true }, /charge_processing_fee: true, for the receiver that pays the fee$/],
])('%s: a split with %j alone is refused', async (_entry, flags, sentence) => {
  const { gateway, one } = await withReceivers();
  const body = byPix({ split: [{ receiver_id: one, percentage: 100, ...flags }] });
  await gateway.refuses(422, gateway.create(body), [expect.stringMatching(sentence)]);
});

test.each([undefined, null, 'all', {}, []])('%j is accepted without a split', async (split) => {
  expect(await createGateway().createInvalid(byCard({ split }))).not.toHaveProperty('split');
});

test.each([
  { percentage: 100, amount: null },
  { percentage: null, amount: 15_990 },
])('split-checked: null means that a rule has no percentage or no amount: %j', async (part) => {
  const { gateway, one } = await withReceivers();
  const created = await gateway.createInvalid(byCard({ split: [{ receiver_id: one, ...part, ...FULL }] }));
  expect(created.split).toMatchObject([{ amount: 15_990 }]);
});

test('a removed receiver is unknown, and transactions still show it', async () => {
  const { gateway, one } = await withReceivers();
  const body = byCard({ split: [{ receiver_id: one, amount: 15_990, ...FULL }] });
  const before = await gateway.create(body);
  await gateway.call('deleteReceiver', { params: { id: one } });
  await gateway.refuses(422, gateway.create(body));
  expect(await gateway.retrieve(before.id)).toEqual(before);
});
