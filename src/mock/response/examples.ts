import { type Operation, resolve } from '../../contract/contract.js';
import { isObject, type JsonObject, objectAt } from '../../contract/json.js';
import { outcomeOf, type TestCards } from '../../server/request/cards.js';

/** A named example of an operation: a response, and the request of the same name that it belongs to. */
export interface Pair {
  name: string;
  request: unknown;
  response: unknown;
}

export type Chooser = (body: unknown) => Pair | undefined;

/** The weight of each kind of resemblance. A kind outweighs all kinds below it. */
const WORTH = { vocabulary: 100_000, outcome: 10_000, shape: 500, identifier: 50, field: 1 };

export function readPairs(contract: JsonObject, operation: Operation): Pair[] {
  const requests = new Map(examplesOf(contract, resolve(contract, operation.definition.requestBody)));
  return examplesOf(contract, successOf(contract, operation).response).map(([name, response]) => ({
    name,
    request: requests.get(name),
    response,
  }));
}

/** The lowest 2xx response of an operation, written out. */
export function successOf(contract: JsonObject, operation: Operation): { status: number; response: JsonObject } {
  const responses = objectAt(operation.definition, 'responses');
  const codes = Object.keys(responses).filter((code) => /^2\d\d$/.test(code));
  const code = codes.sort()[0] ?? '200';
  return { status: Number(code), response: resolve(contract, responses[code]) };
}

/**
 * Finds the example that a request resembles. Nothing here knows an operation: what tells its examples apart decides.
 *
 * 1. Fields with a known vocabulary (`payment_method`, `fee_responsible`) that have the same value.
 * 2. The same outcome of a test card.
 * 3. Fields that some responses have as well (`threeDSecure`, `boleto`, `split`): there or not.
 * 4. Identifiers, and the objects that they stand for (`card_id` and `card`): there or not.
 * 5. Any other field that only some examples have: there or not.
 *
 * The first example wins when no other is closer.
 */
export function createChooser(pairs: readonly Pair[], vocabularies: ReadonlySet<string>, cards: TestCards): Chooser {
  const inSomeResponses = new Set(telling(pairs.map((pair) => bodyOf(pair.response))));
  const inSomeRequests = telling(pairs.map((pair) => bodyOf(pair.request)));
  const worths = inSomeRequests.map(worthOf);
  const requests = pairs.map((pair) => {
    const body = bodyOf(pair.request);
    return { pair, body, outcome: outcomeOf(pair.request, cards), has: whichOf(inSomeRequests, body) };
  });

  return (sent) => {
    const body = bodyOf(sent);
    const outcome = outcomeOf(body, cards);
    const sentHas = whichOf(inSomeRequests, body);
    let closest = pairs[0];
    let highest = Number.NEGATIVE_INFINITY;
    for (const { pair, body: example, outcome: exampleOutcome, has } of requests) {
      let resemblance = outcome !== undefined && outcome === exampleOutcome ? WORTH.outcome : 0;
      for (const field of vocabularies) {
        if (example[field] !== undefined && example[field] === body[field]) resemblance += WORTH.vocabulary;
      }
      worths.forEach((worth, index) => {
        if (sentHas[index] === has[index]) resemblance += worth;
      });
      if (resemblance > highest) {
        highest = resemblance;
        closest = pair;
      }
    }
    return closest;
  };

  function worthOf(field: string): number {
    if (field.endsWith('_id') || inSomeRequests.includes(`${field}_id`)) return WORTH.identifier;
    return inSomeResponses.has(field) ? WORTH.shape : WORTH.field;
  }
}

/** Of each field whether the body has it. */
function whichOf(fields: readonly string[], body: JsonObject): boolean[] {
  return fields.map((field) => Object.hasOwn(body, field));
}

/** The fields that some of the bodies have and some have not. */
function telling(bodies: readonly JsonObject[]): string[] {
  const fields = new Set(bodies.flatMap((body) => Object.keys(body)));
  return [...fields].filter((field) => !bodies.every((body) => Object.hasOwn(body, field)));
}

function examplesOf(contract: JsonObject, content: JsonObject): [string, unknown][] {
  const examples = objectAt(objectAt(objectAt(content, 'content'), 'application/json'), 'examples');
  return Object.entries(examples).map(([name, example]) => [name, resolve(contract, example).value]);
}

function bodyOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
