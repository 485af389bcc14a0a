import { isObject, type JsonObject, listAt, objectAt } from '../util/json.js';
import { memoize } from '../util/memoize.js';
import { jsonSchemaOf, type Operation, resolve } from './contract.js';

/** A response, and the request body that it answers. */
export interface Answer {
  readonly status: number;
  readonly sent: unknown;
  readonly body: unknown;
}

/**
 * Returns the weakest evidence of a response: of its operation, its status, each field of its body and each known value. Returns
 * `undefined` for a status that the contract does not have.
 */
export type ResponseEvidence = (operation: Operation, answer: Answer) => string | undefined;

/** An evidence with the position of its level, so that a response compares numbers. */
interface Evidence {
  readonly text: string;
  readonly rank: number;
}

/** A schema at its place in the contract. */
interface Element {
  /** The evidence that the element exists there. */
  readonly evidence: Evidence;
  /** The fields of an object, from all schemas that it combines. */
  readonly fields: Map<string, Element>;
  /** The evidence of each known value. */
  readonly values: Map<string, Evidence>;
  items: Element | undefined;
}

/** Strongest first. */
const LEVELS = ['documented', 'observed', 'assumed'];
const WEAKEST = LEVELS.length - 1;

/** Creates the function for a contract. It reads each operation once. */
export function createResponseEvidence(contract: JsonObject): ResponseEvidence {
  const read = createReader(contract);
  const prepare = memoize((operation: Operation) => {
    const { definition } = operation;
    const around = ranked(operation.evidence);
    const request = jsonSchemaOf(resolve(contract, definition.requestBody));
    const responses = Object.entries(objectAt(definition, 'responses')).map(([code, written]) => {
      const response = resolve(contract, written);
      const evidence = firstOf(objectAt(definition, 'x-evidence-of')[code] ?? response['x-evidence']) ?? around;
      const schema = jsonSchemaOf(response);
      return [code, { evidence, body: schema && read(schema, evidence) }] as const;
    });
    return { around, request: request && read(request, around), responses: new Map(responses) };
  });

  return (operation, { status, sent, body }) => {
    const { around, request, responses } = prepare(operation);
    const response = responses.get(String(status)) ?? responses.get(`${Math.floor(status / 100)}XX`);
    if (response === undefined) return undefined;
    let found = weaker(around, response.evidence);
    // Values of the request select the form of the response: the document shows a simulation for `customer`, and none for `self`.
    if (request && status < 300 && isObject(sent)) {
      for (const field in sent) found = weaker(found, valueEvidence(request.fields.get(field), sent[field]));
    }
    return weakestWithin(response.body, body, found).text;
  };
}

/** Returns the weaker of the given evidence and the weakest within a value. */
function weakestWithin(element: Element | undefined, value: unknown, so: Evidence): Evidence {
  if (element === undefined || so.rank === WEAKEST) return so;
  let found = weaker(so, valueEvidence(element, value));
  if (Array.isArray(value)) {
    for (const item of value) found = weakestWithin(element.items, item, found);
  } else if (isObject(value)) {
    for (const name in value) {
      const field = element.fields.get(name);
      if (field && value[name] !== undefined) found = weakestWithin(field, value[name], weaker(found, field.evidence));
    }
  }
  return found;
}

function valueEvidence(element: Element | undefined, value: unknown): Evidence | undefined {
  return typeof value === 'string' ? element?.values.get(value) : undefined;
}

function createReader(contract: JsonObject): (schema: JsonObject, around: Evidence) => Element {
  const known = memoize((_: JsonObject) => new Map<string, Element>());
  return read;

  /** @param around the evidence of the nearest element around the schema */
  function read(schema: JsonObject, around: Evidence): Element {
    const sameSchema = known(schema);
    const before = sameSchema.get(around.text);
    if (before) return before;
    const { evidence: inherited } = placed(schema, around);
    // A documented type does not document every field that uses it.
    const evidence = '$ref' in schema ? weaker(around, inherited) : inherited;
    const element: Element = { evidence, fields: new Map(), values: new Map(), items: undefined };
    // Known before its fields are read, because a schema may contain itself.
    sameSchema.set(around.text, element);
    addParts(element, schema, around);
    return element;
  }

  function addParts(element: Element, schema: JsonObject, around: Evidence): void {
    const { target, evidence } = placed(schema, around);
    for (const [name, field] of Object.entries(objectAt(target, 'properties'))) {
      if (!isObject(field)) continue;
      const other = element.fields.get(name);
      const own = read(field, evidence);
      // One part of several may show the field.
      if (other === undefined || own.evidence.rank < other.evidence.rank) element.fields.set(name, own);
    }
    if (isObject(target.items)) element.items = read(target.items, evidence);
    for (const value of [...listAt(target, 'x-extensible-enum'), ...listAt(target, 'enum'), target.const]) {
      if (typeof value !== 'string') continue;
      element.values.set(value, firstOf(objectAt(target, 'x-enum-evidence')[value]) ?? evidence);
    }
    for (const part of [...listAt(target, 'allOf'), ...listAt(target, 'oneOf'), ...listAt(target, 'anyOf')]) {
      if (isObject(part)) addParts(element, part, evidence);
    }
  }

  function placed(schema: JsonObject, around: Evidence): { target: JsonObject; evidence: Evidence } {
    const target = resolve(contract, schema);
    return { target, evidence: firstOf(target['x-evidence']) ?? around };
  }
}

/** Returns the evidence that an element exists: the first of its list. */
function firstOf(evidence: unknown): Evidence | undefined {
  const first: unknown = Array.isArray(evidence) ? evidence[0] : evidence;
  return typeof first === 'string' ? ranked(first) : undefined;
}

function ranked(text: string): Evidence {
  return { text, rank: LEVELS.findIndex((level) => text.startsWith(level)) };
}

function weaker(one: Evidence, other: Evidence | undefined): Evidence {
  return other !== undefined && other.rank > one.rank ? other : one;
}
