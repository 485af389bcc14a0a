/** A gateway that only lists transactions, newest first, so that a test controls each page. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listed {
  readonly id: number;
  readonly [field: string]: unknown;
}

const HOUR = 3_600_000;
/** The time of the first payment. */
const FIRST = Date.parse('2025-01-10T12:00:00Z');

/** Returns a paid transaction. Each is an hour younger than the one before. */
export const listed = (id: number, fields: object = {}): Listed => {
  const created_at = new Date(FIRST + id * HOUR).toISOString();
  const metadata = JSON.stringify({ order: `order-${id}` });
  const customer = { name: 'Ana Souza', document_number: '52998224725' };
  return {
    ...{ id, metadata, customer, status: 'paid', amount: 1000, paid_amount: 1000, capture_amount: 1000 },
    ...{ created_at, updated_at: created_at, ...fields },
  };
};

/** Returns transactions with the ids 1 to `count`, newest first, and the orders of a shop that agrees with them. */
export const manyListed = (count: number): Listed[] => Array.from({ length: count }, (_, at) => listed(count - at));
export const ordersOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ order: `order-${at + 1}`, paid: 1000 }));

export interface ListServer extends AsyncDisposable {
  readonly url: string;
  /** Newest first. A test may add and change transactions. */
  transactions: Listed[];
  /** The page numbers and ids that were asked for. */
  readonly asked: string[];
  /** The header of the last request. */
  authorization: string | undefined;
  /** Answers in place of the server if it returns true. */
  intercept: (asked: string, response: ServerResponse) => boolean;
}

/** `envelope` returns the body of a page. */
export async function startList(
  transactions: Listed[],
  {
    pageSize = 100,
    envelope = (data: readonly unknown[], last_page: number, total: number): object => ({ data, last_page, total }),
  } = {},
): Promise<ListServer> {
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x');
    const page = searchParams.get('page');
    const asked = page === null ? `id ${pathname.split('/').at(-1)}` : `page ${page}`;
    list.asked.push(asked);
    list.authorization = request.headers.authorization;
    if (list.intercept(asked, response)) return;
    const all = list.transactions;
    const from = (Number(page) - 1) * pageSize;
    const body =
      page === null
        ? all.find(({ id }) => asked === `id ${id}`)
        : envelope(all.slice(from, from + pageSize), Math.max(1, Math.ceil(all.length / pageSize)), all.length);
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const list: ListServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    transactions,
    asked: [],
    authorization: undefined,
    intercept: () => false,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return list;
}
