import { isObject, type JsonObject, objectAt } from '../../contract/json.js';
import { MASK } from '../exchange.js';
import type { BodyReader } from '../judge/body.js';
import { entryKey, type JudgedContract } from '../judge/contract.js';
import type { Ledger } from '../judge/ledger.js';

import { ECHOED } from '../judge/subjects.js';
import { isSuccess, type Rule } from './rule.js';

/** Checks that the gateway accepts request fields. A server may ignore a field, so the rule confirms only fields that come back. */
export function requestRule(contract: JudgedContract, { shapeOf }: BodyReader): Rule {
  return {
    judge({ operation, status, sent, returned, exchange, success }, ledger) {
      if (isSuccess(status) && operation.method === 'GET' && /[?&]metadata=/.test(exchange.request.url)) {
        const place = contract.placeOf(objectAt(objectAt(contract.document.components, 'parameters'), 'MetadataQuery'));
        ledger.confirm('metadata-query', '', 'A GET with metadata in its query was answered.', place);
      }
      const schema = objectAt(
        objectAt(objectAt(operation.definition, 'requestBody'), 'content'),
        'application/json',
      ).schema;
      if (!isSuccess(status) || !isObject(schema) || !isObject(sent)) return;
      visit(sent, schema, returned, success && shapeOf(success).fields, ledger, 0);
      judgeForms(operation.operationId, sent, returned, ledger);
    },
  };

  function visit(
    sent: JsonObject,
    schema: JsonObject,
    returned: unknown,
    listed: ReadonlyMap<string, JsonObject> | undefined,
    ledger: Ledger,
    depth: number,
  ): void {
    if (depth > 8) return;
    const { fields } = shapeOf(formOf(schema, sent));
    for (const [name, value] of Object.entries(sent)) {
      const field = fields.get(name);
      if (!field) continue;
      const back = isObject(returned) ? returned[name] : undefined;
      const place = contract.placeOf(field);
      ledger.touch(place.evidence);
      // If the response schema lacks the field, a successful request is the only available evidence.
      const isTaken = isEcho(value, back) || (listed !== undefined && !listed.has(name));
      for (const key of isTaken ? place.evidence.map(entryKey) : []) {
        // A returned amount does not prove its unit, so confirm only entries about the field itself.
        if (key && ECHOED.has(key))
          ledger.confirm(
            key,
            place.pointer,
            `The field ${name} was taken${isEcho(value, back) ? ' and came back as it was sent' : ''}.`,
            place,
          );
      }
      const below = listed?.get(name);
      if (isObject(value)) visit(value, field, back, below && shapeOf(below).fields, ledger, depth + 1);
      const first: unknown = Array.isArray(value) ? value[0] : undefined;
      const { items } = shapeOf(field);
      const parts = below && shapeOf(below).items;
      if (isObject(first) && items)
        visit(
          first,
          items,
          Array.isArray(back) ? back[0] : undefined,
          parts && shapeOf(parts).fields,
          ledger,
          depth + 1,
        );
    }
    if (sent.type === 'corporation' && objectAt({ returned }, 'returned').type === 'corporation') {
      ledger.confirm(
        'customer-corporation',
        '',
        'A customer of the type corporation was taken and came back.',
        contract.placeOf(schema),
      );
    }
    const scalars = [
      typeof sent.installments === 'string' ? 'installments' : '',
      typeof sent.async === 'number' ? 'async as 1' : typeof sent.async === 'string' ? 'async as "0"' : '',
    ];
    for (const part of scalars.filter((part) => part !== ''))
      ledger.confirm(
        'scalar-types',
        part,
        'Another scalar type than the obvious one was taken.',
        contract.placeOf(schema),
      );
    if (sent.async !== undefined) ledger.touch(['assumed async-meaning']);
    for (const field of ['type', 'country']) judgeCase(sent[field], ledger, schema);
  }

  function judgeForms(operationId: string, sent: JsonObject, returned: unknown, ledger: Ledger): void {
    const { status, payment_method: method, amount, boleto } = isObject(returned) ? returned : {};
    const isTransaction = typeof status === 'string' && typeof amount === 'number';
    if (operationId === 'refundTransaction' || operationId === 'captureTransaction') {
      const part = operationId.replace('Transaction', '');
      const reason = `A ${part} with async and amount returned a transaction.`;
      const isWhole = sent.async !== undefined && sent.amount !== undefined;
      ledger.check(
        'refund-capture-body',
        part,
        isWhole ? isTransaction : undefined,
        reason,
        `A ${part} returned no transaction.`,
      );
    }
    if (operationId !== 'createTransaction' || !isTransaction) return;
    const isWaiting = status === 'request_authentication';
    if (isObject(sent.threeDSecure) && sent.payment_method === 'credit_card' && status !== 'refused')
      ledger.confirm('three-d-secure-request', '', 'A card payment with threeDSecure was taken.');
    if (method === 'debit_card') {
      const holds = isObject(sent.threeDSecure)
        ? isWaiting
          ? true
          : status === 'paid'
            ? false
            : undefined
        : undefined;
      ledger.check(
        'debit-form',
        '',
        holds,
        'A debit payment with threeDSecure waits for 3DS.',
        'A debit payment was paid without 3DS.',
      );
    }
    if (method === 'boleto' && status === 'waiting_payment') {
      const line = isObject(boleto) ? boleto.barcode_line : undefined;
      const digits = typeof line === 'string' ? line.replaceAll(/\D/g, '').length : 0;
      const holds = line === MASK ? undefined : digits === 44 || digits === 47;
      ledger.check(
        'boleto-form',
        '',
        holds,
        'A boleto had its barcode_line.',
        'A boleto had no barcode_line of 44 or 47 digits.',
      );
    }
  }

  /** Returns the request schema for the payment method. */
  function formOf(schema: JsonObject, sent: JsonObject): JsonObject {
    const written =
      typeof schema.$ref === 'string'
        ? objectAt(objectAt(objectAt(contract.document, 'components'), 'schemas'), schema.$ref.split('/').at(-1) ?? '')
        : schema;
    const discriminator = objectAt(written, 'discriminator');
    const chosen = objectAt(discriminator, 'mapping')[`${sent[`${discriminator.propertyName}`]}`];
    return typeof chosen === 'string' ? { $ref: chosen } : schema;
  }

  function judgeCase(value: unknown, ledger: Ledger, schema: JsonObject): void {
    if (value === 'CPF' || value === 'CNPJ' || value === 'BR') {
      ledger.confirm('document-type-case', '', 'Upper case was taken.', contract.placeOf(schema));
    }
  }
}

/** Returns whether a value came back. For objects and arrays it compares only the type or length; `visit` checks their content. */
function isEcho(sent: unknown, back: unknown): boolean {
  if (sent === MASK || back === MASK) return false;
  if (Array.isArray(sent)) return Array.isArray(back) && sent.length === back.length;
  if (typeof sent === 'string' && typeof back === 'string' && sent !== back) {
    // The gateway merges metadata into the existing metadata.
    const [own, all] = [parseObject(sent), parseObject(back)];
    return own !== undefined && all !== undefined && Object.entries(own).every(([name, value]) => all[name] === value);
  }
  return isObject(sent) ? isObject(back) : sent === back;
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
