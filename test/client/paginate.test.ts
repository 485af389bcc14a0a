import fc from 'fast-check';
import { assertType, expect, test } from 'vitest';
import {
  type Customer,
  type CustomerList,
  createGatewayClient,
  GatewayApiError,
  GatewayError,
  paginate,
} from '../../src/index.js';
import { baseUrl } from './observed-fetch.ts';

/** A gateway with `total` customers; `change` makes it respond other than the contract assumes. */
function gatewayWith(total: number, change: (page: CustomerList, asked: number) => unknown = (page) => page) {
  const asked: string[] = [];
  const fetch = async ({ url }: Request) => {
    const query = new URL(url).searchParams;
    asked.push(String(query));
    const page = Number(query.get('page'));
    const per_page = Number(query.get('per_page') ?? 2);
    const ids = Array.from({ length: total }, (_, index) => index + 1).slice((page - 1) * per_page, page * per_page);
    const last_page = Math.max(Math.ceil(total / per_page), 1);
    return Response.json(
      change({ data: ids.map((id) => ({ id })), current_page: page, last_page, per_page, total }, page),
    );
  };
  return { client: createGatewayClient({ baseUrl, accessToken: 'token', fetch, retries: 0 }), asked };
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}
const ids = async (items: AsyncIterable<Customer>) => (await all(items)).map(({ id }) => id);

test('gives the items of all pages, one request for each', async () => {
  const { client, asked } = gatewayWith(5);
  const customers = paginate(client, '/v1/customers');
  expect(await ids(customers)).toEqual([1, 2, 3, 4, 5]);
  expect(asked).toEqual(['page=1', 'page=2', 'page=3']);
});

test('fetches no page before it is used', async () => {
  const { client, asked } = gatewayWith(5);
  for await (const customer of paginate(client, '/v1/customers')) {
    assertType<Customer>(customer);
    if (customer.id === 2) break;
  }
  expect(asked).toEqual(['page=1']);
});

test('begins at the page that is asked for and keeps the rest of the query', async () => {
  const { client, asked } = gatewayWith(7);
  const params = { query: { page: 2, per_page: 3 } };
  expect(await ids(paginate(client, '/v1/customers', { params }))).toEqual([4, 5, 6, 7]);
  expect(asked).toEqual(['page=2&per_page=3', 'page=3&per_page=3']);
});

test('gives pages when asked to', async () => {
  const { client } = gatewayWith(3);
  const pages = await all(paginate(client, '/v1/customers', { pages: true }));
  assertType<CustomerList[]>(pages);
  expect(pages.map(({ current_page, data }) => [current_page, data?.length])).toEqual([
    [1, 2],
    [2, 1],
  ]);
});

test('an empty list has no items', async () => {
  expect(await ids(paginate(gatewayWith(0).client, '/v1/customers'))).toEqual([]);
});

test('without last_page it goes on until a page is empty', async () => {
  const { client, asked } = gatewayWith(4, ({ data }) => ({ data }));
  expect(await ids(paginate(client, '/v1/customers'))).toEqual([1, 2, 3, 4]);
  expect(asked).toHaveLength(3);
});

test.each([
  ['by its number', (page: CustomerList) => ({ ...page, current_page: 1 })],
  ['by its content, whatever its number', (page: CustomerList) => ({ ...page, data: [{ id: 1 }] })],
  ['by its content, without a number', ({ last_page }: CustomerList) => ({ data: [{ id: 1 }], last_page })],
])('a page that repeats, seen %s, stops it with an error', async (_, change) => {
  const { client, asked } = gatewayWith(9, change);
  const items: unknown[] = [];
  const error = await (async () => {
    for await (const item of paginate(client, '/v1/customers')) items.push(item);
  })().catch((reason: GatewayError) => reason);
  expect(error).toMatchObject({ name: 'GatewayError', operationId: 'listCustomers' });
  expect(String(error)).toContain('page 2 repeats an earlier one');
  expect(asked).toHaveLength(2);
});

test('an empty list may say that its last page is 0', async () => {
  const { client } = gatewayWith(0, (page) => ({ ...page, last_page: 0 }));
  expect(await ids(paginate(client, '/v1/customers'))).toEqual([]);
});

test('a bare array is a list of one page', async () => {
  const { client, asked } = gatewayWith(2, ({ data }) => data);
  expect(await ids(paginate(client, '/v1/customers'))).toEqual([1, 2]);
  expect(await all(paginate(client, '/v1/customers', { pages: true }))).toEqual([{ data: [{ id: 1 }, { id: 2 }] }]);
  expect(asked).toHaveLength(2);
});

test('a list of one page is asked for once', async () => {
  const { client, asked } = gatewayWith(2);
  expect(await ids(paginate(client, '/v1/customers'))).toEqual([1, 2]);
  expect(asked).toEqual(['page=1']);
});

test('numbers may be written as strings', async () => {
  const { client, asked } = gatewayWith(3, (page) => ({
    ...page,
    current_page: `${page.current_page}`,
    last_page: '02',
  }));
  expect(await ids(paginate(client, '/v1/customers'))).toEqual([1, 2, 3]);
  expect(asked).toHaveLength(2);
});

test.each<[string, unknown, string]>([
  ['an object without data', { id: 1, status: 'paid' }, 'an object with id, status'],
  ['an empty object', {}, 'an empty object'],
  ['data that is an object', { data: { 0: { id: 1 } }, last_page: 1 }, 'data that is an object'],
  ['data that is null', { data: null, last_page: 1 }, 'data that is null'],
  ['last_page null', { data: [{ id: 1 }], last_page: null }, 'last_page that is null'],
  ['last_page 0 with items', { data: [{ id: 1 }], last_page: 0 }, 'last_page 0'],
  ['last_page -1', { data: [{ id: 1 }], last_page: -1 }, 'last_page -1'],
  ['last_page no number', { data: [{ id: 1 }], last_page: 'many' }, 'last_page that is a string'],
  ['last_page in other figures', { data: [{ id: 1 }], last_page: '0x2' }, 'last_page that is a string'],
  ['last_page with a space', { data: [{ id: 1 }], last_page: ' 2' }, 'last_page that is a string'],
  ['many fields', { a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1 }, 'an object with a, b, c, d, e. Do not'],
  ['another envelope', { items: [{ id: 1 }], pages: 3 }, 'an object with items, pages'],
  ['an error in a 200', { errors: ['no'] }, 'an object with errors'],
])('%s ends with an error that says what was received', async (_, body, received) => {
  const fetch = async () => Response.json(body, { headers: { 'x-request-id': 'req_1' } });
  const client = createGatewayClient({ baseUrl, accessToken: 'token', fetch, retries: 0 });
  const error = await ids(paginate(client, '/v1/customers')).catch((reason) => reason);
  expect(error).toBeInstanceOf(GatewayApiError);
  expect(error).toMatchObject({ operationId: 'listCustomers', method: 'GET', status: 200, requestId: 'req_1' });
  expect(error.message).toContain(`received ${received}`);
  expect(error.errors).toEqual([expect.stringContaining(`received ${received.replace('. Do not', '')}`)]);
});

test('property: whatever JSON the gateway returns, it is given or an error, and it ends', async () => {
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.record(
      {
        data: fc.oneof(fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 }), fc.jsonValue({ maxDepth: 1 })),
        last_page: fc.oneof(fc.integer({ min: -1, max: 3 }), fc.jsonValue({ maxDepth: 1 })),
        current_page: fc.oneof(fc.integer({ min: -1, max: 3 }), fc.jsonValue({ maxDepth: 1 })),
      },
      { requiredKeys: [] },
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(value, { minLength: 1, maxLength: 4 }), async (bodies) => {
      let asked = 0;
      const fetch = async () => Response.json(bodies[Math.min(asked++, bodies.length - 1)]);
      const client = createGatewayClient({ baseUrl, accessToken: 'token', fetch, retries: 0 });
      const given: unknown[] = [];
      const error = await (async () => {
        for await (const item of paginate(client, '/v1/customers')) given.push(item);
      })().catch((reason) => reason);
      const listed = bodies.slice(0, asked).flatMap((body) => {
        const list = Array.isArray(body) ? body : (body as { data?: unknown } | null)?.data;
        return Array.isArray(list) ? list : [];
      });
      // As JSON has it: -0 arrives as 0.
      if (error === undefined) expect(given).toEqual(JSON.parse(JSON.stringify(listed)));
      else expect(error).toBeInstanceOf(GatewayError);
    }),
  );
});

test('a failure is thrown as by unwrap', async () => {
  const fetch = async () => Response.json({ errors: ['no'] }, { status: 401 });
  const client = createGatewayClient({ baseUrl, accessToken: 'token', fetch });
  await expect(ids(paginate(client, '/v1/customers'))).rejects.toMatchObject({ name: 'GatewayAuthenticationError' });
});
