import type { RegisterKey } from '../../../generated/register-keys.js';
import { isObject, type JsonObject, objectAt } from '../../contract/json.js';
import type { JudgedContract } from '../judge/contract.js';
import type { Ledger } from '../judge/ledger.js';
import { isRefusal, isSuccess, type Rule, type Seen } from './rule.js';

/** Checks that the contract lists the status code for the operation, and that the flow expects it. */
export function statusRule(contract: JudgedContract): Rule {
  /** Operations and payment methods that succeeded before. If one is refused later, the request is the cause. */
  const succeeded = new Set<string>();

  return {
    judge(seen, ledger) {
      const { operation, status } = seen;
      const { operationId } = operation;
      const declared = objectAt(operation.definition, 'responses');
      const { evidence } = contract.placeOfUse(operation, '200');
      const place = { pointer: `${seen.place.pointer}/responses`, evidence };
      if (isSuccess(status)) succeeded.add(`${operationId} ${methodOf(seen)}`);
      if (status >= 300 && status < 400) {
        const reason = `${operationId} redirected with ${status}; no redirect is described, and none was followed.`;
        ledger.refuteEvidence(evidence, reason, place);
        return;
      }
      const listed = status in declared ? String(status) : `${Math.floor(status / 100)}XX`;
      if (listed in declared) ledger.touch(contract.placeOfUse(operation, listed).evidence);
      // 405 and 501 mean that the operation does not exist. `pathRule` handles them.
      else if (status !== 404 && status !== 405 && status !== 501)
        ledger.discover({
          kind: 'status',
          place: place.pointer,
          reason: `The status ${status} is not listed.`,
          yaml: `'${status}':\n  description: What it means is not known.\n  x-evidence: observed seen-on-servers`,
        });
      if (isSuccess(status) && !(listed in declared))
        ledger.refuteEvidence(evidence, `${operationId} succeeded with ${status}, which is not listed.`, place);
      judgeIntent(seen, ledger);
    },
  };

  function judgeIntent(seen: Seen, ledger: Ledger): void {
    const { operation, status, intent } = seen;
    const { operationId } = operation;
    const [key] = intent.settles ?? [];
    if (intent.expects && key !== undefined) {
      const isExpected = intent.expects.includes(status);
      if (isExpected && intent.part !== undefined)
        ledger.confirm(key, intent.part, `${operationId} returned ${status}, as is assumed.`);
      else if (!isExpected && status !== 401 && status !== 429 && !isPage(seen))
        ledger.refute(key, `${operationId} returned ${status} where ${intent.expects.join(' or ')} was expected.`);
    }
    if (!isRefusal(status) || intent.expects || intent.leftOut) return;
    const text = JSON.stringify(seen.returned ?? '');
    const isUsual = succeeded.has(`${operationId} ${methodOf(seen)}`);
    for (const accepted of intent.accepted ?? []) {
      if (isUsual) ledger.refute(accepted, refusal(seen));
      else
        ledger.leaveOpen([`assumed ${accepted}`], `${operationId} was refused with ${status}; no other one succeeded.`);
    }
    for (const { key, isSent, names } of ACCEPTED)
      if (isObject(seen.sent) && isSent(seen.sent, operationId) && (names.test(text) || status === 402))
        ledger.refute(key, refusal(seen));
  }
}

/** A 404 without JSON means that the path is absent, and nothing about the request. */
function isPage({ status, returned }: Seen): boolean {
  return status === 404 && returned === undefined;
}

function refusal({ operation, status }: Seen): string {
  return `${operation.operationId} was refused with ${status}, and the entry says that it is accepted.`;
}

/** Requests that an entry says the gateway accepts. `names` matches refusals that contradict the entry. */
const ACCEPTED: readonly {
  key: RegisterKey;
  isSent(sent: JsonObject, operationId: string): boolean;
  names: RegExp;
}[] = [
  {
    key: 'refused-response',
    isSent: ({ payment_method: method }, operationId) =>
      operationId === 'createTransaction' && /_card$/.test(String(method)),
    names: /declin|refus|recus|negad|insufficient|saldo|issuer|emissor/i,
  },
  {
    key: 'document-type-case',
    isSent: ({ documents, country }) => country === 'BR' || /"type":"(CPF|CNPJ)"/.test(JSON.stringify(documents ?? '')),
    names: /document|country|\bcpf\b|\bcnpj\b/i,
  },
  { key: 'simulation-self', isSent: (sent) => sent.fee_responsible === 'self', names: /responsible|self/i },
];

/** Returns the payment method. The account may lack a method, so the rule tracks each one separately. */
function methodOf({ sent }: Seen): string {
  return String(objectAt({ sent }, 'sent').payment_method ?? '');
}
