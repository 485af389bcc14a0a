import { describe, expect, test } from 'vitest';
import type { MockRequest } from '../../../src/mock/index.js';
import { sendJson, transports } from '../send.ts';

const SECRETS = { card_number: '4111111111111111', card_cvv: '7391' };

describe.each(transports)('the journal, $name', ({ open }) => {
  test('has the operation, the status and the body of each request, without secrets', async () => {
    await using mock = await open();
    const body = {
      amount: 5,
      payment_method: 'credit_card',
      card: { ...SECRETS, card_holder_name: 'ANA' },
      metadata: `paid with ${SECRETS.card_number}`,
    };
    await sendJson(mock, 'POST', '/v1/transactions', body, { authorization: 'Bearer very-secret-token' });
    await sendJson(mock, 'GET', '/v1/cards/4111111111111111?note=very-secret-token', undefined, {
      authorization: 'Bearer very-secret-token',
    });
    expect(mock.requests).toMatchObject([
      {
        operationId: 'createTransaction',
        method: 'POST',
        status: 200,
        evidence: 'documented 4.5',
        errors: [],
        body: { amount: 5, card: { card_number: '[redacted]', card_cvv: '[redacted]', card_holder_name: 'ANA' } },
      },
      { operationId: 'retrieveCard', method: 'GET', status: 200, params: { id: '[redacted]' }, body: undefined },
    ]);
    expect(JSON.stringify(mock.requests)).not.toMatch(/4111111111111111|7391|very-secret-token/);
  });

  test('has what was refused, with the reasons', async () => {
    await using mock = await open();
    await sendJson(mock, 'GET', '/v1/nothing');
    await sendJson(mock, 'POST', '/v1/transactions', { amount: 'x', payment_method: 'pix' });
    expect(mock.requests).toMatchObject([
      { operationId: undefined, status: 404 },
      { operationId: 'createTransaction', status: 400, errors: ['amount: must be an integer, not a string'] },
    ]);
  });

  test('keeps the last 1,000 and forgets all at reset', async () => {
    await using mock = await open();
    for (let i = 0; i < 2_050; i++) await sendJson(mock, 'GET', `/v1/customers/${i}`);
    expect(mock.requests).toHaveLength(1_000);
    expect(mock.requests[0]?.params).toEqual({ id: '1050' });
    expect(mock.requests.at(-1)?.params).toEqual({ id: '2049' });
    mock.reset();
    expect(mock.requests).toEqual([]);
  });

  test('names the size of a large body in place of it', async () => {
    await using mock = await open();
    await sendJson(mock, 'POST', '/v1/transactions', {
      amount: 1,
      payment_method: 'pix',
      metadata: 'x'.repeat(20_000),
    });
    expect(mock.requests[0]?.body).toMatch(/^\[20\d\d\d bytes\]$/);
  });

  test('goes to a function of the caller as well', async () => {
    const seen: MockRequest[] = [];
    await using mock = await open({ log: (request) => seen.push(request) });
    await sendJson(mock, 'GET', '/v1/customers/1');
    expect(seen).toEqual(mock.requests);
  });
});
