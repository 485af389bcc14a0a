import type { Operation } from '../../contract/index.js';
import { isObject, type JsonObject } from '../../util/index.js';

/**
 * Puts the ids of the path into the response: `GET /v1/customers/9` returns the customer 9, and `GET /v1/plans/4/prices`
 * the prices of plan 4. An id keeps the type of the example, a number or a string, unless the response allows both.
 *
 * @param returnsMember whether the response is the resource with the last id of the path
 */
export function withPathIds(
  response: unknown,
  { path }: Operation,
  params: Record<string, string>,
  { returnsMember, takesString }: { returnsMember: boolean; takesString: boolean },
): unknown {
  const names = Object.keys(params);
  const last = names.at(-1);
  if (!isObject(response) || last === undefined) return response;

  let fitted = response;
  for (const name of names) {
    const value = params[name] ?? '';
    const owner = `${collectionOf(path, name)}_id`;
    const isMember = name === last && returnsMember;
    fitted = withIds(fitted, isMember ? ['id', owner] : [owner], value, takesString);
    if (isMember || !Array.isArray(fitted.data)) continue;
    const data = fitted.data.map((entry) => (isObject(entry) ? withIds(entry, [owner], value, takesString) : entry));
    fitted = { ...fitted, data };
  }
  return fitted;
}

function withIds(response: JsonObject, fields: string[], value: string, takesString: boolean): JsonObject {
  const isNumber = /^\d{1,15}$/.test(value);
  const ids = fields.flatMap((field) => {
    if (!Object.hasOwn(response, field)) return [];
    if (typeof response[field] === 'number' && isNumber) return [[field, Number(value)]];
    return typeof response[field] === 'string' || takesString ? [[field, value]] : [];
  });
  return { ...response, ...Object.fromEntries(ids) };
}

/** Returns the resource of a path parameter: `plan` for `/v1/plans/{id}/prices` and `id`. */
function collectionOf(path: string, name: string): string {
  const segments = path.split('/');
  const collection = segments[segments.indexOf(`{${name}}`) - 1] ?? '';
  return collection.replace(/s$/, '').replaceAll('-', '_');
}
