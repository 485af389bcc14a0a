import { type Operation, successOf } from '../../contract/index.js';
import { outcomeOf, type TestCards } from '../../server/index.js';
import { asObject, type JsonObject } from '../../util/index.js';

/** A named example of an operation: a response and the request of the same name. */
export interface Pair {
  name: string;
  request: unknown;
  response: unknown;
}

export type Chooser = (body: unknown) => Pair | undefined;

/** The weight of each kind of similarity. Each kind outweighs all kinds after it. */
const WORTH = { vocabulary: 100_000, outcome: 10_000, shape: 500, identifier: 50, field: 1 };

export function readPairs(operation: Operation): Pair[] {
  const examples = successOf(operation).response?.examples ?? [];
  return [...examples].map(([name, { value: response }]) => ({
    name,
    request: operation.request?.examples.get(name)?.value,
    response,
  }));
}

/**
 * Returns a function that finds the example closest to a request. No rule is specific to an operation; the differences between
 * its examples decide, in this order:
 *
 * 1. Fields with a known vocabulary (`payment_method`, `fee_responsible`) that have the same value.
 * 2. The same outcome of a test card.
 * 3. The presence of fields that some responses also have (`threeDSecure`, `boleto`, `split`).
 * 4. The presence of identifiers, and of the objects that they stand for (`card_id` and `card`).
 * 5. The presence of any other field that only some examples have.
 *
 * Among equally close examples, the first one wins.
 */
export function createChooser(pairs: readonly Pair[], vocabularies: ReadonlySet<string>, cards: TestCards): Chooser {
  const inSomeResponses = new Set(telling(pairs.map((pair) => asObject(pair.response))));
  const inSomeRequests = telling(pairs.map((pair) => asObject(pair.request)));
  const worths = inSomeRequests.map(worthOf);
  const requests = pairs.map((pair) => {
    const body = asObject(pair.request);
    return { pair, body, outcome: outcomeOf(pair.request, cards), has: whichOf(inSomeRequests, body) };
  });

  return (sent) => {
    const body = asObject(sent);
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

/** Returns for each field whether the body has it. */
function whichOf(fields: readonly string[], body: JsonObject): boolean[] {
  return fields.map((field) => Object.hasOwn(body, field));
}

/** Returns the fields that some of the bodies have and others lack. */
function telling(bodies: readonly JsonObject[]): string[] {
  const fields = new Set(bodies.flatMap((body) => Object.keys(body)));
  return [...fields].filter((field) => !bodies.every((body) => Object.hasOwn(body, field)));
}
