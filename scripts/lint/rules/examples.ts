import { contractOf } from '../../../core/src/contract/contract.ts';
import { elementOf, elements, type Path, propertyName, reachable } from '../../../core/src/contract/elements.ts';
import { type Body, isSuccess, successOf } from '../../../core/src/contract/operation.ts';
import { partsOf } from '../../../core/src/contract/schema-shape.ts';
import { isObject, type JsonObject, listAt, objectAt, stringAt } from '../../../core/src/util/json.ts';
import { oneLine, valuesBelow } from '../../contract/text.ts';
import type { LintProblem } from '../rule.ts';

/** An object of an example, and the component schema that describes it. */
interface ExampleRecord {
  readonly value: JsonObject;
  readonly schema: string;
  readonly path: Path;
}

/** Returns every object in the named examples of requests, responses and events, once for each example. */
function exampleRecords(contract: JsonObject): ExampleRecord[] {
  const found = new Map<JsonObject, ExampleRecord[]>();
  const { operations, webhooks } = contractOf(contract);
  for (const { request, responses } of [...operations, ...webhooks]) {
    const successes = [...responses].filter(([status]) => isSuccess(status)).map(([, response]) => response);
    for (const body of [request, ...successes]) {
      for (const example of body?.examples.values() ?? []) {
        const path = [...(elementOf(contract, example)?.path ?? []), 'value'];
        if (!found.has(example)) found.set(example, recordsIn(contract, body?.schema, example.value, path));
      }
    }
  }
  return [...found.values()].flat();
}

function recordsIn(contract: JsonObject, schema: JsonObject | undefined, value: unknown, path: Path): ExampleRecord[] {
  if (!schema) return [];
  const { fields, items } = contractOf(contract).shapeOf(schema);
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => recordsIn(contract, items, item, [...path, index]));
  }
  if (!isObject(value)) return [];
  const below = Object.entries(value).flatMap(([name, field]) =>
    recordsIn(contract, fields.get(name), field, [...path, name]),
  );
  return [{ value, schema: componentOf(contract, schema), path }, ...below];
}

/** Returns the name of the component that a schema refers to or consists of: of a field that several forms have, the last one's. */
function componentOf(contract: JsonObject, schema: JsonObject): string {
  const { path, node } = elementOf(contract, schema) ?? { path: [], node: schema };
  const parts = listAt(node, 'allOf').filter(isObject);
  const last = parts.at(-1);
  const isAlias = (parts.length === 1 || path.length === 0) && Object.keys(objectAt(node, 'properties')).length === 0;
  if (last && isAlias) return componentOf(contract, last);
  return path[1] === 'schemas' ? String(path.at(-1)) : '';
}

/** A field such as `card_id`, which has the id of another resource. */
const REFERENCE = /^([a-z]+)_id$/;
/** A resource has several records: TransactionCustomer and FoundCustomer are both a Customer. */
const OF_THE_SAME = /^(?:Transaction|Found)(?=[A-Z])/;

/**
 * Each id in the examples belongs to one resource (`ids-unique` in the register), so that readers can follow it from one example to the next.
 */
export function* exampleIdsUnique(contract: JsonObject): Iterable<LintProblem> {
  const kinds = new Map<number, string>();
  for (const { value, schema, path } of exampleRecords(contract)) {
    // The response to a deletion: the resource can be of any type.
    if ('deleted' in value) continue;
    for (const [name, id] of Object.entries(value)) {
      const kind = name === 'id' ? schema.replace(OF_THE_SAME, '') : capitalized(REFERENCE.exec(name)?.[1]);
      if (typeof id !== 'number' || kind === '') continue;
      const known = kinds.get(id) ?? kind;
      kinds.set(id, known);
      if (known !== kind) {
        yield {
          path: [...path, name],
          message: `Use another id: ${id} is a ${kind} here, but a ${known} in another example. A field that refers to it has its name, such as \`transaction_id\`.`,
        };
      }
    }
  }
}

function capitalized(name = '') {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** In an example with items, the amount is the sum of the items and the delivery. */
export function* examplesAddUp(contract: JsonObject): Iterable<LintProblem> {
  for (const { value, path } of exampleRecords(contract)) {
    const lines = listAt(value, 'items').filter(isObject);
    if (lines.length === 0 || typeof value.amount !== 'number') continue;
    const goods = lines.reduce((sum, { unit_price, quantity }) => sum + Number(unit_price) * Number(quantity), 0);
    // The fee is a string of reais; rounded, since a hundredth has no exact binary form.
    const delivery = Math.round(Number(objectAt(value, 'shipping').fee ?? 0) * 100);
    if (goods + delivery !== value.amount) {
      yield {
        path: [...path, 'amount'],
        message: `Make the amount the sum of its parts: the items are ${goods} and the delivery is ${delivery} centavos, but the amount is ${value.amount}.`,
      };
    }
  }
}

/** Lists of resources begin with the newest. A history is different: no call creates its entries. */
export function* examplesNewestFirst(contract: JsonObject): Iterable<LintProblem> {
  const { operations } = contractOf(contract);
  const creating = operations.filter(({ resource }) => resource.action === 'create');
  const created = new Set(creating.map(({ resource }) => resource.type));
  const examples = operations
    .filter(({ resource }) => resource.action === 'list' && created.has(resource.type))
    .flatMap((operation) => [...(successOf(operation).response?.examples.values() ?? [])]);
  for (const example of new Set(examples)) {
    const at = [...(elementOf(contract, example)?.path ?? []), 'value'];
    const [path, items] = Array.isArray(example.value)
      ? [at, example.value]
      : [[...at, 'data'], listAt(example.value, 'data')];
    const times = items.map((item) => (isObject(item) ? String(item.created_at ?? '') : ''));
    for (const [index, time] of times.entries()) {
      const before = times[index - 1];
      if (before !== undefined && before <= time && time !== '') {
        yield {
          path: [...path, index],
          message: `Sort the newest item first: this item was created at ${time}, after the previous one at ${before}.`,
        };
      }
    }
  }
}

/** Readers, the mock and the samples of the docs know a field of a response only from an example. */
export function* responseFieldsShown(contract: JsonObject): Iterable<LintProblem> {
  const { operations, webhooks } = contractOf(contract);
  const successes = operations.flatMap(({ responses }) => [...responses].filter(([status]) => isSuccess(status)));
  const all = [...successes.map(([, response]) => response), ...webhooks.flatMap(({ request }) => request ?? [])];
  // `examples-paired` reports a body without any.
  const bodies = all.filter(({ examples }) => examples.size > 0);
  const shown = new Set<JsonObject>();
  const show = (schema: unknown, value: unknown): void => {
    if (!isObject(schema)) return;
    for (const { written, target } of partsOf(contract, schema, ['allOf', 'oneOf', 'anyOf'], undefined)) {
      shown.add(written);
      if (Array.isArray(value)) for (const item of value) show(target.items, item);
      else if (isObject(value))
        for (const [name, field] of Object.entries(value)) show(objectAt(target, 'properties')[name], field);
    }
  };
  for (const { schema, examples } of bodies) for (const { value } of examples.values()) show(schema, value);
  const schemas = bodies.map(({ schema }) => schema);
  for (const { node, path } of reachable(contract, schemas)) {
    const name = propertyName(path);
    if (name !== undefined && !shown.has(node))
      yield {
        path,
        message: `Show \`${name}\` in an example of a response or an event, so that docs and mock have it.`,
      };
  }
}

const exampleNames = (body: Body | undefined): string[] => [...(body?.examples.keys() ?? [])];

function quoted(names: readonly string[]) {
  return names.map((name) => `\`${name}\``).join(', ');
}

export function* examplesPaired(contract: JsonObject): Iterable<LintProblem> {
  const { operations, webhooks } = contractOf(contract);
  for (const { place: path, request } of webhooks)
    if (exampleNames(request).length === 0)
      yield { path, message: `Give the event a named example: add \`examples\` to its body.` };
  for (const { place: path, request, responses } of operations) {
    const asked = exampleNames(request);
    const successes = [...responses].filter(([status]) => isSuccess(status));
    const returned = successes.flatMap(([, response]) => exampleNames(response));
    for (const [status, response] of successes) {
      if (exampleNames(response).length === 0) {
        yield {
          path: [...path, 'responses', status],
          message: `Give the response named examples: add \`examples\` to its content.`,
        };
      }
    }
    if (request === undefined) continue;
    const unreturned = asked.filter((name) => !returned.includes(name));
    const unasked = returned.filter((name) => !asked.includes(name));
    if (asked.length === 0) {
      yield { path: [...path, 'requestBody'], message: `Give the body named examples, one for each named response.` };
    } else if (unreturned.length > 0) {
      yield {
        path,
        message: `Add response examples with the same names as the request examples ${quoted(unreturned)}.`,
      };
    }
    if (asked.length > 0 && unasked.length > 0) {
      yield { path, message: `Add request examples with the same names as the response examples ${quoted(unasked)}.` };
    }
  }
}

/** By name, not by schema: an open response would let a field pass that its schema does not describe. */
export function* responseExamplesWithoutSecrets(contract: JsonObject): Iterable<LintProblem> {
  const secrets = elements(contract, 'schema').filter(({ node }) => elementOf(contract, node)?.node.writeOnly === true);
  const names = new Set<unknown>(secrets.map(({ path }) => propertyName(path)));
  const examples = elements(contract, 'mediaType')
    .filter(({ path }) => path.includes('responses') || path[0] === 'webhooks')
    .flatMap(({ node }) => Object.values(objectAt(node, 'examples')))
    .flatMap((reference) => elementOf(contract, reference) ?? []);
  for (const [node, at] of new Map(examples.map(({ node, path }) => [node, path]))) {
    for (const { path } of valuesBelow(node.value, [...at, 'value'])) {
      if (!names.has(path.at(-1))) continue;
      yield {
        path,
        message: `Remove \`${path.at(-1)}\` from this response: it is writeOnly, so responses never contain it.`,
      };
    }
  }
}

/** The length that a description asks of a text; lint compares the number with the register (`numbers-follow-claims`). */
const AT_LEAST = /\bat least\s+(\d+)\s+(?:characters|digits)\b/;

/** A text that a reader copies is as long as the description of its field asks. */
export function* examplesLongEnough(contract: JsonObject): Iterable<LintProblem> {
  for (const { node, path: place } of elements(contract, 'schema')) {
    const [asked, least] = AT_LEAST.exec(stringAt(node, 'description') ?? '') ?? [];
    const name = propertyName(place);
    if (!asked || !name) continue;
    const parameters = elements(contract, 'parameter').filter(({ node: parameter }) => parameter.name === name);
    const samples = [
      ...parameters.map(({ node: { example }, path }) => ({ value: example, path: [...path, 'example'] })),
      ...valuesBelow(contract).filter(({ path }) => (path.at(-2) === 'examples' ? path.at(-3) : path.at(-1)) === name),
    ];
    for (const { value, path } of samples) {
      if (typeof value === 'string' && value.length < Number(least))
        yield {
          path,
          message: `Write ${oneLine(asked)}, as the description of \`${name}\` says: this has ${value.length}.`,
        };
    }
  }
}

// Test numbers that card networks and payment companies publish. The contract may not contain any other number that looks like
// a card number: examples are copied, logged and sent, and must never be a real card.
const publishedCardNumbers = new Set([
  '4111111111111111', // Visa
  '4539620659922097', // Visa
  '5555555555554444', // Mastercard
  '5240082975622454', // Mastercard
  '6362970000457013', // Elo
  '5067766783888311', // Elo
  '6062825624254001', // Hipercard
  '378282246310005', // American Express
  '4929291898380766', // Visa, declined by its publisher
  '5530062640663264', // Mastercard, declined by its publisher
]);

export function* cardNumbersPublished(contract: JsonObject): Iterable<LintProblem> {
  for (const { value, path } of valuesBelow(contract)) {
    if (!path.includes('card_number') || (typeof value !== 'string' && typeof value !== 'number')) continue;
    const text = String(value);
    const digits = text.replaceAll(/[ .-]/g, '');
    // The number itself stays out of the message: it may be a real card.
    if (/^\d{13,19}$/.test(digits) && !publishedCardNumbers.has(text)) {
      yield {
        path,
        message: `Use a published test number here, one of those in scripts/lint/rules/examples.ts, digits only.`,
      };
    }
  }
}

export function* testCardsUnique(contract: JsonObject): Iterable<LintProblem> {
  const numbers = listAt(objectAt(contract, 'x-test-values'), 'cards').map((card) => stringAt(card, 'card_number'));
  for (const [index, number] of numbers.entries()) {
    if (number !== undefined && numbers.indexOf(number) < index) {
      const message = `List each test card once: one number cannot have two outcomes.`;
      yield { path: ['x-test-values', 'cards', index], message };
    }
  }
}
