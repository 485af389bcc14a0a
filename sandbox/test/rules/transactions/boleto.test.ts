import { expect } from 'vitest';
import { dueFactor, readBoletoLine } from '../../../../test/contract/brazil.ts';
import { createGateway, test } from '../gateway.ts';
import { byBoleto, DUE } from '../requests.ts';

test.each([{}, { async: true }, { async: false }])(
  'it waits, and its line has the amount and due date: %j',
  async (changes) => {
    const gateway = createGateway();
    const { id, status, boleto } = await gateway.create(byBoleto({ amount: 12_345, ...changes }));
    expect(status).toBe('waiting_payment');
    expect(readBoletoLine(boleto.barcode_line)).toMatchObject({ amount: 12_345, factor: dueFactor('2026-12-10') });
    await gateway.act('pay', 'transactions', id);
    const paid = { status: 'paid', amount: 12_345, payment_method: 'boleto', boleto };
    expect(await gateway.retrieve(id)).toMatchObject(paid);
  },
);

test.each([
  ['its last payment day', '2026-11-20', DUE, '2026-12-16T02:59:59.999Z'],
  ['the Monday after its last day', '2026-11-20', { expiration: '2026-12-10' }, '2026-12-15T02:59:59.999Z'],
  ['the day after Carnival', '2026-02-11', { expiration: '2026-02-14' }, '2026-02-19T02:59:59.999Z'],
  [
    'the day after Easter',
    '2025-04-10',
    { expiration: '2025-04-18', max_payment_date: '2025-04-19' },
    '2025-04-23T02:59:59.999Z',
  ],
])('boleto-flow: it is paid until %s ends in São Paulo, and then canceled', async (_day, start, boleto, last) => {
  const gateway = createGateway({ start: `${start}T13:00:00Z` });
  const [paid, waiting] = [await gateway.create(byBoleto({ boleto })), await gateway.create(byBoleto({ boleto }))];
  await gateway.advanceTo(last);
  expect(await gateway.act('pay', 'transactions', paid.id)).toMatchObject({ status: 'paid' });
  await gateway.advance(1);
  expect(await gateway.retrieve(waiting.id)).toMatchObject({ status: 'canceled' });
});

test('boleto-flow: without any date it is due in three days', async ({ gateway }) => {
  const { boleto: _none, ...body } = byBoleto();
  const created = await gateway.create(body);
  expect(readBoletoLine(created.boleto.barcode_line).factor).toBe(dueFactor('2026-11-23'));
});

test('boleto-flow: today in São Paulo is accepted, even if it is tomorrow in UTC', async () => {
  const gateway = createGateway({ start: '2026-11-21T02:30:00.000Z' });
  const body = byBoleto({ boleto: { expiration: '2026-11-20', max_payment_date: '2026-11-20' } });
  expect(await gateway.create(body)).toMatchObject({ status: 'waiting_payment' });
});

test('boleto-flow: the largest amount is accepted, and dates of null', async ({ gateway }) => {
  const body = byBoleto({ amount: 9_999_999_999, boleto: { expiration: null, max_payment_date: null } });
  expect(await gateway.createInvalid(body)).toMatchObject({ status: 'waiting_payment' });
});

const NO_DAY = 'must be a day, shaped YYYY-MM-DD';

test.each([
  [{ boleto: { expiration: '2026-11-19' } }, 'boleto.expiration: 2026-11-19 has passed; it is 2026-11-20 in São Paulo'],
  [
    { boleto: { expiration: '2026-12-10', max_payment_date: '2026-12-09' } },
    'boleto.max_payment_date: 2026-12-09 is before the due date 2026-12-10',
  ],
  [{ boleto: { expiration: '2026-02-30' } }, `boleto.expiration: ${NO_DAY}`],
  [{ boleto: { expiration: 20_301_231 } }, `boleto.expiration: ${NO_DAY}`],
  [{ boleto: { max_payment_date: 'soon' } }, `boleto.max_payment_date: ${NO_DAY}`],
  [{ amount: 10_000_000_000 }, 'amount: a boleto carries at most 9999999999 centavos'],
])('boleto-flow: %j is refused', async (changes, error) => {
  const gateway = createGateway();
  await gateway.refuses(422, gateway.createInvalid(byBoleto(changes)), [error]);
});
