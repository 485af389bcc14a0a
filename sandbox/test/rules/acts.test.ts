import { expect } from 'vitest';
import type { JsonObject } from '../../../src/util/json.js';
import type { acts } from '../../src/rules/index.js';
import { createGateway, test } from './gateway.ts';
import { by3ds, byBoleto, byCard, byPix, card, REFUSED, STAYS_PROCESSING, subscribe } from './requests.ts';

type Name = keyof typeof acts;

test('the error of an act for another kind names its kinds', async ({ gateway }) => {
  const { id } = await gateway.call('createPlan', { body: { name: 'plan' } });
  await gateway.refuses(422, gateway.act('cancel', 'plans', id), [
    'cancel: cannot be done to plans, only to transactions, links, subscriptions',
  ]);
});

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
  const { id } = await gateway.create(byCard({ card: card(REFUSED) }));
  await gateway.refuses(422, gateway.act(name, 'transactions', id, options), [
    `status: transaction ${id} is refused; to ${states}`,
  ]);
});

const PAID = { status: 'paid', paid_amount: 500, capture_amount: 500 };
const refused = (reason: string) => ({ status: 'refused', refused_reason: { reason } });
const processing = byCard({ card: card(STAYS_PROCESSING) });

test.each<[Name, JsonObject, JsonObject]>([
  ['pay', byPix({ async: true }), PAID],
  ['pay', byCard({ capture: false }), PAID],
  ['pay', by3ds(), PAID],
  ['pay', processing, PAID],
  ['settle', by3ds(), PAID],
  ['settle', by3ds({ capture: false }), { status: 'authorized' }],
  ['settle', processing, PAID],
  ['decline', by3ds(), refused('Autenticação recusada')],
  ['decline', processing, refused('Não autorizado pelo emissor')],
  ['expire', byPix(), { status: 'canceled', paid_amount: null }],
  ['expire', byBoleto({ async: true }), { status: 'canceled', paid_amount: null }],
  ['expire', by3ds(), refused('Tempo de autenticação esgotado')],
  ['cancel', byCard({ capture: false }), { status: 'canceled', paid_amount: null }],
])('%s ends a payment with the right status and amounts: %#', async (name, body, expected) => {
  const gateway = createGateway();
  const { id } = await gateway.create({ ...body, amount: 500 });
  expect(await gateway.act(name, 'transactions', id)).toMatchObject(expected);
});

test('a review that is declined refuses the transaction', async ({ gateway }) => {
  const { id } = await gateway.create(byCard());
  await gateway.act('review', 'transactions', id);
  expect(await gateway.act('decline', 'transactions', id)).toMatchObject(refused('Recusado na análise'));
});

test.each(['transactions', 'subscriptions'] as const)('pay refuses the fields of a payment for %s', async (kind) => {
  const gateway = createGateway();
  const subscription = await subscribe(gateway, { payment_method: 'pix' });
  const [transaction] = await gateway.transactions();
  const { id } = kind === 'transactions' ? transaction : subscription;
  await gateway.refuses(422, gateway.act('pay', kind, id, { amount: 1, customer: {} }), [
    `amount: only a link takes the fields of a payment; ${kind.slice(0, -1)} ${id} has its own`,
  ]);
});

test.each([{ outcome: 'lost' }, {}, { outcome: 5 }, { outcome: ['approved'] }])(
  'authenticate refuses %j',
  async (options) => {
    const gateway = createGateway();
    const { id } = await gateway.create(by3ds());
    const authenticated = gateway.act('authenticate', 'transactions', id, options);
    await gateway.refuses(422, authenticated, ['outcome: must be approved, declined, timed_out']);
  },
);
