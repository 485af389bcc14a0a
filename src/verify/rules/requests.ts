import { isObject, type JsonObject, objectAt } from '../../contract/json.js';
import { MASK } from '../exchange.js';
import { entryKey, type JudgedContract } from '../judge/contract.js';
import type { Ledger } from '../judge/ledger.js';
import type { Shape } from '../judge/shape.js';
import { ECHOED } from '../judge/subjects.js';
import { isSuccess, type Rule } from './rule.js';

/** What was sent and taken. A server may ignore a field, so only one that comes back as it was sent is confirmed. */
export function requestRule(contract: JudgedContract, shapeOf: (schema: JsonObject) => Shape): Rule {
  return {
    judge({ operation, status, sent, returned, exchange }, ledger) {
      if (isSuccess(status) && operation.method === 'GET' && /[?&]metadata=/.test(exchange.request.url)) {
        const place = contract.placeOf(objectAt(objectAt(contract.document.components, 'parameters'), 'MetadataQuery'));
        ledger.confirm('metadata-query', place, '', 'A GET with metadata in its query was answered.');
      }
      const schema = objectAt(
        objectAt(objectAt(operation.definition, 'requestBody'), 'content'),
        'application/json',
      ).schema;
      if (!isSuccess(status) || !isObject(schema) || !isObject(sent)) return;
      visit(sent, schema, returned, ledger, 0);
    },
  };

  function visit(sent: JsonObject, schema: JsonObject, returned: unknown, ledger: Ledger, depth: number): void {
    if (depth > 8) return;
    const shape = shapeOf(formOf(schema, sent));
    for (const [name, value] of Object.entries(sent)) {
      const field = shape.fields.get(name);
      if (!field) continue;
      const back = isObject(returned) ? returned[name] : undefined;
      ledger.touch(field.place.evidence);
      for (const key of isEcho(value, back) ? field.place.evidence.map(entryKey) : []) {
        // An amount that comes back says nothing of its unit: only what is about the field itself is confirmed.
        if (!key || !ECHOED.has(key)) continue;
        ledger.confirm(
          key,
          field.place,
          field.place.pointer,
          `The field ${name} was taken and came back as it was sent.`,
        );
      }
      if (isObject(value)) visit(value, field.schema, back, ledger, depth + 1);
      const first: unknown = Array.isArray(value) ? value[0] : undefined;
      const items = shapeOf(field.schema).items;
      if (isObject(first) && items) visit(first, items, Array.isArray(back) ? back[0] : undefined, ledger, depth + 1);
    }
    if (sent.type === 'corporation' && objectAt({ returned }, 'returned').type === 'corporation') {
      ledger.confirm(
        'customer-corporation',
        contract.placeOf(schema),
        '',
        'A customer of the type corporation was taken and came back.',
      );
    }
    if (typeof sent.installments === 'string' || (sent.async !== undefined && typeof sent.async !== 'boolean')) {
      ledger.confirm('scalar-types', shape.place, '', 'Another scalar type than the obvious one was taken.');
    }
    if (sent.async !== undefined) ledger.touch(['assumed async-meaning']);
    for (const field of ['type', 'country']) judgeCase(sent[field], ledger, schema);
  }

  /** The form of a transaction that the payment method chooses. */
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
      ledger.confirm('document-type-case', contract.placeOf(schema), '', 'Upper case was taken.');
    }
  }
}

/** A container comes back when one of its kind does: what is in it is looked at on its own. */
function isEcho(sent: unknown, back: unknown): boolean {
  if (sent === MASK || back === MASK) return false;
  if (Array.isArray(sent)) return Array.isArray(back) && sent.length === back.length;
  return isObject(sent) ? isObject(back) : sent === back;
}
