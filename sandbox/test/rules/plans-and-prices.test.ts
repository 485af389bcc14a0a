import { expect, test } from 'vitest';
import type { JsonObject } from '../../../core/src/util/json.js';
import { createGateway, example } from './gateway.ts';

const withPlan = async () => {
  const gateway = createGateway();
  const plan = await gateway.call('createPlan', { body: example('createPlan', 'basic') });
  const params = { id: plan.id };
  return {
    gateway,
    plan,
    params,
    price: (terms: JsonObject) => gateway.call('createPrice', { body: { plan_id: plan.id, ...terms } }),
    prices: () => gateway.call('listPlanPrices', { params }),
  };
};

test('plan-shape: a plan is created, changed, retrieved, listed and removed', async () => {
  const { gateway, plan, params } = await withPlan();
  expect(plan).toMatchObject({ status: 'active', name: expect.any(String) });
  const fields = { name: 'old', description: 'text', status: 'inactive' };
  const inactive = await gateway.call('createPlan', { body: fields });
  expect(inactive).toMatchObject(fields);
  const changed = await gateway.call('updatePlan', { params, body: { name: 'Clube do café especial' } });
  expect(changed).toEqual({ ...plan, name: 'Clube do café especial' });
  expect(await gateway.call('retrievePlan', { params })).toEqual(changed);
  await gateway.call('deletePlan', { params });
  await gateway.refuses(404, gateway.call('retrievePlan', { params }));
  expect(await gateway.call('listPlans')).toMatchObject({ data: [inactive], total: 1 });
});

test('price-shape: the prices of a plan are listed, newest first', async () => {
  const { gateway, plan, price, prices } = await withPlan();
  const [one, two] = [await price({ amount: 4990 }), await price({ amount: 9990 })];
  const usual = { currency: 'BRL', interval: 'month', interval_count: 1, trial_days: 0 };
  expect(one).toMatchObject({ plan_id: plan.id, amount: 4990, ...usual });
  expect(await prices()).toMatchObject({ data: [two, one], total: 2 });
  await gateway.call('deletePrice', { params: { id: two.id } });
  expect(await prices()).toMatchObject({ data: [one], total: 1 });
});

test('a price that moves to another plan is listed under that plan', async () => {
  const { gateway, price, prices } = await withPlan();
  const other = await gateway.call('createPlan', { body: { name: 'other' } });
  const { id } = await price({ amount: 4990, interval: 'year' });
  const moved = await gateway.call('updatePrice', { params: { id }, body: { plan_id: other.id } });
  expect(moved).toMatchObject({ id, amount: 4990, interval: 'year' });
  expect(await prices()).toMatchObject({ total: 0 });
  expect(await gateway.call('listPlanPrices', { params: { id: other.id } })).toMatchObject({ data: [{ id }] });
});

const TERMS = { amount: 990, currency: 'USD', interval: 'week', interval_count: 1200, trial_days: 36_500 };

test('update-request-fields: an update of a price keeps the other terms', async () => {
  const { gateway, price } = await withPlan();
  const created = await price(TERMS);
  expect(created).toMatchObject(TERMS);
  const update = (body: JsonObject) => gateway.call('updatePrice', { params: { id: created.id }, body });
  expect(await update({ amount: 1990 })).toEqual({ ...created, amount: 1990 });
  const changed = { currency: 'BRL', interval: 'day', interval_count: 2, trial_days: 0 };
  expect(await update(changed)).toMatchObject({ amount: 1990, ...changed });
});

const INTERVALS = 'interval_count: must be a whole number from 1 to 1200';
const DAYS = 'trial_days: must be a whole number from 0 to 36500';

test.each([
  [{ plan_id: 4711 }, 'plan_id: there is no plan 4711'],
  [{ amount: 0 }, 'amount: must be a whole number of centavos, from 1 to 9007199254740991'],
  [{ interval: 'fortnight' }, 'interval: the sandbox knows day, week, month, year'],
  [{ interval_count: 0 }, INTERVALS],
  [{ interval_count: 1201 }, INTERVALS],
  [{ trial_days: -1 }, DAYS],
  [{ trial_days: 36_501 }, DAYS],
])('a price with %j is refused, and an update to it', async (changes, error) => {
  const { gateway, price, prices } = await withPlan();
  await gateway.refuses(422, price({ ...TERMS, ...changes }), [error]);
  expect(await prices()).toMatchObject({ total: 0 });
  const { id } = await price(TERMS);
  await gateway.refuses(422, gateway.call('updatePrice', { params: { id }, body: changes }), [error]);
});
