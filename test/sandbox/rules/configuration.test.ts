import { expect, test } from 'vitest';
import { createGateway, example, type Json } from './gateway.ts';

test('acquirer-main: new acquirers are added to the existing ones, the first is the main one, and credentials are not stored', async () => {
  const gateway = createGateway();
  const body = example('addAcquirers', 'two_acquirers');
  const { acquirers } = await gateway.call('addAcquirers', { body });
  expect(acquirers).toEqual([
    { id: 1001, name: 'acquirer-a', priority: 1, main: true },
    { id: 1002, name: 'acquirer-b', priority: 2, main: false },
  ]);
  const more = await gateway.call('addAcquirers', { body: { acquirers: [{ name: 'acquirer-c' }] } });
  expect(more.acquirers).toEqual([...acquirers, { id: 1003, name: 'acquirer-c', priority: 3, main: false }]);
  expect(await gateway.dump()).not.toContain('example-key');
});

test('acquirer-main: exactly one acquirer is the main one', async () => {
  const gateway = createGateway();
  await gateway.call('addAcquirers', { body: example('addAcquirers', 'two_acquirers') });
  for (const id of [1002, 1002, 1001, 1002]) {
    expect(await gateway.call('setMainAcquirer', { params: { id } })).toMatchObject({ id, main: true });
    const { acquirers } = await gateway.call('addAcquirers', { body: { acquirers: [] } });
    expect(acquirers.filter(({ main }: Json) => main)).toMatchObject([{ id }]);
  }
  expect(await gateway.refusal(gateway.call('setMainAcquirer', { params: { id: 4711 } }))).toMatchObject({
    status: 404,
  });
});

test('single-configuration: there is one anti-fraud configuration, replaced as a whole, and its credentials are not stored', async () => {
  const gateway = createGateway();
  const body = example('configureAntiFraud', 'analyse_first');
  expect(await gateway.call('configureAntiFraud', { body })).toEqual({
    enabled: true,
    provider: 'provider-a',
    sequence: 'analyse_first',
  });
  expect(await gateway.call('configureAntiFraud', { body: { enabled: false } })).toEqual({ enabled: false });
  expect(await gateway.objects()).toHaveLength(1);
  expect(await gateway.dump()).not.toContain('example-key');
});

test('webhook-topics: a webhook registration can be created, changed, listed and removed', async () => {
  const gateway = createGateway();
  const webhook = await gateway.call('createWebhook', { body: example('createWebhook', 'transactions') });
  const params = { id: webhook.id };
  expect(await gateway.call('listWebhooks')).toMatchObject({ data: [webhook], total: 1 });
  const changed = await gateway.call('updateWebhook', { params, body: { events: ['transactions', 'links'] } });
  expect(changed).toEqual({ ...webhook, events: ['transactions', 'links'] });
  expect(await gateway.call('retrieveWebhook', { params })).toEqual(changed);
  expect(await gateway.call('deleteWebhook', { params })).toEqual({ ...params, deleted: true });
  expect(await gateway.refusal(gateway.call('retrieveWebhook', { params }))).toMatchObject({ status: 404 });
  expect(await gateway.call('listWebhooks')).toMatchObject({ data: [], total: 0 });
});

test('webhook-topics: an event name is refused as a topic, and other unknown topics are kept', async () => {
  const gateway = createGateway();
  const url = 'http://127.0.0.1:3000/';
  const refused = gateway.call('createWebhook', { body: { url, events: ['links', 'transaction.status_changed'] } });
  expect(await gateway.refusal(refused)).toEqual({
    status: 422,
    errors: [
      'events: transaction.status_changed is the name of an event; register its topic: transactions, links, customers, cards',
    ],
  });
  const { id } = await gateway.call('createWebhook', { body: { url, events: ['invoices'] } });
  const changed = gateway.call('updateWebhook', { params: { id }, body: { events: ['link.paid'] } });
  expect(await gateway.refusal(changed)).toMatchObject({ status: 422 });
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
  expect(
    await gateway.refusal(gateway.call('createWebhook', { body: { url, events: ['transactions'] } })),
  ).toMatchObject({ status: 422 });
});

test('acquirer-main: all acquirers are returned, and an acquirer keeps the priority and the name that it was given', async () => {
  const gateway = createGateway();
  const many = Array.from({ length: 120 }, (_, index) => ({ name: `acquirer-${index}` }));
  await gateway.call('addAcquirers', { body: { acquirers: many } });
  const { acquirers } = await gateway.call('addAcquirers', {
    body: { acquirers: [{ name: 'first', priority: 0 }, {}] },
    invalid: true,
  });
  expect(acquirers.map(({ name }: Json) => name)).toEqual([...many.map(({ name }) => name), 'first', '']);
  expect(acquirers.slice(-2)).toMatchObject([{ priority: 0 }, { priority: 122 }]);
});

test('acquirer-main: after the main acquirer was dropped to free space, another one can become the main one', async () => {
  const gateway = createGateway({ keep: 1 });
  const { acquirers } = await gateway.call('addAcquirers', { body: example('addAcquirers', 'two_acquirers') });
  const params = { id: acquirers[1].id };
  expect(await gateway.call('setMainAcquirer', { params })).toMatchObject({ main: true });
});

test('an update of a webhook changes only the fields that it sends', async () => {
  const gateway = createGateway();
  const body = { url: 'http://shop.example/a', events: ['links'] };
  const webhook = await gateway.call('createWebhook', { body });
  const params = { id: webhook.id };
  const moved = await gateway.call('updateWebhook', { params, body: { url: 'https://shop.example/b' } });
  expect(moved).toEqual({ ...webhook, url: 'https://shop.example/b' });
  expect(await gateway.call('updateWebhook', { params, body: {} })).toEqual(moved);
  const wrong = gateway.call('updateWebhook', { params, body: { url: 5 }, invalid: true });
  expect((await gateway.refusal(wrong)).errors).toEqual([
    'url: must be an address that begins with http:// or https://',
  ]);
});
