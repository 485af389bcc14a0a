import { fieldName } from '../../mock/request/violations.js';
import { isObject } from '../json.js';
import { Refusal } from '../work/index.js';

/** The sandbox's own bound: no order has as many lines, and a megabyte of `{}` would become a response of tens of megabytes. */
const LONGEST_LIST = 1_000;
/** Lists stand near the surface: `items`, `split`, `customer.documents`. */
const DEEPEST = 3;

/** Fails with 422 for a list that is longer than the sandbox keeps, and names it. */
export function refuseLongLists(body: unknown, path: readonly string[] = []): void {
  if (!isObject(body) || path.length > DEEPEST) return;
  for (const [field, value] of Object.entries(body)) {
    const here = [...path, field];
    if (!Array.isArray(value)) refuseLongLists(value, here);
    else if (value.length > LONGEST_LIST) {
      throw new Refusal(422, [
        `${fieldName(here)}: the sandbox keeps at most ${LONGEST_LIST}, and ${value.length} were sent`,
      ]);
    }
  }
}
