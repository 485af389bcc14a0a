import { isObject, type Values } from '../wire/json.js';

/** Cuts the page that was asked for out of an answer in the list envelope; other answers stay as they are. */
export function withPage(answer: unknown, query: Values): unknown {
  if (!isObject(answer) || !Array.isArray(answer.data) || !('current_page' in answer)) return answer;
  const page = positive(query.page);
  const perPage = positive(query.per_page);
  if (page === undefined && perPage === undefined) return answer;

  const size = perPage ?? positive(answer.per_page) ?? answer.data.length;
  const current = page ?? 1;
  return {
    ...answer,
    data: answer.data.slice((current - 1) * size, current * size),
    current_page: current,
    last_page: Math.max(1, Math.ceil(answer.data.length / size)),
    per_page: size,
    total: answer.data.length,
  };
}

function positive(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
