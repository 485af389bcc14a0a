import { expect } from 'vitest';
import type { JsonObject } from '../../../core/src/util/json.js';
import type { acts } from '../../src/rules/index.js';
import { createGateway, DAY, test } from './gateway.ts';
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
  ['decline', 'decline it, it must be processing, request_authentication, pending_refund, pending_review or analyzing'],
  ['expire', 'let it expire, it must be waiting_payment or request_authentication'],
  ['cancel', 'cancel it, it must be authorized'],
  ['capture', 'capture it, it must be authorized'],
  ['refund', 'refund it, it must be paid or authorized'],
  ['authenticate', 'authenticate it, it must be request_authentication', { outcome: 'approved' }],
  ['chargeback', 'charge it back, it must be paid'],
  ['winChargeback', 'win its chargeback, it must be chargedback'],
  ['challenge', 'ask for its authentication, it must be processing'],
  ['analyze', 'analyze it, it must be processing'],
  ['review', 'review it, it must be processing, authorized, paid or analyzing'],
  ['approve', 'approve it, it must be pending_review or analyzing'],
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

test.each([
  ['a boleto', byBoleto(), 9900],
  ['a boleto', byBoleto(), 10_990],
  ['a Pix', byPix(), 9900],
  ['a Pix', byPix(), 10_990],
])('paid-other-amount: %s of 9990 is paid with another amount: %#', async (_method, body, paid) => {
  const gateway = createGateway();
  const { id } = await gateway.create({ ...body, amount: 9990 });
  const amounts = { status: 'paid', amount: 9990, capture_amount: paid, paid_amount: paid };
  expect(await gateway.act('pay', 'transactions', id, { amount: paid })).toMatchObject(amounts);
  expect((await gateway.history(id)).at(-1)).toMatchObject({ status: 'paid', amount: paid });
  await gateway.refuses(422, gateway.refund(id, { amount: paid + 1 }));
  expect(await gateway.refund(id)).toMatchObject({ status: 'pending_refund', paid_amount: paid });
});

test('paid-other-amount: a card, a link and a code are not paid with another amount', async ({ gateway }) => {
  const pay = (kind: 'transactions' | 'links', id: number, amount: number) => gateway.act('pay', kind, id, { amount });
  const held = await gateway.create(byCard({ capture: false, amount: 500 }));
  await gateway.refuses(422, pay('transactions', held.id, 400), [
    `amount: transaction ${held.id} is paid by credit_card; only a Pix or a boleto can get another amount`,
  ]);
  expect(await pay('transactions', held.id, 500)).toMatchObject(PAID);
  const link = await gateway.call('createPaymentLink', { body: { amount: 500 } });
  await gateway.refuses(422, pay('links', link.id, 400), [`amount: a buyer of link ${link.id} pays its amount (500)`]);
  const boleto = await gateway.create(byBoleto());
  await gateway.refuses(422, pay('transactions', boleto.id, 10_000_000_000), [
    'amount: a boleto carries at most 9999999999 centavos',
  ]);
});

test.each([
  ['pix-flow', byPix()],
  ['boleto-flow', byBoleto()],
] as const)('%s: a canceled payment is paid only with paid-after-cancel', async (entry, body) => {
  const gateway = createGateway({ settings: { assumed: { [entry]: 'paid-after-cancel' } } });
  const { id } = await gateway.create({ ...body, amount: 500 });
  await gateway.act('expire', 'transactions', id);
  await gateway.advance(2 * DAY);
  expect(await gateway.act('pay', 'transactions', id)).toMatchObject(PAID);
  expect((await gateway.history(id)).map(({ status }) => status).slice(-2)).toEqual(['canceled', 'paid']);
  expect((await gateway.eventLines()).at(-1)).toBe(`transaction.status_changed ${id} paid`);
  const voided = await gateway.create(byCard({ capture: false }));
  await gateway.act('cancel', 'transactions', voided.id);
  await gateway.refuses(422, gateway.act('pay', 'transactions', voided.id));
});

test.each(['transactions', 'subscriptions'] as const)('pay refuses the fields of a payment for %s', async (kind) => {
  const gateway = createGateway();
  const subscription = await subscribe(gateway, { payment_method: 'pix' });
  const [transaction] = await gateway.transactions();
  const { id } = kind === 'transactions' ? transaction : subscription;
  await gateway.refuses(422, gateway.act('pay', kind, id, { customer: {}, amount: 1 }), [
    `customer: only a link takes the fields of a payment; ${kind.slice(0, -1)} ${id} has its own`,
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
