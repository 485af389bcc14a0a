import { expect } from 'vitest';
import { createGateway, example, type Gateway, type Json, test } from './gateway.ts';

const two = (gateway: Gateway) => gateway.call('addAcquirers', { body: example('addAcquirers', 'two_acquirers') });

test('acquirer-main: new acquirers follow the existing ones, and credentials are not stored', async ({ gateway }) => {
  const { acquirers } = await two(gateway);
  expect(acquirers).toEqual([
    { id: 1001, name: 'acquirer-a', priority: 1, main: true },
    { id: 1002, name: 'acquirer-b', priority: 2, main: false },
  ]);
  const more = await gateway.call('addAcquirers', { body: { acquirers: [{ name: 'acquirer-c' }] } });
  expect(more.acquirers).toEqual([...acquirers, { id: 1003, name: 'acquirer-c', priority: 3, main: false }]);
  expect(await gateway.dump()).not.toContain('example-key');
});

test('acquirer-main: exactly one acquirer is the main one', async ({ gateway }) => {
  await two(gateway);
  for (const id of [1002, 1002, 1001, 1002]) {
    expect(await gateway.call('setMainAcquirer', { params: { id } })).toMatchObject({ id, main: true });
    const { acquirers } = await gateway.call('addAcquirers', { body: { acquirers: [] } });
    expect(acquirers.filter(({ main }: Json) => main)).toMatchObject([{ id }]);
  }
});

test('acquirer-main: all acquirers are returned, with the priority and the name that they got', async ({ gateway }) => {
  const many = Array.from({ length: 120 }, (_, index) => ({ name: `acquirer-${index}` }));
  await gateway.call('addAcquirers', { body: { acquirers: many } });
  const body = { acquirers: [{ name: 'first', priority: 0 }, {}] };
  const { acquirers } = await gateway.call('addAcquirers', { body, invalid: true });
  expect(acquirers.map(({ name }: Json) => name)).toEqual([...many.map(({ name }) => name), 'first', '']);
  expect(acquirers.slice(-2)).toMatchObject([{ priority: 0 }, { priority: 122 }]);
});

test('acquirer-main: after the main one was dropped to free space, another can become the main one', async () => {
  const gateway = createGateway({ keep: 1 });
  const { acquirers } = await two(gateway);
  const params = { id: acquirers[1].id };
  expect(await gateway.call('setMainAcquirer', { params })).toMatchObject({ main: true });
});

test('single-configuration: there is one, replaced as a whole, without its credentials', async ({ gateway }) => {
  const body = example('configureAntiFraud', 'analyse_first');
  const shown = { enabled: true, provider: 'provider-a', sequence: 'analyse_first' };
  expect(await gateway.call('configureAntiFraud', { body })).toEqual(shown);
  expect(await gateway.call('configureAntiFraud', { body: { enabled: false } })).toEqual({ enabled: false });
  expect(await gateway.objects()).toHaveLength(1);
  expect(await gateway.dump()).not.toContain('example-key');
});

test('webhook-topics: a registration can be created, changed in part, listed and removed', async ({ gateway }) => {
  const webhook = await gateway.call('createWebhook', { body: example('createWebhook', 'transactions') });
  const params = { id: webhook.id };
  const update = (body: Json) => gateway.call('updateWebhook', { params, body, invalid: true });
  const changed = await update({ events: ['transactions', 'links'] });
  expect(changed).toEqual({ ...webhook, events: ['transactions', 'links'] });
  const moved = await update({ url: 'https://shop.example/b' });
  expect(moved).toEqual({ ...changed, url: 'https://shop.example/b' });
  expect(await update({})).toEqual(moved);
  await gateway.refuses(422, update({ url: 5 }), ['url: must be an address that begins with http:// or https://']);
  expect(await gateway.call('retrieveWebhook', { params })).toEqual(moved);
  expect(await gateway.call('listWebhooks')).toMatchObject({ data: [moved], total: 1 });
  expect(await gateway.call('deleteWebhook', { params })).toEqual({ ...params, deleted: true });
  await gateway.refuses(404, gateway.call('retrieveWebhook', { params }));
  expect(await gateway.call('listWebhooks')).toMatchObject({ data: [], total: 0 });
});

test('webhook-topics: an event name is refused as a topic, and other unknown topics are kept', async ({ gateway }) => {
  const url = 'http://127.0.0.1:3000/';
  const refused = gateway.call('createWebhook', { body: { url, events: ['links', 'transaction.status_changed'] } });
  await gateway.refuses(422, refused, [
    'events: transaction.status_changed is the name of an event; register its topic: transactions, links, customers, cards',
  ]);
  const { id } = await gateway.call('createWebhook', { body: { url, events: ['invoices'] } });
  const changed = gateway.call('updateWebhook', { params: { id }, body: { events: ['link.paid'] } });
  await gateway.refuses(422, changed);
  expect(await gateway.call('retrieveWebhook', { params: { id } })).toMatchObject({ events: ['invoices'] });
});

test.each([
  '',
  'shop.example/webhooks',
  'ftp://shop.example',
  'javascript:alert(1)',
  `http://${'x'.repeat(100_000)}:y`,
])('an invalid address is refused: %.30s', async (url) => {
  const gateway = createGateway();
  await gateway.refuses(422, gateway.call('createWebhook', { body: { url, events: ['transactions'] } }));
});
