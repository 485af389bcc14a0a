import { jsonSchemaOf, type Operation, resolve } from '../contract/contract.js';
import { createShapeReader } from '../contract/shape.js';
import type { TestCards } from '../request/cards.js';
import type { MatchedRequest } from '../request/matched.js';
import { isObject, type JsonObject, stringAt } from '../wire/json.js';
import type { WireResponse } from '../wire/response.js';
import { withCardOutcome } from './card-outcome.js';
import { createEcho } from './echo.js';
import { createChooser, readPairs, successOf } from './examples.js';
import { withPage } from './pagination.js';
import { withPathIds } from './path-ids.js';
import { withoutSecrets } from './secrets.js';
import { createUnsent } from './unsent.js';

/** Responds to a valid request out of the contract's examples; without a body when the operation has no example. */
export type Responder = (request: Pick<MatchedRequest, 'params' | 'query' | 'body'>) => WireResponse;

/** Responses out of the contract's examples, each operation prepared once, when it is first asked for. */
export function createResponders(
  contract: JsonObject,
  operations: readonly Operation[],
  testCards: TestCards,
): (operation: Operation) => Responder {
  const shapeOf = createShapeReader(contract);
  const echo = createEcho(shapeOf, testCards);
  const prepared = new Map<Operation, Responder>();

  return (operation) => {
    let responder = prepared.get(operation);
    if (!responder) {
      responder = prepare(operation);
      prepared.set(operation, responder);
    }
    return responder;
  };

  function prepare(operation: Operation): Responder {
    const { status, response } = successOf(contract, operation);
    const schema = jsonSchemaOf(response) ?? {};
    const pairs = readPairs(contract, operation);
    const responses = pairs.map(({ response }) => response);
    const choose = createChooser(pairs, vocabulariesOf(operation), testCards);
    const withUnsent = createUnsent(pairs);
    const ids = {
      returnsMember: returnsMember(operation, schema),
      takesString: shapeOf(shapeOf(schema).fields.get('id') ?? {}).types.has('string'),
    };

    return ({ params, query, body }) => {
      const pair = choose(body);
      if (!pair) return { status, headers: {} };
      const echoed = isObject(body) ? echo(schema, pair.response, body, pair.request) : pair.response;
      const identified = withPathIds(withUnsent(echoed, pair, body), operation, params, ids);
      const settled = withCardOutcome(identified, body, responses, testCards);
      return { status, headers: {}, body: withPage(withoutSecrets(settled, body), query) };
    };
  }

  function vocabulariesOf(operation: Operation): Set<string> {
    const schema = jsonSchemaOf(resolve(contract, operation.definition.requestBody));
    const fields = schema ? [...shapeOf(schema).fields] : [];
    return new Set(fields.filter(([, field]) => shapeOf(field).isVocabulary).map(([name]) => name));
  }

  /**
   * Whether the response is the resource that the last id of the path names. It is when the path ends with the id, and when
   * it has the same schema as the path that ends with the id (`/v1/transactions/{id}/refund`); a bank account that is
   * added below a receiver has an id of its own.
   */
  function returnsMember(operation: Operation, schema: JsonObject): boolean {
    const member = operation.path.slice(0, operation.path.lastIndexOf('}') + 1);
    const others = operations.filter(({ path }) => path === member);
    if (member === operation.path || others.length === 0) return true;
    const returned = stringAt(schema, '$ref');
    return others.some(
      (other) =>
        returned !== undefined && stringAt(jsonSchemaOf(successOf(contract, other).response), '$ref') === returned,
    );
  }
}
