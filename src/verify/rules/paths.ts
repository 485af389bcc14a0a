import type { Operation } from '../../contract/contract.js';
import { entryKey, evidenceOf, type JudgedContract } from '../judge/contract.js';
import { isSuccess, type Rule, type Seen } from './rule.js';

/** Whether the operation is there, under its method and path. */
export function pathRule(contract: JudgedContract): Rule {
  const found = new Set<string>();
  const missing = new Map<string, { seen: Seen; at: number; reason: string }>();

  return {
    judge(seen, ledger) {
      const { operation, status, returned, exchange } = seen;
      const evidence = evidenceOf(operation.definition['x-evidence']);
      const isHtml = returned === undefined && exchange.response.omitted !== undefined;
      if (isSuccess(status) && !isHtml) {
        found.add(operation.operationId);
        for (const text of evidence) {
          const key = entryKey(text);
          const place = placeOf(contract, operation);
          if (key)
            ledger.confirm(key, place, operation.operationId, `${operation.method} ${operation.path} succeeded.`);
        }
        return;
      }
      if (status === 400 || status === 422) found.add(operation.operationId);
      const reason = absence(seen, isHtml);
      if (reason !== undefined) missing.set(operation.operationId, { seen, at: ledger.at, reason });
      else if (status === 404) {
        ledger.leaveOpen(
          evidence,
          placeOf(contract, operation),
          `${operation.path} returned 404, which an unknown id explains as well.`,
        );
      } else ledger.touch(evidence);
    },

    finish(ledger) {
      for (const { seen, at, reason } of missing.values()) {
        const { operation } = seen;
        ledger.begin(seen.exchange, at, operation.operationId);
        // The path is there after all: what was wrong is how it says that something is missing.
        const place = placeOf(contract, operation);
        if (found.has(operation.operationId))
          ledger.refuteEntry('error-body', place, `An error had no JSON body: ${reason}`);
        else ledger.refute(place, evidenceOf(operation.definition['x-evidence']).slice(0, 1), reason);
      }
    },
  };
}

function absence({ operation, status, returned }: Seen, isHtml: boolean): string | undefined {
  const where = `${operation.method} ${operation.path}`;
  if (status === 405 || status === 501) return `${where} returned ${status}: the method is not taken there.`;
  if (isSuccess(status)) return `${where} returned ${status} with a page instead of JSON.`;
  if (status !== 404) return undefined;
  if (returned === undefined && isHtml) return `${where} returned 404 with a page that is no JSON.`;
  return '404' in responsesOf(operation)
    ? undefined
    : `${where} returned 404, though it names no resource that could be missing.`;
}

function responsesOf({ definition }: Operation): object {
  return typeof definition.responses === 'object' && definition.responses !== null ? definition.responses : {};
}

export function placeOf(contract: JudgedContract, operation: Operation) {
  const { pointer } = contract.placeOfUse(operation, '');
  return { pointer: pointer.replace(/\/responses\/$/, ''), evidence: evidenceOf(operation.definition['x-evidence']) };
}
