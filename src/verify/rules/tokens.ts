import type { Operation } from '../../contract/contract.js';
import type { Exchange } from '../exchange.js';
import { entryKey, type JudgedContract } from '../judge/contract.js';
import type { Ledger } from '../judge/ledger.js';
import { isSuccess, type Rule } from './rule.js';

interface Sightings {
  readonly operation: Operation;
  refusedWithout?: boolean;
  succeededWith?: boolean;
  succeededWithout?: { exchange: Exchange; at: number };
}

/** Checks that operations need a token, by comparing calls with and without one. */
export function tokenRule(contract: JudgedContract): Rule {
  const byOperation = new Map<string, Sightings>();
  // Browsers omit the header from HAR files. A missing token counts only if the recording has tokens at all.
  let isRecorded = false;

  return {
    judge({ operation, hasToken, status, exchange, intent }, ledger) {
      if (!operation.isProtected) return;
      isRecorded ||= hasToken || intent.withoutToken === true;
      const sightings = byOperation.get(operation.operationId) ?? { operation };
      byOperation.set(operation.operationId, sightings);
      if (hasToken) {
        sightings.succeededWith ||= isSuccess(status);
        ledger.touch(contract.placeOfUse(operation, 'security').evidence);
      } else if (status === 401 || status === 403) sightings.refusedWithout = true;
      else if (isSuccess(status)) sightings.succeededWithout ??= { exchange, at: ledger.at };
    },

    finish(ledger) {
      if (!isRecorded) return;
      for (const { operation, refusedWithout, succeededWith, succeededWithout } of byOperation.values()) {
        const place = contract.placeOfUse(operation, 'security');
        if (succeededWithout) {
          ledger.begin(succeededWithout.exchange, succeededWithout.at, place, operation.operationId);
          ledger.refuteEvidence(place.evidence, `${operation.operationId} succeeded without a token.`, place);
        } else if (refusedWithout && succeededWith) confirm(ledger, operation, place);
      }
    },
  };

  function confirm(ledger: Ledger, { operationId }: Operation, place: ReturnType<typeof contract.placeOfUse>): void {
    for (const key of place.evidence.map(entryKey)) {
      if (key)
        ledger.confirm(key, operationId, `${operationId} succeeded with a token and was refused without.`, place);
    }
  }
}
