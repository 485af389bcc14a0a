import { afterAll, describe, expect, test } from 'vitest';
import { isLuhn } from '../../../../core/src/util/mod10.js';
import { testValues } from '../../../../generated/test-values.ts';
import { otherTestCards } from '../../../src/server/request/test-cards.ts';
import { openSandbox, sendJson } from '../send.ts';

describe('a real card', () => {
  const sandbox = openSandbox();
  afterAll(() => sandbox[Symbol.asyncDispose]());

  const real = '4485275742308327';

  test.each([
    ['/v1/cards', { card_number: real }],
    ['/v1/transactions', { amount: 1, payment_method: 'credit_card', card: { card_number: real } }],
    ['/v1/cards/brand', { card_number: real }],
  ])('is refused by %s [S9]', async (path, body) => {
    const response = await sendJson(sandbox, 'POST', path, body);
    expect(response.status).toBe(400);
    expect(response.body.errors).toEqual([
      expect.stringMatching(/card_number: looks like a real card.*--allow-any-card/),
    ]);
    expect(JSON.stringify(response.body)).not.toContain(real);
  });

  test('is accepted if the option is on [S9]', async () => {
    await using trusting = openSandbox({ allowAnyCard: true });
    const response = await sendJson(trusting, 'POST', '/v1/cards', { card_number: real });
    expect(response).toMatchObject({ status: 200, body: { card_last_digits: '8327' } });
    expect(JSON.stringify(trusting.requests)).not.toContain(real);
  });
});

test.each([...otherTestCards])('%s of %s is a valid card number, but not one of our test cards', (number) => {
  expect(isLuhn(number)).toBe(true);
  expect(testValues.cards.map(({ card_number }) => card_number as string)).not.toContain(number);
});
