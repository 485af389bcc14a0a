import type {
  Client,
  HeadersOptions as FetchHeadersOptions,
  Middleware as FetchMiddleware,
  ParseAs as FetchParseAs,
  QuerySerializerOptions as FetchQuerySerializerOptions,
} from 'openapi-fetch';
import { describe, expectTypeOf, test } from 'vitest';
import {
  type CreatePixTransactionRequest,
  type CreateTransactionRequest,
  type Customer,
  createGatewayClient,
  type ErrorResponse,
  type GatewayClient,
  type GatewayClientOptions,
  type HeadersOptions,
  type Middleware,
  type ParseAs,
  type PathsWithEvidence,
  paginate,
  type paths,
  type QuerySerializerOptions,
  type RequestBody,
  type ResponseBody,
  type Transaction,
  unwrap,
} from '../../src/index.js';
import { asOpenapiFetch } from '../../src/openapi-fetch.js';

const client = createGatewayClient({ baseUrl: 'https://gateway.example', accessToken: 'token' });
const pix: CreatePixTransactionRequest = { payment_method: 'pix', amount: 100 };

describe('types of a call', () => {
  test('bodies and responses are those of the operation', async () => {
    const { data, error } = await client.POST('/v1/transactions', { body: pix });
    expectTypeOf(data).toEqualTypeOf<Transaction | undefined>();
    expectTypeOf(error).toEqualTypeOf<ErrorResponse | undefined>();
    expectTypeOf<RequestBody<'createTransaction'>>().toEqualTypeOf<CreateTransactionRequest>();
    expectTypeOf<ResponseBody<'createTransaction'>>().toEqualTypeOf<Transaction>();
    expectTypeOf<ResponseBody<'retrieveCustomer'>>().toEqualTypeOf<Customer>();
    expectTypeOf<RequestBody<'retrieveCustomer'>>().toBeNever();
  });

  test('after a check of error, data is defined', async () => {
    const result = await client.GET('/v1/customers/{id}', { params: { path: { id: 'c_1' } } });
    if (result.error) return;
    expectTypeOf(result.data).toEqualTypeOf<Customer>();
  });

  test('number and string ids both compile, nothing else does', () => {
    client.GET('/v1/customers/{id}', { params: { path: { id: 1 } } });
    client.GET('/v1/customers/{id}', { params: { path: { id: '1' } } });
    // @ts-expect-error an id is a number or a string
    client.GET('/v1/customers/{id}', { params: { path: { id: true } } });
    // @ts-expect-error the id is missing
    client.GET('/v1/customers/{id}', { params: { path: {} } });
    // @ts-expect-error the parameters are missing
    client.GET('/v1/customers/{id}');
  });

  test('the result of one call is valid input for the next', async () => {
    const plan = await unwrap(client.POST('/v1/plans', { body: { name: 'Clube do café' } }));
    const price = await unwrap(client.POST('/v1/prices', { body: { plan_id: plan.id, amount: 4990 } }));
    const customer = await unwrap(client.POST('/v1/customers', { body: { name: 'Maria Souza' } }));
    const card = await unwrap(client.POST('/v1/cards', { body: { card_number: '4111111111111111' } }));
    const body = { price_id: price.id, customer_id: customer.id, card_id: card.card_id };
    const subscription = await unwrap(client.POST('/v1/subscriptions', { body }));
    client.GET('/v1/subscriptions/{id}', { params: { path: { id: subscription.id } } });
    expectTypeOf(subscription.id).toEqualTypeOf<number>();
    expectTypeOf(price.plan_id).toEqualTypeOf<number | undefined>();
  });

  test('a look-up without a match has no id, and a stored card has a card_id', async () => {
    const found = await unwrap(client.POST('/v1/customers/find', { body: { email: 'maria@example.com' } }));
    expectTypeOf(found.id).toEqualTypeOf<number | undefined>();
    const [card] = await unwrap(client.POST('/v1/customers/cards', { body: { email: 'maria@example.com' } }));
    expectTypeOf(card?.card_id).toEqualTypeOf<number | undefined>();
    // @ts-expect-error an id of a customer's card was not seen
    card?.id;
  });

  test('a transaction promises only the fields that all known responses have', async () => {
    const transaction = await unwrap(client.POST('/v1/transactions', { body: pix }));
    expectTypeOf(transaction.id).toEqualTypeOf<number>();
    expectTypeOf(transaction.updated_at).toEqualTypeOf<string>();
    expectTypeOf(transaction.installments).toEqualTypeOf<number | undefined>();
    expectTypeOf(transaction.metadata).toEqualTypeOf<unknown>();
    // @ts-expect-error there may be no customer
    transaction.customer.id;
  });

  test('a reference_key is valid in the payment and in the list', () => {
    client.POST('/v1/transactions', { body: { ...pix, reference_key: 'order-1002-checkout-1' } });
    client.GET('/v1/transactions', { params: { query: { reference_key: 'order-1002-checkout-1' } } });
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

  test('optional bodies and parameters can be left out', () => {
    client.POST('/v1/transactions/{id}/refund', { params: { path: { id: 1 } } });
    client.POST('/v1/transactions/{id}/refund', { params: { path: { id: 1 } }, body: { amount: 100 } });
    client.GET('/v1/customers');
  });

  test('accessToken may be a string or a function, async or not', () => {
    expectTypeOf<string>().toExtend<GatewayClientOptions['accessToken']>();
    expectTypeOf<() => string>().toExtend<GatewayClientOptions['accessToken']>();
    expectTypeOf<(context: { refresh: boolean }) => Promise<string>>().toExtend<GatewayClientOptions['accessToken']>();
    expectTypeOf<number>().not.toExtend<GatewayClientOptions['accessToken']>();
  });
});

describe('evidence at compile time', () => {
  const options = { baseUrl: 'https://gateway.example', accessToken: 'token' };
  const documented = createGatewayClient<'documented'>(options);
  const observed = createGatewayClient<'observed'>(options);

  test('documented: only paths and methods that the document states', () => {
    documented.POST('/v1/transactions', { body: pix });
    documented.DELETE('/v1/customers/{id}', { params: { path: { id: 1 } } });
    // @ts-expect-error the path was observed, not documented
    documented.GET('/v1/transactions');
    // @ts-expect-error the path is assumed
    documented.GET('/v1/customers/{id}', { params: { path: { id: 1 } } });
  });

  test('documented: exactly the six operations of the document', () => {
    type Routes = {
      [Path in keyof PathsWithEvidence<'documented'>]: `${keyof PathsWithEvidence<'documented'>[Path] & string} ${Path}`;
    };
    expectTypeOf<Routes[keyof Routes]>().toEqualTypeOf<
      | 'post /v1/cards'
      | 'delete /v1/customers/{id}'
      | 'post /v1/customers'
      | 'post /v1/subscriptions'
      | 'post /v1/transactions'
      | 'post /v1/simulate/tax'
    >();
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

  test('a client is accepted where less evidence is required', () => {
    expectTypeOf(client).toExtend<GatewayClient<'observed'>>();
    expectTypeOf(observed).toExtend<GatewayClient<'documented'>>();
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

  test('exports only its Middleware, and types of its own that openapi-fetch takes', () => {
    expectTypeOf<Middleware>().toEqualTypeOf<FetchMiddleware>();
    expectTypeOf<ParseAs>().toEqualTypeOf<FetchParseAs>();
    expectTypeOf<QuerySerializerOptions>().toExtend<FetchQuerySerializerOptions>();
    expectTypeOf<FetchQuerySerializerOptions>().toExtend<QuerySerializerOptions>();
    expectTypeOf<HeadersOptions>().toEqualTypeOf<FetchHeadersOptions>();
  });

  test('accepts serializers and headers', () => {
    client.GET('/v1/customers', { querySerializer: { array: { style: 'form', explode: false } } });
    client.GET('/v1/customers', { querySerializer: (query) => String(query.page) });
    client.POST('/v1/transactions', { body: pix, bodySerializer: (body) => JSON.stringify(body) });
    client.GET('/v1/customers', { headers: { 'x-a': 1, 'x-b': ['1', '2'], 'x-c': null, 'x-d': undefined } });
    client.GET('/v1/customers', { headers: new Headers() });
    // @ts-expect-error a header cannot be an object
    client.GET('/v1/customers', { headers: { 'x-a': {} } });
  });

  test('parseAs sets the type of data', async () => {
    const params = { path: { id: 1 } };
    const text = await client.GET('/v1/customers/{id}', { params, parseAs: 'text' });
    expectTypeOf(text.data).toEqualTypeOf<string | undefined>();
    const blob = await client.POST('/v1/transactions', { body: pix, parseAs: 'blob' });
    expectTypeOf(blob.data).toEqualTypeOf<Blob | undefined>();
    const stream = await client.GET('/v1/customers', { parseAs: 'stream' });
    expectTypeOf(stream.data).toEqualTypeOf<ReadableStream<Uint8Array> | null | undefined>();
    const json = await client.GET('/v1/customers/{id}', { params, parseAs: 'json' });
    expectTypeOf(json.data).toEqualTypeOf<Customer | undefined>();
    // @ts-expect-error no such form
    client.GET('/v1/customers', { parseAs: 'xml' });
  });

  test('asOpenapiFetch returns its own type', async () => {
    const plain = asOpenapiFetch(client);
    expectTypeOf(plain).toEqualTypeOf<Client<paths, 'application/json'>>();
    const { data } = await plain.GET('/v1/customers/{id}', { params: { path: { id: 1 } } });
    expectTypeOf(data?.name).toEqualTypeOf<string | undefined>();
    asOpenapiFetch(createGatewayClient<'documented'>({ baseUrl: 'https://gateway.example', accessToken: 'token' }));
  });
});
