import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type Resource, resources } from '../../../core/generated/resources.js';
import { contractOf } from '../../../core/src/contract/contract.js';
import { readContract } from '../../../core/src/contract/document.js';
import type { Schema } from '../../../core/src/contract/openapi.js';
import { successOf } from '../../../core/src/contract/operation.js';
import { isObject, listAt } from '../../../core/src/util/json.js';
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
    links: await call('createPaymentLink', { body: { amount: 500 } }),
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

/** What a response shows in another way than the request. */
const DIFFERENT: Readonly<Record<string, string>> = {
  'createTransaction.installments': 'a Pix and a boleto have one',
  'createTransaction.split[].amount': 'a percentage decides it',
  'refundTransaction.amount': 'the response has the amount of the payment',
  'refundTransaction.metadata': 'it joins the metadata of the payment',
  'captureTransaction.amount': 'the response has the amount of the payment',
  'captureTransaction.metadata': 'it joins the metadata of the payment',
};

const { operation: operationOf, shapeOf } = contractOf(readContract());

/** Returns the schemas of a request and of a response for each field that both have. */
const fieldsOfBoth = (asked: Schema, listed: Schema): [name: string, asked: Schema, listed: Schema][] =>
  [...shapeOf(asked).fields].flatMap(([name, field]) => {
    const back = shapeOf(listed).fields.get(name);
    return back === undefined ? [] : [[name, field, back]];
  });

/** Returns the form of a request that the body selects, such as by `payment_method`. */
function formOf(schema: Schema, body: Json): Schema {
  const { forms } = shapeOf(schema);
  return forms?.schemas.get(body?.[forms.property]) ?? schema;
}

const itemsOf = (schema: Schema): Schema => shapeOf(schema).items ?? {};

function sampleOf(field: Schema): unknown {
  const { marks, types } = shapeOf(field);
  const [example] = listAt(marks, 'examples');
  if (example !== undefined) return example;
  return types.has('string') ? 'text' : types.has('boolean') ? true : types.has('integer') ? 1 : undefined;
}

/** Returns the body with a value for each field that the response also has. */
function filled(sent: Json, asked: Schema, listed: Schema, place: string): Json {
  if (Array.isArray(sent)) return sent.map((one) => filled(one, itemsOf(asked), itemsOf(listed), `${place}[]`));
  if (!isObject(sent)) return sent;
  const fields = fieldsOfBoth(asked, listed).map(([name, field, back]) => {
    const at = `${place}.${name}`;
    const isMissing = sent[name] === undefined && !(at in DIFFERENT);
    return [name, filled(isMissing ? sampleOf(field) : sent[name], field, back, at)];
  });
  return { ...sent, ...Object.fromEntries(fields.filter(([, value]) => value !== undefined)) };
}

/** Returns the places of the values that were sent and did not come back. */
function lost(sent: Json, back: Json, asked: Schema, listed: Schema, place: string): string[] {
  if (sent === undefined || place in DIFFERENT) return [];
  if (sent === null) return back === null ? [] : [place];
  if (Array.isArray(sent)) {
    return sent.flatMap((one) => {
      const each: string[][] = (back ?? []).map((other: Json) =>
        lost(one, other, itemsOf(asked), itemsOf(listed), `${place}[]`),
      );
      return each.some((places) => places.length === 0) ? [] : (each[0] ?? [place]);
    });
  }
  if (isObject(sent)) {
    return fieldsOfBoth(asked, listed).flatMap(([name, field, answer]) =>
      lost(sent[name], isObject(back) ? back[name] : undefined, field, answer, `${place}.${name}`),
    );
  }
  // A response has `tangible` as 0 or 1, and ids as numbers.
  return String(typeof back === 'number' ? Number(sent) : sent) === String(back) ? [] : [place];
}

function ruleFile(operationId: string): string {
  const files = readdirSync('sandbox/src/rules', { recursive: true, encoding: 'utf8' });
  const isRule = new RegExp(`(?:const|function) ${operationId}\\b`);
  const found = files.find(
    (file) => /\.ts$/.test(file) && isRule.test(readFileSync(`sandbox/src/rules/${file}`, 'utf8')),
  );
  return `sandbox/src/rules/${found}`;
}

const schemasOf = (operationId: string, body?: Json) => {
  const operation = operationOf(operationId);
  return {
    asked: formOf(operation?.request?.schema ?? {}, body),
    listed: (operation && successOf(operation).response?.schema) ?? {},
  };
};

interface Request {
  readonly title: string;
  readonly body?: Json;
  /** Fields that an earlier request sets. */
  readonly before?: Json;
}

/** Returns an update with a null in each field where the request and the response allow it, if there is one. */
function withNulls(operationId: string, body: Json): Request[] {
  const { asked, listed } = schemasOf(operationId, body);
  const { action }: Resource = resources[operationId as OperationId];
  const isNullable = (schema: Schema) => shapeOf(schema).types.has('null');
  const nullable = fieldsOfBoth(asked, listed).filter(([, field, back]) => isNullable(field) && isNullable(back));
  if (action !== 'change' || nullable.length === 0) return [];
  const nulls = Object.fromEntries(nullable.map(([name]) => [name, null]));
  const before = Object.fromEntries(nullable.map(([name, field]) => [name, sampleOf(field)]));
  return [{ title: `${operationId} with null`, body: { ...body, ...nulls }, before }];
}

const requests = operations.flatMap((operation) => {
  const { operationId, path } = operation;
  const shown = namedExamples(operation).filter(({ of }) => of === 'request');
  const bodies: Request[] = shown.map(({ title, value }) => ({ title, body: value }));
  const all = bodies.length === 0 ? [{ title: operationId }] : [...bodies, ...withNulls(operationId, bodies[0]?.body)];
  return all.map((one) => ({ operationId, path, ...one }));
});

test.each(requests)('$title succeeds, and its response has what was sent', async (request) => {
  const { operationId, path, body, before } = request;
  const { gateway, ids, transactions, receivers, bankAccount } = shared;
  const kind = path.split('/')[2] ?? '';
  const { states, type, action }: Resource = resources[operationId as OperationId];
  const fitting = transactions.find(({ status }) => states?.includes(status));
  const id = (kind === 'transactions' ? fitting : undefined)?.id ?? ids[kind]?.id;
  const { asked, listed } = schemasOf(operationId, body);
  const changes = ['create', 'change', 'act'].includes(action);
  const full = changes ? filled(body, asked, listed, operationId) : body;
  const references = Object.entries(shared.references).filter(
    ([field]) => full !== undefined && Object.hasOwn(full, field),
  );
  const sent = full && {
    ...full,
    ...Object.fromEntries(references),
    ...(full.split && {
      split: full.split.map((rule: Json, index: number) => ({ ...rule, receiver_id: receivers[index].id })),
    }),
  };
  const params = {
    ...(path.includes('{id}') && { id }),
    ...(path.includes('{bank_account_id}') && { bank_account_id: bankAccount.id }),
  };
  if (before) await gateway.call(operationId as OperationId, { params, body: { ...sent, ...before } });
  const answer = await gateway.call(operationId as OperationId, { params, ...(sent && { body: sent }) });
  if (!changes) return;
  const advice = `store and return it in ${ruleFile(operationId)}, or add it to DIFFERENT in this test with the reason`;
  const problems = (back: Json, schema: Schema, of: string) =>
    lost(sent, back, asked, schema, operationId).map((place) => `${place} is not in the response of ${of}: ${advice}`);
  expect(problems(answer, listed, operationId)).toEqual([]);
  const retrieve = Object.entries<Resource>(resources).find(
    ([, one]) => one.type === type && one.action === 'retrieve',
  );
  if (retrieve === undefined) return;
  const [name] = retrieve as [OperationId, Resource];
  const own = name === 'retrieveReceiverBankAccount' ? { ...params, bank_account_id: answer.id } : { id: answer.id };
  expect(problems(await gateway.call(name, { params: own }), schemasOf(name).listed, name)).toEqual([]);
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
