import { expect, test } from 'vitest';
import { createGateway, example } from './gateway.ts';

const withPlan = async () => {
  const gateway = createGateway();
  const plan = await gateway.call('createPlan', { body: example('createPlan', 'basic') });
  return { gateway, plan, params: { id: plan.id } };
};

test('plan-shape: a plan is created, changed, retrieved, listed and removed', async () => {
  const { gateway, plan, params } = await withPlan();
  const changed = await gateway.call('updatePlan', { params, body: { name: 'Clube do café especial' } });
  expect(changed).toEqual({ ...plan, name: 'Clube do café especial' });
  expect(await gateway.call('retrievePlan', { params })).toEqual(changed);
  expect(await gateway.call('listPlans')).toMatchObject({ data: [changed], total: 1 });
  await gateway.call('deletePlan', { params });
  expect(await gateway.refusal(gateway.call('retrievePlan', { params }))).toMatchObject({ status: 404 });
  expect(await gateway.call('listPlans')).toMatchObject({ data: [], total: 0 });
});

test('price-shape: the prices of a plan are listed, newest first', async () => {
  const { gateway, plan, params } = await withPlan();
  const price = (amount: number) => gateway.call('createPrice', { body: { plan_id: plan.id, amount } });
  const [one, two] = [await price(4990), await price(9990)];
  expect(one).toMatchObject({
    plan_id: plan.id,
    amount: 4990,
    currency: 'BRL',
    interval: 'month',
    interval_count: 1,
    trial_days: 0,
  });
  expect(await gateway.call('listPlanPrices', { params })).toMatchObject({ data: [two, one], total: 2 });
  await gateway.call('deletePrice', { params: { id: two.id } });
  expect(await gateway.call('listPlanPrices', { params })).toMatchObject({ data: [one], total: 1 });
  expect(await gateway.refusal(gateway.call('listPlanPrices', { params: { id: 4711 } }))).toMatchObject({
    status: 404,
  });
});

test('a price that moves to another plan is listed under that plan', async () => {
  const { gateway, plan, params } = await withPlan();
  const other = await gateway.call('createPlan', { body: { name: 'other' } });
  const { id } = await gateway.call('createPrice', { body: { plan_id: plan.id, amount: 4990, interval: 'year' } });
  expect(await gateway.call('updatePrice', { params: { id }, body: { plan_id: other.id } })).toMatchObject({
    id,
    amount: 4990,
    interval: 'year',
  });
  expect(await gateway.call('listPlanPrices', { params })).toMatchObject({ total: 0 });
  expect(await gateway.call('listPlanPrices', { params: { id: other.id } })).toMatchObject({ data: [{ id }] });
});

test.each([
  { plan_id: 4711 },
  { amount: 0 },
  { interval: 'fortnight' },
  { interval_count: 0 },
  { interval_count: 1e9 },
  { trial_days: -1 },
  { trial_days: 1e12 },
])('a price with %j is refused', async (changes) => {
  const { gateway, plan } = await withPlan();
  const body = { plan_id: plan.id, amount: 4990, ...changes };
  expect(await gateway.refusal(gateway.call('createPrice', { body }))).toMatchObject({ status: 422 });
  expect(await gateway.call('listPlanPrices', { params: { id: plan.id } })).toMatchObject({ total: 0 });
});
