import { expect } from 'vitest';
import { createGateway, DAY, test } from '../gateway.ts';
import { APPROVED, byCard, byDebit, card, REFUSED, STAYS_PROCESSING } from '../requests.ts';

test('card-outcomes: an approved card is paid at once, and retrieved as it was returned', async ({ gateway }) => {
  const transaction = await gateway.create(byCard());
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
  expect(await gateway.retrieve(transaction.id)).toEqual(transaction);
  expect(await gateway.eventLines()).toEqual([
    `customer.created ${transaction.customer.id}`,
    `transaction.created ${transaction.id} paid`,
  ]);
});

const refused = {
  status: 'refused',
  refused_reason: { reason: expect.any(String) },
  capture_amount: 0,
  paid_amount: null,
};
const paid = { status: 'paid', paid_amount: 15990 };
const authorized = { status: 'authorized', capture_amount: 0, paid_amount: null };

test.each([
  ['capture: false', { capture: false }, authorized],
  ['a refused test card', { card: card(REFUSED) }, refused],
  ['a security code that begins with 6', { card: card(APPROVED, '612') }, refused],
])('card-outcomes: %s decides the outcome, at once or after the settle delay', async (_, changes, outcome) => {
  const gateway = createGateway();
  expect(await gateway.create(byCard(changes))).toMatchObject(outcome);
  const { id, status } = await gateway.create(byCard({ ...changes, async: true }));
  expect(status).toBe('processing');
  await gateway.advance(1000);
  expect(await gateway.retrieve(id)).toMatchObject(outcome);
});

test('async: true returns processing, and after the settle delay it is paid and sends an event', async ({
  gateway,
}) => {
  const { id, status } = await gateway.create(byCard({ async: true }));
  expect(status).toBe('processing');
  await gateway.advance(999);
  expect(await gateway.retrieve(id)).toMatchObject({ status: 'processing', paid_amount: null });
  await gateway.advance(1);
  expect(await gateway.retrieve(id)).toMatchObject({ ...paid, updated_at: '2026-11-20T13:05:42.482000Z' });
  const event = { name: 'transaction.status_changed', object: id, payload: { id, status: 'paid' } };
  expect((await gateway.events()).at(-1)).toMatchObject(event);
});

test.each([
  ['settle', authorized],
  ['decline', refused],
  ['pay', paid],
] as const)('a processing card stays so, whatever its security code, until %s', async (act, outcome) => {
  const gateway = createGateway();
  const { id } = await gateway.create(byCard({ card: card(STAYS_PROCESSING, '612'), capture: false }));
  await gateway.advance(400 * DAY);
  expect(await gateway.retrieve(id)).toMatchObject({ status: 'processing' });
  expect(await gateway.act(act, 'transactions', id)).toMatchObject(outcome);
});

test('card-kept: a stored card is charged by card_id alone, and shows the same brand and digits', async ({
  gateway,
}) => {
  const first = await gateway.create(byCard());
  const { card, customer } = first;
  const ids = { card_id: card.card_id, customer_id: customer.id };
  const body = { amount: 500, payment_method: 'credit_card', billing: byCard().billing, ...ids };
  expect(await gateway.create(body)).toMatchObject({ card, customer, status: 'paid' });
});

test.each([
  ['its test number', card(REFUSED), undefined, 'refused'],
  ['the security code that comes with its id', card(), '612', 'refused'],
  ['the first digit of that code only', card(), '162', 'paid'],
  ['its expiry', { ...card(), card_expiration_date: '0120' }, undefined, 'refused'],
])('card-outcomes: %s decides the outcome of a stored card', async (_, stored, card_cvv, status) => {
  const gateway = createGateway();
  const { card_id } = await gateway.call('createCard', { body: stored });
  const { card: _none, ...body } = byCard({ card_id });
  const { card, ...created } = await gateway.createInvalid({ ...body, card_cvv });
  expect(created).toMatchObject({ status });
  expect(card.card_last_digits).toBe(stored.card_number.slice(-4));
});

const AMOUNT = 'amount: must be a whole number of centavos, from 1 to 9007199254740991';
const INSTALLMENTS = 'installments: must be a whole number from 1 to 99';

test.each([
  [{ card_id: 4711 }, 'card_id: there is no card 4711'],
  [{ customer_id: 4711 }, 'customer_id: there is no customer 4711'],
  [{ amount: 0 }, AMOUNT],
  [{ amount: 1e300 }, AMOUNT],
  [{ installments: 0 }, INSTALLMENTS],
  [{ installments: 1e9 }, INSTALLMENTS],
  [{ payment_method: 'cash' }, 'payment_method: must be credit_card, debit_card, pix or boleto'],
])('%j is refused with 422, stores nothing and uses no id', async (changes, error) => {
  const gateway = createGateway();
  await gateway.refuses(422, gateway.createInvalid(byCard(changes)), [error]);
  expect([await gateway.objects(), await gateway.events()]).toEqual([[], []]);
  expect(await gateway.create(byCard())).toMatchObject({ id: 1001 });
});

test('reference-key: only one transaction can use a key, and the error and the list name it', async ({ gateway }) => {
  const reference_key = 'order-1001-attempt-1';
  const body = byCard({ reference_key });
  const { id } = await gateway.create(body);
  await gateway.create(byCard());
  await gateway.refuses(422, gateway.create(body), [`reference_key: already used by transaction ${id}`]);
  expect(await gateway.call('listTransactions', { query: { reference_key } })).toMatchObject({
    data: [{ id, reference_key }],
    total: 1,
    current_page: 1,
    last_page: 1,
  });
  const none = await gateway.call('listTransactions', { query: { reference_key: 'other' } });
  expect(none).toMatchObject({ data: [], total: 0 });
});

test('card fields and credentials are never stored; free text is stored as sent [S14]', async ({ gateway }) => {
  const pan = '4532015112830366';
  const free = {
    metadata: JSON.stringify({ note: `metadata ${pan}` }),
    reference_key: `reference ${pan}`,
    items: [{ title: `title ${pan}`, unit_price: 1, quantity: 1 }],
    card: { ...card('4539620659922097', '9174'), card_holder_name: `holder ${pan}` },
  };
  await gateway.create(byCard(free));
  await gateway.call('createCard', { body: card('5555555555554444', '8263') });
  await gateway.call('createPaymentLink', {
    body: { amount: 100, type: 'payment', name: `name ${pan}`, description: `description ${pan}` },
  });
  const acquirers = [{ name: 'x', priority: 1, credentials: { key: 'acquirer-key-1' } }];
  await gateway.call('addAcquirers', { body: { acquirers }, invalid: true });
  const dump = await gateway.dump();
  for (const place of ['metadata', 'reference', 'title', 'holder', 'name', 'description'])
    expect(dump).toContain(`${place} ${pan}`);
  for (const secret of ['4539620659922097', '"9174"', '5555555555554444', '"8263"', '"1230"', 'acquirer-key-1'])
    expect(dump).not.toContain(secret);
});

test('card-expired: the last month ends in São Paulo', async () => {
  const body = byCard({ card: { ...card(), card_expiration_date: '1126' } });
  const status = async (start: string) => (await createGateway({ start }).create(body)).status;
  expect(await status('2026-12-01T02:59:59Z')).toBe('paid');
  expect(await status('2026-12-01T03:00:00Z')).toBe('refused');
});

test.each([2, 12])('debit-installments: a debit card in %j installments is refused', async (installments) => {
  const gateway = createGateway();
  const error = 'installments: only a credit card pays in installments; send 1, or leave installments out';
  await gateway.refuses(422, gateway.create(byDebit({ installments })), [error]);
  expect(await gateway.objects()).toEqual([]);
});
