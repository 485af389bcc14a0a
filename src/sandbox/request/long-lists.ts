import { isObject } from '../../contract/json.js';
import { fieldName } from '../../contract/validation/violations.js';
import { refuse, type WireResponse } from '../../server/wire/response.js';

/** The sandbox's own bound: no order has as many lines, and a megabyte of `{}` would become a response of tens of megabytes. */
const LONGEST_LIST = 1_000;
/** Lists stand near the surface: `items`, `split`, `customer.documents`. */
const DEEPEST = 3;

/** The refusal, with 422, of a body with a list that is longer than the sandbox keeps. */
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
