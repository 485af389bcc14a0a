import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postAccepted, type Reached, sendJson, transports } from '../../mock/send.ts';

const _card = (card_number: string) => ({ card_number, card_holder_name: 'ANA LIMA', card_expiration_date: '1231' });

describe.each(transports)('a real card, $name', ({ open }) => {
  let mock: Reached;
  beforeAll(async () => {
    mock = await open();
  });
  afterAll(() => mock[Symbol.asyncDispose]());

  const post = (path: string, body?: unknown) => postAccepted(mock, path, body);

  const real = '4485275742308327';

  test.each([
    ['/v1/cards', { card_number: real }],
    ['/v1/transactions', { amount: 1, payment_method: 'credit_card', card: { card_number: real } }],
    ['/v1/cards/brand', { card_number: real }],
  ])('is refused by %s', async (path, body) => {
    const response = await sendJson(mock, 'POST', path, body);
    expect(response.status).toBe(400);
    expect(response.body.errors).toEqual([
      expect.stringMatching(/card_number: looks like a real card.*--allow-any-card/),
    ]);
    expect(JSON.stringify(response.body)).not.toContain(real);
  });

  test('must have a valid check digit', async () => {
    expect((await post('/v1/cards', { card_number: '5502091556851234' })).card_last_digits).toBe('1234');
  });

  test('is accepted if the option is on', async () => {
    await using trusting = await open({ allowAnyCard: true });
    const response = await sendJson(trusting, 'POST', '/v1/cards', { card_number: real });
    expect(response).toMatchObject({ status: 200, body: { card_last_digits: '8327' } });
    expect(JSON.stringify(trusting.requests)).not.toContain(real);
  });
});
