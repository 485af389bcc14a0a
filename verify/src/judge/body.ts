import { hasCardNumber, isSensitive, testCards } from 'payment-gateway-contract';
import type { Shape } from 'payment-gateway-core/contract';
import { entryKey, resolve } from 'payment-gateway-core/contract';
import {
  isObject,
  type JsonObject,
  keysOfPointer,
  listAt,
  memoize,
  objectAt,
  once,
  textOf,
} from 'payment-gateway-core/util';
import {
  CONTRACT_ID,
  createCompiler,
  type Violation as SchemaViolation,
  sentences,
} from 'payment-gateway-core/validation';
import type { Variant } from 'payment-gateway-core/values';
import { MASK } from '../exchange.js';
import { fieldYaml, printableName } from './finding.js';
import { type Place, readJudgedContract } from './judged-contract.js';
import type { EvidenceLedger } from './ledger.js';

/** An object in a body that has a schema in the contract. */
export interface SeenRecord {
  /** The schema name, as `Transaction`. */
  readonly name: string;
  readonly value: JsonObject;
}

export interface BodyViolation {
  readonly place: Place;
  readonly evidence: readonly string[];
  readonly reason: string;
  readonly variant?: Variant | undefined;
}

/** The reader stops at this depth. Gateway responses nest less deeply. */
const DEEPEST = 64;
/** The most list items of a body to validate. Ajv copies all errors for each item, so 100,000 wrong items would take hours. */
const MOST_ITEMS = 1_000;
/** Section 2 of the source document: ISO 8601 with microseconds and a trailing Z. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
/** Fields whose digits may look like a card number by chance. */
const CODES = /(^|_)(id|tid|nsu|session|key|code|line|number|numbers|phone|document|conta|fingerprint|time|zipcode)$/;
const TEST_CARDS: ReadonlySet<string> = new Set(Object.values(testCards).flatMap(Object.values<string>));

const validators = once(() => {
  // Pass the contract's own objects, not copies: `placeOf` looks up `parentSchema` by identity.
  const compile = createCompiler({ report: 'all', schemas: readJudgedContract().schemas });
  return memoize((schema: JsonObject) =>
    compile(typeof schema.$ref === 'string' ? { $ref: `${CONTRACT_ID}${schema.$ref}` } : schema),
  );
});

export function violationsIn(whole: unknown, schema: JsonObject, operationId?: string): BodyViolation[] {
  const body = prepared(whole, schema, { items: MOST_ITEMS });
  // `visitText` checks times, because the document is stricter than `date-time`.
  const errors = validators()(schema)(body).filter(({ params }) => params?.format !== 'date-time');
  return errors.filter(({ data }) => data !== MASK).map((error) => violationOf(error, schema, body, operationId));
}

function violationOf(error: SchemaViolation, schema: JsonObject, body: unknown, operationId?: string): BodyViolation {
  const { placeOf } = readJudgedContract();
  const violated = placeOf(isObject(error.parentSchema) ? error.parentSchema : schema);
  // Both the referenced schema and the field that refers to it have evidence.
  const field = error.keyword === 'required' ? undefined : fieldAt(schema, error.instancePath);
  const { pointer, evidence } = field ? placeOf(field) : violated;
  const place = { pointer, evidence: [...new Set([...evidence, ...violated.evidence])] };
  const [sentence = ''] = sentences([error], body);
  const reason = sentence.replaceAll(/\[\d+\]/g, '[]').replace(': ', ' ');
  const isTextId = /[/_]id$/.test(error.instancePath) && error.keyword === 'type' && /^\d+$/.test(textOf(error.data));
  const variant = isTextId ? 'response-ids=strings' : undefined;
  return { place, evidence: blamed(place, error, operationId), reason: `${reason}.`, variant };
}

/** Returns the field at a JSON pointer, or undefined if the contract does not describe it. */
function fieldAt(schema: JsonObject, pointer: string): JsonObject | undefined {
  const { shapeOf } = readJudgedContract();
  let field: JsonObject | undefined;
  let node: JsonObject | undefined = schema;
  for (const name of keysOfPointer(pointer)) {
    if (!node) return undefined;
    const shape: Shape = shapeOf(node);
    const next: JsonObject | undefined = shape.fields.get(name);
    field = next ?? field;
    node = next ?? shape.items;
  }
  return field;
}

/**
 * Returns a copy without null where the contract does not allow it, which counts as a missing field. Its lists have no more items
 * than are `left`.
 */
function prepared(value: unknown, schema: JsonObject, left: { items: number }, depth = 0): unknown {
  if (depth > DEEPEST) return value;
  const { shapeOf } = readJudgedContract();
  const { fields, items = {} } = shapeOf(schema);
  if (Array.isArray(value)) {
    const kept = value.slice(0, left.items);
    left.items -= kept.length;
    return kept.map((item) => prepared(item, items, left, depth + 1));
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value).flatMap(([name, child]): [string, unknown][] => {
    const field = fields.get(name) ?? {};
    const { types } = shapeOf(field);
    if (child === null && types.size > 0 && !types.has('null')) return [];
    return [[name, prepared(child, field, left, depth + 1)]];
  });
  return Object.fromEntries(entries);
}

/** Returns the evidence that a violation refutes: entries about this field, else entries that a schema decides, else the document. */
function blamed({ evidence }: Place, error: SchemaViolation, operationId: string | undefined): string[] {
  const { entryOf } = readJudgedContract();
  const { missingProperty: missing } = objectAt(error, 'params');
  const field = typeof missing === 'string' ? missing : (error.instancePath.split('/').at(-1) ?? '');
  const possible = evidence.filter((text) => speaksOf(text, operationId));
  const settled = possible.map((text) => ({ text, settle: entryOf(text)?.settle }));
  const documented = settled.filter(({ settle }) => settle === undefined);
  const exact = settled.filter(({ settle }) => settle?.about?.some((name) => name === error.keyword || name === field));
  const decided = settled.filter(({ settle }) => settle?.by === 'schema' && !settle.about);
  const found = [exact, decided, documented, settled.slice(0, 1)].find(({ length }) => length > 0) ?? [];
  return found.map(({ text }) => text);
}

/** Returns whether evidence applies to an operation. `transaction-response-reused` excludes the one operation that the document shows. */
function speaksOf(evidence: string, operationId: string | undefined): boolean {
  return !(operationId === 'createTransaction' && entryKey(evidence) === 'transaction-response-reused');
}

/** Records the fields and values in a body, and returns its objects that have a schema. */
export function walkBody(
  body: unknown,
  schema: JsonObject,
  ledger: EvidenceLedger,
  operationId?: string,
): SeenRecord[] {
  const walk = new BodyWalk(ledger, operationId);
  walk.visit(body, schema);
  return walk.records;
}

class BodyWalk {
  readonly records: SeenRecord[] = [];
  readonly #contract = readJudgedContract();
  readonly #ledger: EvidenceLedger;
  readonly #operationId: string | undefined;

  constructor(ledger: EvidenceLedger, operationId: string | undefined) {
    this.#ledger = ledger;
    this.#operationId = operationId;
  }

  visit(value: unknown, node: JsonObject, depth = 0): void {
    if (value === MASK || depth > DEEPEST) return;
    const shape = this.#contract.shapeOf(node);
    if (Array.isArray(value)) {
      for (const item of value) if (shape.items) this.visit(item, shape.items, depth + 1);
    } else if (isObject(value)) this.#visitObject(value, shape, this.#contract.placeOf(node), depth);
    else if (typeof value === 'string') this.#visitText(value, shape, this.#contract.placeOf(node));
  }

  #visitObject(value: JsonObject, shape: Shape, place: Place, depth: number): void {
    for (const name of shape.names) this.records.push({ name, value });
    // If several schemas describe the field, the last one is the closest.
    const merged = listAt(shape.part, 'allOf').at(-1);
    const isMerged = shape.part && Object.keys(shape.part).length === 1 && merged !== undefined;
    const own = shape.part
      ? this.#contract.placeOf(isMerged ? resolve(this.#contract.document, merged) : shape.part)
      : place;
    for (const [name, child] of Object.entries(value)) {
      const field = shape.fields.get(name);
      if (child !== null && child !== MASK) this.#visitSecret(name, child, field, own);
      if (field) this.#visitField(child, field, depth);
      // An object without listed fields accepts any field.
      else if (shape.fields.size > 0 && !isObject(shape.marks.additionalProperties)) {
        const shown = printableName(name);
        this.#ledger.discover({
          kind: 'field',
          place: `${own.pointer}/properties`,
          reason: `The field ${shown} is not listed.`,
          yaml: fieldYaml(shown, child),
        });
      }
    }
  }

  #visitField(child: unknown, field: JsonObject, depth: number): void {
    const { pointer, evidence } = this.#contract.placeOf(field);
    const place = { pointer, evidence: evidence.filter((text) => speaksOf(text, this.#operationId)) };
    if (child === null || child === MASK) this.#ledger.touch(place.evidence);
    else this.#ledger.seen(place);
    this.visit(child, field, depth + 1);
  }

  /** Reports card numbers and credentials in a response, under any field name. */
  #visitSecret(name: string, child: unknown, field: JsonObject | undefined, { pointer, evidence }: Place): void {
    const text = typeof child === 'string' || typeof child === 'number' ? String(child) : '';
    const isNamed = field ? field['x-sensitive'] === true : isSensitive(name) && (text !== '' || isObject(child));
    const isCard = !CODES.test(name) && (hasCardNumber(text) || TEST_CARDS.has(text.replace(/\W/g, '')));
    if (!isNamed && !isCard) return;
    const blamed = evidence.length > 0 ? evidence.slice(0, 1) : ['documented 2'];
    const reason = isCard ? 'a card number' : printableName(name);
    this.#ledger.refuteEvidence(blamed, `The response contains ${reason}, which the contract never returns.`, {
      pointer,
      evidence,
    });
  }

  #visitText(value: string, { marks, vocabulary }: Shape, place: Place): void {
    if (marks.format === 'date-time' && !TIMESTAMP.test(value))
      this.#ledger.refuteEvidence(
        ['documented 2'],
        'A time is not as documented: in ISO 8601, with microseconds and Z.',
        place,
      );
    if (!vocabulary) return;
    const { pointer, evidence } = this.#contract.placeOf(vocabulary);
    const values = listAt(vocabulary, 'x-extensible-enum');
    const known = values.find((one) => one === value) ?? values.find((one) => one === value.toLowerCase());
    const own: unknown = objectAt(vocabulary, 'x-enum-evidence')[String(known)];
    const blamed = typeof own === 'string' ? [own] : evidence;
    // Gateways returned document types in upper and lower case.
    if (known === value || (known !== undefined && evidence.some((text) => entryKey(text) === 'document-type-case')))
      this.#ledger.touch(blamed);
    else if (known !== undefined)
      this.#ledger.refuteEvidence(blamed.slice(0, 1), `The value ${String(known)} came in other upper or lower case.`, {
        pointer,
        evidence,
      });
    else {
      const name = printableName(value);
      this.#ledger.discover({
        kind: 'value',
        place: pointer,
        reason: `The value ${name} is not in the list, which is open.`,
        yaml: `x-extensible-enum: [${name}]\nx-enum-evidence:\n  ${name}: observed seen-on-servers`,
      });
    }
  }
}
