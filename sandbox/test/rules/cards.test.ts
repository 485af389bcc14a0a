import { expect } from 'vitest';
import { testValues } from '../../../generated/test-values.js';
import { APPROVED_CARD, inProcess, send } from '../entrances.ts';
import { createGateway, test } from './gateway.ts';
import { byCard, card } from './requests.ts';

test('card-shape: a stored card is retrieved and listed without its number and code', async ({ gateway }) => {
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
});

test('of a card only these parts are stored', async ({ gateway }) => {
  await gateway.call('createCard', { body: card('5555555555554444') });
  const { rows } = JSON.parse(await gateway.dump());
  const { value, hidden } = JSON.parse(rows['cards/1001']);
  const { id: _, card_id: __, created_at: ___, updated_at: ____, ...stored } = value;
  const shown = ['brand', 'card_first_digits', 'card_holder_name', 'card_last_digits', 'fingerprint', 'valid'];
  expect([Object.keys(stored).sort(), Object.keys(hidden).sort()]).toEqual([shown, ['expires', 'outcome']]);
});

test('a number that is too short for a card does not show its digits', async ({ gateway }) => {
  const stored = await gateway.call('createCard', { body: card('4111111') });
  expect(stored).toMatchObject({ card_first_digits: '', card_last_digits: '' });
  expect(await gateway.dump()).not.toContain('4111111');
});

test.each([...testValues.cards, { card_number: '4000000000000000', brand: 'visa' }])(
  'card-brands: the brand of $card_number is $brand',
  async ({ card_number, brand }) => {
    expect(await createGateway().call('retrieveCardBrand', { body: { card_number } })).toEqual({ brand });
  },
);

test('card-brands: the error for a number of no known brand names the field', async ({ gateway }) => {
  const unknown = gateway.call('retrieveCardBrand', { body: { card_number: '9999999999999999' } });
  const error = 'card_number: belongs to no brand that the sandbox knows; use a test card';
  await gateway.refuses(422, unknown, [error]);
});

test('a stored card is refused after the fail act, until it is accepted again', async ({ gateway }) => {
  const { id: card_id } = await gateway.call('createCard', { body: card() });
  const pay = () => gateway.create({ amount: 100, payment_method: 'credit_card', card_id, customer: {}, billing: {} });
  expect(await pay()).toMatchObject({ status: 'paid' });
  await gateway.act('fail', 'cards', card_id);
  expect(await pay()).toMatchObject({ status: 'refused' });
  await gateway.act('accept', 'cards', card_id);
  expect(await pay()).toMatchObject({ status: 'paid' });
});

test.each([
  [true, { card_holder_name: 'Maria Souza', card_cvv: '999' }],
  [true, { card_number: '4111119999991111' }],
  [false, { card_holder_name: 'JOSE SOUZA' }],
  [false, { card_expiration_date: '0131' }],
  [false, { card_number: '4111119999991112' }],
  [false, { card_number: '5555555555554444' }],
])('card-kept: the fingerprint is the same: %s, for a card with %j', async (isSame, changes) => {
  const gateway = createGateway();
  const one = await gateway.call('createCard', { body: card('4111110000001111') });
  const other = await gateway.call('createCard', { body: { ...card('4111110000001111'), ...changes } });
  expect(other.fingerprint === one.fingerprint).toBe(isSame);
});

test('card-kept: a stored card stays with its first customer, and a guest takes none', async ({ gateway }) => {
  const { id: card_id } = await gateway.call('createCard', { body: card() });
  const pay = (customer?: { email: string }) =>
    gateway.createInvalid({ amount: 100, payment_method: 'credit_card', card_id, ...(customer && { customer }) });
  const cardsOf = (email: string) => gateway.call('listCustomerCards', { body: { email } });
  expect((await pay()).customer).toBeNull();
  await pay({ email: 'a@example.com' });
  await pay({ email: 'b@example.com' });
  expect(await cardsOf('a@example.com')).toMatchObject([{ card_id }]);
  expect(await cardsOf('b@example.com')).toEqual([]);
});

test('card-owner: a payment with the card of another customer gets a warning', async () => {
  await using sandbox = await inProcess({ log: 'silent' });
  const pay = (email: string, by: object) =>
    send(sandbox, 'POST', '/v1/transactions', {
      amount: 100,
      payment_method: 'credit_card',
      ...by,
      customer: { email },
    });
  const first = await pay('a@example.com', { card: card() });
  expect(first.headers.get('x-sandbox-warning')).toBeNull();
  const by = { card_id: first.body.card.card_id };
  expect((await pay('a@example.com', by)).headers.get('x-sandbox-warning')).toBeNull();
  expect((await pay('b@example.com', by)).headers.get('x-sandbox-warning')).toMatch(
    /^card_id: card \d+ belongs to another customer than customer \d+; check that the buyer may use it$/,
  );
});

test('card-expired: a stored card is valid and paid with until its month ends, wherever it is read', async () => {
  await using entered = await inProcess({ log: 'silent', clock: '2027-02-28T12:00:00Z' });
  const email = 'ana@example.com';
  const payment = { amount: 1000, payment_method: 'credit_card', customer: { name: 'Ana', email } };
  const pay = async (by: object) => (await send(entered, 'POST', '/v1/transactions', { ...payment, ...by })).body;
  const first = await pay({ card: { ...APPROVED_CARD, card_expiration_date: '0227' } });
  const id = first.card.card_id;
  const read = async () => {
    const one = await send(entered, 'GET', `/v1/cards/${id}`);
    const all = await send(entered, 'GET', '/v1/cards');
    const own = await send(entered, 'POST', '/v1/customers/cards', { email });
    return [one.body.valid, all.body.data[0].valid, own.body[0].valid];
  };

  expect([first.status, ...(await read())]).toEqual(['paid', true, true, true]);
  await entered.sandbox.clock.advance({ days: 2 });
  expect(await read()).toEqual([false, false, false]);
  const refused = { status: 'refused', refused_reason: { reason: 'Cartão vencido' } };
  expect(await pay({ card_id: id })).toMatchObject(refused);
});

test('card-kept: a card is stored once per customer, and each time without a customer', async ({ gateway }) => {
  const { customer: _customer, ...body } = byCard();
  const pay = async (email?: string) =>
    (await gateway.createInvalid({ ...body, ...(email && { customer: { email } }) })).card.card_id;
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
    const error = 'card: a payment by card takes card, or card_id of a stored one';
    await gateway.refuses(422, gateway.createInvalid({ ...body, ...changes }), [error]);
  },
);

test.each([
  ['refused', ['1026', '1225']],
  ['paid', ['1126', '0127', '1320', '0020', '01200', '10120', '']],
])('card-expired: in November 2026 a card is %s until %j', async (status, months) => {
  for (const card_expiration_date of months) {
    const body = byCard({ card: { ...card(), card_expiration_date } });
    expect([card_expiration_date, (await createGateway().createInvalid(body)).status]).toEqual([
      card_expiration_date,
      status,
    ]);
  }
});

test('a credit card that asks for no authentication gets a warning about threeDSecure, and any other does not', async () => {
  await using sandbox = await inProcess({ log: 'silent' });
  const warningOf = async (body: object) => {
    const response = await send(sandbox, 'POST', '/v1/transactions', { amount: 100, ...body });
    expect(response.status).toBe(200);
    return response.headers.get('x-sandbox-warning');
  };
  const threeDSecure = { urlSuccess: 'https://shop.example/ok', urlFail: 'https://shop.example/no' };
  const by = (payment_method: string, card_number: string) => ({ payment_method, card: card(card_number) });
  expect(await warningOf({ ...by('credit_card', '4111111111111111'), threeDSecure })).toMatch(
    /^threeDSecure: this card asks for no authentication; use the test card 4539620659922097 for 3DS$/,
  );
  expect(await warningOf({ ...by('credit_card', '4539620659922097'), threeDSecure })).toBeNull();
  expect(await warningOf({ ...by('debit_card', '4111111111111111'), threeDSecure })).toBeNull();
  expect(await warningOf(by('credit_card', '4111111111111111'))).toBeNull();
});
