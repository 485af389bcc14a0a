import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { parameters } from '../../../core/generated/parameters.js';
import { readContract } from '../../../core/src/contract/document.js';
import type { JsonObject } from '../../../core/src/util/json.js';
import { vocabularies } from '../../../generated/vocabularies.js';
import { ACTS, type ActName, movesOf, rowOf } from '../../src/acts/index.js';
import { type acts, nextActs, statusesAfter } from '../../src/rules/index.js';
import { Refusal, type Stored } from '../../src/rules/work.js';
import { createGateway, DAY, type Gateway, type Json, test } from './gateway.ts';
import { APPROVED, by3ds, byBoleto, byCard, byPix, card, REFUSED, STAYS_PROCESSING, subscribe } from './requests.ts';

const link = (gateway: Gateway): Promise<Json> => gateway.call('createPaymentLink', { body: { amount: 500 } });

const byCardOf = (number = APPROVED) => ({ payment_method: 'credit_card', card: card(number) });

/** Creates a transaction, and acts on it. */
const after =
  (body: JsonObject, ...names: (keyof typeof acts)[]) =>
  async (on: Gateway) => {
    let transaction = await on.create(body);
    for (const name of names) transaction = await on.act(name, 'transactions', transaction.id);
    return transaction;
  };

/** Subscribes with a card that is refused, until the gateway gives up. */
async function unpaid(on: Gateway) {
  const subscription = await subscribe(on, byCardOf(REFUSED));
  await on.advance((Math.max(...parameters['subscription-cycle'].retry_days) + 1) * DAY);
  return subscription;
}

/** Each state of an object, with a function that brings an object into it. */
const situations: readonly [kind: string, status: string, make: (gateway: Gateway) => Promise<{ id: number }>][] = [
  ['transactions', 'processing', after(byCard({ card: card(STAYS_PROCESSING) }))],
  ['transactions', 'request_authentication', after(by3ds())],
  ['transactions', 'waiting_payment', after(byBoleto({ async: true }))],
  ['transactions', 'authorized', after(byCard({ capture: false }))],
  ['transactions', 'paid', after(byCard())],
  ['transactions', 'refused', after(byCard({ card: card(APPROVED, '612') }))],
  ['transactions', 'pending_refund', after(byPix({ async: true }), 'pay', 'refund')],
  ['transactions', 'refunded', after(byCard(), 'refund')],
  ['transactions', 'canceled', after(byCard({ capture: false }), 'cancel')],
  ['transactions', 'chargedback', after(byCard(), 'chargeback')],
  ['transactions', 'pending_review', after(byCard(), 'review')],
  ['transactions', 'analyzing', after(byCard({ card: card(STAYS_PROCESSING) }), 'analyze')],
  ['links', 'active', link],
  ['links', 'expired', async (on) => on.act('expire', 'links', (await link(on)).id)],
  ['links', 'canceled', async (on) => on.act('cancel', 'links', (await link(on)).id)],
  ['subscriptions', 'trialing', (on) => subscribe(on, byCardOf(), { trial_days: 7 })],
  ['subscriptions', 'paid', (on) => subscribe(on, byCardOf())],
  ['subscriptions', 'pending_payment', (on) => subscribe(on, byCardOf(REFUSED))],
  ['subscriptions', 'unpaid', unpaid],
  ['subscriptions', 'canceled', async (on) => on.act('cancel', 'subscriptions', (await subscribe(on, byCardOf())).id)],
  ['subscriptions', 'ended', async (on) => on.act('expire', 'subscriptions', (await subscribe(on, byCardOf())).id)],
];

/** The kinds that have acts, by the vocabulary of their statuses. */
const KINDS: Readonly<Record<string, string>> = {
  TransactionStatus: 'transactions',
  PaymentLinkStatus: 'links',
  SubscriptionStatus: 'subscriptions',
};

test.each(Object.entries(KINDS))('each %s is a situation', (name, kind) => {
  const made = situations.flatMap(([of, status]) => (of === kind ? [status] : []));
  const known = Object.entries(vocabularies).flatMap(([key, statuses]) => (key === name ? statuses : []));
  expect(made.sort(), `Add a row for each ${name} to situations in this file`).toEqual(known.sort());
});

describe.each(situations)('of %s that are %s', (kind, status, make) => {
  let gateway: Gateway;
  let id: number;
  let dump: string;
  beforeAll(async () => {
    gateway = createGateway();
    ({ id } = await make(gateway));
    dump = await gateway.dump();
  });
  beforeEach(() => gateway.restore(dump));
  const look = () =>
    gateway.run((work) => {
      const object = work.get(kind, id) as Stored;
      return { status: object.value.status, next: nextActs(object) };
    });

  test('each offered act succeeds, and leads to a state that it lists', async () => {
    const { next, ...now } = await look();
    expect(now.status).toBe(status);
    for (const { act, into, options } of next) {
      expect(statusesAfter(kind, status), act).toEqual(expect.arrayContaining([...into]));
      await gateway.restore(dump);
      await gateway.act(act, kind, id, options);
      const after = await look();
      // A refused card is refused again.
      const stays = into.length === 0 || ['pending_payment', 'unpaid'].includes(status);
      expect(stays ? [status, ...into] : into, `${act} ${JSON.stringify(options)}`).toContain(after.status);
    }
  });

  test('each act without a button that the table allows succeeds, and each other act is refused', async () => {
    const offered = (await look()).next.map(({ act }) => act);
    for (const act of ACTS.filter((act) => !offered.includes(act))) {
      const moves = movesOf(act, kind) ?? {};
      const into = moves === 'any' ? undefined : moves[status];
      const options = { ...(rowOf(act).options?.outcome && { outcome: 'approved' }) };
      const outcome = await gateway.act(act, kind, id, options).then(
        ({ status }) => status,
        (error: unknown) => error,
      );
      if (into === undefined) expect(outcome, act).toBeInstanceOf(Refusal);
      else if (into.length > 0) expect(into, act).toContain(outcome);
      else expect(outcome, act).not.toBeInstanceOf(Error);
      // An allowed act changes the object.
      if (into !== undefined) await gateway.restore(dump);
    }
  });

  test('an outcome of its charge moves a subscription only along its transitions', async () => {
    const charge = await gateway.run((work) => work.get(kind, id)?.hidden.charge);
    if (typeof charge !== 'number') return;
    const legal = [status, ...statusesAfter(kind, status)];
    const refused = (error: unknown) => expect(error).toBeInstanceOf(Refusal);
    for (const from of vocabularies.TransactionStatus)
      for (const act of ACTS.filter((name) => movesOf(name, 'transactions') && name !== 'setStatus')) {
        await gateway.restore(dump);
        await gateway.act('setStatus', 'transactions', charge, { status: from });
        const options = { ...(rowOf(act).options?.outcome && { outcome: 'approved' }) };
        await gateway.act(act, 'transactions', charge, options).catch(refused);
        expect(legal, `${act} of a charge that is ${from}: see chargeMoved`).toContain((await look()).status);
      }
  });

  test('the act that undoes another brings a paid or authorized payment back', async () => {
    if (status !== 'paid' && status !== 'authorized') return;
    for (const act of ACTS) {
      const { undo } = rowOf(act);
      const moves = movesOf(act, kind) ?? 'any';
      if (undo === undefined || moves === 'any' || moves[status] === undefined) continue;
      await gateway.restore(dump);
      await gateway.act(act, kind, id);
      await gateway.act(undo as ActName, kind, id);
      expect((await look()).status, act).toBe(status);
    }
  });
});

/** What a request or the clock does alone. The tests of their rules show it. */
const WITHOUT_ACT = [
  'BankAccountStatus active inactive',
  'BankAccountStatus inactive active',
  'SubscriptionStatus paid pending_payment',
  'SubscriptionStatus pending_payment unpaid',
  'SubscriptionStatus trialing paid',
  'SubscriptionStatus trialing pending_payment',
  'TransactionStatus processing waiting_payment',
];

test('each transition of the contract is that of an act, of a request or of the clock', () => {
  const found = Object.entries(readContract().components.schemas).flatMap(([name, schema]) =>
    (schema['x-transitions'] ?? []).flatMap(({ from, to, variants = [] }) => {
      const moves = ACTS.map((act) => movesOf(act, KINDS[name] ?? ''));
      const isActed = (next: string) => moves.some((one) => one !== 'any' && one?.[from]?.includes(next));
      return to.flatMap((next) => (variants.length > 0 || isActed(next) ? [] : [`${name} ${from} ${next}`]));
    }),
  );
  const advice =
    'Name its act in sandbox/src/acts/table.ts. Without one, test its rule, and add it to WITHOUT_ACT here';
  expect(found.sort(), advice).toEqual(WITHOUT_ACT);
});

test('a capture and a refund name the largest amount, which is the rest', async ({ gateway }) => {
  const mostOf = (id: number) =>
    gateway.run((work) => nextActs(work.get('transactions', id) as Stored).map(({ act, most }) => [act, most]));
  const { id } = await gateway.create(byCard({ capture: false }));
  expect(await mostOf(id)).toContainEqual(['capture', 15990]);
  expect(await mostOf(id)).toContainEqual(['cancel', undefined]);
  await gateway.act('capture', 'transactions', id);
  await gateway.act('refund', 'transactions', id, { amount: 990 });
  expect(await mostOf(id)).toContainEqual(['refund', 15000]);
  await gateway.act('refund', 'transactions', id);
  await gateway.act('setStatus', 'transactions', id, { status: 'paid' });
  expect(await mostOf(id)).toContainEqual(['refund', undefined]);
});

test('a card can be made to fail once, and a subscription only if it has a card', async ({ gateway }) => {
  const offered = (kind: string, id: number) => gateway.run((work) => nextActs(work.get(kind, id) as Stored));
  const { id } = await gateway.call('createCard', { body: card() });
  expect(await offered('cards', id)).toEqual([{ act: 'fail', into: [] }]);
  await gateway.act('fail', 'cards', id);
  expect(await offered('cards', id)).toEqual([{ act: 'accept', into: [] }]);
  const byPix = await subscribe(gateway, { payment_method: 'pix' });
  expect((await offered('subscriptions', byPix.id)).map(({ act }) => act)).toEqual(['pay', 'cancel']);
  for (const act of ['fail', 'accept'] as const)
    await gateway.refuses(422, gateway.act(act, 'subscriptions', byPix.id), [
      `card: subscription ${byPix.id} has none`,
    ]);
});
