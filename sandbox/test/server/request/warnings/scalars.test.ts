import { describe, expect, test } from 'vitest';
import { openSandbox, sendJson } from '../../send.ts';

describe('a scalar of another type is accepted', () => {
  const card = { card_number: 4111111111111111, card_expiration_date: 1231 };

  test.each([
    [{ amount: '15990' }, 'amount: is a number in the contract, and a string was sent', { amount: 15990 }],
    [
      { customer: { external_id: 0 } },
      'customer.external_id: is a string in the contract, and a number was sent',
      { customer: { external_id: '0' } },
    ],
    [{ amount: 19.99 * 100 }, 'amount: is not an integer, and was rounded to one', { amount: 1999 }],
    [{ metadata: true }, 'metadata: is a string in the contract, and a boolean was sent', { metadata: 'true' }],
    [
      { items: [{ title: 'a', quantity: '2' }] },
      'items[0].quantity: is a number in the contract, and a string was sent',
      { items: [{ quantity: 2 }] },
    ],
    [
      { items: [{ tangible: 'true' }] },
      'items[0].tangible: is a boolean in the contract, and a string was sent',
      { items: [{ tangible: 1 }] },
    ],
  ])('%j', async (fields, warning, response) => {
    await using sandbox = openSandbox();
    const sent = { amount: 1, payment_method: 'pix', ...fields };
    const accepted = { status: 200, warnings: [warning], body: response };
    expect(await sendJson(sandbox, 'POST', '/v1/transactions', sent)).toMatchObject(accepted);
    // The journal has the value as it was sent.
    expect(sandbox.requests[0]?.body).toMatchObject(sent);
  });

  test('a card sent as numbers is the same card', async () => {
    await using sandbox = openSandbox();
    const sent = { amount: 1, payment_method: 'credit_card', card };
    const { body } = await sendJson(sandbox, 'POST', '/v1/transactions', sent);
    expect(body).toMatchObject({ status: 'paid', card: { brand: 'visa', card_last_digits: '1111' } });
    expect(JSON.stringify(sandbox.requests)).not.toContain('4111111111111111');
  });

  test.each([
    [{ amount: '1e3' }, 'amount: must be an integer, not a string'],
    [{ amount: '99999999999999999999' }, 'amount: must be an integer, not a string'],
    [{ amount: true }, 'amount: must be an integer, not a boolean'],
    [{ amount: 1998.99 }, 'amount: must be in centavos: 199899, not 1998.99'],
    [{ capture: 2 }, 'capture: must be a boolean, not a number'],
    [{ metadata: {} }, 'metadata: must be a string, not an object'],
  ])('%j is refused, because a conversion would lose information', async (fields, error) => {
    await using sandbox = openSandbox();
    const sent = { amount: 1, payment_method: 'pix', ...fields };
    const refused = { status: 400, errors: [error] };
    expect(await sendJson(sandbox, 'POST', '/v1/transactions', sent)).toMatchObject(refused);
  });
});
