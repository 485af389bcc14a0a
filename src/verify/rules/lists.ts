import { isObject, type JsonObject, objectAt } from '../../contract/json.js';
import type { Place } from '../judge/finding.js';
import type { Ledger } from '../judge/ledger.js';
import type { Shape } from '../judge/shape.js';
import { isSuccess, type Rule } from './rule.js';

const PAGING = ['current_page', 'last_page', 'per_page', 'total'] as const;

/**
 * Whether lists have the contract's envelope: `data` beside the numbers of the page; and whether they begin with what was
 * created last.
 */
export function listRule(shapeOf: (schema: JsonObject) => Shape): Rule {
  return {
    judge({ operation, status, returned }, ledger) {
      const schema = isSuccess(status) && returned !== undefined ? successSchema(operation.definition) : undefined;
      if (!schema) return;
      const { fields, place } = shapeOf(schema);
      if (!fields.has('data') || !fields.has('current_page')) return;
      if (!isObject(returned) || !Array.isArray(returned.data)) {
        const form = Array.isArray(returned) ? 'a bare array' : 'an object without a list in data';
        ledger.refuteEntry('list-envelope', place, `${operation.operationId} returned ${form}.`);
        return;
      }
      ledger.confirm('list-envelope', place, 'data', 'A page had its items in data.');
      for (const field of PAGING) {
        if (Number.isInteger(returned[field])) ledger.confirm('list-envelope', place, field, `A page had ${field}.`);
      }
      // A history, or the parts of a sale, have an order of their own.
      if (!operation.path.includes('{')) judgeOrder(returned.data, ledger, place);
    },
  };
}

function judgeOrder(items: readonly unknown[], ledger: Ledger, place: Place): void {
  const times = items.map((item) => Date.parse(isObject(item) ? String(item.created_at) : ''));
  if (times.length < 2 || times.some(Number.isNaN)) return;
  const steps = times.slice(1).map((time, index) => (times[index] ?? 0) - time);
  if (steps.some((step) => step < 0))
    ledger.refuteEntry('list-order', place, 'A list had something older before something newer.');
  else if (steps.some((step) => step > 0))
    ledger.confirm('list-order', place, '', 'A list began with what was created last.');
}

function successSchema(definition: JsonObject): JsonObject | undefined {
  const content = objectAt(objectAt(objectAt(objectAt(definition, 'responses'), '200'), 'content'), 'application/json');
  return isObject(content.schema) ? content.schema : undefined;
}
