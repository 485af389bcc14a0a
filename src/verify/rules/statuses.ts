import { objectAt } from '../../contract/json.js';
import type { JudgedContract } from '../judge/contract.js';
import { placeOf } from './paths.js';
import { isSuccess, type Rule } from './rule.js';

/** Whether the status is one that the contract lists for the operation. */
export function statusRule(contract: JudgedContract): Rule {
  return {
    judge({ operation, status, intent }, ledger) {
      const { pointer } = placeOf(contract, operation);
      const declared = objectAt(operation.definition, 'responses');
      const place = { pointer: `${pointer}/responses`, evidence: contract.placeOfUse(operation, '200').evidence };
      if (status >= 300 && status < 400) {
        ledger.refute(
          place,
          place.evidence,
          `${operation.operationId} redirected with ${status}; no redirect is described, and none was followed.`,
        );
        return;
      }
      const listed = status in declared ? String(status) : `${Math.floor(status / 100)}XX`;
      if (listed in declared) ledger.touch(contract.placeOfUse(operation, listed).evidence);
      else {
        if (isSuccess(status))
          ledger.refute(
            place,
            place.evidence,
            `${operation.operationId} succeeded with ${status}, which is not listed.`,
          );
        // These say that there is no such operation, which is the concern of the paths.
        if (status === 404 || status === 405 || status === 501) return;
        ledger.discover({
          kind: 'status',
          place: place.pointer,
          reason: `The status ${status} is not listed.`,
          yaml: `'${status}':\n  description: What it means is not known.\n  x-evidence: observed seen-on-servers`,
        });
      }
      const [key] = intent.settles ?? [];
      if (intent.expects?.includes(status) && key !== undefined && intent.part !== undefined)
        ledger.confirm(key, place, intent.part, `${operation.operationId} returned ${status}, as is assumed.`);
      if (intent.expects && !intent.expects.includes(status) && status !== 401 && status !== 429) {
        const reason = `${operation.operationId} returned ${status} where ${intent.expects.join(' or ')} was expected.`;
        if (key !== undefined) ledger.refuteEntry(key, place, reason);
      }
    },
  };
}
