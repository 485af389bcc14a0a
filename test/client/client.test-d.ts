import type { Client, Middleware as FetchMiddleware } from 'openapi-fetch';
import { describe, expectTypeOf, test } from 'vitest';
import {
  type CreatePixTransactionRequest,
  type CreateTransactionRequest,
  type Customer,
  createGatewayClient,
  type ErrorResponse,
  type Middleware,
  type PathsWithEvidence,
  paginate,
  type paths,
  type RequestBody,
  type ResponseBody,
  type Transaction,
} from '../../src/index.js';
import { asOpenapiFetch } from '../../src/openapi-fetch.js';

const client = createGatewayClient({ baseUrl: 'https://gateway.example', accessToken: 'token' });
const pix: CreatePixTransactionRequest = { payment_method: 'pix', amount: 100 };

describe('types of a call', () => {
  test('bodies and responses are those of the operation', async () => {
    const { data, error } = await client.POST('/v1/transactions', { body: pix });
    // The named types list the known values of open vocabularies, too. Both are assignable to each other.
    expectTypeOf<NonNullable<typeof data>>().toExtend<Transaction>();
    expectTypeOf<Transaction>().toExtend<NonNullable<typeof data>>();
    expectTypeOf(error).toEqualTypeOf<ErrorResponse | undefined>();
    expectTypeOf<CreateTransactionRequest>().toExtend<RequestBody<'createTransaction'>>();
    expectTypeOf<ResponseBody<'createTransaction'>>().toExtend<Transaction>();
    expectTypeOf<ResponseBody<'retrieveCustomer'>>().toExtend<Customer>();
    expectTypeOf<RequestBody<'retrieveCustomer'>>().toBeNever();
  });

  test('a vocabulary keeps its known values, which an editor offers, and takes any other', async () => {
    expectTypeOf<Extract<Transaction['status'], 'paid'>>().toEqualTypeOf<'paid'>();
    expectTypeOf<string>().toExtend<Transaction['status']>();
  });

  test('after a check of error, data is defined', async () => {
    const result = await client.GET('/v1/customers/{id}', { params: { path: { id: 'c_1' } } });
    if (result.error) return;
    expectTypeOf(result.data).toExtend<Customer>();
  });

  test('a wrong path is an error at the path, not about the number of arguments', () => {
    client.GET(
      // @ts-expect-error no such path
      '/v1/nowhere',
    );
    paginate(
      client,
      // @ts-expect-error no list
      '/v1/transactions/{id}',
    );
  });

  test('mistakes do not compile', () => {
    // @ts-expect-error no such path
    client.GET('/v1/nowhere');
    // @ts-expect-error no such method
    client.PUT('/v1/transactions', { body: pix });
    // @ts-expect-error the body is missing
    client.POST('/v1/transactions');
    // @ts-expect-error the amount is a number of centavos
    client.POST('/v1/transactions', { body: { payment_method: 'pix', amount: '100' } });
    // @ts-expect-error a body, but the operation has none
    client.GET('/v1/customers', { body: pix });
    // @ts-expect-error an option that does not exist
    client.GET('/v1/customers', { retry: 1 });
    // @ts-expect-error baseUrl is required
    createGatewayClient({ accessToken: 'token' });
    // @ts-expect-error accessToken is required
    createGatewayClient({ baseUrl: 'https://gateway.example' });
  });
});

describe('a wrong call does not compile', () => {
  const params = { path: { id: 1 } };

  test('with a wrong body', () => {
    // @ts-expect-error an unknown field alone would refund everything
    client.POST('/v1/transactions/{id}/refund', { params, body: { ammount: 100 } });
    // @ts-expect-error an unknown field beside a right one
    client.POST('/v1/transactions/{id}/refund', { params, body: { amount: 1, asinc: true } });
    // @ts-expect-error an unknown field of a body with variants
    client.POST('/v1/transactions', { body: { amount: 1, payment_method: 'pix', refernce_key: 'x' } });
    // @ts-expect-error an unknown field of a body whose fields are all optional
    client.PUT('/v1/customers/{id}', { params, body: { nmae: 'x' } });
    // @ts-expect-error the amount is a number
    client.POST('/v1/transactions', { body: { amount: '1', payment_method: 'pix' } });
    // @ts-expect-error no such payment method
    client.POST('/v1/transactions', { body: { amount: 1, payment_method: 'pixx' } });
    // @ts-expect-error the payment method is missing
    client.POST('/v1/transactions', { body: { amount: 1 } });
  });

  test('with wrong parameters, paths or settings', () => {
    // @ts-expect-error no such parameter
    client.GET('/v1/transactions', { params: { query: { pge: 1 } } });
    // @ts-expect-error no such option
    client.GET('/v1/transactions', { parms: { query: { page: 1 } } });
    // @ts-expect-error no such path
    client.GET('/v1/transaction', {});
    // @ts-expect-error the id is missing
    client.GET('/v1/transactions/{id}', {});
    // @ts-expect-error no such setting
    client.GET('/v1/transactions', { timeoutMS: 5 });
    // @ts-expect-error a setting is a number
    client.GET('/v1/transactions', { retries: 'x' });
  });
});

describe('evidence at compile time', () => {
  const options = { baseUrl: 'https://gateway.example', accessToken: 'token' };
  const documented = createGatewayClient<PathsWithEvidence<'documented'>>(options);
  const observed = createGatewayClient<PathsWithEvidence<'observed'>>(options);

  test('documented: only paths and methods that the document states', () => {
    documented.POST('/v1/transactions', { body: pix });
    documented.DELETE('/v1/customers/{id}', { params: { path: { id: 1 } } });
    // @ts-expect-error the path was observed, not documented
    documented.GET('/v1/transactions');
    // @ts-expect-error the path is assumed
    documented.GET('/v1/customers/{id}', { params: { path: { id: 1 } } });
  });

  test('limits paginate to lists with that evidence', () => {
    paginate(client, '/v1/customers');
    paginate(observed, '/v1/transactions');
    // @ts-expect-error the path is assumed
    paginate(observed, '/v1/customers');
    // @ts-expect-error no list
    paginate(client, '/v1/customers/{id}');
    // @ts-expect-error a list of a plan needs its id
    paginate(client, '/v1/plans/{id}/prices');
  });

  test('observed: also operations of public clients', () => {
    observed.POST('/v1/transactions', { body: pix });
    observed.GET('/v1/transactions');
    // @ts-expect-error the path is assumed
    observed.GET('/v1/customers/{id}', { params: { path: { id: 1 } } });
    expectTypeOf(observed.GET('/v1/transactions/{id}', { params: { path: { id: 1 } } })).toEqualTypeOf(
      client.GET('/v1/transactions/{id}', { params: { path: { id: 1 } } }),
    );
  });
});

describe('what openapi-fetch offers', () => {
  test('middleware, for the client and for a call', () => {
    const middleware: Middleware = { onRequest: ({ request, schemaPath }) => void [request, schemaPath] };
    client.use(middleware, { onResponse: ({ response }) => response });
    client.eject(middleware);
    client.GET('/v1/customers', { middleware: [middleware] });
    // @ts-expect-error no such hook
    client.use({ onAnswer() {} });
  });

  test('exports only its Middleware', () => {
    expectTypeOf<Middleware>().toEqualTypeOf<FetchMiddleware>();
  });

  test('parseAs sets the type of data', async () => {
    const params = { path: { id: 1 } };
    const text = await client.GET('/v1/customers/{id}', { params, parseAs: 'text' });
    expectTypeOf(text.data).toEqualTypeOf<string | undefined>();
    const blob = await client.POST('/v1/transactions', { body: pix, parseAs: 'blob' });
    expectTypeOf(blob.data).toEqualTypeOf<Blob | undefined>();
    const stream = await client.GET('/v1/customers', { parseAs: 'stream' });
    expectTypeOf(stream.data).toEqualTypeOf<Response['body'] | undefined>();
    const json = await client.GET('/v1/customers/{id}', { params, parseAs: 'json' });
    expectTypeOf(json.data).toExtend<Customer | undefined>();
    // @ts-expect-error no such form
    client.GET('/v1/customers', { parseAs: 'xml' });
  });

  test('asOpenapiFetch returns its own type', async () => {
    const plain = asOpenapiFetch(client);
    expectTypeOf(plain).toEqualTypeOf<Client<paths, 'application/json'>>();
    const { data } = await plain.GET('/v1/customers/{id}', { params: { path: { id: 1 } } });
    expectTypeOf(data?.name).toEqualTypeOf<string | undefined>();
    asOpenapiFetch(
      createGatewayClient<PathsWithEvidence<'documented'>>({
        baseUrl: 'https://gateway.example',
        accessToken: 'token',
      }),
    );
  });
});
