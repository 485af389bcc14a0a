import { isObject, type JsonObject, jsonOf, textOf } from 'payment-gateway-core/util';
import type { RegisterKey, Variant } from 'payment-gateway-core/values';
import { isRefusal, isSuccessStatus } from '../exchange.js';
import type { EvidenceLedger } from '../judge/index.js';
import type { CreateCheck, Seen } from './check.js';
import { isEmptyDeletion } from './paths.js';

/** Checks that the contract lists the status code for the operation, and that the flow expects it. */
export const statusCheck: CreateCheck = (ledger, contract) => ({
  judge(seen) {
    const { operation, operationId, status, ok } = seen;
    const declared = operation.responses;
    const { evidence } = contract.placeOfUse(operation, '200');
    const place = { pointer: `${seen.place.pointer}/responses`, evidence };
    if (status >= 300 && status < 400) {
      if (seen.intent.withoutToken) {
        ledger.leaveOpen(evidence, `${operationId} redirected a request without a token.`);
        return;
      }
      const reason = `${operationId} redirected with ${status}; the contract describes no redirect, and verify followed none.`;
      ledger.refuteEvidence(evidence, reason, place);
      return;
    }
    const listed = declared.has(String(status)) ? String(status) : `${Math.floor(status / 100)}XX`;
    if (declared.has(listed)) ledger.touch(contract.placeOfUse(operation, listed).evidence);
    // 404, 405 and 501 may mean that the operation does not exist. `pathCheck` handles them.
    else if (![404, 405, 501].includes(status))
      ledger.discover({
        kind: 'status',
        place: place.pointer,
        reason: `The status ${status} is not listed.`,
        yaml: `'${status}':\n  description: What it means is not known.\n  x-evidence: observed seen-on-servers`,
      });
    if (ok && !declared.has(listed) && !isEmptyDeletion(seen))
      ledger.refuteEvidence(evidence, `${operationId} succeeded with ${status}, which is not listed.`, place);
    judgeIntent(seen, ledger);
    if (isRefusal(status) && !seen.intent.expects && !seen.intent.withoutToken) judgeAccepted(seen, ledger);
  },
});

function judgeIntent(seen: Seen, ledger: EvidenceLedger): void {
  const { operationId, status, returned, intent } = seen;
  const { entry: key, expects, unless } = intent;
  if (!expects || key === undefined) return;
  const isExpected = expects.includes(status);
  // A 404 without JSON means that the path is absent. It says nothing about the request.
  const isAbsent = status === 404 && returned === undefined;
  if (isExpected && unless !== undefined && ledger.verdictSoFar(unless) === 'refuted')
    ledger.leaveOpen([`assumed ${key}`], `${operationId} returned ${status}, but ${unless} was refused too.`);
  else if (isExpected && intent.part !== undefined)
    ledger.confirm(key, intent.part, `${operationId} returned ${status}, as the contract assumes.`);
  else if (!isExpected && status !== 401 && status !== 429 && !isAbsent)
    ledger.refute(key, `${operationId} returned ${status}, not ${expects.join(' or ')}.`, variantOf(key, seen));
}

/** Returns the variant of an entry that an unexpected status code shows. */
function variantOf(key: RegisterKey, { status, returned, intent }: Seen): Variant | undefined {
  if (key === 'customer-lookup' && status === 404) return 'customer-lookup=not-found';
  if ((key === 'split-fee' || key === 'split-liable') && isSuccessStatus(status)) return `${key}=not-required`;
  if (key === 'refused-response' && (status === 402 || status === 422)) return `${key}=status-${status}`;
  if (key !== 'unknown-id' || intent.part !== 'in the path') return undefined;
  if (status === 400) return 'unknown-id=bad-request';
  return status === 200 && jsonOf(returned) === '{}' ? 'unknown-id=empty-object' : undefined;
}

/** Refutes entries which state that the gateway accepts a request that it refused. */
function judgeAccepted(seen: Seen, ledger: EvidenceLedger): void {
  const { operationId, status, sent, returned, intent } = seen;
  const text = jsonOf(returned ?? '');
  const named = ACCEPTED.filter(
    (one) =>
      one.isSent(sent, operationId) && (one.names.test(text) || (status === 402 && one.key === 'refused-response')),
  );
  const keys = new Set(named.map(({ key }) => key));
  // If the message does not give another reason, the refusal contradicts the entry.
  if (keys.size === 0) for (const key of intent.accepted ?? []) keys.add(key);
  const isUnrelated = TAKEN.test(text) || (named.length === 0 && UNRELATED.test(text));
  for (const key of keys) {
    if (isUnrelated)
      ledger.leaveOpen([`assumed ${key}`], `${operationId} was refused with ${status} for another reason.`);
    else {
      const reason = `${operationId} was refused with ${status}, but the entry says that it is accepted.`;
      ledger.refute(key, reason, variantOf(key, seen));
    }
  }
}

/** Refusals because another record has the same value. */
const TAKEN = /already|duplicat|in use|em uso|já (cadastrad|existe)/i;

/** Reasons to refuse a request that depend on the merchant's account. */
const UNRELATED =
  /not (enabled|available|allowed|permitted|contracted)|disabled|permission|limit|habilitad|permiss|contratad/i;

/** Requests that the gateway accepts according to an entry. `names` matches refusals that contradict the entry. */
const ACCEPTED: readonly {
  key: RegisterKey;
  isSent(sent: JsonObject, operationId: string): boolean;
  names: RegExp;
}[] = [
  {
    key: 'refused-response',
    isSent: ({ payment_method: method }, id) => id === 'createTransaction' && /_card$/.test(textOf(method)),
    names: /declin|refus|recus|negad|insufficient|saldo|issuer|emissor/i,
  },
  {
    key: 'document-type-case',
    isSent: ({ documents, country }) => country === 'BR' || /"type":"(CPF|CNPJ)"/.test(jsonOf(documents ?? '')),
    names: /document|country|\bcpf\b|\bcnpj\b/i,
  },
  { key: 'simulation-self', isSent: (sent) => sent.fee_responsible === 'self', names: /responsible|self/i },
  {
    key: 'descriptor-shared',
    isSent: ({ descriptor, payment_method: method }) => descriptor !== undefined && method !== 'credit_card',
    names: /\bdescriptor\b/i,
  },
  {
    key: 'form-fields-shared',
    isSent: ({ payment_method: method, capture }) => capture !== undefined && /^(pix|boleto)$/.test(textOf(method)),
    names: /\b(payment_direct|async|capture|installments|items)\b/i,
  },
  {
    key: 'scalar-types',
    isSent: ({ installments, async }) => typeof installments === 'string' || /number|string/.test(typeof async),
    names: /\b(installments|async)\b/i,
  },
  {
    key: 'customer-absent',
    isSent: (sent, id) => id === 'createTransaction' && !('customer' in sent || 'customer_id' in sent),
    names: /customer|billing/i,
  },
  { key: 'metadata-everywhere', isSent: ({ metadata }) => typeof metadata === 'string', names: /metadata/i },
];

/** Checks the status codes and bodies of errors. The judge skips outages before this check. */
export const errorCheck: CreateCheck = (ledger, contract) => {
  const errorsPlace = contract.placeOf(contract.field('ErrorResponse', 'errors'));

  return {
    judge(seen) {
      const { operation, operationId, status, returned, exchange, intent } = seen;
      if (status < 400) return;
      if (status === 429) {
        ledger.touch(['assumed rate-limit']);
        if (!exchange.response.headers['retry-after']) ledger.refute('rate-limit', 'A 429 came without Retry-After.');
      }
      if (operation.responses.has(String(status)))
        ledger.confirm('error-statuses', String(status), `An error had the status ${status}.`);
      const { leftOut } = intent;
      if ((status === 400 || status === 422) && leftOut !== undefined)
        ledger.confirm('requiredness', `${operationId} ${leftOut}`, `${operationId} was refused without ${leftOut}.`);
      if (isObject(returned)) judgeForm(seen);
      // A 404 with an HTML page may mean that the path does not exist.
      else if (status !== 404 || exchange.response.omitted === undefined)
        ledger.refute('error-body', `An error with ${status} had no JSON object.`);
    },
  };

  function judgeForm({ violations, body: { errors, message, code, ...others } }: Seen): void {
    // Both fields are optional, so an error without them does not contradict the entries.
    ledger.touch(['assumed error-message', 'observed error-code']);
    if (Array.isArray(errors)) {
      if (violations.length > 0) return;
      // A list does not contradict the other forms.
      ledger.touch(['assumed error-other-forms']);
      ledger.confirm('error-body', errorsPlace.pointer, 'The errors were a list.');
    } else if (isObject(errors) || typeof errors === 'string') {
      const form = isObject(errors) ? 'an object by field' : 'one text';
      ledger.confirm('error-other-forms', '', `The errors were ${form}.`);
      const isByField = isObject(errors) && Object.values(errors).every(Array.isArray);
      const variant = isByField ? 'error-body=lists-per-field' : undefined;
      ledger.refute('error-body', `The errors were ${form}, not a list.`, variant);
      ledger.discover({
        kind: 'form',
        place: errorsPlace.pointer,
        reason: `The errors are ${form}, not a list.`,
        yaml: `type: ${isObject(errors) ? 'object' : 'string'}\nx-evidence: observed seen-on-servers`,
      });
    } else if ((errors === undefined || errors === null) && message === undefined && Object.keys(others).length > 0) {
      const problem = 'title' in others && 'status' in others ? 'error-body=problem-json' : undefined;
      const variant = isObject(others.error) ? 'error-body=error-object' : problem;
      ledger.refute('error-body', 'An error had a JSON object without errors.', variant);
    } else if (typeof message === 'string' && Object.keys(others).length === 0) {
      // Refutes nothing: clients check for `errors` first.
      ledger.leaveOpen(['observed error-body'], 'An error had only a message.', 'error-body=message-only');
    }
  }
};
