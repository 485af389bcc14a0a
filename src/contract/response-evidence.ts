import { isObject, type JsonObject, memoize } from '../util/index.js';
import { type Evidence, evidenceText, isWeaker, weaker } from './evidence.js';
import type { Operation } from './operation.js';
import { createOperationReader } from './operation-evidence.js';
import type { PlacedSchema } from './placed-schema.js';

/** A response, and the request body that it answers. */
export interface Answer {
  readonly status: number;
  readonly sent: unknown;
  readonly body: unknown;
}

/**
 * Returns the weakest evidence of a response: of its operation, its status, each field of its body, each known value and each computed value.
 * Returns `undefined` for a status that the contract does not have.
 */
export type ResponseEvidence = (operation: Operation, answer: Answer) => string | undefined;

/** A schema at its place, with the fields of all its forms. */
interface Element {
  /** The weaker of its existence and of how its value comes about. */
  readonly evidence: Evidence;
  readonly fields: Map<string, Element>;
  readonly values: ReadonlyMap<string, Evidence>;
  items: Element | undefined;
}

/** Creates the function for a contract. It reads each operation once. */
export function createResponseEvidence(contract: JsonObject): ResponseEvidence {
  const placedOf = createOperationReader(contract);
  const prepare = memoize((operation: Operation) => {
    const { evidence: around, body, responses } = placedOf(operation);
    const read = createElementReader();
    return {
      around,
      request: body && read(body),
      responses: new Map(
        [...responses].map(([status, { evidence, body }]) => [status, { evidence, body: body && read(body) }]),
      ),
    };
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
    return evidenceText(weakestWithin(response.body, body, found));
  };
}

/** Returns the weaker of the given evidence and the weakest within a value. */
function weakestWithin(element: Element | undefined, value: unknown, so: Evidence): Evidence {
  if (element === undefined || so.level === 'assumed') return so;
  let found = weaker(weaker(so, element.evidence), valueEvidence(element, value));
  if (Array.isArray(value)) {
    for (const item of value) found = weakestWithin(element.items, item, found);
  } else if (isObject(value)) {
    for (const name in value) {
      if (value[name] !== undefined) found = weakestWithin(element.fields.get(name), value[name], found);
    }
  }
  return found;
}

function valueEvidence(element: Element | undefined, value: unknown): Evidence | undefined {
  return typeof value === 'string' ? element?.values.get(value) : undefined;
}

/** Returns a function that reads a schema with all its fields. A schema that contains itself is read once. */
function createElementReader(): (schema: PlacedSchema) => Element {
  const known = memoize((_: JsonObject) => new Map<string, Element>());
  return read;

  function read(schema: PlacedSchema): Element {
    const sameSchema = known(schema.target);
    const place = [schema.evidence, schema.limit ?? schema.evidence].map(evidenceText).join();
    const before = sameSchema.get(place);
    if (before) return before;
    const element: Element = {
      evidence: weaker(schema.evidence, schema.value),
      fields: new Map(),
      values: schema.values(),
      items: undefined,
    };
    // Known before its fields are read, because a schema may contain itself.
    sameSchema.set(place, element);
    const items = schema.items();
    element.items = items && read(items);
    for (const form of [schema, ...schema.forms()]) {
      for (const [name, field] of form.fields())
        element.fields.set(name, merged(element.fields.get(name), read(field)));
    }
    return element;
  }
}

/** Returns a field that several forms have: any of them may show it, and each has its own known values. */
function merged(one: Element | undefined, other: Element): Element {
  if (one === undefined || one === other) return other;
  const stronger = isWeaker(one.evidence, other.evidence) ? other : one;
  return { ...stronger, values: new Map([...one.values, ...other.values]) };
}
