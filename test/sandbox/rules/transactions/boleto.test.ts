import { expect, test } from 'vitest';
import { dueFactor, readBoletoLine } from '../../../contract/brazil.ts';
import { createGateway } from '../gateway.ts';
import { byBoleto } from '../requests.ts';

test.each([{}, { async: true }, { async: false }])(
  'it waits for payment and has a line with the real amount and due date: %j',
  async (changes) => {
    const gateway = createGateway();
    const created = await gateway.call('createTransaction', { body: byBoleto({ amount: 12_345, ...changes }) });
    expect(created.status).toBe('waiting_payment');
    expect(readBoletoLine(created.boleto.barcode_line)).toMatchObject({
      amount: 12_345,
      factor: dueFactor('2026-12-10'),
    });
    await gateway.act('pay', 'transactions', created.id);
    expect(await gateway.call('retrieveTransaction', { params: { id: created.id } })).toMatchObject({
      status: 'paid',
      amount: 12_345,
      payment_method: 'boleto',
      boleto: created.boleto,
    });
  },
);

test('boleto-flow: it is canceled when its last payment day ends in São Paulo', async () => {
  const gateway = createGateway();
  const { id } = await gateway.call('createTransaction', { body: byBoleto() });
  await gateway.advance(Date.parse('2026-12-16T02:59:59.999Z') - (await gateway.now()));
  expect(await gateway.call('retrieveTransaction', { params: { id } })).toMatchObject({ status: 'waiting_payment' });
  await gateway.advance(1);
  expect(await gateway.call('retrieveTransaction', { params: { id } })).toMatchObject({ status: 'canceled' });
});

test('boleto-flow: without a last payment day it is canceled three days after its due date', async () => {
  const gateway = createGateway();
  const { id } = await gateway.call('createTransaction', { body: byBoleto({ boleto: { expiration: '2026-12-10' } }) });
  await gateway.advance(Date.parse('2026-12-14T02:59:59.999Z') - (await gateway.now()));
  expect(await gateway.call('retrieveTransaction', { params: { id } })).toMatchObject({ status: 'waiting_payment' });
  await gateway.advance(1);
  expect(await gateway.call('retrieveTransaction', { params: { id } })).toMatchObject({ status: 'canceled' });
});

test('boleto-flow: without any date it is due in three days', async () => {
  const gateway = createGateway();
  const { boleto: _none, ...body } = byBoleto();
  const created = await gateway.call('createTransaction', { body });
  expect(readBoletoLine(created.boleto.barcode_line).factor).toBe(dueFactor('2026-11-23'));
});

test('boleto-flow: today in São Paulo is accepted, even if it is tomorrow in UTC', async () => {
  const gateway = createGateway({ start: '2026-11-21T02:30:00.000Z' });
  const body = byBoleto({ boleto: { expiration: '2026-11-20', max_payment_date: '2026-11-20' } });
  expect(await gateway.call('createTransaction', { body })).toMatchObject({ status: 'waiting_payment' });
});

test.each([
  [{ expiration: '2026-11-19' }, /^boleto.expiration: 2026-11-19 has passed/],
  [{ expiration: '2026-12-10', max_payment_date: '2026-12-09' }, /^boleto.max_payment_date: /],
  [{ expiration: '2026-02-30' }, /^boleto.expiration: must be a day/],
])('boleto-flow: %j is refused', async (boleto, error) => {
  const gateway = createGateway();
  const refusal = await gateway.refusal(
    gateway.call('createTransaction', { body: byBoleto({ boleto }), invalid: true }),
  );
  expect(refusal).toMatchObject({ status: 422, errors: [expect.stringMatching(error)] });
});
