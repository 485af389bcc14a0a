import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/contract/json.js';
import { createGateway, example, type Json } from './gateway.ts';
import { byCard, byPix, card } from './requests.ts';

const maria = { name: 'Maria Souza', email: 'maria.souza@example.com' };
const email = maria.email;
const bySomebody = (customer: object) => byPix({ customer: { ...customer } });

test('customer-lookup: customers/find returns no id before the first purchase, and one id after it', async () => {
  const gateway = createGateway();
  expect(await gateway.call('findCustomer', { body: { email } })).toEqual({});
  const { customer } = await gateway.call('createTransaction', { body: byCard() });
  expect(await gateway.call('findCustomer', { body: { email } })).toEqual(customer);
  await gateway.call('createTransaction', { body: byCard() });
  expect(await gateway.call('listCustomers')).toMatchObject({ data: [{ id: customer.id }], total: 1 });
});

test('customer-lookup: customers/cards lists the cards of purchases, once each', async () => {
  const gateway = createGateway();
  expect(await gateway.call('listCustomerCards', { body: { email } })).toEqual([]);
  const first = await gateway.call('createTransaction', { body: byCard() });
  await gateway.call('createTransaction', { body: byCard() });
  const other = await gateway.call('createTransaction', { body: byCard({ card: card('5555555555554444') }) });
  const cards = await gateway.call('listCustomerCards', { body: { email } });
  expect(cards).toMatchObject([
    { card_id: other.card.card_id, brand: 'mastercard', card_last_digits: '4444' },
    { card_id: first.card.card_id, brand: 'visa', card_last_digits: '1111' },
  ]);
  expect(await gateway.call('retrieveCard', { params: { id: first.card.card_id } })).toMatchObject(cards[1]);
});

test('a card stored without a customer belongs to the first customer who pays with it', async () => {
  const gateway = createGateway();
  const { card_id } = await gateway.call('createCard', { body: card() });
  const { card: _sent, ...body } = byCard({ card_id });
  await gateway.call('createTransaction', { body });
  expect(await gateway.call('listCustomerCards', { body: { email } })).toMatchObject([{ card_id }]);
});

test('customer-identity: a customer is found by external_id before e-mail, and updated', async () => {
  const gateway = createGateway();
  const one = await gateway.call('createCustomer', { body: { external_id: 'a', ...maria } });
  const two = await gateway.call('createCustomer', { body: { external_id: 'b', email: 'other@example.com' } });
  const { customer } = await gateway.call('createTransaction', {
    body: bySomebody({ external_id: 'b', email, name: 'New' }),
  });
  expect(customer).toMatchObject({ id: two.id, name: 'New', email });
  expect((await gateway.eventLines()).filter((line) => line.startsWith('customer.'))).toEqual([
    `customer.created ${one.id}`,
    `customer.created ${two.id}`,
    `customer.changed ${two.id}`,
  ]);
});

test('an unknown external_id with a known e-mail finds the customer of the e-mail, who gets the new identifier', async () => {
  const gateway = createGateway();
  const { id } = await gateway.call('createCustomer', { body: maria });
  const named = await gateway.call('createTransaction', {
    body: bySomebody({ external_id: 'a', email: email.toUpperCase() }),
  });
  expect(named.customer).toMatchObject({ id, external_id: 'a' });
  const again = await gateway.call('createTransaction', { body: bySomebody({ external_id: 'a' }) });
  expect(again.customer.id).toBe(id);
});

test.each([0, '0', ''])('customer-identity: the guest external_id %j identifies no customer', async (external_id) => {
  const gateway = createGateway();
  const guest = (email: string) =>
    gateway.call('createTransaction', { body: bySomebody({ external_id, email }), invalid: true });
  const [one, two, three] = [
    await guest('one@example.com'),
    await guest('two@example.com'),
    await guest('one@example.com'),
  ];
  expect(two.customer.id).not.toBe(one.customer.id);
  expect(three.customer.id).toBe(one.customer.id);
});

test('a guest purchase removes no identifier', async () => {
  const gateway = createGateway();
  await gateway.call('createCustomer', { body: { external_id: 'a', ...maria } });
  const { customer } = await gateway.call('createTransaction', { body: bySomebody({ external_id: '0', email }) });
  expect(customer.external_id).toBe('a');
});

test('two customers may share an address: the first is found, and the second once the first is removed', async () => {
  const gateway = createGateway();
  const [one, two] = [
    await gateway.call('createCustomer', { body: maria }),
    await gateway.call('createCustomer', { body: maria }),
  ];
  expect(await gateway.call('findCustomer', { body: { email } })).toMatchObject({ id: one.id });
  await gateway.call('deleteCustomer', { params: { id: one.id } });
  expect(await gateway.call('findCustomer', { body: { email } })).toMatchObject({ id: two.id });
});

test('parallel purchases of one new customer create one customer', async () => {
  const gateway = createGateway();
  await Promise.all(Array.from({ length: 10 }, () => gateway.call('createTransaction', { body: byCard() })));
  expect(await gateway.call('listCustomers')).toMatchObject({ total: 1 });
  expect(await gateway.call('listCards')).toMatchObject({ total: 1 });
});

test('update-request-fields: an update changes only the fields it sends, and sends an event', async () => {
  const gateway = createGateway();
  const body = {
    external_id: 'a',
    ...maria,
    documents: [{ type: 'cpf', number: '52998224725' }],
    phone_numbers: ['+5511912345678'],
  };
  const created = await gateway.call('createCustomer', { body });
  await gateway.advance(1000);
  const updated = await gateway.call('updateCustomer', {
    params: { id: created.id },
    body: { email: 'maria@example.com' },
  });
  expect(updated).toEqual({ ...created, email: 'maria@example.com', updated_at: '2026-11-20T13:05:42.482000Z' });
  expect(await gateway.call('retrieveCustomer', { params: { id: created.id } })).toEqual(updated);
  expect(await gateway.call('findCustomer', { body: { email } })).toEqual({});
  expect(await gateway.call('findCustomer', { body: { email: 'maria@example.com' } })).toEqual(updated);
  expect((await gateway.events()).at(-1)).toMatchObject({ name: 'customer.changed', payload: updated });
});

test('a known document keeps its id, and a new one gets a new id', async () => {
  const gateway = createGateway();
  const { id, documents } = await gateway.call('createCustomer', {
    body: { documents: [{ type: 'cpf', number: '52998224725' }] },
  });
  const body = {
    documents: [
      { type: 'cnpj', number: '11222333000181' },
      { type: 'cpf', number: '52998224725' },
    ],
  };
  const updated = await gateway.call('updateCustomer', { params: { id }, body });
  expect(updated.documents[1]).toEqual(documents[0]);
  expect(updated.documents[0].id).toBeGreaterThan(id);
});

test('deletion-effects: a removed customer is gone, and objects that refer to it still show its data', async () => {
  const gateway = createGateway();
  const transaction = await gateway.call('createTransaction', { body: byCard() });
  const params = { id: transaction.customer.id };
  expect(await gateway.call('deleteCustomer', { params })).toEqual({ ...params, deleted: true });
  for (const operation of ['retrieveCustomer', 'deleteCustomer'] as const) {
    expect(await gateway.refusal(gateway.call(operation, { params }))).toMatchObject({ status: 404 });
  }
  expect(await gateway.refusal(gateway.call('updateCustomer', { params, body: {} }))).toMatchObject({ status: 404 });
  expect(await gateway.call('listCustomers')).toMatchObject({ data: [], total: 0 });
  expect(await gateway.call('findCustomer', { body: { email } })).toEqual({});
  expect(await gateway.call('listCustomerCards', { body: { email } })).toEqual([]);
  expect(await gateway.call('retrieveTransaction', { params: { id: transaction.id } })).toEqual(transaction);
});

test('customer-shape: a customer has the same fields as the record inside a transaction', async () => {
  const gateway = createGateway();
  const customer = await gateway.call('createCustomer', { body: example('createCustomer', 'individual') });
  expect(await gateway.call('retrieveCustomer', { params: { id: customer.id } })).toEqual(customer);
  const transaction = await gateway.call('createTransaction', { body: byPix({ customer_id: customer.id }) });
  expect(transaction.customer).toEqual(customer);
});

test('null from public clients counts as absent', async () => {
  const gateway = createGateway();
  const billing = { name: 'Maria', address: { street: 'Rua das Flores', neighborhood: null } };
  const body = byPix({ billing, customer: { ...maria, external_id: null, phone_numbers: null } });
  expect(await gateway.call('createTransaction', { body, invalid: true })).toMatchObject({
    billing: { address: { street: 'Rua das Flores', complementary: null } },
    customer: { name: 'Maria Souza' },
  });
});

test('customer-identity: spaces and case do not matter in an address, nor the type of an external_id', async () => {
  const gateway = createGateway();
  const { id } = await gateway.call('createCustomer', { body: { external_id: ' 77 ', email: ' Maria@Example.com ' } });
  expect(await gateway.call('findCustomer', { body: { email: 'maria@example.com' } })).toMatchObject({ id });
  const other = await gateway.call('createTransaction', { body: bySomebody({ external_id: 78 }), invalid: true });
  const same = await gateway.call('createTransaction', { body: bySomebody({ external_id: '78' }) });
  expect([other.customer.external_id, same.customer.id]).toEqual(['78', other.customer.id]);
  const guests = await gateway.call('createTransaction', { body: bySomebody({ external_id: ' 0 ' }) });
  const again = await gateway.call('createTransaction', { body: bySomebody({ external_id: ' 0 ' }) });
  expect(again.customer.id).not.toBe(guests.customer.id);
  expect(await gateway.call('findCustomer', { body: { email: '' }, invalid: true })).toEqual({});
});

test('customer-identity: a purchase updates phone numbers and documents, and without a change sends no event', async () => {
  const gateway = createGateway();
  const documents = [{ type: 'cpf', number: '52998224725' }];
  const customer = { ...maria, external_id: 'a', phone_numbers: ['+5511912345678'], documents };
  const first = await gateway.call('createTransaction', { body: bySomebody(customer) });
  expect(first.customer).toMatchObject({ phone_numbers: ['+5511912345678'], documents, birthday: null });
  const changes = async () => (await gateway.events()).filter(({ name }) => name === 'customer.changed').length;
  expect((await gateway.call('createTransaction', { body: bySomebody(customer) })).customer).toEqual(first.customer);
  await gateway.call('createTransaction', { body: bySomebody({ external_id: 'a' }) });
  expect(await changes()).toBe(0);
  const changed = { external_id: 'a', phone_numbers: ['+5511900000000'], documents: [] };
  const { customer: updated } = await gateway.call('createTransaction', { body: bySomebody(changed) });
  expect(updated).toEqual({ ...first.customer, phone_numbers: ['+5511900000000'], documents: [] });
  expect(await changes()).toBe(1);
  await gateway.call('updateCustomer', { params: { id: updated.id }, body: changed });
  expect(await changes()).toBe(2);
});

test('of several customers with an address, the newest is found after the first is removed, and keeps the address', async () => {
  const gateway = createGateway();
  const ids: number[] = [];
  for (let n = 0; n < 3; n++) ids.push((await gateway.call('createCustomer', { body: maria })).id);
  await gateway.call('updateCustomer', { params: { id: ids[0] ?? 0 }, body: { name: 'M' } });
  expect(await gateway.call('findCustomer', { body: { email } })).toMatchObject({ id: ids[0], name: 'M' });
  await gateway.call('deleteCustomer', { params: { id: ids[0] ?? 0 } });
  expect(await gateway.call('findCustomer', { body: { email } })).toMatchObject({ id: ids[2] });
  await gateway.call('updateCustomer', { params: { id: ids[1] ?? 0 }, body: { name: 'M' } });
  expect(await gateway.call('findCustomer', { body: { email } })).toMatchObject({ id: ids[1] });
});

test('a customer of a request is found by customer_id, and null counts as absent', async () => {
  const gateway = createGateway();
  const { id } = await gateway.call('createCustomer', { body: maria });
  const pay = (changes: JsonObject) => gateway.call('createTransaction', { body: byPix(changes), invalid: true });
  expect((await pay({ customer_id: String(id), customer: { email: 'x@example.com' } })).customer.id).toBe(id);
  expect((await pay({ customer_id: null, customer: maria })).customer.id).toBe(id);
  expect((await pay({ customer_id: null, customer: null })).customer).toBeNull();
  expect(await gateway.refusal(pay({ customer_id: 4711 }))).toEqual({
    status: 422,
    errors: ['customer_id: there is no customer 4711'],
  });
});

test('a document without a type or with another number is a new document', async () => {
  const gateway = createGateway();
  const cpf = { type: 'cpf', number: '52998224725' };
  const { id, documents } = await gateway.call('createCustomer', { body: { documents: [cpf] } });
  const others = [{ ...cpf, type: 'rg' }, { ...cpf, number: '11144477735' }, cpf];
  const updated = await gateway.call('updateCustomer', { params: { id }, body: { documents: others } });
  expect(updated.documents).toMatchObject(others);
  expect(updated.documents.map((document: Json) => document.id === documents[0].id)).toEqual([false, false, true]);
});

test('customer-lookup: the cards of a customer have no id, and the list has the newest hundred', async () => {
  const gateway = createGateway();
  const { customer } = await gateway.call('createTransaction', { body: byCard() });
  for (let n = 0; n < 100; n++) {
    const other = { ...card(), card_holder_name: `MARIA ${n}` };
    await gateway.call('createTransaction', { body: byCard({ customer_id: customer.id, card: other }) });
  }
  const cards = await gateway.call('listCustomerCards', { body: { email } });
  expect(cards).toHaveLength(100);
  expect(cards[0]).toMatchObject({ card_holder_name: 'MARIA 99' });
  expect(cards[99]).toMatchObject({ card_holder_name: 'MARIA 0' });
  expect(cards.filter((one: Json) => 'id' in one)).toEqual([]);
});
