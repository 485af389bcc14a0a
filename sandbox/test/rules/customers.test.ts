import { expect } from 'vitest';
import type { JsonObject } from '../../../core/src/util/json.js';
import { createGateway, example, type Gateway, type Json, test } from './gateway.ts';
import { byCard, byPix, card } from './requests.ts';

const maria = { name: 'Maria Souza', email: 'maria.souza@example.com' };
const email = maria.email;
const cpf = { type: 'cpf', number: '52998224725' };

/** Pays, and returns the customer of the transaction. */
const buyer = async (gateway: Gateway, customer: JsonObject): Promise<Json> =>
  (await gateway.createInvalid(byPix({ customer }))).customer;
const find = (gateway: Gateway, email: string) =>
  gateway.call('findCustomer', { body: { email }, invalid: email === '' });
const store = (gateway: Gateway, body: JsonObject) => gateway.call('createCustomer', { body });
const cardsOf = (gateway: Gateway, email: string) => gateway.call('listCustomerCards', { body: { email } });

test('customer-lookup: the first purchase creates the id, and later ones keep it', async ({ gateway }) => {
  expect(await find(gateway, email)).toEqual({});
  const { customer } = await gateway.create(byCard());
  expect(await find(gateway, email)).toEqual(customer);
  await gateway.create(byCard());
  expect(await gateway.call('listCustomers')).toMatchObject({ data: [{ id: customer.id }], total: 1 });
});

test('customer-lookup: customers/cards lists the cards of purchases, once each, without an id', async ({ gateway }) => {
  expect(await cardsOf(gateway, email)).toEqual([]);
  const first = await gateway.create(byCard());
  await gateway.create(byCard());
  const other = await gateway.create(byCard({ card: card('5555555555554444') }));
  const cards = await cardsOf(gateway, email);
  expect(cards).toMatchObject([
    { card_id: other.card.card_id, brand: 'mastercard', card_last_digits: '4444' },
    { card_id: first.card.card_id, brand: 'visa', card_last_digits: '1111' },
  ]);
  expect(cards.filter((one: Json) => 'id' in one)).toEqual([]);
  expect(await gateway.call('retrieveCard', { params: { id: first.card.card_id } })).toMatchObject(cards[1]);
});

test('customer-lookup: customers/cards lists the newest hundred', async ({ gateway }) => {
  const { customer } = await gateway.create(byCard());
  for (let n = 0; n < 100; n++) {
    const other = { ...card(), card_holder_name: `MARIA ${n}` };
    await gateway.create(byCard({ customer_id: customer.id, card: other }));
  }
  const cards = await cardsOf(gateway, email);
  expect(cards).toHaveLength(100);
  expect(cards[0]).toMatchObject({ card_holder_name: 'MARIA 99' });
  expect(cards[99]).toMatchObject({ card_holder_name: 'MARIA 0' });
});

test('customer-identity: a customer is found by external_id before e-mail, and updated', async ({ gateway }) => {
  const one = await store(gateway, { external_id: 'a', ...maria });
  const two = await store(gateway, { external_id: 'b', email: 'other@example.com' });
  const found = await buyer(gateway, { external_id: 'b', email, name: 'New' });
  expect(found).toMatchObject({ id: two.id, name: 'New', email });
  expect((await gateway.eventLines()).filter((line) => line.startsWith('customer.'))).toEqual([
    `customer.created ${one.id}`,
    `customer.created ${two.id}`,
    `customer.changed ${two.id}`,
  ]);
});

test('customer-identity: an unknown external_id becomes that of the customer with the e-mail', async ({ gateway }) => {
  const { id } = await store(gateway, maria);
  const named = await buyer(gateway, { external_id: 'a', email: email.toUpperCase() });
  expect(named).toMatchObject({ id, external_id: 'a' });
  expect(await buyer(gateway, { external_id: 'a' })).toMatchObject({ id });
  // A guest purchase removes no identifier.
  expect(await buyer(gateway, { external_id: '0', email })).toMatchObject({ id, external_id: 'a' });
});

test.each([0, '0', '', ' 0 '])(
  'customer-identity: the guest external_id %j does not identify a customer',
  async (external_id) => {
    const gateway = createGateway();
    const one = await buyer(gateway, { external_id, email: 'one@example.com' });
    const two = await buyer(gateway, { external_id, email: 'two@example.com' });
    const three = await buyer(gateway, { external_id, email: 'one@example.com' });
    expect(two.id).not.toBe(one.id);
    expect(three.id).toBe(one.id);
  },
);

test('customer-identity: neither spaces nor case nor the type of an external_id matter', async ({ gateway }) => {
  const { id } = await store(gateway, { external_id: ' 77 ', email: ' Maria@Example.com ' });
  expect(await find(gateway, 'maria@example.com')).toMatchObject({ id });
  const other = await buyer(gateway, { external_id: 78 });
  const same = await buyer(gateway, { external_id: '78' });
  expect([other.external_id, same.id]).toEqual(['78', other.id]);
  await buyer(gateway, {});
  expect(await find(gateway, '')).toEqual({});
});

test('parallel purchases of one new customer create one customer', async ({ gateway }) => {
  await Promise.all(Array.from({ length: 10 }, () => gateway.create(byCard())));
  expect(await gateway.call('listCustomers')).toMatchObject({ total: 1 });
  expect(await gateway.call('listCards')).toMatchObject({ total: 1 });
});

test('update-request-fields: an update changes only the fields it sends, and sends an event', async ({ gateway }) => {
  const body = { external_id: 'a', ...maria, documents: [cpf], phone_numbers: ['+5511912345678'] };
  const created = await store(gateway, body);
  const params = { id: created.id };
  await gateway.advance(1000);
  const updated = await gateway.call('updateCustomer', { params, body: { email: 'maria@example.com' } });
  expect(updated).toEqual({ ...created, email: 'maria@example.com', updated_at: '2026-11-20T13:05:42.482000Z' });
  expect(await gateway.call('retrieveCustomer', { params })).toEqual(updated);
  expect(await find(gateway, email)).toEqual({});
  expect(await find(gateway, 'maria@example.com')).toEqual(updated);
  expect((await gateway.events()).at(-1)).toMatchObject({ name: 'customer.changed', payload: updated });
});

test('deletion-effects: a removed customer is gone, and others still show its data', async ({ gateway }) => {
  const transaction = await gateway.create(byCard());
  const params = { id: transaction.customer.id };
  expect(await gateway.call('deleteCustomer', { params })).toEqual({ ...params, deleted: true });
  await gateway.refuses(404, gateway.call('retrieveCustomer', { params }));
  await gateway.refuses(404, gateway.call('deleteCustomer', { params }));
  await gateway.refuses(404, gateway.call('updateCustomer', { params, body: {} }));
  expect(await gateway.call('listCustomers')).toMatchObject({ data: [], total: 0 });
  expect([await find(gateway, email), await cardsOf(gateway, email)]).toEqual([{}, []]);
  expect(await gateway.retrieve(transaction.id)).toEqual(transaction);
});

test('customer-shape: a customer has the same fields as the record inside a transaction', async ({ gateway }) => {
  const customer = await store(gateway, example('createCustomer', 'individual'));
  expect(await gateway.call('retrieveCustomer', { params: { id: customer.id } })).toEqual(customer);
  expect(await gateway.create(byPix({ customer_id: customer.id }))).toMatchObject({ customer });
});

test('a customer of a request is found by customer_id, and null counts as absent', async ({ gateway }) => {
  const { id } = await store(gateway, maria);
  const pay = (changes: JsonObject) => gateway.createInvalid(byPix(changes));
  expect((await pay({ customer_id: String(id), customer: { email: 'x@example.com' } })).customer.id).toBe(id);
  const nulls = { customer: { ...maria, external_id: null, phone_numbers: null } };
  const billing = { name: 'Maria', address: { street: 'Rua das Flores', neighborhood: null } };
  expect(await pay({ customer_id: null, billing, ...nulls })).toMatchObject({
    billing: { address: { street: 'Rua das Flores', complementary: null } },
    customer: { id, name: 'Maria Souza' },
  });
  expect((await pay({ customer_id: null, customer: null })).customer).toBeNull();
});

test('customer-identity: a purchase updates phone numbers and documents, but only with a change', async ({
  gateway,
}) => {
  const customer = { ...maria, external_id: 'a', phone_numbers: ['+5511912345678'], documents: [cpf] };
  const first = await buyer(gateway, customer);
  expect(first).toMatchObject({ phone_numbers: ['+5511912345678'], documents: [cpf], birthday: null });
  expect(await buyer(gateway, customer)).toEqual(first);
  await buyer(gateway, { external_id: 'a' });
  expect(await gateway.eventCount('customer.changed')).toBe(0);
  const changed = { external_id: 'a', phone_numbers: ['+5511900000000'], documents: [] };
  expect(await buyer(gateway, changed)).toEqual({ ...first, phone_numbers: ['+5511900000000'], documents: [] });
  expect(await gateway.eventCount('customer.changed')).toBe(1);
  await gateway.call('updateCustomer', { params: { id: first.id }, body: changed });
  expect(await gateway.eventCount('customer.changed')).toBe(2);
});

test('of several customers with an address, the newest is found after the first is removed', async ({ gateway }) => {
  const params: { id: number }[] = [];
  for (let n = 0; n < 3; n++) params.push({ id: (await store(gateway, maria)).id });
  const [one, two, three] = params as [{ id: number }, { id: number }, { id: number }];
  await gateway.call('updateCustomer', { params: one, body: { name: 'M' } });
  expect(await find(gateway, email)).toMatchObject({ ...one, name: 'M' });
  await gateway.call('deleteCustomer', { params: one });
  expect(await find(gateway, email)).toMatchObject(three);
  await gateway.call('updateCustomer', { params: two, body: { name: 'M' } });
  expect(await find(gateway, email)).toMatchObject(two);
});

test('a document without a type or with another number is a new document', async ({ gateway }) => {
  const { id, documents } = await store(gateway, { documents: [cpf] });
  const others = [{ ...cpf, type: 'rg' }, { ...cpf, number: '11144477735' }, cpf];
  const updated = await gateway.call('updateCustomer', { params: { id }, body: { documents: others } });
  expect(updated.documents).toMatchObject(others);
  expect(updated.documents.map((document: Json) => document.id === documents[0].id)).toEqual([false, false, true]);
});
