import {
  type Contract,
  type Evidence,
  evidenceText,
  type Operation,
  type PlacedSchema,
  responseOf,
  weaker,
} from 'payment-gateway-core/contract';
import { isObject } from 'payment-gateway-core/util';

/** A response, and the request body that it answers. */
type Answer = Readonly<Record<'sent' | 'body', unknown>> & { readonly status: number };

/**
 * Returns the function that returns the weakest evidence of a response: of its operation, its status, each field of its body, each known value and each
 * computed value. It returns `undefined` for a status that the contract does not have.
 */
export function createResponseEvidence({ placedOf }: Pick<Contract, 'placedOf'>) {
  return (operation: Operation, { status, sent, body }: Answer): string | undefined => {
    const placed = placedOf(operation);
    const { evidence, body: request } = placed;
    const response = responseOf(placed, status);
    if (response === undefined) return undefined;
    let found = weaker(evidence, response.evidence);
    // Values of the request select the form of the response: the document shows a simulation for `customer`, but not for `self`.
    if (request && status < 300 && isObject(sent)) {
      for (const name in sent) found = weaker(found, valueEvidence(request.allFields().get(name), sent[name]));
    }
    return evidenceText(weakestWithin(response.body, body, found));
  };
}

/** Returns the weaker of the given evidence and the weakest within a value. */
function weakestWithin(schema: PlacedSchema | undefined, value: unknown, so: Evidence): Evidence {
  if (schema === undefined || so.level === 'assumed') return so;
  let found = weaker(weaker(weaker(so, schema.evidence), schema.value), valueEvidence(schema, value));
  if (Array.isArray(value)) {
    for (const item of value) found = weakestWithin(schema.items(), item, found);
  } else if (isObject(value)) {
    for (const name in value) {
      if (value[name] !== undefined) found = weakestWithin(schema.allFields().get(name), value[name], found);
    }
  }
  return found;
}

function valueEvidence(schema: PlacedSchema | undefined, value: unknown): Evidence | undefined {
  return typeof value === 'string' ? schema?.values().get(value) : undefined;
}
