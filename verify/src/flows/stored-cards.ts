/** Subscriptions, and payments that use a card again. */

import { cardPayment, emailOf, guest, priceOf, refundOf } from './bodies.js';
import { flow, needed, SUBSCRIBER } from './flow.js';

export const storedCards = [
  flow(
    'stored-card',
    'Store a card, subscribe with identifiers, and cancel the subscription',
    async ({ send, ...run }) => {
      const customer = await send('createCustomer', { body: guest(SUBSCRIBER, run), settles: ['customer-shape'] });
      const card = await send('createCard', { body: { ...run.card }, settles: ['card-shape', 'response-ids'] });
      const plan = await send('createPlan', { body: { name: 'Verificação' }, settles: ['plan-shape'] });
      const monthly = { ...priceOf(needed(plan.id, 'the id of the plan')), trial_days: 30 };
      const price = await send('createPrice', { body: monthly, settles: ['price-shape'] });
      const body = {
        price_id: needed(price.id, 'the id of the price'),
        customer_id: needed(customer.id, 'the id of the customer'),
        card_id: needed(card.card_id ?? card.id, 'the id of the card'),
        payment_method: 'credit_card' as const,
      };
      const { id } = await send('createSubscription', {
        body,
        settles: ['subscription-identifiers', 'subscription-shape'],
        accepted: ['subscription-identifiers'],
      });
      const path = { id };
      const needs = ['deletion-effects'] as const;
      await send('retrieveSubscription', { path, settles: ['subscription-shape'] });
      await send('deletePlan', { path: { id: plan.id }, settles: needs });
      await send('deletePrice', { path: { id: price.id }, settles: needs });
      await send('deleteCustomer', { path: { id: customer.id }, settles: needs });
      const metadata = '{"verification":true}';
      await send('updateSubscription', {
        path,
        body: { metadata },
        settles: ['update-request-fields'],
      });
      await send('cancelSubscription', { path, settles: ['subscription-transitions'] });
      await send('deleteSubscription', { path, settles: ['deletion-shape'] });
      await send('deletePlan', { path: { id: plan.id }, settles: needs });
      await send('createSubscription', { body, settles: needs });
    },
  ),
  flow('same-card', 'Charge the same card again, by number and by id', async ({ send, ...run }) => {
    const settles = ['card-kept'] as const;
    const { card: _, ...rest } = cardPayment(run, { customer: guest('card', run) });
    const first = await send('createTransaction', { body: { ...rest, card: run.card }, settles });
    const second = await send('createTransaction', { body: { ...rest, card: run.card }, settles });
    const card_id = needed(first.card?.card_id, 'the id of the card');
    const { customer: _customer, ...shared } = rest;
    const customer_id = needed(first.customer?.id, 'the id of the customer');
    const stored = { ...shared, card_id, customer_id };
    const third = await send('createTransaction', { body: stored, settles: [...settles, 'form-fields-shared'] });
    const body = { email: emailOf('card', run) };
    await send('listCustomerCards', { body, settles: ['card-kept', 'customer-lookup'] });
    for (const { id } of [third, second, first])
      await send('refundTransaction', { path: { id }, body: refundOf(100), settles: ['refund-path'] });
  }),
];
