import { isObject, objectAt } from '../../contract/json.js';
import type { JudgedContract } from '../judge/contract.js';
import type { Ledger } from '../judge/ledger.js';
import { isSuccess, type Rule, type Seen } from './rule.js';

/** Checks the status codes and bodies of errors. The judge skips outages before this rule. */
export function errorRule(contract: JudgedContract): Rule {
  const schema = objectAt(objectAt(objectAt(contract.document, 'components'), 'schemas'), 'ErrorResponse');
  const body = contract.placeOf(schema);
  const errorsPlace = contract.placeOf(objectAt(objectAt(schema, 'properties'), 'errors'));

  return {
    judge(seen, ledger) {
      const { operation, status, returned, exchange, intent } = seen;
      if (isSuccess(status) || status < 400) return;
      const use = contract.placeOfUse(operation, String(status));
      if (status === 429) {
        ledger.touch(['assumed rate-limit']);
        if (!exchange.response.headers['retry-after'])
          ledger.refute('rate-limit', 'A 429 came without Retry-After.', use);
      }
      if (String(status) in objectAt(operation.definition, 'responses'))
        ledger.confirm('error-statuses', String(status), `An error came with ${status}.`, use);
      const { leftOut } = intent;
      if ((status === 400 || status === 422) && leftOut !== undefined) {
        const reason = `${operation.operationId} was refused without ${leftOut}.`;
        ledger.confirm('requiredness', `${operation.operationId} ${leftOut}`, reason, use);
      }
      if (isObject(returned)) judgeForm(seen, returned, ledger);
      // A 404 with an HTML page may mean that the path does not exist.
      else if (status !== 404 || exchange.response.omitted === undefined)
        ledger.refute('error-body', `An error with ${status} had no JSON object.`, body);
    },
  };

  function judgeForm(
    { violations }: Seen,
    { errors, message, code, ...others }: Record<string, unknown>,
    ledger: Ledger,
  ) {
    // Both fields are optional, so an error without them does not contradict the entries.
    ledger.touch(['assumed error-message', 'observed error-code']);
    if (Array.isArray(errors)) {
      if (violations.length > 0) return;
      // A list does not contradict the other forms.
      ledger.touch(['assumed error-other-forms']);
      ledger.confirm('error-body', errorsPlace.pointer, 'The errors were a list.', errorsPlace);
    } else if (isObject(errors) || typeof errors === 'string') {
      const form = isObject(errors) ? 'an object by field' : 'one text';
      ledger.confirm('error-other-forms', '', `The errors were ${form}.`, errorsPlace);
      ledger.refute('error-body', `The errors were ${form}, not a list.`, errorsPlace);
      ledger.discover({
        kind: 'form',
        place: errorsPlace.pointer,
        reason: `The errors are ${form}, not a list.`,
        yaml: `type: ${isObject(errors) ? 'object' : 'string'}\nx-evidence: observed seen-on-servers`,
      });
    } else if ((errors === undefined || errors === null) && message === undefined && Object.keys(others).length > 0) {
      // A body with only `message` is not refuted: clients check for `errors` first.
      ledger.refute('error-body', 'An error was an object of another form, without errors.', body);
    }
  }
}
