import { expect } from 'vitest';
import { parameters } from '../../../../core/generated/parameters.js';
import { asTransaction, redirectAfter } from '../../../src/rules/index.js';
import { createGateway, type Gateway, test } from '../gateway.ts';
import { ASKS_3DS, by3ds, byCard, byDebit, byPix, card, REFUSED, STAYS_PROCESSING } from '../requests.ts';

const urls = { urlSuccess: 'https://shop.example/3ds/success', urlFail: 'https://shop.example/3ds/fail' };

const { minutes } = parameters['three-d-secure-flow'];

const redirect = (gateway: Gateway, id: number) =>
  gateway.run((work) => {
    const stored = work.get('transactions', id);
    return stored && redirectAfter(asTransaction(stored));
  });

test('three-d-secure-flow: it returns the address of a page, and settles to paid with an event', async ({
  gateway,
}) => {
  const { id, ...created } = await gateway.create(by3ds());
  expect(created).toMatchObject({
    status: 'request_authentication',
    threeDSecure: { url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4010\/_sandbox\/3ds\/.{20,}/) },
  });
  expect(await redirect(gateway, id)).toBeUndefined();
  await gateway.act('settle', 'transactions', id);
  const paid = await gateway.retrieve(id);
  expect(paid).toMatchObject({ status: 'paid', paid_amount: 15990 });
  expect(paid).not.toHaveProperty('threeDSecure');
  expect(await redirect(gateway, id)).toBe(urls.urlSuccess);
  expect((await gateway.eventLines()).at(-1)).toBe(`transaction.status_changed ${id} paid`);
});

test('page addresses are unique, and do not derive from ids', async ({ gateway }) => {
  const [one, two] = [await gateway.create(by3ds()), await gateway.create(by3ds())];
  expect(one.threeDSecure.url).not.toBe(two.threeDSecure.url);
  const key = String(one.threeDSecure.url).split('/').at(-1);
  const found = await gateway.run((work) => work.find('transactions', `page:${key}`));
  expect(found?.id).toBe(one.id);
});

test(`three-d-secure-flow: an authentication that the buyer abandons fails after ${minutes} minutes`, async ({
  gateway,
}) => {
  const { id } = await gateway.create(by3ds());
  await gateway.advance(minutes * 60_000 - 1);
  expect(await gateway.retrieve(id)).toMatchObject({ status: 'request_authentication' });
  await gateway.advance(1);
  const refused = { status: 'refused', refused_reason: { reason: 'Tempo de autenticação esgotado' } };
  expect(await gateway.retrieve(id)).toMatchObject(refused);
  expect((await gateway.eventLines()).at(-1)).toBe(`transaction.status_changed ${id} refused`);
  await gateway.refuses(422, gateway.act('authenticate', 'transactions', id, { outcome: 'approved' }));
});

test('three-d-secure-flow: an issuer that asks later has a page, which ends like any other', async ({ gateway }) => {
  const { id } = await gateway.create(byCard({ card: card(STAYS_PROCESSING) }));
  const asked = await gateway.act('challenge', 'transactions', id);
  expect(asked.status).toBe('request_authentication');
  const key = String(asked.threeDSecure.url).split('/').at(-1);
  expect((await gateway.run((work) => work.find('transactions', `page:${key}`)))?.id).toBe(id);
  const approved = await gateway.act('authenticate', 'transactions', id, { outcome: 'approved' });
  expect(approved).toMatchObject({ status: 'paid', paid_amount: 15990 });
  const pix = await gateway.create(byPix({}));
  await gateway.act('setStatus', 'transactions', pix.id, { status: 'processing' });
  await gateway.refuses(422, gateway.act('challenge', 'transactions', pix.id), [
    'payment_method: is pix; only a payment by card is authenticated',
  ]);
});

test.each([
  ['declined on the page, it is refused', {}, 'declined', 'refused', urls.urlFail],
  ['timed out on the page, it is refused', {}, 'timed_out', 'refused', urls.urlFail],
  [
    'onFailure: continue charges without 3DS after a failure',
    { threeDSecure: { ...urls, onFailure: 'continue' }, capture: false },
    'declined',
    'authorized',
    urls.urlSuccess,
  ],
  [
    'a security code that begins with 6 is also refused after the authentication',
    { card: card(ASKS_3DS, '666') },
    'approved',
    'refused',
    urls.urlFail,
  ],
])('three-d-secure-flow: %s', async (_, changes, outcome, status, address) => {
  const gateway = createGateway();
  const { id } = await gateway.create(by3ds(changes));
  const authenticated = await gateway.act('authenticate', 'transactions', id, { outcome });
  expect(authenticated.status).toBe(status);
  if (status === 'refused') expect(authenticated.refused_reason).toEqual({ reason: expect.any(String) });
  expect(await redirect(gateway, id)).toBe(address);
});

test('without threeDSecure the same card is approved, and another card needs no 3DS', async ({ gateway }) => {
  expect((await gateway.create(byCard({ card: card(ASKS_3DS) }))).status).toBe('paid');
  const { id, status } = await gateway.create(by3ds({ card: card() }));
  expect(status).toBe('paid');
  expect(await redirect(gateway, id)).toBeUndefined();
});

test.each([
  [card(), { status: 'paid' }],
  [card(STAYS_PROCESSING), { status: 'paid' }],
  [card(REFUSED), { status: 'refused' }],
  [
    { ...card(), card_expiration_date: '0120' },
    { status: 'refused', refused_reason: { reason: 'Cartão vencido' } },
  ],
])('three-d-secure-flow: every debit card needs it, and the card decides the outcome', async (sent, outcome) => {
  const gateway = createGateway();
  const { id, ...created } = await gateway.create(byDebit({ card: sent }));
  expect(created).toMatchObject({
    status: 'request_authentication',
    payment_method: 'debit_card',
    threeDSecure: { url: expect.any(String) },
  });
  expect(await gateway.act('authenticate', 'transactions', id, { outcome: 'approved' })).toMatchObject(outcome);
});
