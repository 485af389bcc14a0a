import { assertType, expect, test } from 'vitest';
import { type Customer, type CustomerList, createGatewayClient, type GatewayError, paginate } from '../../src/index.js';
import { baseUrl } from './observed-fetch.ts';

/** A gateway with `total` customers; `change` makes it answer other than the contract assumes. */
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

test('a failure is thrown as by unwrap', async () => {
  const fetch = async () => Response.json({ errors: ['no'] }, { status: 401 });
  const client = createGatewayClient({ baseUrl, accessToken: 'token', fetch });
  await expect(ids(paginate(client, '/v1/customers'))).rejects.toMatchObject({ name: 'GatewayAuthenticationError' });
});
