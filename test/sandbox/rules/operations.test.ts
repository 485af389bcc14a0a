import { expect, test } from 'vitest';
import { rules } from '../../../src/sandbox/rules/index.js';
import type { OperationId } from '../../../src/sandbox/rules/work.js';
import { namedExamples, operations } from '../../contract/contract.ts';
import { createGateway, type Json } from './gateway.ts';
import { byCard, byPix, card } from './requests.ts';

test('every operation of the contract has a rule, and every rule an operation', () => {
  expect(Object.keys(rules).sort()).toEqual(operations.map(({ operationId }) => operationId).sort());
});

/** Creates every object that the contract's examples refer to, and maps the example ids to the ids in this gateway. */
async function furnished() {
  const gateway = createGateway();
  const authorized = await gateway.call('createTransaction', { body: byCard({ capture: false }) });
  const paid = await gateway.call('createTransaction', { body: byCard() });
  const receivers = [
    await gateway.call('createReceiver', { body: { document: '11222333000181' } }),
    await gateway.call('createReceiver', { body: { document: '52998224725' } }),
  ];
  const bankAccount = await gateway.call('createReceiverBankAccount', {
    params: { id: receivers[0].id },
    body: { bank_code: '001', agencia: '1234', conta: '67890' },
  });
  const plan = await gateway.call('createPlan', { body: { name: 'plan' } });
  const price = await gateway.call('createPrice', { body: { plan_id: plan.id, amount: 4990 } });
  const subscribe = { price_id: price.id, card_id: paid.card.card_id, customer_id: paid.customer.id };
  const subscription = await gateway.call('createSubscription', { body: subscribe });
  const link = await gateway.call('createPaymentLink', { body: { amount: 4990 } });
  const webhook = await gateway.call('createWebhook', {
    body: { url: 'https://shop.example/', events: ['transactions'] },
  });
  const { acquirers } = await gateway.call('addAcquirers', { body: { acquirers: [{ name: 'a' }, { name: 'b' }] } });
  const free = {
    customers: await gateway.call('createCustomer', { body: { email: 'nobody@example.com' } }),
    plans: await gateway.call('createPlan', { body: { name: 'free' } }),
    prices: await gateway.call('createPrice', { body: { plan_id: plan.id, amount: 1 } }),
  };
  const { id: card_id } = await gateway.call('createCard', { body: card() });
  const ids: Record<string, Json> = {
    transactions: paid,
    links: link,
    customers: free.customers,
    cards: { id: card_id },
    receivers: receivers[0],
    plans: free.plans,
    prices: free.prices,
    subscriptions: subscription,
    webhooks: webhook,
    acquirers: acquirers[1],
  };
  const known = { card_id: paid.card.card_id, customer_id: paid.customer.id, price_id: price.id, plan_id: plan.id };
  return { gateway, ids, known, authorized, receivers, bankAccount };
}

const requests = operations.flatMap((operation) => {
  const shown = namedExamples(operation).filter(({ of }) => of === 'request');
  const { operationId, path } = operation;
  if (shown.length === 0) return [{ title: operationId, operationId, path, body: undefined }];
  return shown.map(({ title, value }) => ({ title, operationId, path, body: value as Json }));
});

test.each(requests)('$title succeeds, and its response matches the contract', async ({ operationId, path, body }) => {
  const { gateway, ids, known, authorized, receivers, bankAccount } = await furnished();
  const kind = path.split('/')[2] ?? '';
  const id = operationId === 'captureTransaction' ? authorized.id : ids[kind]?.id;
  const references = Object.entries(known).filter(([field]) => body !== undefined && Object.hasOwn(body, field));
  const sent = body && {
    ...body,
    ...Object.fromEntries(references),
    ...(body.split && {
      split: body.split.map((rule: Json, index: number) => ({ ...rule, receiver_id: receivers[index].id })),
    }),
  };
  await gateway.call(operationId as OperationId, {
    params: {
      ...(path.includes('{id}') && { id }),
      ...(path.includes('{bank_account_id}') && { bank_account_id: bankAccount.id }),
    },
    ...(sent && { body: sent }),
  });
});

const withId = operations.filter(({ path }) => path.includes('{id}'));

test.each(withId.map(({ operationId, operation }) => [operationId, operation] as const))(
  '%s of an unknown id is 404',
  async (operationId, operation) => {
    const { gateway, bankAccount } = await furnished();
    const before = await gateway.dump();
    const body =
      operation.requestBody === undefined
        ? undefined
        : namedExamples(operations.find((one) => one.operationId === operationId) ?? expect.fail()).find(
            ({ of }) => of === 'request',
          )?.value;
    for (const id of ['4711', '0', '-1', '1.5', 'x', '', '9'.repeat(1000), '__proto__']) {
      const params = { id, bank_account_id: bankAccount.id };
      const refusal = await gateway.refusal(
        gateway.call(operationId as OperationId, { params, ...(body !== undefined && { body: body as Json }) }),
      );
      expect(refusal.status).toBe(404);
      expect(refusal.errors.join().length).toBeLessThan(120);
    }
    expect(await gateway.dump()).toBe(before);
  },
);

test('a transaction without customer and billing returns null for both', async () => {
  const gateway = createGateway();
  const { customer: _c, billing: _b, shipping: _s, ...body } = byPix();
  expect(await gateway.call('createTransaction', { body })).toMatchObject({
    customer: null,
    billing: null,
    shipping: null,
    items: [],
  });
});
