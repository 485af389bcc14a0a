import { isObject, type JsonObject, objectAt } from '../../mock/wire/json.js';
import type { Shape } from '../judge/shape.js';
import { isSuccess, type Rule } from './rule.js';

const PAGING = ['current_page', 'last_page', 'per_page', 'total'] as const;

/** Whether a list comes in the envelope of the contract: `data` beside the numbers of the page. */
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
    },
  };
}

function successSchema(definition: JsonObject): JsonObject | undefined {
  const content = objectAt(objectAt(objectAt(objectAt(definition, 'responses'), '200'), 'content'), 'application/json');
  return isObject(content.schema) ? content.schema : undefined;
}
