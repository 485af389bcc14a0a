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

test('update-request-fields: an update of a price keeps the other terms, and refuses wrong ones by name', async () => {
  const { gateway, plan } = await withPlan();
  const terms = { amount: 990, currency: 'USD', interval: 'week', interval_count: 1200, trial_days: 36_500 };
  const price = await gateway.call('createPrice', { body: { plan_id: plan.id, ...terms } });
  expect(price).toMatchObject(terms);
  const params = { id: price.id };
  expect(await gateway.call('updatePrice', { params, body: { amount: 1990 } })).toEqual({ ...price, amount: 1990 });
  const changed = { currency: 'BRL', interval: 'day', interval_count: 2, trial_days: 0 };
  expect(await gateway.call('updatePrice', { params, body: changed })).toMatchObject({ amount: 1990, ...changed });
  expect(await gateway.call('listPlanPrices', { params: { id: plan.id } })).toMatchObject({ total: 1 });
  for (const [body, error] of [
    [{ interval: 'fortnight' }, 'interval: the sandbox knows day, week, month, year'],
    [{ interval_count: 1201 }, 'interval_count: must be a whole number from 1 to 1200'],
    [{ trial_days: 36_501 }, 'trial_days: must be a whole number from 0 to 36500'],
    [{ plan_id: 4711 }, 'plan_id: there is no plan 4711'],
  ] as const) {
    expect((await gateway.refusal(gateway.call('updatePrice', { params, body }))).errors).toEqual([error]);
  }
});

test('plan-shape: a new plan is active, with the fields of the request', async () => {
  const { gateway, plan } = await withPlan();
  expect(plan).toMatchObject({ status: 'active', name: expect.any(String) });
  const inactive = await gateway.call('createPlan', { body: { name: 'old', description: 'text', status: 'inactive' } });
  expect(inactive).toMatchObject({ name: 'old', description: 'text', status: 'inactive' });
});
