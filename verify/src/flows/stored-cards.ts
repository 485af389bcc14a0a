/** Subscriptions, and payments that use a card again. */

import { cardPayment, emailOf, guest, priceOf, refundOf } from './bodies.js';
import { flow, needed, SUBSCRIBER } from './flow.js';

export const storedCards = [
  flow('stored-card', 'Store a card, subscribe with identifiers, and cancel', async ({ send, settles, ...run }) => {
    settles('customer-shape', 'card-shape', 'response-ids', 'plan-shape', 'price-shape', 'subscription-shape');
    settles('deletion-effects', 'subscription-transitions', 'deletion-shape');
    const customer = await send('createCustomer', { body: guest(SUBSCRIBER, run) });
    const card = await send('createCard', { body: { ...run.card } });
    const plan = await send('createPlan', { body: { name: 'Verificação' } });
    const monthly = { ...priceOf(needed(plan.id, 'the id of the plan')), trial_days: 30 };
    const price = await send('createPrice', { body: monthly });
    const body = {
      price_id: needed(price.id, 'the id of the price'),
      customer_id: needed(customer.id, 'the id of the customer'),
      card_id: needed(card.card_id ?? card.id, 'the id of the card'),
      payment_method: 'credit_card' as const,
    };
    const { id } = await send('createSubscription', { body, accepted: ['subscription-identifiers'] });
    const path = { id };
    await send('retrieveSubscription', { path });
    await send('deletePlan', { path: { id: plan.id } });
    await send('deletePrice', { path: { id: price.id } });
    await send('deleteCustomer', { path: { id: customer.id } });
    await send('updateSubscription', { path, body: { metadata: '{"verification":true}' } });
    await send('cancelSubscription', { path });
    await send('deleteSubscription', { path });
    await send('deletePlan', { path: { id: plan.id } });
    await send('createSubscription', { body });
  }),
  flow('same-card', 'Charge the same card again, by number and by id', async ({ send, settles, ...run }) => {
    settles('card-kept', 'form-fields-shared');
    const { card: _, ...rest } = cardPayment(run, { customer: guest('card', run) });
    const first = await send('createTransaction', { body: { ...rest, card: run.card } });
    const second = await send('createTransaction', { body: { ...rest, card: run.card } });
    const card_id = needed(first.card?.card_id, 'the id of the card');
    const { customer: _customer, ...shared } = rest;
    const customer_id = needed(first.customer?.id, 'the id of the customer');
    const third = await send('createTransaction', { body: { ...shared, card_id, customer_id } });
    await send('listCustomerCards', { body: { email: emailOf('card', run) } });
    for (const { id } of [third, second, first]) await send('refundTransaction', { path: { id }, body: refundOf(100) });
  }),
];
