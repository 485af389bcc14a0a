import { emailOf, guest, LINK, PIX, person, RENAMED } from './bodies.js';
import { eventFlow, flow, PAGE } from './flow.js';

const CANCELED = { status: 'canceled' } as const;

export const webhooks = [
  flow('webhook', 'Register, update and remove a webhook', async ({ send, settles, address }) => {
    settles('webhook-shape', 'metadata-everywhere', 'deletion-shape', 'requiredness');
    const events = ['transactions', 'links', 'customers', 'cards'] as const;
    const body = { url: address(), events: [...events], metadata: '{"verification":true}' };
    const { id } = await send('createWebhook', { body });
    const path = { id };
    await send('retrieveWebhook', { path });
    await send('listWebhooks', { query: PAGE });
    await send('updateWebhook', { path, body: { events: ['links', 'customers'] } });
    const required = { entry: 'webhook-registration' } as const;
    await send('createWebhook', { body: { events: ['links'] }, ...required, leftOut: 'url', part: 'without url' });
    await send('createWebhook', { body: { url: address() }, ...required, leftOut: 'events', part: 'without events' });
    await send('deleteWebhook', { path });
  }),
  flow('webhook-refused', 'Register an FTP address, and the name of an event', async ({ send, settles, address }) => {
    settles('webhook-topics');
    await send('createWebhook', { body: { url: 'ftp://verification.example/', events: ['links'] } });
    await send('createWebhook', { body: { url: address(), events: ['transaction.created'] } });
  }),
  eventFlow('events', 'Receive the events of new resources', async ({ send, settles, address, ...run }) => {
    settles('webhook-events', 'webhook-envelope', 'webhook-response', 'event-payloads', 'event-payload-fields');
    await send('createWebhook', { body: { url: address(), events: ['transactions', 'links', 'customers', 'cards'] } });
    const customer = await send('createCustomer', { body: person('events', run) });
    await send('updateCustomer', { path: { id: customer.id }, body: RENAMED });
    const link = await send('createPaymentLink', { body: LINK });
    await send('updatePaymentLink', { path: { id: link.id }, body: CANCELED });
  }),
  eventFlow('payment-events', 'Receive the events of an unpaid Pix', async ({ send, settles, address }) => {
    settles('event-payload-fields', 'webhook-events', 'event-payloads');
    await send('createWebhook', { body: { url: address(), events: ['transactions'] } });
    await send('createTransaction', { body: PIX });
  }),
  eventFlow('topics', 'Register two webhooks with different topics', async ({ send, settles, address, ...run }) => {
    settles('webhook-topics', 'webhook-events');
    await send('createWebhook', { body: { url: address(), events: ['links'] } });
    await send('createWebhook', { body: { url: address(), events: ['customers'] } });
    const { id } = await send('createPaymentLink', { body: LINK });
    const customer = { name: guest('topics', run).name, email: emailOf('topics', run) };
    await send('createCustomer', { body: customer });
    await send('updatePaymentLink', { path: { id }, body: CANCELED });
  }),
];
