import { expect, test } from 'vitest';
import { createGateway } from '../gateway.ts';
import { APPROVED, byCard, byDebit, card, REFUSED, STAYS_PROCESSING } from '../requests.ts';

test('card-outcomes: an approved card is paid at once, and retrieved exactly as it was returned', async () => {
  const gateway = createGateway();
  const transaction = await gateway.call('createTransaction', { body: byCard() });
  expect(transaction).toMatchObject({
    status: 'paid',
    amount: 15990,
    capture_amount: 15990,
    paid_amount: 15990,
    card: { card_first_digits: '411111', card_last_digits: '1111', brand: 'visa', card_holder_name: 'MARIA SOUZA' },
    customer: { external_id: 'customer-77', documents: [{ type: 'cpf', number: '52998224725' }] },
    items: [{ title: 'Camiseta', tangible: 1 }],
    metadata: '{"order":"1001"}',
    created_at: '2026-11-20T13:05:41.482000Z',
  });
  expect(await gateway.call('retrieveTransaction', { params: { id: transaction.id } })).toEqual(transaction);
  expect(await gateway.eventLines()).toEqual([
    `customer.created ${transaction.customer.id}`,
    `transaction.created ${transaction.id} paid`,
  ]);
});

test('card-outcomes: capture: false returns authorized, with nothing captured', async () => {
  const gateway = createGateway();
  expect(await gateway.call('createTransaction', { body: byCard({ capture: false }) })).toMatchObject({
    status: 'authorized',
    capture_amount: 0,
    paid_amount: null,
  });
});

test('async: true returns processing, and after the settle delay it is paid and sends an event with the paid payload', async () => {
  const gateway = createGateway();
  const { id, status } = await gateway.call('createTransaction', { body: byCard({ async: true }) });
  expect(status).toBe('processing');
  await gateway.advance(999);
  expect(await gateway.call('retrieveTransaction', { params: { id } })).toMatchObject({
    status: 'processing',
    paid_amount: null,
  });
  await gateway.advance(1);
  expect(await gateway.call('retrieveTransaction', { params: { id } })).toMatchObject({
    status: 'paid',
    paid_amount: 15990,
    updated_at: '2026-11-20T13:05:42.482000Z',
  });
  expect((await gateway.events()).at(-1)).toMatchObject({
    name: 'transaction.status_changed',
    object: id,
    payload: { id, status: 'paid' },
  });
});

test.each([
  [{ async: true, capture: false }, 'authorized'],
  [{ async: true, card: card(REFUSED) }, 'refused'],
])('%j is processing first, then %s', async (changes, status) => {
  const gateway = createGateway();
  const { id } = await gateway.call('createTransaction', { body: byCard(changes) });
  await gateway.advance(1000);
  expect(await gateway.call('retrieveTransaction', { params: { id } })).toMatchObject({ status });
});

test.each([
  ['a refused test card', card(REFUSED)],
  ['a security code that begins with 6', card(APPROVED, '612')],
])('card-outcomes: %s is refused with a reason and status 200', async (_name, sent) => {
  const gateway = createGateway();
  expect(await gateway.call('createTransaction', { body: byCard({ card: sent }) })).toMatchObject({
    status: 'refused',
    refused_reason: { reason: expect.any(String) },
    capture_amount: 0,
    paid_amount: null,
  });
});

test('card-outcomes: a stored card is refused by the security code that comes with its id', async () => {
  const gateway = createGateway();
  const { card_id } = await gateway.call('createCard', { body: card() });
  const { card: _none, ...body } = byCard({ card_id });
  for (const [card_cvv, status] of [
    ['612', 'refused'],
    ['162', 'paid'],
  ]) {
    const created = gateway.call('createTransaction', { body: { ...body, card_cvv }, invalid: true });
    expect(await created).toMatchObject({ status });
  }
});

test('a processing card stays processing until an act settles it', async () => {
  const gateway = createGateway();
  const body = byCard({ card: card(STAYS_PROCESSING), capture: false });
  const [one, two, three] = [
    await gateway.call('createTransaction', { body }),
    await gateway.call('createTransaction', { body }),
    await gateway.call('createTransaction', { body }),
  ];
  await gateway.advance(400 * 86_400_000);
  expect(await gateway.call('retrieveTransaction', { params: { id: one.id } })).toMatchObject({ status: 'processing' });
  expect(await gateway.act('settle', 'transactions', one.id)).toMatchObject({ status: 'authorized' });
  expect(await gateway.act('decline', 'transactions', two.id)).toMatchObject({ status: 'refused', refused_reason: {} });
  expect(await gateway.act('pay', 'transactions', three.id)).toMatchObject({ status: 'paid', paid_amount: 15990 });
});

test('card-kept: a stored card is charged by card_id alone, and shows the same brand and digits', async () => {
  const gateway = createGateway();
  const first = await gateway.call('createTransaction', { body: byCard() });
  const body = {
    amount: 500,
    payment_method: 'credit_card',
    card_id: first.card.card_id,
    customer_id: first.customer.id,
    billing: byCard().billing,
  };
  const second = await gateway.call('createTransaction', { body });
  expect(second.card).toEqual(first.card);
  expect(second.customer).toEqual(first.customer);
  expect(second.status).toBe('paid');
});

test('card-kept: a stored card keeps the outcome of its test number', async () => {
  const gateway = createGateway();
  const stored = await gateway.call('createCard', { body: card(REFUSED) });
  const body = byCard({ card: undefined, card_id: stored.card_id });
  delete body.card;
  expect(await gateway.call('createTransaction', { body })).toMatchObject({
    status: 'refused',
    card: { card_last_digits: '0766' },
  });
});

test.each([
  [{ card_id: 4711 }, 'card_id: there is no card 4711'],
  [{ customer_id: 4711 }, 'customer_id: there is no customer 4711'],
  [{ amount: 0 }, 'amount: must be a whole number of centavos, from 1 to 9007199254740991'],
  [{ amount: -1 }, 'amount: must be a whole number of centavos, from 1 to 9007199254740991'],
  [{ amount: 1e300 }, 'amount: must be a whole number of centavos, from 1 to 9007199254740991'],
  [{ installments: 0 }, 'installments: must be a whole number from 1 to 99'],
  [{ installments: 1e9 }, 'installments: must be a whole number from 1 to 99'],
])('%j is refused with 422, and nothing is stored', async (changes, error) => {
  const gateway = createGateway();
  expect(await gateway.refusal(gateway.call('createTransaction', { body: byCard(changes) }))).toEqual({
    status: 422,
    errors: [error],
  });
  expect(await gateway.call('listTransactions')).toMatchObject({ data: [], total: 0 });
  expect(await gateway.call('listCustomers')).toMatchObject({ data: [], total: 0 });
  expect(await gateway.events()).toEqual([]);
});

test('a payment by card without a card is refused', async () => {
  const gateway = createGateway();
  const { card: _none, ...body } = byCard();
  expect(await gateway.refusal(gateway.call('createTransaction', { body }))).toMatchObject({ status: 422 });
});

test('a refused request uses no id', async () => {
  const gateway = createGateway();
  await gateway.refusal(gateway.call('createTransaction', { body: byCard({ card_id: 4711 }) }));
  expect(await gateway.call('createTransaction', { body: byCard() })).toMatchObject({ id: 1001 });
});

test('reference-key: only one transaction can use a reference key: the error for a second one and the list name it', async () => {
  const gateway = createGateway();
  const body = byCard({ reference_key: 'order-1001-attempt-1' });
  const { id } = await gateway.call('createTransaction', { body });
  await gateway.call('createTransaction', { body: byCard() });
  expect(await gateway.refusal(gateway.call('createTransaction', { body }))).toEqual({
    status: 422,
    errors: [`reference_key: already used by transaction ${id}`],
  });
  const found = await gateway.call('listTransactions', { query: { reference_key: 'order-1001-attempt-1' } });
  expect(found).toMatchObject({
    data: [{ id, reference_key: 'order-1001-attempt-1' }],
    total: 1,
    current_page: 1,
    last_page: 1,
  });
  expect(await gateway.call('listTransactions', { query: { reference_key: 'other' } })).toMatchObject({
    data: [],
    total: 0,
  });
});

test('numbers and flags are accepted in every form that public clients send', async () => {
  const gateway = createGateway();
  const body = byCard({ installments: '3', async: '0', capture: true, amount: 1998.9999999999998 });
  expect(await gateway.call('createTransaction', { body, invalid: true })).toMatchObject({
    amount: 1999,
    installments: 3,
    status: 'paid',
  });
  expect(await gateway.call('createTransaction', { body: { ...body, async: 1 }, invalid: true })).toMatchObject({
    status: 'processing',
  });
});

test('the number and the security code of a card are never stored', async () => {
  const gateway = createGateway();
  await gateway.call('createTransaction', { body: byCard({ card: card('4111111111111111', '9174') }) });
  await gateway.call('createCard', { body: card('5555555555554444', '8263') });
  const dump = await gateway.dump();
  for (const secret of ['4111111111111111', '5555555555554444', '"9174"', '"8263"']) expect(dump).not.toContain(secret);
});

test('card fields are never stored; free text is stored as sent', async () => {
  const gateway = createGateway();
  const pan = '4532015112830366';
  const sensitive = { card_number: '4539620659922097', card_cvv: '9174' };
  const free = {
    metadata: JSON.stringify({ note: `metadata ${pan}` }),
    reference_key: `reference ${pan}`,
    items: [{ title: `title ${pan}`, unit_price: 1, quantity: 1 }],
    card: { ...card(), ...sensitive, card_holder_name: `holder ${pan}` },
  };
  await gateway.call('createTransaction', { body: byCard(free) });
  await gateway.call('createPaymentLink', {
    body: { amount: 100, type: 'payment', name: `name ${pan}`, description: `description ${pan}` },
  });
  await gateway.call('addAcquirers', {
    body: { acquirers: [{ name: 'x', priority: 1, credentials: { key: 'acquirer-key-1' } }] },
    invalid: true,
  });
  const dump = await gateway.dump();
  for (const place of ['metadata', 'reference', 'title', 'holder', 'name', 'description'])
    expect(dump).toContain(`${place} ${pan}`);
  for (const secret of [...Object.values(sensitive), 'acquirer-key-1']) expect(dump).not.toContain(secret);
});

test.each([
  ['1026', 'refused'],
  ['1126', 'paid'],
  ['1226', 'paid'],
  ['1326', 'paid'], // a month that does not exist
])('card-expired: in November 2026, a card with the expiry %s is %s', async (card_expiration_date, status) => {
  const gateway = createGateway();
  const body = byCard({ card: { ...card(), card_expiration_date } });
  const created = await gateway.call('createTransaction', { body });
  expect(created.status).toBe(status);
  if (status === 'refused') expect(created.refused_reason).toEqual({ reason: 'Cartão vencido' });
  expect(await gateway.dump()).not.toContain(`"${card_expiration_date}"`);
});

test('card-expired: the last month ends in São Paulo', async () => {
  const status = async (start: string) => {
    const body = byCard({ card: { ...card(), card_expiration_date: '1126' } });
    return (await createGateway({ start }).call('createTransaction', { body })).status;
  };
  expect(await status('2026-12-01T02:59:59Z')).toBe('paid');
  expect(await status('2026-12-01T03:00:00Z')).toBe('refused');
});

test('card-expired: a card that was stored after its expiry is refused by its id, with 3DS too', async () => {
  const gateway = createGateway();
  const { card_id } = await gateway.call('createCard', { body: { ...card(), card_expiration_date: '0120' } });
  const { card: _sent, ...request } = byCard({ card_id });
  expect(await gateway.call('createTransaction', { body: request })).toMatchObject({ status: 'refused' });
  const debit = byDebit({ card: { ...card(), card_expiration_date: '0120' } });
  const { id, status } = await gateway.call('createTransaction', { body: debit });
  expect(status).toBe('request_authentication');
  expect(await gateway.act('authenticate', 'transactions', id, { outcome: 'approved' })).toMatchObject({
    status: 'refused',
    refused_reason: { reason: 'Cartão vencido' },
  });
});

test.each([2, '3', 12])('debit-installments: a debit card in %j installments is refused', async (installments) => {
  const gateway = createGateway();
  const refused = gateway.call('createTransaction', { body: byDebit({ installments }) });
  expect(await gateway.refusal(refused)).toEqual({
    status: 422,
    errors: ['installments: a debit card pays at once; send 1, or leave installments out'],
  });
  expect(await gateway.call('listTransactions')).toMatchObject({ total: 0 });
});
