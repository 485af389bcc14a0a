import { describe, expect, test } from 'vitest';
import { JSON_HEADERS, sendTo } from '../../../sandbox/test/server/send.ts';
import { createStub } from '../../../test/stub-server.ts';

const stub = createStub();

const send = (method: string, path: string, body?: string, headers?: Record<string, string>) =>
  sendTo(stub, method, path, body, headers);

async function create(transaction: unknown): Promise<{ status: number; errors: string[] }> {
  const { status, errors } = await send('POST', '/v1/transactions', JSON.stringify(transaction));
  return { status, errors };
}

/** A contract with an object of arbitrary string fields. */
const withUnknownFields = {
  openapi: '3.1.0',
  info: { title: 'Free', version: '1' },
  paths: {
    '/v1/free': {
      post: {
        operationId: 'free',
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { settings: { type: 'object', additionalProperties: { type: 'string' } } },
              },
            },
          },
        },
        responses: { 200: { description: 'Nothing.' } },
      },
    },
  },
};

describe('a violation', () => {
  test('of a branch that was not chosen is not reported', async () => {
    const wrong = { boleto: 1, threeDSecure: 2, expiration_date: [], card: {} };
    expect((await create({ amount: 1, payment_method: 'boleto', ...wrong })).errors).toEqual([
      'boleto: must be an object, not a number',
    ]);
    expect((await create({ amount: 1, payment_method: 'pix', ...wrong })).errors).toEqual([
      'expiration_date: must be a string, not an array',
    ]);
    expect((await create({ amount: 1, payment_method: 'credit_card', ...wrong })).errors).toEqual([
      'card.card_number: is required',
      'threeDSecure: must be an object, not a number',
    ]);
  });

  test('of the discriminator names the valid choices', async () => {
    const errors = ['payment_method: must be one of credit_card, debit_card, pix, boleto'];
    expect(await create({ amount: 1, payment_method: 'cash' })).toEqual({ status: 400, errors });
    expect(await create({ amount: 1 })).toEqual({ status: 400, errors: ['payment_method: is required'] });
  });

  test('never shows values of the request', async () => {
    const { errors } = await create({
      amount: 'marker-1',
      payment_method: 'marker-2',
      card: { card_number: 'marker-3' },
    });
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.join()).not.toContain('marker');
  });

  test.each([
    [{ a: 1 }, ['settings.a: must be a string, not a number']],
    [
      { '4485275742308327': 1, 'x4485 2757 4230 8327': 1, '4485-2757-4230-8327': 1 },
      ['settings.[redacted]: must be a string, not a number', 'settings.x[redacted]: must be a string, not a number'],
    ],
  ])(
    'in an object of unknown fields is reported by name, unless the name may be a card number: %j',
    async (settings, errors) => {
      const stub = createStub({}, { contract: withUnknownFields });
      const response = await stub.fetch('/v1/free', {
        method: 'POST',
        headers: JSON_HEADERS,
        body: JSON.stringify({ settings }),
      });
      expect(await response.json()).toEqual({ errors });
    },
  );

  test('of too many real card numbers ends in the same way', async () => {
    const metadata = Array.from({ length: 150 }, () => ({ card_number: '4485275742308327' }));
    const { errors } = await send(
      'POST',
      '/v1/cards',
      JSON.stringify({ card_number: '4111111111111111', x: metadata }),
    );
    expect(errors).toHaveLength(101);
    expect(errors[7]).toMatch(/^x\[7\]\.card_number: looks like a real card/);
    expect(errors.at(-1)).toBe('body: has more violations than these');
  });
});

test.each(['payment_method', 'amount', 'installments', 'async'])(
  'an object that cannot become a text is a violation of %s, not a failure of the server',
  async (field) => {
    for (const value of [{ toString: 1 }, { valueOf: 1, toString: 1 }]) {
      const { status, errors } = await create({ amount: 100, payment_method: 'pix', [field]: value });
      expect({ status, isNamed: errors.some((error) => error.startsWith(field)) }).toEqual({
        status: 400,
        isNamed: true,
      });
    }
  },
);
