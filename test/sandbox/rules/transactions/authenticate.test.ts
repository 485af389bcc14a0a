import { expect, test } from 'vitest';
import { asTransaction, redirectAfter } from '../../../../src/sandbox/rules/index.js';
import { createGateway, type Gateway } from '../gateway.ts';
import { ASKS_3DS, by3ds, byCard, byDebit, card, REFUSED, STAYS_PROCESSING } from '../requests.ts';

const urls = { urlSuccess: 'https://shop.example/3ds/success', urlFail: 'https://shop.example/3ds/fail' };

const redirect = (gateway: Gateway, id: number) =>
  gateway.run((work) => {
    const stored = work.get('transactions', id);
    return stored && redirectAfter(asTransaction(stored));
  });

test('three-d-secure-flow: a card that needs 3DS returns a page address, and settles to paid with an event', async () => {
  const gateway = createGateway();
  const created = await gateway.call('createTransaction', { body: by3ds() });
  expect(created).toMatchObject({
    status: 'request_authentication',
    threeDSecure: { url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4010\/_sandbox\/3ds\/.{20,}/) },
  });
  expect(await redirect(gateway, created.id)).toBeUndefined();
  await gateway.act('settle', 'transactions', created.id);
  const paid = await gateway.call('retrieveTransaction', { params: { id: created.id } });
  expect(paid).toMatchObject({ status: 'paid', paid_amount: 15990 });
  expect(paid).not.toHaveProperty('threeDSecure');
  expect(await redirect(gateway, created.id)).toBe(urls.urlSuccess);
  expect((await gateway.eventLines()).at(-1)).toBe(`transaction.status_changed ${created.id} paid`);
});

test('page addresses are unique, and do not derive from ids', async () => {
  const gateway = createGateway();
  const [one, two] = [
    await gateway.call('createTransaction', { body: by3ds() }),
    await gateway.call('createTransaction', { body: by3ds() }),
  ];
  expect(one.threeDSecure.url).not.toBe(two.threeDSecure.url);
  const key = String(one.threeDSecure.url).split('/').at(-1);
  const found = await gateway.run((work) => work.find('transactions', `page:${key}`));
  expect(found?.id).toBe(one.id);
});

test.each(['declined', 'timed_out'])(
  'three-d-secure-flow: %s on the page, it is refused, and the browser goes to urlFail',
  async (outcome) => {
    const gateway = createGateway();
    const { id } = await gateway.call('createTransaction', { body: by3ds() });
    expect(await gateway.act('authenticate', 'transactions', id, { outcome })).toMatchObject({
      status: 'refused',
      refused_reason: { reason: expect.any(String) },
    });
    expect(await redirect(gateway, id)).toBe(urls.urlFail);
  },
);

test('three-d-secure-flow: onFailure: continue charges without 3DS after a failure', async () => {
  const gateway = createGateway();
  const body = by3ds({ threeDSecure: { ...urls, onFailure: 'continue' }, capture: false });
  const { id } = await gateway.call('createTransaction', { body });
  expect(await gateway.act('authenticate', 'transactions', id, { outcome: 'declined' })).toMatchObject({
    status: 'authorized',
  });
  expect(await redirect(gateway, id)).toBe(urls.urlSuccess);
});

test('security-code-refused: a security code that begins with 6 is also refused after the authentication', async () => {
  const gateway = createGateway();
  const { id } = await gateway.call('createTransaction', { body: by3ds({ card: card(ASKS_3DS, '666') }) });
  expect(await gateway.act('authenticate', 'transactions', id, { outcome: 'approved' })).toMatchObject({
    status: 'refused',
  });
  expect(await redirect(gateway, id)).toBe(urls.urlFail);
});

test('without threeDSecure the same card is approved, and another card needs no 3DS', async () => {
  const gateway = createGateway();
  expect(await gateway.call('createTransaction', { body: byCard({ card: card(ASKS_3DS) }) })).toMatchObject({
    status: 'paid',
  });
  const { id, status } = await gateway.call('createTransaction', { body: by3ds({ card: card() }) });
  expect(status).toBe('paid');
  expect(await redirect(gateway, id)).toBeUndefined();
});

test.each([
  [card(), 'paid'],
  [card(STAYS_PROCESSING), 'paid'],
  [card(REFUSED), 'refused'],
])('three-d-secure-flow: every debit card needs it, and the card decides the outcome', async (sent, status) => {
  const gateway = createGateway();
  const { id, ...created } = await gateway.call('createTransaction', { body: byDebit({ card: sent }) });
  expect(created).toMatchObject({
    status: 'request_authentication',
    payment_method: 'debit_card',
    threeDSecure: { url: expect.any(String) },
  });
  expect(await gateway.act('authenticate', 'transactions', id, { outcome: 'approved' })).toMatchObject({ status });
});

test('it can be authenticated only once', async () => {
  const gateway = createGateway();
  const { id } = await gateway.call('createTransaction', { body: by3ds() });
  await gateway.act('authenticate', 'transactions', id, { outcome: 'approved' });
  expect(await gateway.refusal(gateway.act('authenticate', 'transactions', id, { outcome: 'approved' }))).toEqual({
    status: 422,
    errors: [`status: transaction ${id} is paid; to authenticate it, it must be request_authentication`],
  });
});

test('an unknown outcome is refused', async () => {
  const gateway = createGateway();
  const { id } = await gateway.call('createTransaction', { body: by3ds() });
  for (const outcome of [undefined, Number.NaN, 'maybe']) {
    expect(await gateway.refusal(gateway.act('authenticate', 'transactions', id, { outcome }))).toMatchObject({
      status: 422,
    });
  }
});
