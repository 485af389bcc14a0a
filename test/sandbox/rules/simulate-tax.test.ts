import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/contract/json.js';
import { LAST_CLOCK_TIME } from '../../../src/sandbox/clock/index.js';
import { namedExamples, operationNamed } from '../../contract/contract.ts';
import { createGateway, example } from './gateway.ts';
import { byBoleto, byCard } from './requests.ts';

test.each(['customer', 'self'])(
  'simulation-formula: on the date of the published sample, the response matches it: %s',
  async (name) => {
    const gateway = createGateway({ start: '2023-09-29T15:00:00Z' });
    const shown = namedExamples(operationNamed('simulateTax')).find((one) => one.name === name && one.of === '200');
    expect(await gateway.call('simulateTax', { body: example('simulateTax', name) })).toEqual(shown?.value);
  },
);

test('the sale date is the date in São Paulo', async () => {
  const first = async (start: string) =>
    (await createGateway({ start }).call('simulateTax', { body: { amount: 100 } })).installments[0]
      .previsionPaymentDate;
  expect(await first('2026-11-21T02:59:59Z')).toBe('2026-12-21T00:00:00');
  expect(await first('2026-11-24T02:59:59Z')).toBe('2026-12-23T00:00:00');
  expect(await first('2026-11-24T03:00:00Z')).toBe('2026-12-24T00:00:00');
});

test.each([
  { amount: 0 },
  { amount: 100, installments: 0 },
  { amount: 100, installments: 1e9 },
  { amount: 100, fee_responsible: 'nobody' },
])('%j is refused', async (body) => {
  const gateway = createGateway();
  expect(await gateway.refusal(gateway.call('simulateTax', { body }))).toMatchObject({ status: 422 });
});

test('the simulation names the brand and the installments, 1 to 99 of them', async () => {
  const gateway = createGateway();
  const simulate = (body: JsonObject) => gateway.call('simulateTax', { body: { amount: 10_000, ...body } });
  expect(await simulate({})).toMatchObject({ brand: 'Mastercard', product: 'Crédito 1x', mdr: 2.33 });
  const longest = await simulate({ brand: 'visa', installments: 99, fee_responsible: 'customer' });
  expect(longest).toMatchObject({ brand: 'Visa', product: 'Crédito 99x' });
  expect(longest.installments).toHaveLength(99);
  expect(await simulate({ installments: 99 })).toMatchObject({ grossAmount: longest.grossAmount });
  for (const [body, error] of [
    [{ installments: 100 }, 'installments: must be a whole number from 1 to 99'],
    [{ fee_responsible: 'nobody' }, 'fee_responsible: must be customer or self'],
  ] as const) {
    expect((await gateway.refusal(simulate(body))).errors).toEqual([error]);
  }
});

test('at the end of the clock, the longest sale, boleto, trial and period still have dates', async () => {
  const gateway = createGateway({
    start: new Date(LAST_CLOCK_TIME).toISOString(),
    settings: { boletoGraceDays: 3650 },
  });
  const simulation = await gateway.call('simulateTax', { body: { amount: 10_000, installments: 99 } });
  expect(simulation.installments.at(-1).previsionPaymentDate).toMatch(/^850[78]-/);
  expect((await gateway.call('createTransaction', { body: byBoleto({ boleto: {} }) })).status).toBe('waiting_payment');
  const plan = await gateway.call('createPlan', { body: { name: 'Clube' } });
  const longest = { amount: 100, interval: 'year', interval_count: 1200, plan_id: plan.id };
  for (const trial_days of [0, 36_500]) {
    const price = await gateway.call('createPrice', { body: { ...longest, trial_days } });
    const { payment_method: _, amount: __, installments: ___, ...payer } = byCard();
    const { current_period_end } = await gateway.call('createSubscription', { body: { ...payer, price_id: price.id } });
    expect(current_period_end).toMatch(trial_days === 0 ? /^9699-/ : /^8599-/);
  }
});
