import { describe, expect, test } from 'vitest';
import { createMock, sendJson } from '../send.ts';

const warningOf = (headers: Headers) => decodeURIComponent(headers.get('x-sandbox-warning') ?? '');

describe('an id that an example owns returns that example', () => {
  const ask = async (method: string, path: string, body?: unknown) => {
    const mock = createMock();
    return await sendJson(mock, method, path, body);
  };

  test.each([
    ['/v1/transactions/1001', { id: 1001, payment_method: 'credit_card', status: 'paid' }],
    ['/v1/transactions/1002', { id: 1002, payment_method: 'pix', status: 'paid' }],
    ['/v1/transactions/1003', { id: 1003, payment_method: 'boleto', status: 'waiting_payment' }],
    ['/v1/transactions/1004', { id: 1004, payment_method: 'debit_card' }],
    ['/v1/transactions/1007', { id: 1007, status: 'refused' }],
    ['/v1/customers/78', { id: 78, type: 'corporation' }],
    ['/v1/receivers/702', { id: 702 }],
    ['/v1/links/402', { id: 402 }],
  ])('%s', async (path, expected) => {
    const { status, headers, body } = await ask('GET', path);
    expect({ status, body }).toMatchObject({ status: 200, body: expected });
    expect(headers.get('x-sandbox-warning')).toBeNull();
  });

  test('also after something was done to it', async () => {
    expect((await ask('POST', '/v1/transactions/1002/refund')).body).toMatchObject({
      id: 1002,
      payment_method: 'pix',
      status: 'refunded',
      pix_additional_fields: { pix_id: 'c0ffee00000000000000000000001002' },
    });
    const { body } = await ask('PUT', '/v1/customers/78', { name: 'Loja Nova Ltda' });
    expect(body).toMatchObject({ id: 78, type: 'corporation', name: 'Loja Nova Ltda' });
    expect(body.email).toBe((await ask('GET', '/v1/customers/78')).body.email);
  });

  test('uses the first resource for an id without an example, with a warning', async () => {
    const { status, headers, body } = await ask('GET', '/v1/transactions/4532015112830366');
    expect({ status, body }).toMatchObject({ status: 200, body: { payment_method: 'credit_card' } });
    expect(warningOf(headers)).toMatch(/^path\.id: no example has this id; they have 1001, 1002, 1003/);
    expect(warningOf((await ask('DELETE', '/v1/customers/5')).headers)).toBe(
      'path.id: no example has this id; they have 77, 78',
    );
    expect(warningOf((await ask('GET', '/v1/transactions/5/history')).headers)).toContain('path.id: no example');
    expect(warningOf((await ask('GET', '/v1/receivers/701/bank-accounts/1')).headers)).toBe(
      'path.bank_account_id: no example has this id; they have 801',
    );
  });

  test('which is a 400 when the mock is strict', async () => {
    const mock = createMock({ refuseWarnings: true });
    expect((await sendJson(mock, 'GET', '/v1/transactions/5')).status).toBe(400);
    expect((await sendJson(mock, 'GET', '/v1/transactions/1002')).status).toBe(200);
  });
});

describe('the amount of an act is compared with that of the example', () => {
  test.each([
    [undefined, 'refunded', ''],
    [1, 'paid', ''],
    [15989, 'paid', ''],
    [15990, 'refunded', ''],
    [15991, 'refunded', 'amount: is more than the 15990 of the example'],
  ])('a refund of %s', async (amount, status, warning) => {
    const mock = createMock();
    const sent = amount === undefined ? {} : { amount };
    const { headers, body } = await sendJson(mock, 'POST', '/v1/transactions/1001/refund', sent);
    expect(body.status).toBe(status);
    expect(warningOf(headers)).toBe(warning);
  });

  test.each([
    [12000, 12000],
    [9, 9],
    [15990, 15990],
  ])('a capture of %s', async (amount, captured) => {
    const mock = createMock();
    const { body } = await sendJson(mock, 'POST', '/v1/transactions/1008/capture', { amount });
    expect(body).toMatchObject({ status: 'paid', amount: 15990, capture_amount: captured, paid_amount: captured });
  });
});
