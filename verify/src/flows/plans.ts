import { NOTED, priceOf, UNKNOWN_ID } from './bodies.js';
import { flow, needed, PAGE } from './flow.js';

export const plans = [
  flow('plan', 'Create, update and delete a plan and its price', async ({ send }) => {
    const plan = { name: 'Verificação', description: 'Verificação de contrato', status: 'active' } as const;
    const { id } = await send('createPlan', { body: plan, settles: ['plan-shape', 'response-ids'] });
    const path = { id: needed(id, 'the id of the plan') };
    await send('retrievePlan', { path, settles: ['plan-shape'] });
    const body = { ...priceOf(path.id), trial_days: 30 };
    const price = await send('createPrice', { body, settles: ['price-shape'] });
    await send('listPlanPrices', { path, query: PAGE, settles: ['price-shape'] });
    const ofPrice = { id: price.id };
    const longer = { trial_days: 60 };
    await send('updatePrice', { path: ofPrice, body: longer, settles: ['update-request-fields'] });
    await send('updatePlan', { path, body: NOTED, settles: ['update-request-fields'] });
    await send('deletePrice', { path: ofPrice, settles: ['deletion-shape'] });
    await send('deletePlan', { path, settles: ['deletion-shape'] });
    await send('retrievePlan', { path, settles: ['deletion-shape', 'error-statuses'] });
  }),
  flow('order', 'Create two plans and list the newer one first', async ({ send }) => {
    const { id } = await send('createPlan', { body: { name: 'Verificação 1' }, settles: ['list-order', 'plan-shape'] });
    await send('createPlan', { body: { name: 'Verificação 2' }, settles: ['list-order', 'plan-shape'] });
    await send('listPlans', { query: PAGE, settles: ['list-order', 'deletion-effects'] });
    await send('deletePlan', { path: { id }, settles: ['deletion-effects'] });
    await send('listPlans', { query: PAGE, settles: ['deletion-effects'] });
    await send('retrievePlan', { path: { id }, settles: ['deletion-effects'] });
  }),
  flow('unknown-plan', 'Create a price for an unknown plan', async ({ send }) => {
    const body = priceOf(UNKNOWN_ID);
    await send('createPrice', { body, settles: ['unknown-id'], expects: [422], part: 'in the body' });
  }),
];
