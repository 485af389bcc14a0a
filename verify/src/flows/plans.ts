import { NOTED, priceOf, UNKNOWN_ID } from './bodies.js';
import { flow, needed, PAGE } from './flow.js';

export const plans = [
  flow('plan', 'Create, update and delete a plan and its price', async ({ send, settles }) => {
    settles('plan-shape', 'response-ids', 'price-shape', 'deletion-shape', 'error-statuses');
    const plan = { name: 'Verificação', description: 'Verificação de contrato', status: 'active' } as const;
    const { id } = await send('createPlan', { body: plan });
    const path = { id: needed(id, 'the id of the plan') };
    await send('retrievePlan', { path });
    const price = await send('createPrice', { body: { ...priceOf(path.id), trial_days: 30 } });
    await send('listPlanPrices', { path, query: PAGE });
    const ofPrice = { id: price.id };
    await send('updatePrice', { path: ofPrice, body: { trial_days: 60 } });
    await send('updatePlan', { path, body: NOTED });
    await send('deletePrice', { path: ofPrice });
    await send('deletePlan', { path });
    await send('retrievePlan', { path });
  }),
  flow('order', 'Create two plans and list the newer one first', async ({ send, settles }) => {
    settles('list-order', 'plan-shape', 'deletion-effects');
    const { id } = await send('createPlan', { body: { name: 'Verificação 1' } });
    await send('createPlan', { body: { name: 'Verificação 2' } });
    await send('listPlans', { query: PAGE });
    await send('deletePlan', { path: { id } });
    await send('listPlans', { query: PAGE });
    await send('retrievePlan', { path: { id } });
  }),
  flow('unknown-plan', 'Create a price for an unknown plan', async ({ send }) => {
    await send('createPrice', { body: priceOf(UNKNOWN_ID), entry: 'unknown-id', expects: [422], part: 'in the body' });
  }),
];
