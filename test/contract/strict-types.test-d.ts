import { describe, expectTypeOf, test } from 'vitest';
import {
  type CreateTransactionRequest,
  createGatewayClient,
  type FeeSimulation,
  type SimulateTaxRequest,
  type SimulateTaxResponse,
} from '../../src/index.js';

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
  test('has the documented fields if the customer pays the fee', async () => {
    const { data } = await client.POST('/v1/simulate/tax', { body: { amount: 100, fee_responsible: 'customer' } });
    expectTypeOf(data).toEqualTypeOf<FeeSimulation | undefined>();
  });

  test('may lack each field if the merchant pays it, or if nobody says who does', async () => {
    const { data } = await client.POST('/v1/simulate/tax', { body: { amount: 100, fee_responsible: 'self' } });
    expectTypeOf(data).toEqualTypeOf<SimulateTaxResponse | undefined>();
    expectTypeOf(data?.netAmount).toEqualTypeOf<number | undefined>();
    const unsaid = await client.POST('/v1/simulate/tax', { body: { amount: 100 } });
    expectTypeOf(unsaid.data).toEqualTypeOf<SimulateTaxResponse | undefined>();
    const body: SimulateTaxRequest = { amount: 100, fee_responsible: 'customer' };
    const unknown = await client.POST('/v1/simulate/tax', { body });
    expectTypeOf(unknown.data).toEqualTypeOf<SimulateTaxResponse | undefined>();
  });

  test('that does not compile names the field', () => {
    client.POST('/v1/simulate/tax', {
      // @ts-expect-error no such field
      body: { amount: 100, fee_responsable: 'customer' },
    });
  });
});
