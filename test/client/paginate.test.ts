import fc from 'fast-check';
import { assertType, expect, test } from 'vitest';
import { type Customer, type CustomerList, createGatewayClient, paginate } from '../../src/index.js';
import { baseUrl, shop } from './observed-fetch.ts';

/** A gateway with `total` customers. `change` makes its pages differ from the contract. */
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

async function ids(customers: AsyncIterable<Customer>) {
  const found: (number | undefined)[] = [];
  for await (const customer of customers) found.push(customer?.id);
  return found;
}

test('returns the items of all pages, with one request for each page', async () => {
  const { client, asked } = gatewayWith(5);
  const customers = paginate(client, '/v1/customers');
  expect(await ids(customers)).toEqual([1, 2, 3, 4, 5]);
  expect(asked).toEqual(['page=1', 'page=2', 'page=3']);
});

test('fetches a page when you need it', async () => {
  const { client, asked } = gatewayWith(5);
  for await (const customer of paginate(client, '/v1/customers')) {
    assertType<Customer>(customer);
    if (customer.id === 2) break;
  }
  expect(asked).toEqual(['page=1']);
});

test('starts at the requested page and keeps the rest of the query', async () => {
  const { client, asked } = gatewayWith(7);
  const params = { query: { page: 2, per_page: 3 } };
  expect(await ids(paginate(client, '/v1/customers', { params }))).toEqual([4, 5, 6, 7]);
  expect(asked).toEqual(['page=2&per_page=3', 'page=3&per_page=3']);
});

test('without last_page it goes on until a page is empty', async () => {
  const { client, asked } = gatewayWith(4, ({ data }) => ({ data }));
  expect(await ids(paginate(client, '/v1/customers'))).toEqual([1, 2, 3, 4]);
  expect(asked).toHaveLength(3);
});

test.each([
  ['by its ids, with another number', (page: CustomerList) => ({ ...page, data: [{ id: 1 }] })],
  ['by its ids, without a number', ({ last_page }: CustomerList) => ({ data: [{ id: 1 }], last_page })],
  ['by its ids, with other fields', (page: CustomerList) => ({ ...page, data: [{ id: 1, at: page.current_page }] })],
  ['by its ids, in another order', (page: CustomerList) => ({ ...page, data: shuffled(page.current_page) })],
  ['by its items, if they have no ids', (page: CustomerList) => ({ ...page, data: ['a', 'b'] })],
])('a repeated page, detected %s, is an error', async (_, change) => {
  const { client, asked } = gatewayWith(9, change);
  expect((await read(client)).message).toBe(message('page 2 repeats an earlier one'));
  expect(asked).toHaveLength(2);
});

test('an empty list may have 0 as its last page', async () => {
  const { client } = gatewayWith(0, (page) => ({ ...page, last_page: 0 }));
  expect(await ids(paginate(client, '/v1/customers'))).toEqual([]);
});

test('a bare array is a list of one page', async () => {
  const { client, asked } = gatewayWith(2, ({ data }) => data);
  expect(await ids(paginate(client, '/v1/customers'))).toEqual([1, 2]);
  expect(asked).toHaveLength(1);
});

const shuffled = (page = 0) => (page % 2 ? [{ id: 1 }, { id: 2 }] : [{ id: 2 }, { id: 1 }]);

test.each<[string, unknown, string]>([
  ['an object without data', { id: 1, status: 'paid' }, 'the response has no list'],
  ['data that is an object', { data: { 0: { id: 1 } }, last_page: 1 }, 'the response has no list'],
  ['last_page 0 with items', { data: [{ id: 1 }], last_page: 0 }, 'last_page is not the number of a page'],
  ['last_page with a letter', { data: [{ id: 1 }], last_page: '2x' }, 'last_page is not the number of a page'],
  ['last_page null, and the same page', { data: [{ id: 1 }], last_page: null }, 'page 2 repeats an earlier one'],
  ['null as its items', { data: [null, null] }, 'page 2 repeats an earlier one'],
])('%s is an error', async (_, body, what) => {
  const { client } = shop({ retries: 0 }, () => Response.json(body));
  await expect(ids(paginate(client, '/v1/customers'))).rejects.toThrow(message(what));
});

test('numbers may be texts, and ids too', async () => {
  const pages = [
    { data: [{ id: 'a' }, { id: 'b' }], last_page: '12', total: '40' },
    { data: [{ id: 'b' }, { id: 'c' }], last_page: '12', total: '40' },
    { data: [], last_page: '02', total: '3' },
  ];
  const { client } = gatewayWith(9, (_, asked) => pages[asked - 1]);
  const { found, message: error } = await read(client);
  expect([found, error]).toEqual([['a', 'b', 'c'], message('last_page fell from 12 to 2')]);
  const { client: short } = gatewayWith(9, () => ({ data: [{ id: 'a' }], last_page: '1', total: '12' }));
  expect((await read(short)).message).toBe(message('the list ended after 1 of 12 items'));
});

test('a failed call throws as unwrap does', async () => {
  const { client } = shop({}, () => Response.json({ errors: ['no'] }, { status: 401 }));
  await expect(ids(paginate(client, '/v1/customers'))).rejects.toMatchObject({ code: 'api', status: 401 });
});

/** Reads a list of customers. Returns the ids, and the message of the error. */
async function read(
  client: ReturnType<typeof gatewayWith>['client'],
  query: { page?: number; per_page?: number } = {},
) {
  const found: (number | undefined)[] = [];
  const error = await (async () => {
    for await (const { id } of paginate(client, '/v1/customers', { params: { query } })) found.push(id);
  })().catch((reason: Error) => reason);
  return { found, message: error?.message };
}
const message = (what: string) => `/v1/customers: ${what}. Do not rely on this list: read it again.`;

test.each<[string, number, (page: CustomerList, asked: number) => unknown, number, string]>([
  ['pages that alternate', 50, (page, at) => ({ ...page, data: [{ id: at % 2 }] }), 3, 'page 3 repeats an earlier one'],
  ['an empty page', 9, (page, at) => (at === 3 ? { ...page, data: [] } : page), 3, 'page 3 of 5 is empty'],
  ['a total above the items', 2, (page) => ({ ...page, total: 50 }), 1, 'the list ended after 2 of 50 items'],
  ['short pages', 9, (page) => ({ ...page, data: page.data?.slice(1) }), 4, 'the list ended after 4 of 9 items'],
  ['a total that falls', 9, (page, at) => ({ ...page, total: 20 - at }), 5, 'the list ended after 9 of 19 items'],
  ['a last_page that falls', 9, (page, at) => ({ ...page, last_page: 6 - at }), 2, 'last_page fell from 5 to 4'],
])('it does not end early without an error: %s', async (_, total, change, requests, what) => {
  const { client, asked } = gatewayWith(total, change);
  expect((await read(client)).message).toBe(message(what));
  expect(asked.length).toBeLessThanOrEqual(requests + 1);
});

/** A gateway with six payments, newest first, on pages of two. `change` edits the list before a page is read. */
function changingList(change: (list: { id: number }[], page: number) => void) {
  const list = [6, 5, 4, 3, 2, 1].map((id) => ({ id }));
  const fetch = async ({ url }: Request) => {
    const page = Number(new URL(url).searchParams.get('page'));
    change(list, page);
    const data = list.slice((page - 1) * 2, page * 2);
    return Response.json({ data, current_page: page, last_page: Math.ceil(list.length / 2), total: list.length });
  };
  return createGatewayClient({ baseUrl, accessToken: 'token', fetch });
}

const changed = message('1 of 7 items came twice: the list changed while it was read');

test('an item that moves to the next page is returned once, and the error says that the list changed', async () => {
  const client = () => changingList((list, page) => void (page === 2 && list.unshift({ id: 7 })));
  expect(await read(client())).toEqual({ found: [6, 5, 4, 3, 2, 1], message: changed });
  expect(await read(client(), { page: 1 })).toMatchObject({ message: changed });
});

test('a list that grows at its end while it is read is complete', async () => {
  const client = changingList((list, page) => void (page > 1 && page < 4 && list.push({ id: 100 + page })));
  expect(await read(client)).toEqual({ found: [6, 5, 4, 3, 2, 1, 102, 103], message: undefined });
});

test('equal items without ids are all returned', async () => {
  const fetch = async () => Response.json([{ name: 'Ana' }, { name: 'Ana' }, 5, 5]);
  const { found, message: error } = await read(createGatewayClient({ baseUrl, accessToken: 'token', fetch }));
  expect([found.length, error]).toEqual([4, undefined]);
});

test('from a later page, the total does not count', async () => {
  const { client } = gatewayWith(9);
  expect(await read(client, { page: 3 })).toEqual({ found: [5, 6, 7, 8, 9], message: undefined });
  expect(await read(client, { page: 9 })).toEqual({ found: [], message: undefined });
});

test.each([0, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '2'])('page %s is a TypeError', async (page) => {
  const { client, asked } = gatewayWith(9);
  const items = paginate(client, '/v1/customers', { params: { query: { page: page as number } } });
  await expect(ids(items)).rejects.toThrow(new TypeError('params.query.page: must be a whole number, 1 or more'));
  expect(asked).toEqual([]);
});

test('property: of any pages, it returns all items that the total names, or throws', async () => {
  const page = fc.record(
    {
      data: fc.array(fc.record({ id: fc.nat(6) }), { maxLength: 3 }),
      last_page: fc.nat(5),
      total: fc.nat(12),
      current_page: fc.nat(5),
    },
    { requiredKeys: ['data'] },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(page, { minLength: 1, maxLength: 6 }), fc.boolean(), async (pages, isCycle) => {
      let asked = 0;
      const fetch = async () => {
        const index = isCycle ? asked % pages.length : Math.min(asked, pages.length - 1);
        asked++;
        return Response.json(pages[index]);
      };
      const client = createGatewayClient({ baseUrl, accessToken: 'token', fetch, retries: 0 });
      const { found, message: error } = await read(client);
      // Seven ids are possible, so at most seven pages are new.
      expect(asked).toBeLessThanOrEqual(8);
      if (error) return;
      const fetched = pages.slice(0, asked);
      expect(new Set(found).size).toBe(found.length);
      expect(found.length).toBeGreaterThanOrEqual(Math.max(0, ...fetched.map(({ total = 0 }) => total)));
      expect(asked).toBeGreaterThanOrEqual(Math.max(1, ...fetched.map(({ last_page = 0 }) => last_page)));
    }),
  );
});
