import { kindOf } from './checked-options.js';
import type { CallInit, GatewayClient } from './client.js';
import { GatewayError } from './errors.js';
import type { EvidenceLevel, OperationAt, PathOf } from './evidence.js';
import { unexpectedBody } from './failure.js';
import { operationOf } from './operation-ids.js';
import type { ResponseOf, Rest } from './shapes.js';
import { unwrap } from './unwrap.js';

type IsPage<Body> = [Body] extends [never] ? false : 'last_page' extends keyof Body ? true : false;

/** The paths of paginated lists that have at least this evidence. */
export type ListPath<Level extends EvidenceLevel = 'assumed'> = {
  [Path in PathOf<Level, 'get'>]: IsPage<Page<Level, Path>> extends true ? Path : never;
}[PathOf<Level, 'get'>];

type Page<Level extends EvidenceLevel, Path> = ResponseOf<OperationAt<Level, 'get', Path>>;
type Item<Page> = Page extends { data?: (infer Element)[] } ? Element : never;
type Init<Level extends EvidenceLevel, Path> = CallInit<OperationAt<Level, 'get', Path>>;

/**
 * Returns all items of a list, and fetches each page when you need it: `for await (const customer of paginate(client, '/v1/customers'))`.
 * With `pages: true` it returns the pages instead. It begins at `params.query.page`.
 *
 * It returns each id once, and throws if it has to end early. It throws a `GatewayError` if a page repeats, or if the numbers of the
 * gateway show that items are missing. If an id appears on two pages, the list changed while you read: it throws after the last item,
 * because a new item may be missing. (It compares the total only if it begins at page 1.) It throws a `GatewayApiError` for a
 * response that is not a list, and for failed calls the errors of `unwrap`. A bare array counts as a list of one page. That the gateway
 * paginates its lists is assumed.
 */
export function paginate<Level extends EvidenceLevel, Path extends ListPath<Level>, Pages extends boolean = false>(
  client: GatewayClient<Level>,
  path: Path,
  ...init: Rest<Init<Level, Path> & { readonly pages?: Pages }, Path, ListPath<Level>>
): AsyncGenerator<Pages extends true ? Page<Level, Path> : Item<Page<Level, Path>>, void>;
export async function* paginate(
  client: { readonly GET: unknown },
  path: string,
  { pages, ...init }: LooseInit & { readonly pages?: boolean } = {},
): AsyncGenerator<unknown, void> {
  const get = client.GET as LooseGet;
  const call = { operationId: operationOf('GET', path).operationId, method: 'GET', path };
  const fail = (what: string) => new GatewayError(call, `${what}. Do not rely on this list: read it again.`);
  const query = init.params?.query;
  const first = query?.page ?? 1;
  if (!Number.isInteger(first) || first < 1)
    throw new TypeError('params.query.page: must be a whole number, 1 or more');
  const ids = new Set<unknown>();
  let last = Number.POSITIVE_INFINITY;
  let [count, repeated, total] = [0, 0, 0];

  for (let page = first; ; page++) {
    const result = await get(path, { ...init, params: { ...init.params, query: { ...query, page } } });
    const received = await unwrap(Promise.resolve(result));
    const list = readPage(received);
    if (typeof list === 'string') {
      const what = `expected a list or a page with data and last_page, received ${list}`;
      throw unexpectedBody(call, result.response, what, 'Do not rely on this list');
    }
    const { data } = list;

    // A gateway that ignores `page` returns the same items.
    const known = ids.size;
    const isNew = (item: unknown) => {
      const before = ids.size;
      // Items without an id may be equal.
      return ids.add(idOf(item) ?? contentOf(item)).size > before || idOf(item) === undefined;
    };
    const fresh = data.filter(isNew);
    if (data.length && ids.size === known) throw fail(`page ${page} repeats an earlier one`);
    const newLast = list.last ?? last;
    if (newLast < last && Number.isFinite(last)) throw fail(`last_page fell from ${last} to ${newLast}`);
    last = newLast;
    if (!data.length && page < last && Number.isFinite(last)) throw fail(`page ${page} of ${last} is empty`);
    total = Math.max(total, list.total);
    count += fresh.length;
    repeated += data.length - fresh.length;

    if (pages) yield Array.isArray(received) ? { data: fresh } : { ...Object(received), data: fresh };
    else yield* fresh;
    if (!data.length || page >= last) break;
  }
  if (repeated) throw fail(`${repeated} of ${count + repeated} items came twice: the list changed while it was read`);
  if (first === 1 && count < total) throw fail(`the list ended after ${count} of ${total} items`);
}

interface List {
  readonly data: readonly unknown[];
  readonly last: number | undefined;
  /** 0 if the response does not have it. */
  readonly total: number;
}

/** Reads the contract's envelope, or a bare array as a list of one page. Returns a description of anything else. */
function readPage(received: unknown): List | string {
  if (Array.isArray(received)) return { data: received, last: 1, total: 0 };
  const { data, last_page, total } = Object(received) as Record<string, unknown>;
  if (!Array.isArray(data)) return `data that is ${kindOf(data)}`;
  const last = last_page === undefined ? undefined : numberOf(last_page);
  if (Number.isNaN(last)) return `last_page that is ${kindOf(last_page)}`;
  if (data.length && last !== undefined && last < 1) return `last_page ${last}`;
  return { data, last, total: numberOf(total) || 0 };
}

const numberOf = (value: unknown): number =>
  typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value)) ? Number(value) : Number.NaN;

function idOf(item: unknown): string | undefined {
  const { id } = Object(item) as { id?: unknown };
  return typeof id === 'number' || typeof id === 'string' ? `${id}` : undefined;
}

function contentOf(item: unknown): string {
  try {
    return JSON.stringify(item);
  } catch {
    return 'nested too deeply';
  }
}

/** A call without the types of one path, which would cost the compiler more. */
type LooseInit = { readonly params?: { readonly query?: { readonly page?: number } } };
type LooseGet = (path: string, init: LooseInit) => Promise<{ data?: unknown; error?: unknown; response: Response }>;
