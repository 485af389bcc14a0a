import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type Resource, resources } from '../../../core/generated/resources.js';
import { namedExamples, operations } from '../../../test/contract/contract.ts';
import { rules } from '../../src/rules/index.js';
import type { OperationId } from '../../src/rules/work.js';
import { createGateway, type Json } from './gateway.ts';
import { byCard, card, subscribe } from './requests.ts';

test('every operation of the contract has a rule, and every rule an operation', () => {
  expect(Object.keys(rules).sort()).toEqual(operations.map(({ operationId }) => operationId).sort());
});

/** Creates every object that the contract's examples refer to, and maps the example ids to the ids in this gateway. */
async function furnished() {
  const gateway = createGateway();
  const { call } = gateway;
  const authorized = await gateway.create(byCard({ capture: false }));
  const paid = await gateway.create(byCard());
  const receivers = [
    await call('createReceiver', { body: { document: '11222333000181' } }),
    await call('createReceiver', { body: { document: '52998224725' } }),
  ];
  const bankAccount = await call('createReceiverBankAccount', {
    params: { id: receivers[0].id },
    body: { bank_code: '001', agencia: '1234', conta: '67890' },
  });
  const known = { card_id: paid.card.card_id, customer_id: paid.customer.id };
  const subscription = await subscribe(gateway, known);
  const { id: price_id, plan_id } = subscription.price;
  const { acquirers } = await call('addAcquirers', { body: { acquirers: [{ name: 'a' }, { name: 'b' }] } });
  const ids: Record<string, Json> = {
    transactions: paid,
    links: await call('createPaymentLink', { body: { amount: 4990 } }),
    customers: await call('createCustomer', { body: { email: 'nobody@example.com' } }),
    cards: await call('createCard', { body: card() }),
    receivers: receivers[0],
    plans: await call('createPlan', { body: { name: 'free' } }),
    prices: await call('createPrice', { body: { plan_id, amount: 1 } }),
    subscriptions: subscription,
    webhooks: await call('createWebhook', { body: { url: 'https://shop.example/', events: ['transactions'] } }),
    acquirers: acquirers[1],
  };
  const references = { ...known, price_id, plan_id };
  return {
    gateway,
    ids,
    references,
    transactions: [paid, authorized],
    receivers,
    bankAccount,
    dump: await gateway.dump(),
  };
}

let shared: Awaited<ReturnType<typeof furnished>>;
beforeAll(async () => {
  shared = await furnished();
});
beforeEach(() => shared.gateway.restore(shared.dump));

const requests = operations.flatMap((operation) => {
  const shown = namedExamples(operation).filter(({ of }) => of === 'request');
  const { operationId, path } = operation;
  if (shown.length === 0) return [{ title: operationId, operationId, path, body: undefined }];
  return shown.map(({ title, value }) => ({ title, operationId, path, body: value as Json }));
});

test.each(requests)('$title succeeds, and its response matches the contract', async ({ operationId, path, body }) => {
  const { gateway, ids, transactions, receivers, bankAccount } = shared;
  const kind = path.split('/')[2] ?? '';
  const { states }: Resource = resources[operationId as OperationId];
  const fitting = transactions.find(({ status }) => states?.includes(status));
  const id = (kind === 'transactions' ? fitting : undefined)?.id ?? ids[kind]?.id;
  const references = Object.entries(shared.references).filter(
    ([field]) => body !== undefined && Object.hasOwn(body, field),
  );
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

test.each(operations.filter(({ path }) => path.includes('{id}')))(
  '$operationId of an unknown id is 404',
  async (operation) => {
    const { gateway, bankAccount } = shared;
    const before = await gateway.dump();
    const body = namedExamples(operation).find(({ of }) => of === 'request')?.value as Json;
    for (const id of ['4711', '0', '-1', '1.5', 'x', '', '9'.repeat(1000), '__proto__']) {
      const params = { id, bank_account_id: bankAccount.id };
      const refused = gateway.call(operation.operationId as OperationId, {
        params,
        ...(body !== undefined && { body }),
      });
      const { status, errors } = await gateway.refusal(refused);
      expect(status).toBe(404);
      expect(errors.join().length).toBeLessThan(120);
    }
    expect(await gateway.dump()).toBe(before);
  },
);
