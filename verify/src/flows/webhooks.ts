import { emailOf, guest, LINK, PIX, person, RENAMED } from './bodies.js';
import { eventFlow, flow, PAGE } from './flow.js';

const CANCELED = { status: 'canceled' } as const;

export const webhooks = [
  flow('webhook', 'Register, update and remove a webhook', async ({ send, address }) => {
    const events = ['transactions', 'links', 'customers', 'cards'] as const;
    const body = { url: address(), events: [...events], metadata: '{"verification":true}' };
    const { id } = await send('createWebhook', {
      body,
      settles: ['webhook-path', 'webhook-registration', 'webhook-shape', 'webhook-navigation', 'metadata-everywhere'],
    });
    const path = { id };
    await send('retrieveWebhook', { path, settles: ['webhook-navigation'] });
    await send('listWebhooks', { query: PAGE, settles: ['webhook-list-path'] });
    const settles = ['webhook-update-method', 'update-request-fields'] as const;
    await send('updateWebhook', { path, body: { events: ['links', 'customers'] }, settles });
    const required = ['webhook-registration', 'requiredness'] as const;
    const withoutUrl = { body: { events: ['links' as const] }, leftOut: 'url', part: 'without url' };
    await send('createWebhook', { ...withoutUrl, settles: required });
    const withoutEvents = { body: { url: address() }, leftOut: 'events', part: 'without events' };
    await send('createWebhook', { ...withoutEvents, settles: required });
    await send('deleteWebhook', { path, settles: ['deletion-shape'] });
  }),
  flow('webhook-refused', 'Register a URL that is not http or https, and an event', async ({ send, address }) => {
    const body = { url: 'ftp://verification.example/', events: ['links' as const] };
    await send('createWebhook', { body, settles: ['webhook-topics'] });
    const named = { url: address(), events: ['transaction.created'] };
    await send('createWebhook', { body: named, settles: ['webhook-topics'] });
  }),
  eventFlow('events', 'Receive the events of new resources', async ({ send, address, ...run }) => {
    await send('createWebhook', {
      body: { url: address(), events: ['transactions', 'links', 'customers', 'cards'] },
      settles: ['webhook-events', 'webhook-envelope', 'webhook-response', 'event-payloads', 'event-payload-fields'],
    });
    const settles = ['webhook-events', 'event-payloads'] as const;
    const customer = await send('createCustomer', {
      body: person('events', run),
      settles: [...settles, 'webhook-envelope'],
    });
    await send('updateCustomer', { path: { id: customer.id }, body: RENAMED, settles });
    const link = await send('createPaymentLink', { body: LINK, settles });
    await send('updatePaymentLink', { path: { id: link.id }, body: CANCELED, settles });
  }),
  eventFlow('payment-events', 'Receive the events of an unpaid Pix', async ({ send, address }) => {
    const settles = ['event-payload-fields', 'webhook-events', 'event-payloads'] as const;
    await send('createWebhook', { body: { url: address(), events: ['transactions'] }, settles });
    await send('createTransaction', { body: PIX, settles });
  }),
  eventFlow('topics', 'Register two webhooks with different topics', async ({ send, address, ...run }) => {
    const settles = ['webhook-topics'] as const;
    await send('createWebhook', { body: { url: address(), events: ['links'] }, settles });
    await send('createWebhook', { body: { url: address(), events: ['customers'] }, settles });
    const { id } = await send('createPaymentLink', { body: LINK, settles: ['webhook-topics', 'webhook-events'] });
    const customer = { name: guest('topics', run).name, email: emailOf('topics', run) };
    await send('createCustomer', { body: customer, settles: ['webhook-topics', 'webhook-events'] });
    await send('updatePaymentLink', { path: { id }, body: CANCELED, settles: ['webhook-events'] });
  }),
];
