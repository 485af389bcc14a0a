import { createHide } from '../redaction/index.js';
import type { CallInit, GatewayClient } from './client.js';
import { GatewayApiError, type GatewayCall, GatewayError } from './errors.js';
import type { EvidenceLevel } from './evidence.js';
import { kindOf } from './kind-of.js';
import type { AnyPath, Incomplete, Mistake, NoPath, OperationAt, PathOf, Unchecked } from './mistakes.js';
import { operationOf } from './operations.js';
import type { ResponseOf, Rest } from './shapes.js';
import { unwrap } from './unwrap.js';

type IsPage<Body> = [Body] extends [never] ? false : 'last_page' extends keyof Body ? true : false;

/** The paths that give a list page by page, among those with at least that evidence. */
export type ListPath<Level extends EvidenceLevel = 'assumed'> = {
  [Path in PathOf<Level, 'get'>]: IsPage<Page<Level, Path>> extends true ? Path : never;
}[PathOf<Level, 'get'>];

type Page<Level extends EvidenceLevel, Path> = ResponseOf<OperationAt<Level, 'get', Path>>;
type Item<Page> = Page extends { data?: (infer Element)[] } ? Element : never;
type Init<Level extends EvidenceLevel, Path> = CallInit<OperationAt<Level, 'get', Path>>;

type NoList<Level extends EvidenceLevel, Path> =
  Path extends PathOf<Level, 'get'> ? Mistake<`${Path} is no list that comes in pages`> : NoPath<Level, 'get', Path>;

/** What is wrong with a call that gives a path alone. */
type IncompleteList<Level extends EvidenceLevel, Path> =
  Path extends ListPath<Level> ? Incomplete<Level, 'get', Path> : NoList<Level, Path>;

/**
 * All items of a list, fetched page by page as they are used: `for await (const customer of paginate(client, '/v1/customers'))`.
 * With `pages: true` it gives the pages instead. It begins at `params.query.page` and throws what `unwrap` throws, and a
 * `GatewayError` when a page repeats or is neither a page nor a list (`GatewayApiError`): it never ends early without an error. A
 * bare array is a list of one page. That lists come in pages is assumed, on the one envelope of the contract.
 */
export function paginate<Level extends EvidenceLevel, Path extends ListPath<Level>, Pages extends boolean = false>(
  client: GatewayClient<Level>,
  path: Path,
  ...init: Rest<Init<Level, Path> & { readonly pages?: Pages }>
): AsyncGenerator<Pages extends true ? Page<Level, Path> : Item<Page<Level, Path>>, void>;
/** Never met: it words what is wrong with a call that gives a path alone. */
export function paginate<Level extends EvidenceLevel, Path extends ListPath<Level> | AnyPath>(
  this: IncompleteList<Level, Path>,
  client: GatewayClient<Level>,
  path: Path,
  ...init: Unchecked<ListPath<Level>, Path>
): never;
export async function* paginate(
  client: { readonly GET: unknown },
  path: string,
  { pages, ...init }: LooseInit & { readonly pages?: boolean } = {},
): AsyncGenerator<unknown, void> {
  const get = client.GET as LooseGet;
  const call = { operationId: operationOf('GET', path).operationId, method: 'GET', path };
  const query = init.params?.query;
  const seen = new Set<unknown>();
  let previous: string | undefined;
  for (let page = query?.page ?? 1; ; page++) {
    const result = await get(path, { ...init, params: { ...init.params, query: { ...query, page } } });
    const received = await unwrap(Promise.resolve(result));
    const list = pageOf(received);
    if (typeof list === 'string') throw notAList(call, list, result.response);
    const { data, current, last } = list;
    // A gateway that does not page this list returns the same for ever; its number or its content shows it.
    const content = JSON.stringify(data);
    if (content === previous || (current && seen.has(current))) {
      throw new GatewayError(call, `page ${page} repeats an earlier one. Do not rely on this list.`);
    }
    previous = content;
    seen.add(current);
    if (pages) yield Array.isArray(received) ? { data } : received;
    else yield* data;
    if (!data.length || page >= last) return;
  }
}

interface List {
  readonly data: readonly unknown[];
  readonly current: number;
  readonly last: number;
}

/**
 * The list in a response: a page of the contract's envelope, or a bare array, which is all of it. Where it is neither, what it is
 * instead: a list that ends early looks like a payment that was never made.
 */
function pageOf(received: unknown): List | string {
  if (Array.isArray(received)) return { data: received, current: 1, last: 1 };
  const { data, current_page, last_page } = Object(received) as Record<string, unknown>;
  const names = Object.keys(Object(received)).slice(0, 5);
  if (data === undefined) return names.length ? `an object with ${hide(names.join(', '))}` : 'an empty object';
  if (!Array.isArray(data)) return `data that is ${kindOf(data)}`;
  const last = last_page === undefined ? Number.POSITIVE_INFINITY : numberOf(last_page);
  if (Number.isNaN(last)) return `last_page that is ${kindOf(last_page)}`;
  if (last < 1 && data.length) return `last_page ${last}`;
  return { data, current: numberOf(current_page) || 0, last };
}

/** Hides card numbers. */
const hide = createHide([]);

const numberOf = (value: unknown): number =>
  typeof value === 'number' || /^\d+$/.test(String(value)) ? Number(value) : Number.NaN;

/** Not the envelope that the contract assumes. */
function notAList(call: GatewayCall, received: string, { status, headers }: Response): GatewayApiError {
  const error = `expected a list or a page with data and last_page, received ${received}`;
  const id = headers.get('x-request-id');
  const failed = { status, errors: [error], requestId: id && hide(id) };
  return new GatewayApiError(call, `HTTP ${status}: ${error}. Do not rely on this list.`, failed);
}

/** The same call as the public types describe, without tying the compiler to one path. */
interface LooseInit {
  readonly params?: { readonly query?: { readonly page?: number } };
}
type LooseGet = (path: string, init: LooseInit) => Promise<{ data?: unknown; error?: unknown; response: Response }>;
