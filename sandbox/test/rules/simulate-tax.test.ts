import { expect } from 'vitest';
import type { JsonObject } from '../../../core/src/util/json.js';
import { namedExamples, operationNamed } from '../../../test/contract/contract.ts';
import { LAST_CLOCK_TIME } from '../../src/clock/index.js';
import { createGateway, example, type Gateway, test } from './gateway.ts';
import { byBoleto, byCard, subscribe } from './requests.ts';

const simulate = (gateway: Gateway, body: JsonObject) =>
  gateway.call('simulateTax', { body: { amount: 10_000, ...body } });

test.each(['customer', 'self'])('simulation-formula: it matches the published sample on its date: %s', async (name) => {
  const gateway = createGateway({ start: '2023-09-29T15:00:00Z' });
  const shown = namedExamples(operationNamed('simulateTax')).find((one) => one.name === name && one.of === '200');
  expect(await gateway.call('simulateTax', { body: example('simulateTax', name) })).toEqual(shown?.value);
});

test.each([
  ['2026-11-21T02:59:59Z', '2026-12-21T00:00:00'],
  ['2026-11-24T02:59:59Z', '2026-12-23T00:00:00'],
  ['2026-11-24T03:00:00Z', '2026-12-24T00:00:00'],
])('the sale date is the date in São Paulo: %s', async (start, previsionPaymentDate) => {
  const { installments } = await simulate(createGateway({ start }), {});
  expect(installments[0]).toMatchObject({ previsionPaymentDate });
});

test('the simulation names the brand and 1 to 99 installments', async ({ gateway }) => {
  expect(await simulate(gateway, {})).toMatchObject({ brand: 'Mastercard', product: 'Crédito 1x', mdr: 2.33 });
  const longest = await simulate(gateway, { brand: 'visa', installments: 99, fee_responsible: 'customer' });
  expect(longest).toMatchObject({ brand: 'Visa', product: 'Crédito 99x' });
  expect(longest.installments).toHaveLength(99);
  expect(await simulate(gateway, { installments: 99 })).toMatchObject({ grossAmount: longest.grossAmount });
});

test.each([
  [{ amount: 0 }, 'amount: must be a whole number of centavos, from 1 to 9007199254740991'],
  [{ installments: 0 }, 'installments: must be a whole number from 1 to 99'],
  [{ installments: 100 }, 'installments: must be a whole number from 1 to 99'],
  [{ fee_responsible: 'nobody' }, 'fee_responsible: must be customer or self'],
])('a simulation of %j is refused', async (body, error) => {
  const gateway = createGateway();
  await gateway.refuses(422, simulate(gateway, body), [error]);
});

test('at the end of the clock, the longest sale, boleto, trial and period still have dates', async () => {
  const start = new Date(LAST_CLOCK_TIME).toISOString();
  const gateway = createGateway({ start, settings: { boletoGraceDays: 3650 } });
  const { installments } = await simulate(gateway, { installments: 99 });
  expect(installments.at(-1).previsionPaymentDate).toMatch(/^850[78]-/);
  expect((await gateway.create(byBoleto({ boleto: {} }))).status).toBe('waiting_payment');
  const { payment_method: _, amount: __, installments: ___, ...payer } = byCard();
  const end = async (trial_days: number) =>
    (await subscribe(gateway, payer, { interval: 'year', interval_count: 1200, trial_days })).current_period_end;
  expect([await end(0), await end(36_500)]).toEqual([expect.stringMatching(/^9699-/), expect.stringMatching(/^8599-/)]);
});
