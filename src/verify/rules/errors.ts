import { isObject, objectAt } from '../../contract/json.js';
import type { JudgedContract } from '../judge/contract.js';
import { isSuccess, type Rule } from './rule.js';

/** How errors look: their statuses, and the form of their body. */
export function errorRule(contract: JudgedContract): Rule {
  const schema = objectAt(objectAt(objectAt(contract.document, 'components'), 'schemas'), 'ErrorResponse');
  const body = contract.placeOf(schema);
  return {
    judge({ operation, status, returned, exchange, intent, violations }, ledger) {
      if (isSuccess(status) || status < 400) return;
      const use = contract.placeOfUse(operation, String(status));
      if (status >= 500) {
        ledger.confirm('server-errors', contract.placeOfUse(operation, '5XX'), '', `A failure came with ${status}.`);
      }
      if (status === 429) {
        ledger.touch(['assumed rate-limit']);
        if (!exchange.response.headers['retry-after'])
          ledger.refuteEntry('rate-limit', use, 'A 429 came without Retry-After.');
      }
      if (status < 500 && String(status) in objectAt(operation.definition, 'responses')) {
        ledger.confirm('error-statuses', use, String(status), `An error came with ${status}.`);
      }
      if (status === 400 || status === 422) judgeLeftOut(intent.leftOut);
      if (!isObject(returned)) {
        // What has no JSON says nothing of the form; a 404 like this is the concern of the paths.
        if (status < 500 && status !== 404 && exchange.response.omitted)
          ledger.refuteEntry('error-body', body, `An error with ${status} had no JSON body.`);
        return;
      }
      if (violations.length > 0) return;
      // An error may have them: one that has none contradicts nothing.
      ledger.touch(['assumed error-message', 'observed error-code']);
      const { errors } = returned;
      if (errors === undefined) return;
      const place = contract.placeOf(objectAt(objectAt(schema, 'properties'), 'errors'));
      const form = Array.isArray(errors) ? 'a list' : isObject(errors) ? 'an object by field' : 'one text';
      // A list contradicts no other form.
      ledger.touch(['assumed error-other-forms']);
      if (form === 'a list') ledger.confirm('error-body', place, place.pointer, `The errors were ${form}.`);
      else ledger.confirm('error-other-forms', place, '', `The errors were ${form}.`);
      if (form === 'an object by field') {
        ledger.discover({
          kind: 'form',
          place: place.pointer,
          reason: 'The errors are an object by field, not a list.',
          yaml: 'type: object\nx-evidence: observed seen-on-servers',
        });
      }

      function judgeLeftOut(field: string | undefined): void {
        if (field === undefined) return;
        const reason = `${operation.operationId} was refused without ${field}.`;
        ledger.confirm('requiredness', use, '', reason);
      }
    },
  };
}
