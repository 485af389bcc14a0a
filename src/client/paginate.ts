import { unwrap } from './failure.js';
import type { GatewayClient, InitOf, PathWith, Rest } from './options.js';

type Item<Operation> = Operation extends {
  responses: { 200: { content: { 'application/json': { data?: readonly (infer Element)[] } } } };
}
  ? Element
  : never;
type ListPath<Paths extends object> = {
  [Path in PathWith<Paths, 'get'>]: [Item<Paths[Path] extends { get: infer Get } ? Get : never>] extends [never]
    ? never
    : Path;
}[PathWith<Paths, 'get'>];
type Get = (path: string, init: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/**
 * Returns the items of a list, and fetches each page when you need it: `for await (const customer of paginate(client, '/v1/customers'))`.
 * It begins at `params.query.page`. It returns each id once, and throws if the list changed or seems to lack items. For failed calls it
 * throws the errors of `unwrap`. That the gateway paginates its lists is assumed.
 */
export async function* paginate<Paths extends object, Path extends ListPath<Paths>>(
  client: GatewayClient<Paths>,
  path: Path,
  ...[init]: Rest<InitOf<Paths, Path, 'get'>>
): AsyncGenerator<Item<(Paths[Path & keyof Paths] & Record<string, unknown>)['get']>, void> {
  const { params } = Object(init) as { params?: { query?: { page?: number } } };
  const get = client.GET as unknown as Get;
  const fail = (what: string) => new Error(`${String(path)}: ${what}. Do not rely on this list: read it again.`);
  const first = params?.query?.page ?? 1;
  if (!(Number.isInteger(first) && first > 0))
    throw new TypeError('params.query.page: must be a whole number, 1 or more');
  const ids = new Set<string>();
  let [last, count, repeated, total, previous] = [Number.POSITIVE_INFINITY, 0, 0, 0, ''];

  for (let page = first; page <= last; page++) {
    const query = { ...params?.query, page };
    const list = await unwrap(get(String(path), { ...init, params: { ...params, query } }));
    const { data, last_page, ...body } = Array.isArray(list) ? { data: list, last_page: 1 } : Object(list);
    if (!Array.isArray(data)) throw fail('the response has no list');
    const fresh = data.filter((item) => {
      const { id } = Object(item) as { id?: unknown };
      return id === undefined || (!ids.has(`${id}`) && ids.add(`${id}`));
    });
    // A gateway that ignores `page` sends the same items again. They may lack an id.
    const content = JSON.stringify(data);
    if (data.length && (!fresh.length || content === previous)) throw fail(`page ${page} repeats an earlier one`);
    const before = last;
    last = typeof last_page === 'object' ? before : Number(last_page ?? before);
    if (!(last >= 1 || !data.length)) throw fail('last_page is not the number of a page');
    if (last < before && before !== Number.POSITIVE_INFINITY) throw fail(`last_page fell from ${before} to ${last}`);
    if (!data.length && page < last && last !== Number.POSITIVE_INFINITY)
      throw fail(`page ${page} of ${last} is empty`);
    [previous, count, repeated] = [content, count + fresh.length, repeated + data.length - fresh.length];
    total = Math.max(total, Number(body.total) || 0);
    yield* fresh;
    if (!data.length) break;
  }
  if (repeated) throw fail(`${repeated} of ${count + repeated} items came twice: the list changed while it was read`);
  if (first === 1 && count < total) throw fail(`the list ended after ${count} of ${total} items`);
}
