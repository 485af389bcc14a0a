import { type Operation, resolve } from '../contract/contract.js';
import { createShapeReader } from '../contract/shape.js';
import type { TestCards } from '../request/cards.js';
import { jsonSchemaOf } from '../request/validator.js';
import { isObject, type JsonObject, stringAt, type Values } from '../wire/json.js';
import { withOutcome } from './card-outcome.js';
import { createEcho } from './echo.js';
import { createChooser, readPairs, successOf } from './examples.js';
import { withPage } from './pagination.js';
import { withPathIds } from './path-ids.js';
import { withoutSecrets } from './secrets.js';
import { createUnsent } from './unsent.js';

/** Answers a valid request; undefined when the operation has no example and Prism has to make one up. */
export type Responder = (request: Sent) => Success | undefined;
export interface Sent {
  params: Record<string, string>;
  query: Values;
  body: unknown;
}
export interface Success {
  status: number;
  body: unknown;
}

/** Answers out of the contract's examples, each operation prepared once, when it is first asked for. */
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
    const answers = pairs.map(({ answer }) => answer);
    const choose = createChooser(pairs, vocabulariesOf(operation), testCards);
    const withUnsent = createUnsent(pairs);
    const ids = {
      answersMember: answersMember(operation, schema),
      takesText: shapeOf(shapeOf(schema).fields.get('id') ?? {}).types.has('string'),
    };

    return ({ params, query, body }) => {
      const pair = choose(body);
      if (!pair) return undefined;
      const echoed = isObject(body) ? echo(schema, pair.answer, body, pair.request) : pair.answer;
      const identified = withPathIds(withUnsent(echoed, pair, body), operation, params, ids);
      const settled = withOutcome(identified, body, answers, testCards);
      return { status, body: withPage(withoutSecrets(settled, body), query) };
    };
  }

  function vocabulariesOf(operation: Operation): Set<string> {
    const schema = jsonSchemaOf(resolve(contract, operation.definition.requestBody));
    const fields = schema ? [...shapeOf(schema).fields] : [];
    return new Set(fields.filter(([, field]) => shapeOf(field).isVocabulary).map(([name]) => name));
  }

  /**
   * Whether the answer is the resource that the last id of the path names. It is when the path ends with the id, and when
   * it answers the same schema as the path that ends with the id (`/v1/transactions/{id}/refund`); a bank account that is
   * added below a receiver has an id of its own.
   */
  function answersMember(operation: Operation, schema: JsonObject): boolean {
    const member = operation.path.slice(0, operation.path.lastIndexOf('}') + 1);
    const others = operations.filter(({ path }) => path === member);
    if (member === operation.path || others.length === 0) return true;
    const answered = stringAt(schema, '$ref');
    return others.some(
      (other) =>
        answered !== undefined && stringAt(jsonSchemaOf(successOf(contract, other).response), '$ref') === answered,
    );
  }
}
