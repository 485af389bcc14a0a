import type { Operation } from '../contract/contract.js';
import { isObject, type JsonObject } from '../wire/json.js';

/**
 * Puts the ids of the path into the answer: `GET /v1/customers/9` answers the customer 9, and `GET /v1/plans/4/prices`
 * prices of the plan 4. An id stays what it is in the example, a number or a text, unless the answer takes both.
 *
 * @param answersMember whether the answer is the resource that the path's last id names
 */
export function withPathIds(
  answer: unknown,
  { path }: Operation,
  params: Record<string, string>,
  { answersMember, takesText }: { answersMember: boolean; takesText: boolean },
): unknown {
  const names = Object.keys(params);
  const last = names.at(-1);
  if (!isObject(answer) || last === undefined) return answer;

  let fitted = answer;
  for (const name of names) {
    const value = params[name] ?? '';
    const owner = `${collectionOf(path, name)}_id`;
    if (name === last && answersMember) fitted = withIds(fitted, ['id', owner], value, takesText);
    else {
      fitted = withIds(fitted, [owner], value, takesText);
      if (Array.isArray(fitted.data)) {
        const data = fitted.data.map((entry) => (isObject(entry) ? withIds(entry, [owner], value, takesText) : entry));
        fitted = { ...fitted, data };
      }
    }
  }
  return fitted;
}

function withIds(answer: JsonObject, fields: string[], value: string, takesText: boolean): JsonObject {
  const isNumber = /^\d{1,15}$/.test(value);
  const ids = fields.flatMap((field) => {
    if (!Object.hasOwn(answer, field)) return [];
    if (typeof answer[field] === 'number' && isNumber) return [[field, Number(value)]];
    return typeof answer[field] === 'string' || takesText ? [[field, value]] : [];
  });
  return { ...answer, ...Object.fromEntries(ids) };
}

/** `/v1/plans/{id}/prices`, `id`: `plan`. */
function collectionOf(path: string, name: string): string {
  const segments = path.split('/');
  const collection = segments[segments.indexOf(`{${name}}`) - 1] ?? '';
  return collection.replace(/s$/, '').replaceAll('-', '_');
}
