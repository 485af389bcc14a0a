import { isObject, type JsonObject, numberOf, textOf } from 'payment-gateway-core/util';
import { parameters, type Variant } from 'payment-gateway-core/values';
import type { EvidenceLedger } from '../judge/index.js';
import type { CreateCheck, Seen } from './check.js';

const KEY = 'list-envelope';
/** The items of a page that ignores `per_page`. */
const FEW = parameters[KEY].items;
const PAGING = ['current_page', 'last_page', 'per_page', 'total'] as const;

/** Checks that lists use the contract's envelope, respect the requested page, and have their order. */
export const listCheck: CreateCheck = (ledger, contract) => ({
  judge(seen) {
    const { operationId, ok, returned, body, success, query } = seen;
    if (!success || !ok || returned === undefined) return;
    const { fields } = contract.shapeOf(success);
    if (!fields.has('data') || !fields.has('current_page')) return;
    const items = body.data;
    if (!Array.isArray(items)) {
      const form = Array.isArray(returned) ? 'a bare array' : 'an object without a list in data';
      ledger.refute(KEY, `${operationId} returned ${form}.`);
      return;
    }
    ledger.confirm(KEY, 'data', 'A page has its items in data.');
    const variant = variantOf(body);
    for (const field of PAGING) {
      const holds = body[field] === null ? undefined : Number.isInteger(body[field]);
      ledger.check(KEY, field, holds, `A page has ${field}, an integer.`, variant);
    }
    const asked = Number(query.get('per_page') ?? Number.NaN);
    const { current_page: current, last_page: last } = body;
    if (items.length === FEW && asked > FEW && numberOf(current) < numberOf(last))
      ledger.refute(KEY, `A page had only ${FEW} of more items.`, 'list-envelope=few-per-page');
    if (asked > 0 && (items.length > asked || (typeof body.per_page === 'number' && body.per_page > asked)))
      ledger.refute(KEY, 'A page had more items than the requested per_page.');
    const page = Number(query.get('page') ?? Number.NaN);
    if (page > 0 && typeof body.current_page === 'number' && body.current_page !== page)
      ledger.refute(KEY, 'The current_page of a list was not the requested page.');
    judgeOrder(seen, items, ledger);
  },
});

function variantOf(body: JsonObject): Variant | undefined {
  if (PAGING.every((field) => field in body === (field !== 'total'))) return 'list-envelope=no-total';
  return isObject(body.links) && isObject(body.meta) ? 'list-envelope=data-links-meta' : undefined;
}

/** Maps each part of the statement to the field that rises (1) or falls (-1) in that list. */
const ORDERS = [
  { part: 'history', path: /\/history$/, field: 'created_at', sign: 1, first: 'first state' },
  { part: 'installments', path: /\/installments$/, field: 'installment', sign: 1, first: 'first installment' },
  { part: 'lists', path: /^[^{]*$/, field: 'created_at', sign: -1, first: 'newest item' },
] as const;

function judgeOrder({ operation }: Seen, items: readonly unknown[], ledger: EvidenceLedger): void {
  const found = ORDERS.find(({ path }) => path.test(operation.path));
  if (!found || items.length < 2) return;
  const values = items.map((item) => {
    const value = isObject(item) ? item[found.field] : undefined;
    return typeof value === 'number' ? value : Date.parse(textOf(value));
  });
  const steps = values.slice(1).map((value, index) => (value - (values[index] ?? 0)) * found.sign);
  if (steps.some(Number.isNaN)) return;
  const holds = steps.some((step) => step < 0) ? false : steps.some((step) => step > 0) ? true : undefined;
  const isReversed = found.part === 'lists' && steps.every((step) => step <= 0);
  const variant = isReversed ? 'list-order=oldest-first' : undefined;
  ledger.check('list-order', found.part, holds, `A list begins with the ${found.first}.`, variant);
}
