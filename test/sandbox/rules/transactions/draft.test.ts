import { expect, test } from 'vitest';
import { responseViolations } from '../../../contract/schema-validator.ts';
import { createGateway, DAY } from '../gateway.ts';
import { byBoleto, byCard, byDebit, byPix, card, STAYS_PROCESSING } from '../requests.ts';

const ADDRESS = {
  street: 'Rua das Flores',
  street_number: '100',
  zipcode: '01310100',
  country: 'BR',
  state: 'SP',
  city: 'São Paulo',
  neighborhood: 'Centro',
};
const times = { created_at: expect.any(String), updated_at: expect.any(String) };

test('returns the billing, the shipping and the items of the request', async () => {
  const gateway = createGateway();
  const body = byPix({
    billing: { name: 'Ana', address: { ...ADDRESS, complementary: 'Casa 2' }, other: 1 },
    shipping: { name: 'Bruno', fee: '1500', address: { ...ADDRESS, complementary: 'Fundos', other: 1 }, other: 1 },
    items: [
      { external_id: 'a-1', title: 'Livro', unit_price: 1999.6, quantity: 2, tangible: true, other: 1 },
      { title: 'E-book', unit_price: '1', quantity: '1', tangible: 'no' },
    ],
  });
  const { billing, shipping, items } = await gateway.call('createTransaction', { body, invalid: true });
  const none = { category: null, venue: null, date: null, id: expect.any(Number), ...times };
  expect(billing).toEqual({
    id: expect.any(Number),
    name: 'Ana',
    address: { ...ADDRESS, complementary: 'Casa 2' },
    ...times,
  });
  expect(shipping).toEqual({ name: 'Bruno', fee: '1500', address: { ...ADDRESS, complementary: 'Fundos' } });
  expect(items).toStrictEqual([
    { external_id: 'a-1', title: 'Livro', unit_price: 2000, quantity: 2, tangible: 1, ...none },
    { external_id: '', title: 'E-book', unit_price: 0, quantity: 1, tangible: 0, ...none },
  ]);
});

test('response-requiredness: returns every field of a record, also those that the request leaves out', async () => {
  const gateway = createGateway();
  const part = byPix({ billing: { name: 'Ana' }, shipping: { name: 'Ana' }, items: [], metadata: 5, installments: 3 });
  expect(await gateway.call('createTransaction', { body: part, invalid: true })).toMatchObject({
    shipping: { name: 'Ana' },
    billing: { name: 'Ana', address: { street: '', zipcode: '', neighborhood: null, complementary: null } },
    metadata: null,
    installments: 1,
  });
  const sent = byCard({ card: { card_number: '4111' }, customer: { documents: [{}] }, billing: {}, items: [{}] });
  const created = await gateway.call('createTransaction', { body: sent, invalid: true });
  expect(responseViolations('#/components/schemas/Transaction', created)).toEqual([]);
  expect(created).toMatchObject({
    card: { card_holder_name: '' },
    customer: { type: 'individual', country: 'br', email: '', documents: [{ type: 'cpf', number: '' }] },
  });
  const { billing: _b, shipping: _s, customer: _c, items: _i, ...none } = byCard();
  expect(await gateway.call('createTransaction', { body: none, invalid: true })).toMatchObject({
    billing: null,
    shipping: null,
    customer: null,
    items: [],
    status: 'paid',
  });
});

test.each([
  [byPix({ payment_method: 'cash' }), 'payment_method: must be credit_card, debit_card, pix or boleto'],
  [byBoleto({ amount: 10_000_000_000 }), 'amount: a boleto carries at most 9999999999 centavos'],
  [byBoleto({ boleto: { max_payment_date: 'soon' } }), 'boleto.max_payment_date: must be a day, shaped YYYY-MM-DD'],
  [byBoleto({ boleto: { expiration: 20_301_231 } }), 'boleto.expiration: must be a day, shaped YYYY-MM-DD'],
])('refuses %j', async (body, sentence) => {
  const gateway = createGateway();
  const refusal = await gateway.refusal(gateway.call('createTransaction', { body, invalid: true }));
  expect(refusal).toEqual({ status: 422, errors: [sentence] });
});

test('accepts the largest boleto, and dates of null', async () => {
  const gateway = createGateway();
  const body = byBoleto({ amount: 9_999_999_999, boleto: { expiration: null, max_payment_date: null } });
  expect(await gateway.call('createTransaction', { body, invalid: true })).toMatchObject({ status: 'waiting_payment' });
});

test('a refused security code does not decide a card that stays processing', async () => {
  const gateway = createGateway();
  const body = byCard({ card: card(STAYS_PROCESSING, '612') });
  expect(await gateway.call('createTransaction', { body })).toMatchObject({ status: 'processing' });
});

test('authorization-expiry: the five days begin with the authorization', async () => {
  const gateway = createGateway();
  const body = byCard({ card: card(STAYS_PROCESSING), capture: false });
  const { id } = await gateway.call('createTransaction', { body });
  await gateway.advance(4 * DAY);
  expect(await gateway.act('settle', 'transactions', id)).toMatchObject({ status: 'authorized' });
  await gateway.advance(4 * DAY);
  expect(await gateway.call('captureTransaction', { params: { id } })).toMatchObject({ status: 'paid' });
});

test('three-d-secure-flow: the card that stays processing is approved by 3DS', async () => {
  const gateway = createGateway();
  const { id } = await gateway.call('createTransaction', { body: byDebit({ card: card(STAYS_PROCESSING) }) });
  const paid = await gateway.act('authenticate', 'transactions', id, { outcome: 'approved' });
  expect(paid).toMatchObject({ status: 'paid' });
});

test('a status of request_authentication without 3DS can be declined', async () => {
  const gateway = createGateway();
  const { id } = await gateway.call('createTransaction', { body: byPix() });
  await gateway.act('setStatus', 'transactions', id, { status: 'request_authentication' });
  expect(await gateway.act('decline', 'transactions', id)).toMatchObject({ status: 'refused' });
});

test('installment-status: a pending refund leaves the payout as it was', async () => {
  const gateway = createGateway();
  const { id } = await gateway.call('createTransaction', { body: byPix() });
  await gateway.act('pay', 'transactions', id);
  await gateway.call('refundTransaction', { params: { id } });
  const { data } = await gateway.call('listTransactionInstallments', { params: { id } });
  expect(data).toMatchObject([{ status: 'due' }]);
});

test('link-payments: a payment keeps the link and the key of its page', async () => {
  const gateway = createGateway();
  const link = await gateway.call('createPaymentLink', { body: { name: 'Order', amount: 500 }, invalid: true });
  const { id } = await gateway.act('checkout', 'links', link.id, { payment_method: 'pix' });
  const hidden = await gateway.run((work) => work.get('transactions', id)?.hidden);
  expect(hidden).toMatchObject({ link: link.id, checkout: { key: expect.stringMatching(/^[\w-]{22}$/) } });
});
