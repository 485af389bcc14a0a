import { expect, test } from 'vitest';
import { testValues } from '../../../generated/test-values.js';
import { createGateway } from './gateway.ts';
import { byCard, card } from './requests.ts';

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

test('card-kept: the same card has one fingerprint, and another holder, expiry or outcome has another', async () => {
  const gateway = createGateway();
  const fingerprint = async (changes: object) =>
    (await gateway.call('createCard', { body: { ...card(), ...changes } })).fingerprint;
  const one = await fingerprint({});
  expect(await fingerprint({ card_holder_name: 'Maria Souza', card_cvv: '999' })).toBe(one);
  const others = [
    { card_holder_name: 'JOSE SOUZA' },
    { card_expiration_date: '0131' },
    { card_number: '4111119999991112' },
    { card_number: '5555555555554444' },
  ];
  for (const changes of others) expect(await fingerprint(changes)).not.toBe(one);
});

test('card-kept: a stored card stays with its first customer, and a purchase without a customer takes none', async () => {
  const gateway = createGateway();
  const { id: card_id } = await gateway.call('createCard', { body: card() });
  const pay = (customer?: object) =>
    gateway.call('createTransaction', {
      body: { amount: 100, payment_method: 'credit_card', card_id, ...(customer && { customer: { ...customer } }) },
      invalid: true,
    });
  const cardsOf = (email: string) => gateway.call('listCustomerCards', { body: { email } });
  expect((await pay()).customer).toBeNull();
  await pay({ email: 'a@example.com' });
  await pay({ email: 'b@example.com' });
  expect(await cardsOf('a@example.com')).toMatchObject([{ card_id }]);
  expect(await cardsOf('b@example.com')).toEqual([]);
});

test('card-kept: a card is stored once per customer, and each time without a customer', async () => {
  const gateway = createGateway();
  const pay = async (email?: string) => {
    const { customer: _customer, ...body } = byCard();
    const sent = email === undefined ? body : { ...body, customer: { email } };
    return (await gateway.call('createTransaction', { body: sent, invalid: true })).card.card_id;
  };
  const ids = [await pay('a@example.com'), await pay('a@example.com'), await pay('b@example.com')];
  const guests = [await pay(), await pay()];
  expect(ids[1]).toBe(ids[0]);
  expect(new Set([...ids, ...guests]).size).toBe(4);
});

test.each([{}, { card: null }, { card: {} }, { card: { card_number: '' } }, { card_id: null }])(
  'a payment by card with %j is refused',
  async (changes) => {
    const gateway = createGateway();
    const { card: _card, ...body } = byCard();
    const paid = gateway.call('createTransaction', { body: { ...body, ...changes }, invalid: true });
    expect(await gateway.refusal(paid)).toEqual({
      status: 422,
      errors: ['card: a payment by card takes card, or card_id of a stored one'],
    });
  },
);

test.each([
  ['1026', 'refused'],
  ['1126', 'paid'],
  ['1225', 'refused'],
  ['0127', 'paid'],
  ['1320', 'paid'],
  ['0020', 'paid'],
  ['01200', 'paid'],
  ['10120', 'paid'],
  ['', 'paid'],
])('card-expired: in November 2026 a card until %s is %s', async (card_expiration_date, status) => {
  const body = byCard({ card: { ...card(), card_expiration_date } });
  expect(await createGateway().call('createTransaction', { body, invalid: true })).toMatchObject({ status });
});

test('a brand is also known from the ranges of numbers, and the error for another names the field', async () => {
  const gateway = createGateway();
  const brandOf = (card_number: string) => gateway.call('retrieveCardBrand', { body: { card_number } });
  expect(await brandOf('4000000000000000')).toEqual({ brand: 'visa' });
  expect((await gateway.refusal(brandOf('9'))).errors).toEqual([
    'card_number: belongs to no brand that the sandbox knows; use a test card',
  ]);
});
