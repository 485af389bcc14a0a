import type { RegisterKey } from '../../../generated/register-keys.js';
import { isObject, type JsonObject, jsonOf, objectAt, textOf } from '../../contract/json.js';
import { isRefusal } from '../exchange.js';
import type { Ledger } from '../judge/ledger.js';
import type { CreateRule, Seen } from './rule.js';

/** Checks that the contract lists the status code for the operation, and that the flow expects it. */
export const statusRule: CreateRule = (contract) => ({
  judge(seen, ledger) {
    const { operation, operationId, status, ok } = seen;
    const declared = objectAt(operation.definition, 'responses');
    const { evidence } = contract.placeOfUse(operation, '200');
    const place = { pointer: `${seen.place.pointer}/responses`, evidence };
    if (status >= 300 && status < 400) {
      const reason = `${operationId} redirected with ${status}; the contract describes no redirect, and verify followed none.`;
      ledger.refuteEvidence(evidence, reason, place);
      return;
    }
    const listed = status in declared ? String(status) : `${Math.floor(status / 100)}XX`;
    if (listed in declared) ledger.touch(contract.placeOfUse(operation, listed).evidence);
    // 404, 405 and 501 may mean that the operation does not exist. `pathRule` handles them.
    else if (![404, 405, 501].includes(status))
      ledger.discover({
        kind: 'status',
        place: place.pointer,
        reason: `The status ${status} is not listed.`,
        yaml: `'${status}':\n  description: What it means is not known.\n  x-evidence: observed seen-on-servers`,
      });
    if (ok && !(listed in declared))
      ledger.refuteEvidence(evidence, `${operationId} succeeded with ${status}, which is not listed.`, place);
    judgeIntent(seen, ledger);
    if (isRefusal(status) && !seen.intent.expects && !seen.intent.leftOut) judgeAccepted(seen, ledger);
  },
});

/** Compares the status code with the ones that the flow expects. */
function judgeIntent({ operationId, status, returned, intent }: Seen, ledger: Ledger): void {
  const [key] = intent.settles ?? [];
  if (!intent.expects || key === undefined) return;
  const isExpected = intent.expects.includes(status);
  // A 404 without JSON or without a token means that the path is absent. It says nothing about the request.
  const isAbsent = status === 404 && (returned === undefined || intent.withoutToken === true);
  if (isExpected && intent.part !== undefined)
    ledger.confirm(key, intent.part, `${operationId} returned ${status}, as the contract assumes.`);
  else if (!isExpected && status !== 401 && status !== 429 && !isAbsent)
    ledger.refute(key, `${operationId} returned ${status} where ${intent.expects.join(' or ')} was expected.`);
}

/** Refutes entries which state that the gateway accepts a request that it refused. */
function judgeAccepted({ operationId, status, sent, returned, intent }: Seen, ledger: Ledger): void {
  const text = jsonOf(returned ?? '');
  const named = ACCEPTED.filter((one) => one.isSent(sent, operationId) && (one.names.test(text) || status === 402));
  const keys = new Set(named.map(({ key }) => key));
  // If the message does not give another reason, the refusal contradicts the entry.
  if (keys.size === 0) for (const key of intent.accepted ?? []) keys.add(key);
  const isUnrelated = named.length === 0 && UNRELATED.test(text);
  for (const key of keys) {
    if (isUnrelated)
      ledger.leaveOpen([`assumed ${key}`], `${operationId} was refused with ${status} for another reason.`);
    else ledger.refute(key, `${operationId} was refused with ${status}, but the entry says that it is accepted.`);
  }
}

/** Reasons to refuse a request that depend on the merchant's account. */
const UNRELATED =
  /not (enabled|available|allowed|permitted|contracted)|disabled|permission|limit|habilitad|permiss|contratad/i;

/** Requests that an entry says the gateway accepts. `names` matches refusals that contradict the entry. */
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
    names: /descriptor/i,
  },
  {
    key: 'scalar-types',
    isSent: ({ installments, async }) => typeof installments === 'string' || /number|string/.test(typeof async),
    names: /installments|async/i,
  },
  {
    key: 'customer-absent',
    isSent: (sent, id) => id === 'createTransaction' && !('customer' in sent || 'customer_id' in sent),
    names: /customer|billing/i,
  },
  {
    key: 'metadata-everywhere',
    isSent: ({ metadata }) => typeof metadata === 'string',
    names: /metadata/i,
  },
];

/** Checks the status codes and bodies of errors. The judge skips outages before this rule. */
export const errorRule: CreateRule = (contract) => {
  const schema = contract.schema('ErrorResponse');
  const body = contract.placeOf(schema);
  const errorsPlace = contract.placeOf(objectAt(objectAt(schema, 'properties'), 'errors'));

  return {
    judge(seen, ledger) {
      const { operation, operationId, status, returned, exchange, intent } = seen;
      if (status < 400) return;
      const use = contract.placeOfUse(operation, String(status));
      if (status === 429) {
        ledger.touch(['assumed rate-limit']);
        if (!exchange.response.headers['retry-after'])
          ledger.refute('rate-limit', 'A 429 came without Retry-After.', use);
      }
      if (String(status) in objectAt(operation.definition, 'responses'))
        ledger.confirm('error-statuses', String(status), `An error had the status ${status}.`, use);
      const { leftOut } = intent;
      if ((status === 400 || status === 422) && leftOut !== undefined)
        ledger.confirm(
          'requiredness',
          `${operationId} ${leftOut}`,
          `${operationId} was refused without ${leftOut}.`,
          use,
        );
      if (isObject(returned)) judgeForm(seen, ledger);
      // A 404 with an HTML page may mean that the path does not exist.
      else if (status !== 404 || exchange.response.omitted === undefined)
        ledger.refute('error-body', `An error with ${status} had no JSON object.`, body);
    },
  };

  function judgeForm({ violations, body: { errors, message, code, ...others } }: Seen, ledger: Ledger): void {
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
      ledger.refute('error-body', 'An error had a JSON object without errors.', body);
    }
  }
};
