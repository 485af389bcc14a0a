import { isObject, type JsonObject, objectAt } from '../../contract/json.js';
import { MASK } from '../exchange.js';
import type { BodyReader } from '../judge/body.js';
import { entryKey, type JudgedContract } from '../judge/contract.js';
import type { Ledger } from '../judge/ledger.js';
import { isSuccess, type Rule, type Seen } from './rule.js';

/** Fields that a resource needs in every response to be useful. */
const ALWAYS: Readonly<Record<string, readonly string[]>> = {
  PaymentLink: ['url', 'status'],
  Subscription: ['status'],
  BankAccount: ['status'],
};

/** Checks that the response returns the sent fields that it lists, with amounts in the same unit. */
export function echoRule(contract: JudgedContract, { shapeOf }: BodyReader): Rule {
  return {
    judge(seen, ledger) {
      const { operation, status, sent, returned, success, records } = seen;
      if (!isSuccess(status)) return;
      for (const { name, value } of records) judgeRecord(name, value, ledger);
      const isStored = /^(POST|PUT)$/.test(operation.method) && operation.definition['x-safe'] !== true;
      if (isStored && success && isObject(sent) && isObject(returned)) compare(sent, returned, success, ledger, 0);
      if (operation.operationId === 'createTransaction') judgeMetadata(seen, ledger);
    },
  };

  function compare(sent: JsonObject, returned: JsonObject, schema: JsonObject, ledger: Ledger, depth: number): void {
    const { fields } = shapeOf(schema);
    for (const [name, value] of Object.entries(sent)) {
      const field = fields.get(name);
      const back = returned[name];
      if (!field || value === null || value === MASK || back === MASK) continue;
      const place = contract.placeOf(field);
      if (back === undefined) {
        // A transaction may omit any documented field, so refute only entries about shapes.
        const decided = place.evidence.filter((text) => isShape(text));
        ledger.refuteEvidence(decided.slice(0, 1), `The field ${name} was sent and is not in the response.`, place);
      } else if (typeof value === 'number' && typeof back === 'number' && value !== back) {
        if (shapeOf(field).marks['x-unit'] !== undefined && isFactor(value, back))
          ledger.refute('amount-centavos', `The ${name} was returned in another unit than it was sent.`, place);
      } else if (isObject(value) && isObject(back) && depth < 8) compare(value, back, field, ledger, depth + 1);
      else if (Array.isArray(value) && Array.isArray(back)) {
        const { items } = shapeOf(field);
        const [first, second] = [value[0], back[0]];
        if (items && isObject(first) && isObject(second)) compare(first, second, items, ledger, depth + 1);
      }
    }
  }

  function isShape(evidence: string): boolean {
    const key = entryKey(evidence);
    return key !== undefined && /-shape$/.test(key);
  }

  function judgeRecord(name: string, value: JsonObject, ledger: Ledger): void {
    const schema = objectAt(objectAt(objectAt(contract.document, 'components'), 'schemas'), name);
    const { amount } = value;
    for (const field of ['paid_amount', 'capture_amount'])
      if (name === 'Transaction' && isFactor(amount, value[field]))
        ledger.refute('amount-centavos', `The ${field} is in another unit than the amount.`, contract.placeOf(schema));
    for (const field of ALWAYS[name] ?? []) {
      if (field in value) continue;
      const place = contract.placeOf(schema);
      ledger.refuteEvidence(place.evidence.slice(0, 1), `A ${name} had no ${field}.`, place);
    }
  }

  /** Checks that metadata comes back: clients use it to find their transactions. */
  function judgeMetadata({ sent, returned }: Seen, ledger: Ledger): void {
    const { metadata } = isObject(sent) ? sent : {};
    if (typeof metadata !== 'string' || metadata === MASK || !isObject(returned)) return;
    if (returned.metadata === undefined || returned.metadata === null)
      ledger.refute('metadata-everywhere', 'Metadata was sent with a transaction and did not come back.');
  }
}

/** Returns whether one number is in centavos and the other is the same amount in reais. */
function isFactor(one: unknown, other: unknown): boolean {
  return (
    typeof one === 'number' && typeof other === 'number' && one > 0 && (one === other * 100 || one * 100 === other)
  );
}
