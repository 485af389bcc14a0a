import { isObject } from '../../contract/json.js';
import { fieldName } from '../../contract/validation/violations.js';
import { refuse, type WireResponse } from '../../server/wire/response.js';

/** A limit of the sandbox: real orders are shorter, and the response to one megabyte of `{}` would have tens of megabytes. */
const LONGEST_LIST = 1_000;
/** The deepest level to search for lists, such as `items`, `split` and `customer.documents`. */
const DEEPEST = 3;

/** Returns a 422 for a body with a list above the limit of the sandbox. */
export function refuseLongLists(body: unknown): WireResponse | undefined {
  const path: string[] = [];
  return look(body);

  function look(value: unknown): WireResponse | undefined {
    if (Array.isArray(value)) {
      if (path.length === 0 || value.length <= LONGEST_LIST) return undefined;
      return refuse(
        422,
        `${fieldName(path)}: the sandbox keeps at most ${LONGEST_LIST}, and ${value.length} were sent`,
      );
    }
    if (!isObject(value) || path.length > DEEPEST) return undefined;
    for (const field of Object.keys(value)) {
      const below = value[field];
      if (typeof below !== 'object') continue;
      path.push(field);
      const refusal = look(below);
      path.pop();
      if (refusal) return refusal;
    }
    return undefined;
  }
}
