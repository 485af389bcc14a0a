import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/contract/json.js';
import { acts, nextActs, statusesAfter } from '../../../src/sandbox/rules/index.js';
import { Refusal, type Stored } from '../../../src/sandbox/rules/work.js';
import { createGateway, DAY, type Gateway, type Json } from './gateway.ts';
import { APPROVED, by3ds, byBoleto, byCard, byPix, card, STAYS_PROCESSING } from './requests.ts';

const create = (gateway: Gateway, body: JsonObject): Promise<Json> => gateway.call('createTransaction', { body });
const link = (gateway: Gateway): Promise<Json> => gateway.call('createPaymentLink', { body: { amount: 500 } });

async function subscription(gateway: Gateway, number = APPROVED, trial_days = 0): Promise<Json> {
  const plan = await gateway.call('createPlan', { body: { name: 'Club' } });
  const price = await gateway.call('createPrice', {
    body: { amount: 900, interval: 'month', plan_id: plan.id, trial_days },
  });
  const body = { price_id: price.id, payment_method: 'credit_card', card: card(number) };
  return gateway.call('createSubscription', { body });
}

/** Each state of an object, with a function that brings an object into it. */
const situations: readonly [kind: string, status: string, make: (gateway: Gateway) => Promise<{ id: number }>][] = [
  ['transactions', 'processing', (on) => create(on, byCard({ card: card(STAYS_PROCESSING) }))],
  ['transactions', 'request_authentication', (on) => create(on, by3ds())],
  ['transactions', 'waiting_payment', (on) => create(on, byBoleto({ async: true }))],
  ['transactions', 'authorized', (on) => create(on, byCard({ capture: false }))],
  ['transactions', 'paid', (on) => create(on, byCard())],
  ['transactions', 'refused', (on) => create(on, byCard({ card: card(APPROVED, '612') }))],
  [
    'transactions',
    'pending_refund',
    async (on) => {
      const { id } = await create(on, byPix({ async: true }));
      await on.act('pay', 'transactions', id);
      return on.act('refund', 'transactions', id);
    },
  ],
  ['transactions', 'refunded', async (on) => on.act('refund', 'transactions', (await create(on, byCard())).id)],
  [
    'transactions',
    'canceled',
    async (on) => on.act('cancel', 'transactions', (await create(on, byCard({ capture: false }))).id),
  ],
  ['transactions', 'chargedback', async (on) => on.act('chargeback', 'transactions', (await create(on, byCard())).id)],
  ['transactions', 'pending_review', async (on) => on.act('review', 'transactions', (await create(on, byCard())).id)],
  ['links', 'active', link],
  ['links', 'expired', async (on) => on.act('expire', 'links', (await link(on)).id)],
  ['links', 'canceled', async (on) => on.act('cancel', 'links', (await link(on)).id)],
  ['subscriptions', 'trialing', (on) => subscription(on, APPROVED, 7)],
  ['subscriptions', 'paid', (on) => subscription(on)],
  [
    'subscriptions',
    'pending_payment',
    async (on) => {
      const one = await subscription(on);
      await on.act('fail', 'subscriptions', one.id);
      await on.advance(31 * DAY);
      return one;
    },
  ],
  ['subscriptions', 'canceled', async (on) => on.act('cancel', 'subscriptions', (await subscription(on)).id)],
];

/** Acts that the console does not offer: another act has the same effect, or it has no button. */
const others: readonly string[] = [
  'transactions authorized: pay', // same as capture
  'transactions authorized: refund', // same as cancel
  'transactions processing: settle', // same as pay or decline
  'transactions request_authentication: pay', // use the 3DS acts
  'transactions request_authentication: settle',
  'transactions request_authentication: decline',
  'transactions request_authentication: expire',
  'links active: checkout', // done on the link's page
  'links expired: expire', // changes nothing
  'links canceled: cancel',
  'subscriptions canceled: fail', // acts on the card
];

describe.each(situations)('of %s that are %s', (kind, status, make) => {
  const look = (gateway: Gateway, id: number) =>
    gateway.run((work) => {
      const object = work.get(kind, id) as Stored;
      return { status: object.value.status, next: nextActs(object) };
    });

  test('each offered act succeeds, and leads to a state that it lists', async () => {
    const first = createGateway();
    const { next, ...now } = await look(first, (await make(first)).id);
    expect(now.status).toBe(status);
    for (const { act, into, options } of next) {
      expect(statusesAfter(kind, status), act).toEqual(expect.arrayContaining([...into]));
      const gateway = createGateway();
      const { id } = await make(gateway);
      await gateway.act(act, kind, id, options);
      const after = await look(gateway, id);
      // A refused card is refused again.
      const stays = into.length === 0 || status === 'pending_payment';
      expect(stays ? [status, ...into] : into, `${act} ${JSON.stringify(options)}`).toContain(after.status);
    }
  });

  test('each other act is refused', async () => {
    const gateway = createGateway();
    const { id } = await make(gateway);
    const offered: readonly string[] = (await look(gateway, id)).next.map(({ act }) => act);
    const open = Object.keys(acts).filter(
      (act) => !offered.includes(act) && !others.includes(`${kind} ${status}: ${act}`),
    ) as (keyof typeof acts)[];
    for (const act of open) {
      const error = await gateway.act(act, kind, id, { outcome: 'approved' }).catch((error: unknown) => error);
      expect(error, act).toBeInstanceOf(Refusal);
    }
  });
});

test('a capture and a refund name the largest amount, which is what is left after a partial refund', async () => {
  const gateway = createGateway();
  const mostOf = (id: number) =>
    gateway.run((work) => nextActs(work.get('transactions', id) as Stored).map(({ act, most }) => [act, most]));
  const { id } = await create(gateway, byCard({ capture: false }));
  expect(await mostOf(id)).toContainEqual(['capture', 15990]);
  expect(await mostOf(id)).toContainEqual(['cancel', undefined]);
  await gateway.act('capture', 'transactions', id);
  await gateway.act('refund', 'transactions', id, { amount: 990 });
  expect(await mostOf(id)).toContainEqual(['refund', 15000]);
  await gateway.act('refund', 'transactions', id);
  await gateway.act('setStatus', 'transactions', id, { status: 'paid' });
  expect(await mostOf(id)).toContainEqual(['refund', undefined]);
});

test('a card can be made to fail once, and a subscription only if it has a card', async () => {
  const gateway = createGateway();
  const offered = (kind: string, id: number) => gateway.run((work) => nextActs(work.get(kind, id) as Stored));
  const { id } = await gateway.call('createCard', { body: card() });
  expect(await offered('cards', id)).toEqual([{ act: 'fail', into: [] }]);
  await gateway.act('fail', 'cards', id);
  expect(await offered('cards', id)).toEqual([]);
  const { price } = await subscription(gateway);
  const byPixToo = await gateway.call('createSubscription', { body: { price_id: price.id, payment_method: 'pix' } });
  const acts = (await offered('subscriptions', byPixToo.id)).map(({ act }) => act);
  expect(acts).toEqual(['pay', 'cancel']);
  expect(await gateway.refusal(gateway.act('fail', 'subscriptions', byPixToo.id))).toEqual({
    status: 422,
    errors: [`card: subscription ${byPixToo.id} has none`],
  });
});
