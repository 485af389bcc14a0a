/** Checks the rows of a snapshot with the types that the rules read: the schemas of the contract, and those of the hidden fields. */
import { readContract } from 'payment-gateway-core/contract';
import { isObject, type JsonObject, once, parseJson } from 'payment-gateway-core/util';
import { CONTRACT_ID, createCompiler, sentences } from 'payment-gateway-core/validation';
import { REFERENCE_KEYS, SCHEMA_KINDS } from '../rules/index.js';
import { readKey, rowKey, type Snapshot } from '../state/index.js';
import { StateVersionError } from '../stores/index.js';

const text = { type: 'string' };
const integer = { type: 'integer' };
const count = { type: 'integer', minimum: 0 };
const time = { type: 'number', minimum: -8.64e15, maximum: 8.64e15 };
const flag = { type: 'boolean' };
const listOf = (items: JsonObject) => ({ type: 'array', items });
const mapOf = (additionalProperties: JsonObject) => ({ type: 'object', additionalProperties });
/** An object whose listed fields have these types. Those in `optional` may be missing. */
const fields = (required: JsonObject, optional: JsonObject = {}) => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional },
});

const CAUSE = fields({ at: time }, { request: { type: 'number' } });

const HIDDEN: Readonly<Record<string, JsonObject>> = {
  transactions: fields(
    {
      history: listOf({ type: 'array', minItems: 3, prefixItems: [text, integer, time, CAUSE], items: false }),
      capture: flag,
    },
    {
      held: count,
      issuer: text,
      authentication: fields({ key: text }, { urlSuccess: text, urlFail: text, onFailure: text }),
      next: { enum: ['settle', 'pay', 'expire', 'lapse'] },
      refunding: count,
      reviewed: text,
      weights: listOf({ type: 'number' }),
      link: count,
      checkout: fields({ key: text }),
      subscription: count,
    },
  ),
  subscriptions: fields(
    { anchor: time, periods: count, periodEnd: time, method: text, async: flag },
    { charge: count, failed: fields({ at: time, retries: count }), address: { type: 'object' } },
  ),
  cards: fields({ outcome: text }, { expires: text }),
};

/** The fields of values without which a rule cannot work. The contract requires fewer, because a gateway may leave some out. */
const NEEDED: Readonly<Record<string, JsonObject>> = {
  transactions: fields({ status: text, amount: integer, payment_method: text, created_at: text }),
  subscriptions: fields({ status: text, price: { type: 'object' } }),
  links: fields({ status: text }),
};

const storedOf = (value: JsonObject, hidden: JsonObject = { type: 'object' }) =>
  fields({ kind: text, id: count, value, hidden, groups: listOf(text), keys: listOf(text) }, { due: time });

const ATTEMPT = fields({ at: time, duration: { type: 'number' } }, { status: integer, response: text, error: text });
const DELIVERY = fields({
  event: count,
  receiver: text,
  url: text,
  lane: text,
  copies: count,
  state: { enum: ['pending', 'held', 'delivered', 'failed'] },
  attempts: listOf(ATTEMPT),
  tries: count,
  notBefore: time,
  readyAt: time,
  by: text,
});
const EVENT = fields({ time, name: text, kind: text, object: count }, { cause: CAUSE, varied: { type: 'object' } });

/** The schemas of all rows but objects, by the beginning of the key. */
const OTHERS: Readonly<Record<string, JsonObject>> = {
  event: storedOf({ type: 'object' }, EVENT),
  delivery: mapOf(DELIVERY),
  dropped: fields({ id: count }),
  last: fields({ id: count, event: count }),
  clock: {
    if: fields({ kind: { const: 'frozen' } }),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: fields({ at: time }),
    else: fields({ kind: { const: 'system' }, offset: time }),
  },
  faults: fields({ waiting: listOf(fields({ operationId: text, times: count })) }),
};

/** Returns the validator of the rows of a sort, by its name. */
const validators = once(() => {
  const compile = createCompiler({ report: 'first', schemas: readContract().components.schemas });
  const schemas = new Map(Object.entries(OTHERS));
  for (const [type, kind] of Object.entries(SCHEMA_KINDS)) {
    const value = { allOf: [{ $ref: `${CONTRACT_ID}#/components/schemas/${type}` }, NEEDED[kind] ?? {}] };
    schemas.set(kind, storedOf(value, HIDDEN[kind]));
  }
  schemas.set(REFERENCE_KEYS, storedOf({ type: 'object' }));
  return (name: string) => {
    const schema = schemas.get(name);
    // Ajv compiles a schema once.
    return schema && compile(schema);
  };
});

/** Throws a `StateVersionError` that names the first row whose record the rules could not read. */
export function checkRows({ rows }: Pick<Snapshot, 'rows'>): void {
  for (const [key, json] of Object.entries(rows)) {
    const refuse: (sentence: string) => never = (sentence) => {
      throw new StateVersionError(`snapshot: the row ${key.slice(0, 100)} was not written by a sandbox: ${sentence}`);
    };
    const [sort, id] = readKey(key);
    const isNumber = typeof id === 'number';
    if (key !== rowKey(sort, id) || (isNumber && !(Number.isSafeInteger(id) && id > 0)))
      refuse('the key has another form');
    const record = parseJson(json);
    if (!isObject(record)) refuse('is not a JSON object');
    const check = validators()(sort || String(id));
    if (isNumber && check === undefined) refuse('no object has this kind');
    const violations = check?.(record) ?? [];
    if (violations.length > 0) refuse(sentences(violations, record)[0] ?? 'has other fields');
    if (isNumber && sort !== 'delivery' && (record.kind !== sort || record.id !== id))
      refuse('kind and id: must be those of the key');
  }
}
