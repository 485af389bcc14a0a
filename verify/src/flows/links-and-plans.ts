import { guest, LINK, NOTED, PIX, priceOf, UNKNOWN_ID } from './bodies.js';
import { flow, needed, PAGE } from './flow.js';

export const links = [
  flow('link', 'Create, update and cancel a payment link', async ({ send, settles }) => {
    settles('link-request', 'link-shape', 'link-transitions');
    const more = { description: 'Verificação de contrato', redirect_link: 'https://verification.example/' };
    const { id } = await send('createPaymentLink', { body: { ...LINK, ...more } });
    const path = { id };
    await send('retrievePaymentLink', { path });
    await send('updatePaymentLink', { path, body: NOTED });
    await send('listPaymentLinkTransactions', { path, query: PAGE });
    await send('updatePaymentLink', { path, body: { status: 'canceled' } });
    await send('retrievePaymentLink', { path });
  }),
  flow('ids', 'Create a payment link and a customer between unpaid charges', async ({ send, settles, ...run }) => {
    settles('ids-unique', 'pix-flow', 'deletion-shape', 'history-shape', 'link-transitions');
    await send('createTransaction', { body: PIX });
    const link = await send('createPaymentLink', { body: LINK });
    const { id } = await send('createTransaction', { body: PIX });
    const customer = await send('createCustomer', { body: guest('ids', run) });
    await send('createTransaction', { body: PIX });
    await send('deleteCustomer', { path: { id: customer.id } });
    await send('listTransactionHistory', { path: { id }, query: PAGE });
    await send('updatePaymentLink', { path: { id: link.id }, body: { status: 'canceled' } });
  }),
];

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
