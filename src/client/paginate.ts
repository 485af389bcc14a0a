import type { CallInit, GatewayClient } from './client.js';
import { GatewayError } from './errors.js';
import type { EvidenceLevel, PathsWithEvidence } from './evidence.js';
import { operationOf } from './operations.js';
import type { AnswerOf, Rest } from './shapes.js';
import { unwrap } from './unwrap.js';

type Get<Item> = Item extends { get: infer Operation } ? Operation : never;
type IsPage<Answer> = [Answer] extends [never] ? false : 'last_page' extends keyof Answer ? true : false;

/** The paths that answer a list page by page, among those with at least that evidence. */
export type ListPath<Level extends EvidenceLevel = 'assumed'> = {
  [Path in keyof PathsWithEvidence<Level>]: IsPage<AnswerOf<Get<PathsWithEvidence<Level>[Path]>>> extends true
    ? Path
    : never;
}[keyof PathsWithEvidence<Level>];

type Page<Level extends EvidenceLevel, Path extends ListPath<Level>> = AnswerOf<Get<PathsWithEvidence<Level>[Path]>>;
type Item<Page> = Page extends { data?: (infer Element)[] } ? Element : never;
type Init<Level extends EvidenceLevel, Path extends ListPath<Level>> = CallInit<Get<PathsWithEvidence<Level>[Path]>>;
/**
 * All items of a list, fetched page by page as they are used: `for await (const customer of paginate(client, '/v1/customers'))`.
 * With `pages: true` it gives the pages instead. It begins at `params.query.page` and throws what `unwrap` throws, and a
 * `GatewayError` when a page repeats. That lists come in pages is assumed, on the one envelope of the contract.
 */
export function paginate<Level extends EvidenceLevel, Path extends ListPath<Level>>(
  client: GatewayClient<Level>,
  path: Path,
  init: Init<Level, Path> & { readonly pages: true },
): AsyncGenerator<Page<Level, Path>, void>;
export function paginate<Level extends EvidenceLevel, Path extends ListPath<Level>>(
  client: GatewayClient<Level>,
  path: Path,
  ...init: Rest<Init<Level, Path> & { readonly pages?: false }>
): AsyncGenerator<Item<Page<Level, Path>>, void>;
export async function* paginate(
  client: { readonly GET: unknown },
  path: string,
  { pages, ...init }: LooseInit & { readonly pages?: boolean } = {},
): AsyncGenerator<unknown, void> {
  const get = client.GET as LooseGet;
  const query = init.params?.query;
  const seen = new Set<unknown>();
  let previous: string | undefined;
  for (let page = query?.page ?? 1; ; page++) {
    const answer = await unwrap(get(path, { ...init, params: { ...init.params, query: { ...query, page } } }));
    const { data = [], current_page, last_page = Number.POSITIVE_INFINITY } = answer;
    // A gateway that does not page this list answers the same for ever; its number or its content shows it.
    const content = JSON.stringify(data);
    if (content === previous || (current_page && seen.has(current_page))) {
      throw new GatewayError(
        { operationId: operationOf('GET', path).operationId, method: 'GET', path },
        `page ${page} repeats an earlier one. Do not rely on this list.`,
      );
    }
    previous = content;
    seen.add(current_page);
    if (pages) yield answer;
    else yield* data;
    if (!data.length || page >= last_page) return;
  }
}

/** The same call as the public types describe, without tying the compiler to one path. */
interface LooseInit {
  readonly params?: { readonly query?: { readonly page?: number } };
}
interface LoosePage {
  readonly data?: unknown[];
  readonly current_page?: number;
  readonly last_page?: number;
}
type LooseGet = (path: string, init: LooseInit) => Promise<{ data?: LoosePage; error?: unknown; response: Response }>;
