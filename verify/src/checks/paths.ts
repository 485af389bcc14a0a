import { entryKey, evidenceTexts, type Operation } from 'payment-gateway-core/contract';
import { isRefusal } from '../exchange.js';
import type { JudgeContext, JudgedContract } from '../judge/index.js';
import type { CreateCheck, Seen } from './check.js';

export const pathCheck: CreateCheck = (ledger, contract) => {
  const found = new Set<string>();
  const missing = new Map<string, { seen: Seen; context: JudgeContext; reason: string }>();

  return {
    judge(seen) {
      const { operation, operationId, ok, status, returned, place } = seen;
      if (ok && (returned !== undefined || isEmptyDeletion(seen))) {
        found.add(operationId);
        ledger.touch(place.evidence);
        for (const key of place.evidence.filter((one) => isAboutPath(contract, one, operation)).map(entryKey))
          ledger.confirm(key, operationId, `${operation.method} ${operation.path} succeeded.`);
        if (isEmptyDeletion(seen)) {
          const documented = place.evidence.filter((one) => one.startsWith('documented'));
          const reason = `${operationId} returned ${status} with an empty body.`;
          ledger.refuteEvidence([...documented, 'assumed deletion-shape'], reason);
        }
        return;
      }
      if (isRefusal(status) && !hasPage(seen)) found.add(operationId);
      const reason = absence(seen);
      if (reason !== undefined) missing.set(operationId, { seen, context: ledger.context, reason });
      else if (status === 404)
        ledger.leaveOpen(place.evidence, `${operation.path} returned 404, which may also mean an unknown id.`);
      else ledger.touch(place.evidence);
    },

    finish() {
      for (const { seen, context, reason } of missing.values()) {
        const { operation, operationId, place } = seen;
        ledger.context = context;
        // If other exchanges show that the operation exists, the form of this response is to blame.
        if (!found.has(operationId) || seen.ok) ledger.refuteEvidence(place.evidence.slice(0, 1), reason);
        else if (seen.status === 404 && !seen.before)
          ledger.refute('error-body', `An error had no JSON body: ${reason}`);
        else ledger.leaveOpen(place.evidence, `${operation.path} existed in other responses.`);
      }
    },
  };
};

/** Returns whether any success proves an entry. An entry about the behavior of the operation, or with separate parts, needs its check. */
const isAboutPath = (contract: JudgedContract, evidence: string, { resource }: Operation): boolean =>
  !evidenceTexts(resource.evidence).includes(evidence) && !contract.entryOf(evidence)?.settle.parts;

/** Returns whether a deletion succeeded without a body. Its form is to blame, not its path. */
export const isEmptyDeletion = (seen: Seen): boolean =>
  seen.ok && seen.operation.method === 'DELETE' && seen.returned === undefined && !hasPage(seen);

function hasPage({ returned, exchange }: Seen): boolean {
  return returned === undefined && exchange.response.omitted !== undefined;
}

/** Returns why an operation seems to be absent, or undefined if the response does not suggest it. */
function absence(seen: Seen): string | undefined {
  const { operation, ok, status, before } = seen;
  const where = `${operation.method} ${operation.path} returned ${status}`;
  if (status === 405 || status === 501) return `${where}: the path does not accept the method.`;
  if (ok) return `${where} with ${hasPage(seen) ? 'a page instead of JSON' : 'an empty body'}.`;
  if (status !== 404) return undefined;
  if (hasPage(seen)) return `${where} with a page that is not JSON.`;
  if (before) return `${where} for a known id.`;
  const names404 = operation.responses.has('404');
  return names404 ? undefined : `${where}, although no id in its path can be wrong.`;
}

/** Checks that operations need a token, by comparing calls with and without one. */
export const tokenCheck: CreateCheck = (ledger, contract) => {
  const refused = new Set<Operation>();
  const succeeded = new Set<Operation>();
  const open = new Map<Operation, JudgeContext>();
  // Browsers omit the header from HAR files. A missing token counts only if the recording has tokens at all.
  let isRecorded = false;

  return {
    judge({ operation, hasToken, status, ok, intent }) {
      if (!operation.isProtected) return;
      isRecorded ||= hasToken || intent.withoutToken === true;
      if (hasToken) ledger.touch(contract.placeOfUse(operation, 'security').evidence);
      if (hasToken && ok) succeeded.add(operation);
      if (!hasToken && ok && !open.has(operation)) open.set(operation, ledger.context);
      if (!hasToken && (status === 401 || status === 403)) refused.add(operation);
    },

    finish() {
      if (!isRecorded) return;
      for (const [operation, context] of open) {
        const place = contract.placeOfUse(operation, 'security');
        ledger.context = context;
        ledger.refuteEvidence(place.evidence, `${operation.operationId} succeeded without a token.`, place);
      }
      for (const operation of refused) {
        if (!succeeded.has(operation) || open.has(operation)) continue;
        const reason = `${operation.operationId} succeeded with a token and was refused without.`;
        for (const key of contract.placeOfUse(operation, 'security').evidence.map(entryKey))
          ledger.confirm(key, operation.operationId, reason);
      }
    },
  };
};
