import { isObject, type Values } from '../../util/index.js';

/** The parameters that name one object of a list. */
const FILTERS = ['reference_key'];

/** Keeps the items of a list that match the filters of the query. Returns other responses unchanged. */
export function withMatching(response: unknown, query: Values): unknown {
  const filters = FILTERS.filter((name) => query[name] !== undefined);
  if (filters.length === 0 || !isObject(response) || !Array.isArray(response.data)) return response;
  const data = response.data.filter((item) => filters.every((name) => isObject(item) && item[name] === query[name]));
  return { ...response, data, last_page: 1, total: data.length };
}

/** Cuts the requested page out of a response with the list envelope. Returns other responses unchanged. */
export function withPage(response: unknown, query: Values): unknown {
  if (!isObject(response) || !Array.isArray(response.data) || !('current_page' in response)) return response;
  const page = positive(query.page);
  const perPage = positive(query.per_page);
  if (page === undefined && perPage === undefined) return response;

  const size = perPage ?? positive(response.per_page) ?? response.data.length;
  const current = page ?? 1;
  return {
    ...response,
    data: response.data.slice((current - 1) * size, current * size),
    current_page: current,
    last_page: Math.max(1, Math.ceil(response.data.length / size)),
    per_page: size,
    total: response.data.length,
  };
}

function positive(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
