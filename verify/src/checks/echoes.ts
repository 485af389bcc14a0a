import { entryKey } from 'payment-gateway-core/contract';
import { isObject, type JsonObject, objectAt, textOf } from 'payment-gateway-core/util';
import { MASK } from '../exchange.js';
import type { Place } from '../judge/index.js';
import { type CreateCheck, parseObject, type Seen } from './check.js';

/** Request bodies of the contract nest less deeply. */
const DEEPEST = 8;
/** Fields that each response has by the first evidence of their schema, although the schema does not require them. */
const ALWAYS: Readonly<Record<string, readonly string[]>> = {
  PaymentLink: ['url', 'status'],
  Subscription: ['status'],
  BankAccount: ['status'],
  CardBrandResponse: ['brand'],
  TransactionHistoryEntry: ['id', 'status', 'amount', 'created_at'],
  TransactionInstallment: ['installment', 'amount', 'status', 'payment_date'],
};

/** Checks that the gateway accepts the request fields, and returns the ones that its responses list. */
export const echoCheck: CreateCheck = (ledger, contract) => {
  const { shapeOf } = contract;
  const addressFields = Object.keys(objectAt(contract.schema('AddressRequest'), 'properties'));

  return {
    judge(seen) {
      const { operation, operationId, ok, sent, body, success, records, query } = seen;
      if (!ok) return;
      for (const { name, value } of records) judgeRecord(name, value);
      if (operation.method === 'GET' && query.has('metadata'))
        ledger.confirm('metadata-query', '', 'A GET with metadata in its query succeeded.');
      visit(sent, body, operation.request?.schema, success, seen, 0);
      if (operationId !== 'createTransaction') return;
      for (const record of ['billing', 'shipping']) judgeAddress(record, seen);
    },
  };

  /** Compares an object of the request with the one in the response. `asked` and `listed` are their schemas. */
  function visit(
    sent: JsonObject,
    returned: unknown,
    asked: JsonObject | undefined,
    listed: JsonObject | undefined,
    seen: Seen,
    depth: number,
  ): void {
    if (depth > DEEPEST) return;
    const { operation } = seen;
    const isStored = /^(POST|PUT)$/.test(operation.method) && !operation.isSafe;
    const form = asked && shapeOf(asked).forms;
    const chosen = form?.schemas.get(textOf(sent[form.property])) ?? asked;
    const fields = chosen && shapeOf(chosen).fields;
    const answers = listed && shapeOf(listed).fields;
    for (const [name, value] of Object.entries(sent)) {
      const back = isObject(returned) ? returned[name] : undefined;
      const field = fields?.get(name);
      const answer = answers?.get(name);
      if (field && chosen) {
        // If the response schema lacks the field, a successful request is the only available evidence.
        judgeTaken(name, isEcho(value, back), answers !== undefined && !answer, contract.placeOf(field));
        judgeForm(name, value, back);
      }
      if (answer && isStored && isObject(returned)) judgeBack(name, value, back, answer);
      const [first] = Array.isArray(value) ? value : [value];
      const [second] = Array.isArray(back) ? back : [back];
      const below = Array.isArray(value)
        ? [field && shapeOf(field).items, answer && shapeOf(answer).items]
        : [field, answer];
      if (isObject(first)) visit(first, second, below[0], below[1], seen, depth + 1);
    }
  }

  /** Confirms entries which state that a field is accepted. A returned amount does not prove its unit. */
  function judgeTaken(name: string, isBack: boolean, isUnlisted: boolean, place: Place): void {
    ledger.touch(place.evidence);
    for (const key of isBack || isUnlisted ? place.evidence.map(entryKey) : []) {
      if (key && contract.register.get(key)?.settle.echoes)
        ledger.confirm(key, place.pointer, `The field ${name} was accepted${isBack ? ' and came back' : ''}.`);
    }
  }

  function judgeForm(name: string, value: unknown, back: unknown): void {
    const scalar = 'A scalar of another type than expected was accepted.';
    if (name === 'installments' && typeof value === 'string') ledger.confirm('scalar-types', 'installments', scalar);
    if (name === 'async' && typeof value !== 'boolean')
      ledger.confirm('scalar-types', typeof value === 'number' ? 'async as 1' : 'async as "0"', scalar);
    if (name === 'async') ledger.touch(['assumed async-meaning']);
    if (name === 'type' && value === 'corporation' && back === value)
      ledger.confirm('customer-corporation', '', 'A customer of the type corporation was accepted and came back.');
    if ((name === 'country' && value === 'BR') || (name === 'type' && (value === 'CPF' || value === 'CNPJ')))
      ledger.confirm('document-type-case', name, 'Upper case was accepted.');
  }

  /** Checks a field that the response lists: it comes back, with amounts in the same unit. */
  function judgeBack(name: string, value: unknown, back: unknown, answer: JsonObject): void {
    if (value === null || value === MASK || back === MASK) return;
    const place = contract.placeOf(answer);
    if (back === undefined) {
      // A transaction may omit any documented field, so refute only entries which state that the field comes back.
      const shapes = place.evidence.filter((text) =>
        /-shape$|^(subscription-charges|shipping-echo)$/.test(entryKey(text) ?? ''),
      );
      ledger.refuteEvidence(shapes.slice(0, 1), `The field ${name} was sent and is not in the response.`, place);
    } else if (shapeOf(answer).marks['x-unit'] !== undefined && isFactor(value, back))
      ledger.refute('amount-centavos', `The ${name} came back in another unit.`);
  }

  function judgeRecord(name: string, value: JsonObject): void {
    const place = contract.placeOf(contract.schema(name));
    for (const field of name === 'Transaction' ? ['paid_amount', 'capture_amount'] : [])
      if (isFactor(value.amount, value[field]))
        ledger.refute('amount-centavos', `The ${field} is in another unit than the amount.`);
    for (const field of ALWAYS[name] ?? [])
      if (!(field in value)) ledger.refuteEvidence(place.evidence.slice(0, 1), `A ${name} had no ${field}.`, place);
  }

  /** Confirms what billing and shipping accept in their address. They share a schema, so `visit` cannot tell them apart. */
  function judgeAddress(record: string, { sent, body }: Seen): void {
    const [asked, back] = [sent, body].map((one) => objectAt(objectAt(one, record), 'address'));
    if (!asked || !back) return;
    const isBack = (field: string) => typeof asked[field] === 'string' && isEcho(asked[field], back[field]);
    for (const field of ['zipcode', 'neighborhood'].filter(isBack))
      ledger.confirm('address-fields-seen', `${record} ${field}`, `The ${field} of ${record} came back.`);
    if (addressFields.every(isBack))
      ledger.confirm('address-record-shared', record, `Every field of the address of ${record} came back.`);
    const holds = asked.neighborhood === null && back.neighborhood !== MASK ? back.neighborhood === null : undefined;
    const expected = 'A neighborhood that is null comes back as null.';
    ledger.check('address-record-shared', 'without a neighborhood', holds, expected);
  }
};

/** Returns whether a value came back. For objects and arrays it compares only the type or length; `visit` checks their content. */
function isEcho(sent: unknown, back: unknown): boolean {
  if (sent === MASK || back === MASK) return false;
  if (Array.isArray(sent)) return Array.isArray(back) && sent.length === back.length;
  if (isObject(sent)) return isObject(back);
  // The document shows `tangible` as an integer in a response, and clients send a boolean.
  if (typeof sent === 'boolean' && typeof back === 'number') return Number(sent) === back;
  // The gateway merges metadata into the existing metadata.
  const [own, all] = [parseObject(sent), parseObject(back)];
  return sent === back || (own && all ? Object.entries(own).every(([name, value]) => all[name] === value) : false);
}

/** Returns whether one number is in centavos and the other is the same amount in reais. */
function isFactor(one: unknown, other: unknown): boolean {
  return (
    typeof one === 'number' && typeof other === 'number' && one > 0 && (one === other * 100 || one * 100 === other)
  );
}
