import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/contract/json.js';
import type { acts } from '../../../src/sandbox/rules/index.js';
import { createGateway, DAY } from './gateway.ts';
import { by3ds, byBoleto, byCard, byPix, card, REFUSED, STAYS_PROCESSING } from './requests.ts';

type Name = keyof typeof acts;

const KINDS: Readonly<Record<Name, string>> = {
  pay: 'transactions, links, subscriptions',
  checkout: 'links',
  capture: 'transactions',
  refund: 'transactions',
  settle: 'transactions',
  chargeback: 'transactions',
  review: 'transactions',
  approve: 'transactions',
  setStatus: 'transactions',
  decline: 'transactions',
  expire: 'transactions, links',
  cancel: 'transactions, links, subscriptions',
  authenticate: 'transactions',
  fail: 'cards, subscriptions',
};

test.each(Object.entries(KINDS) as [Name, string][])(
  'the error of %s for another kind names %s',
  async (name, kinds) => {
    const gateway = createGateway();
    const { id } = await gateway.call('createPlan', { body: { name: 'plan' } });
    expect(await gateway.refusal(gateway.act(name, 'plans', id))).toEqual({
      status: 422,
      errors: [`${name}: cannot be done to plans, only to ${kinds}`],
    });
  },
);

test.each<[Name, string, JsonObject?]>([
  ['pay', 'pay it, it must be waiting_payment, authorized, processing or request_authentication'],
  ['settle', 'settle it, it must be processing, request_authentication or pending_refund'],
  ['decline', 'decline it, it must be processing, request_authentication, pending_refund or pending_review'],
  ['expire', 'let it expire, it must be waiting_payment or request_authentication'],
  ['cancel', 'cancel it, it must be authorized'],
  ['authenticate', 'authenticate it, it must be request_authentication', { outcome: 'approved' }],
  ['chargeback', 'charge it back, it must be paid'],
  ['review', 'review it, it must be processing, authorized or paid'],
  ['approve', 'approve it, it must be pending_review'],
])('wrong-state: the error of %s for a refused transaction names the states: to %s', async (name, states, options) => {
  const gateway = createGateway();
  const { id } = await gateway.call('createTransaction', { body: byCard({ card: card(REFUSED) }) });
  expect(await gateway.refusal(gateway.act(name, 'transactions', id, options))).toEqual({
    status: 422,
    errors: [`status: transaction ${id} is refused; to ${states}`],
  });
});

test.each<[Name, JsonObject, JsonObject]>([
  ['pay', byPix({ async: true }), { status: 'paid', paid_amount: 500, capture_amount: 500 }],
  ['pay', byCard({ capture: false }), { status: 'paid', paid_amount: 500, capture_amount: 500 }],
  ['pay', by3ds(), { status: 'paid', paid_amount: 500, capture_amount: 500 }],
  ['pay', byCard({ card: card(STAYS_PROCESSING) }), { status: 'paid', paid_amount: 500, capture_amount: 500 }],
  ['settle', by3ds(), { status: 'paid' }],
  ['settle', by3ds({ capture: false }), { status: 'authorized' }],
  ['settle', byCard({ card: card(STAYS_PROCESSING) }), { status: 'paid' }],
  ['decline', by3ds(), { status: 'refused', refused_reason: { reason: 'Autenticação recusada' } }],
  [
    'decline',
    byCard({ card: card(STAYS_PROCESSING) }),
    { status: 'refused', refused_reason: { reason: 'Não autorizado pelo emissor' } },
  ],
  ['expire', byBoleto({ async: true }), { status: 'canceled', paid_amount: null }],
  ['expire', by3ds(), { status: 'refused', refused_reason: { reason: 'Tempo de autenticação esgotado' } }],
  ['cancel', byCard({ capture: false }), { status: 'canceled', paid_amount: null }],
])('%s ends a payment with the right status and amounts: %#', async (name, body, expected) => {
  const gateway = createGateway();
  const { id } = await gateway.call('createTransaction', { body: { ...body, amount: 500 } });
  expect(await gateway.act(name, 'transactions', id)).toMatchObject(expected);
});

test('a review that is declined refuses the transaction, and a refund that is declined leaves the rest paid', async () => {
  const gateway = createGateway();
  const { id } = await gateway.call('createTransaction', { body: byCard() });
  await gateway.act('review', 'transactions', id);
  expect(await gateway.act('decline', 'transactions', id)).toMatchObject({
    status: 'refused',
    refused_reason: { reason: 'Recusado na análise' },
  });
  const pix = await gateway.call('createTransaction', { body: byPix({ async: true, amount: 5000 }) });
  await gateway.act('pay', 'transactions', pix.id);
  await gateway.act('refund', 'transactions', pix.id, { amount: 2000 });
  await gateway.act('refund', 'transactions', pix.id);
  expect(await gateway.act('decline', 'transactions', pix.id)).toMatchObject({ status: 'paid', paid_amount: 3000 });
  const { data } = await gateway.call('listTransactionHistory', { params: { id: pix.id } });
  expect(data.at(-1)).toMatchObject({ status: 'paid', amount: 3000 });
});

test.each(['transactions', 'subscriptions'] as const)('pay refuses the fields of a payment for %s', async (kind) => {
  const gateway = createGateway();
  const plan = await gateway.call('createPlan', { body: { name: 'plan' } });
  const price = await gateway.call('createPrice', { body: { plan_id: plan.id, amount: 100 } });
  const subscription = await gateway.call('createSubscription', {
    body: { price_id: price.id, payment_method: 'pix' },
  });
  const [transaction] = (await gateway.call('listTransactions')).data;
  const { id } = kind === 'transactions' ? transaction : subscription;
  expect(await gateway.refusal(gateway.act('pay', kind, id, { amount: 1, customer: {} }))).toEqual({
    status: 422,
    errors: [`amount: only a link takes the fields of a payment; ${kind.slice(0, -1)} ${id} has its own`],
  });
});

test.each(['lost', undefined, 5, ['approved']])('authenticate refuses the outcome %j', async (outcome) => {
  const gateway = createGateway();
  const { id } = await gateway.call('createTransaction', { body: by3ds() });
  const authenticated = gateway.act('authenticate', 'transactions', id, { ...(outcome !== undefined && { outcome }) });
  expect(await gateway.refusal(authenticated)).toEqual({
    status: 422,
    errors: ['outcome: must be approved, declined, timed_out'],
  });
});

test('pay captures an authorized payment, which the issuer refuses after five days', async () => {
  const gateway = createGateway();
  const { id } = await gateway.call('createTransaction', { body: byCard({ capture: false }) });
  await gateway.advance(5 * DAY + 1);
  expect(await gateway.refusal(gateway.act('pay', 'transactions', id))).toEqual({
    status: 422,
    errors: [expect.stringContaining('authorized more than 5 days ago')],
  });
});
