import { expect } from 'vitest';
import { responseViolations } from '../../../../test/contract/schema-validator.ts';
import { test } from '../gateway.ts';
import { byCard, byPix } from '../requests.ts';

const ADDRESS = {
  street: 'Rua das Flores',
  street_number: '100',
  zipcode: '01310100',
  country: 'BR',
  state: 'SP',
  city: 'São Paulo',
  neighborhood: 'Centro',
  complementary: 'Casa 2',
};
const times = { created_at: expect.any(String), updated_at: expect.any(String) };

test('returns the billing, the shipping and the items of the request', async ({ gateway }) => {
  const body = byPix({
    billing: { name: 'Ana', address: ADDRESS, other: 1 },
    shipping: { name: 'Bruno', fee: '1500', address: { ...ADDRESS, other: 1 }, other: 1 },
    items: [
      { external_id: 'a-1', title: 'Livro', unit_price: 1999.6, quantity: 2, tangible: true, other: 1 },
      { title: 'E-book', unit_price: '1', quantity: '1', tangible: 'no' },
    ],
  });
  const { billing, shipping, items } = await gateway.createInvalid(body);
  const none = { category: null, venue: null, date: null, id: expect.any(Number), ...times };
  expect(billing).toEqual({ id: expect.any(Number), name: 'Ana', address: ADDRESS, ...times });
  expect(shipping).toEqual({ name: 'Bruno', fee: '1500', address: ADDRESS });
  expect(items).toStrictEqual([
    { external_id: 'a-1', title: 'Livro', unit_price: 2000, quantity: 2, tangible: 1, ...none },
    { external_id: '', title: 'E-book', unit_price: 0, quantity: 1, tangible: 0, ...none },
  ]);
});

test('response-requiredness: returns every field of a record, also those that are left out', async ({ gateway }) => {
  const part = byPix({ billing: { name: 'Ana' }, shipping: { name: 'Ana' }, items: [], metadata: 5, installments: 3 });
  expect(await gateway.createInvalid(part)).toMatchObject({
    shipping: { name: 'Ana' },
    billing: { name: 'Ana', address: { street: '', zipcode: '', neighborhood: null, complementary: null } },
    metadata: null,
    installments: 1,
  });
  const sent = byCard({ card: { card_number: '4111' }, customer: { documents: [{}] }, billing: {}, items: [{}] });
  const created = await gateway.createInvalid(sent);
  expect(responseViolations('#/components/schemas/Transaction', created)).toEqual([]);
  expect(created).toMatchObject({
    card: { card_holder_name: '' },
    customer: { type: 'individual', country: 'br', email: '', documents: [{ type: 'cpf', number: '' }] },
  });
  const { billing: _b, shipping: _s, customer: _c, items: _i, ...body } = byCard();
  const none = { billing: null, shipping: null, customer: null, items: [], status: 'paid' };
  expect(await gateway.createInvalid(body)).toMatchObject(none);
});
