import { describe, expectTypeOf, test } from 'vitest';
import { type CreateTransactionRequest, createGatewayClient, type FeeSimulation } from '../../src/index.js';

const client = createGatewayClient({ baseUrl: 'https://gateway.example', accessToken: 'token' });

describe('types of requests', () => {
  test('a flag is a boolean, and a count an integer', () => {
    type Device = NonNullable<
      NonNullable<CreateTransactionRequest & { payment_method: 'credit_card' }>['threeDSecure']
    >;
    expectTypeOf<CreateTransactionRequest['async']>().toEqualTypeOf<boolean | undefined>();
    expectTypeOf<CreateTransactionRequest['installments']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<NonNullable<Device['device']>['screenWidth']>().toEqualTypeOf<number | undefined>();
    const body = { amount: 100, payment_method: 'pix', async: 'banana' } as const;
    // @ts-expect-error async is a boolean
    client.POST('/v1/transactions', { body });
    // @ts-expect-error async is a boolean, also where the body is written in the call
    client.POST('/v1/transactions', { body: { amount: 100, payment_method: 'pix', async: 'banana' } });
  });
});

describe('a fee simulation', () => {
  test('promises no field, because the document shows one simulation only, whose fee the customer pays', async () => {
    const { data } = await client.POST('/v1/simulate/tax', { body: { amount: 100, fee_responsible: 'self' } });
    expectTypeOf(data?.netAmount).toEqualTypeOf<number | undefined>();
    if (data) expectTypeOf<FeeSimulation>().toExtend<typeof data>();
  });

  test('that does not compile names the field', () => {
    client.POST('/v1/simulate/tax', {
      // @ts-expect-error no such field
      body: { amount: 100, fee_responsable: 'customer' },
    });
  });
});
