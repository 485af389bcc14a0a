import { expect, test } from 'vitest';
import { testValues } from '../../../generated/test-values.js';
import { createGateway } from './gateway.ts';
import { card } from './requests.ts';

test('card-shape: a stored card is retrieved and listed as it was returned, without its number and code', async () => {
  const gateway = createGateway();
  const stored = await gateway.call('createCard', { body: card() });
  expect(stored).toEqual({
    id: 1001,
    card_id: 1001,
    card_holder_name: 'MARIA SOUZA',
    card_first_digits: '411111',
    card_last_digits: '1111',
    brand: 'visa',
    fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
    valid: true,
    created_at: '2026-11-20T13:05:41.482000Z',
    updated_at: '2026-11-20T13:05:41.482000Z',
  });
  expect(await gateway.call('retrieveCard', { params: { id: 1001 } })).toEqual(stored);
  expect(await gateway.call('listCards')).toMatchObject({ data: [stored], total: 1 });
  expect(await gateway.refusal(gateway.call('retrieveCard', { params: { id: 1002 } }))).toMatchObject({ status: 404 });
});

test('the fingerprint does not depend on the hidden digits', async () => {
  const gateway = createGateway();
  const [one, two] = [
    await gateway.call('createCard', { body: card('4111110000001111') }),
    await gateway.call('createCard', { body: card('4111119999991111') }),
  ];
  expect(one.fingerprint).toBe(two.fingerprint);
});

test('a number that is too short for a card does not show its digits', async () => {
  const gateway = createGateway();
  const stored = await gateway.call('createCard', { body: card('4111111') });
  expect(stored).toMatchObject({ card_first_digits: '', card_last_digits: '' });
  expect(await gateway.dump()).not.toContain('4111111');
});

test.each(testValues.cards.map(({ card_number, brand }) => [card_number, brand]))(
  'card-brands: the brand of %s is %s',
  async (card_number, brand) => {
    expect(await createGateway().call('retrieveCardBrand', { body: { card_number } })).toEqual({ brand });
  },
);

test('an unknown brand is refused, and the error does not repeat the number', async () => {
  const gateway = createGateway();
  const refusal = await gateway.refusal(
    gateway.call('retrieveCardBrand', { body: { card_number: '9999999999999999' } }),
  );
  expect(refusal.status).toBe(422);
  expect(refusal.errors.join()).not.toContain('9999');
});

test('a stored card is refused after the fail act', async () => {
  const gateway = createGateway();
  const { id } = await gateway.call('createCard', { body: card() });
  const pay = () =>
    gateway.call('createTransaction', {
      body: { amount: 100, payment_method: 'credit_card', card_id: id, customer: {}, billing: {} },
    });
  expect(await pay()).toMatchObject({ status: 'paid' });
  await gateway.act('fail', 'cards', id);
  expect(await pay()).toMatchObject({ status: 'refused' });
});
