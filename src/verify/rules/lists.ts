import { isObject } from '../../contract/json.js';
import type { BodyReader } from '../judge/body.js';
import type { JudgedContract } from '../judge/contract.js';
import type { Ledger } from '../judge/ledger.js';
import { isSuccess, type Rule, type Seen } from './rule.js';

const KEY = 'list-envelope';
const PAGING = ['current_page', 'last_page', 'per_page', 'total'] as const;

/** Checks that lists use the contract's envelope, respect the requested page, and start with the newest item. */
export function listRule(contract: JudgedContract, { shapeOf }: BodyReader): Rule {
  return {
    judge(seen, ledger) {
      const { operation, status, returned, success } = seen;
      if (!success || !isSuccess(status) || returned === undefined) return;
      const { fields } = shapeOf(success);
      if (!fields.has('data') || !fields.has('current_page')) return;
      const place = contract.placeOf(success);
      if (!isObject(returned) || !Array.isArray(returned.data)) {
        const form = Array.isArray(returned) ? 'a bare array' : 'an object without a list in data';
        ledger.refute(KEY, `${operation.operationId} returned ${form}.`, place);
        return;
      }
      ledger.confirm(KEY, 'data', 'A page had its items in data.', place);
      for (const field of PAGING) {
        const value = returned[field];
        const holds = value === null ? undefined : Number.isInteger(value);
        ledger.check(KEY, field, holds, `A page had ${field}.`, `A page had no ${field} that is an integer.`, place);
      }
      judgePage(seen, returned.data, ledger);
      judgeOrder(seen, returned.data, ledger);
    },
  };

  function judgePage({ query, returned, success }: Seen, items: readonly unknown[], ledger: Ledger): void {
    const asked = Number(query.get('per_page') ?? Number.NaN);
    const page = Number(query.get('page') ?? Number.NaN);
    const { per_page: size, current_page: current } = isObject(returned) ? returned : {};
    const place = success && contract.placeOf(success);
    if (asked > 0 && (items.length > asked || (typeof size === 'number' && size > asked)))
      ledger.refute(KEY, 'A page was larger than the per_page that was asked for.', place);
    if (page > 0 && typeof current === 'number' && current !== page)
      ledger.refute(KEY, 'The current_page of a list was not the page that was asked for.', place);
  }
}

/** Maps each part of the statement to the field that rises (1) or falls (-1) in that list. */
const ORDERS = [
  { part: 'history', path: /\/history$/, field: 'created_at', sign: 1, order: 'A history began with the first state' },
  {
    part: 'installments',
    path: /\/installments$/,
    field: 'installment',
    sign: 1,
    order: 'Installments began with part 1',
  },
  { part: 'lists', path: /^[^{]*$/, field: 'created_at', sign: -1, order: 'A list began with the newest item' },
] as const;

function judgeOrder({ operation }: Seen, items: readonly unknown[], ledger: Ledger): void {
  const found = ORDERS.find(({ path }) => path.test(operation.path));
  if (!found || items.length < 2) return;
  const { part, field, sign, order } = found;
  const values = items.map((item) => {
    const value = isObject(item) ? item[field] : undefined;
    return typeof value === 'number' ? value : Date.parse(String(value));
  });
  const steps = values.slice(1).map((value, index) => (value - (values[index] ?? 0)) * sign);
  if (steps.some(Number.isNaN)) return;
  const holds = steps.some((step) => step < 0) ? false : steps.some((step) => step > 0) ? true : undefined;
  ledger.check('list-order', part, holds, `${order}.`, `${order.replace('began', 'did not begin')}.`);
}
