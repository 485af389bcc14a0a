import { type Operation, successOf } from '../../contract/index.js';
import { redact } from '../../redact.js';
import type { MatchedRequest, Prepared, WireResponse } from '../../server/index.js';
import { isObject, type JsonObject, memoize, stringAt } from '../../util/index.js';
import { withCardOutcome } from './card-outcome.js';
import { createEcho } from './echo.js';
import { createChooser, readPairs } from './examples.js';
import { carriedOver, createExamplesById, type ResourceExamples, returnedBy } from './examples-by-id.js';
import { createUnsent, withoutWholeAmount } from './omitted-fields.js';
import { withMatching, withPage } from './pagination.js';
import { withPathIds } from './path-ids.js';
import { withPaymentCodes } from './payment-codes.js';
import { withSimulatedFees } from './simulated-fees.js';

/** Responds to a valid request with the contract's examples. The response has no body if the operation has no example. */
export type Responder = (request: Pick<MatchedRequest, 'params' | 'query' | 'body' | 'now'>) => WireResponse;

/** A short string may equal a security code by chance, such as a house number. Only longer strings that contain the code are redacted. */
const SHORT = 8;
/** The most ids that a sentence lists. */
const MOST_IDS = 10;

/** Creates responders from the contract's examples. Prepares each operation on first use. */
export function createResponders({ operations, shapeOf, testCards }: Prepared): (operation: Operation) => Responder {
  const echo = createEcho(shapeOf, testCards);
  const examplesById = createExamplesById({ operations, shapeOf });
  return memoize(prepare);

  function prepare(operation: Operation): Responder {
    const { status, response: { schema = {} } = {} } = successOf(operation);
    const pairs = readPairs(operation);
    const responses = pairs.map(({ response }) => response);
    const choose = createChooser(pairs, vocabulariesOf(operation), testCards);
    const withUnsent = createUnsent(pairs);
    const ids = {
      returnsMember: returnsMember(operation, schema),
      takesString: shapeOf(shapeOf(schema).fields.get('id') ?? {}).types.has('string'),
    };

    const returned = examplesById.of(ids.returnsMember ? returnedBy(operation) : undefined);
    const ownersOfIds = ownersOf(operation);
    const byId = new Map(pairs.map((pair) => [String(isObject(pair.response) && pair.response.id), pair]));

    return ({ params, query, body: sent, now }) => {
      const id = Object.values(params).at(-1);
      const owned = id === undefined ? undefined : returned.get(id);
      const first = choose(sent);
      if (!first) return { status, headers: {} };
      const { body, warnings } =
        id === undefined ? { body: sent, warnings: [] } : withoutWholeAmount(sent, owned ?? first.response, pairs);

      const own = operation.method === 'GET' && id !== undefined ? byId.get(id) : undefined;
      const pair = own ?? (body === sent ? first : (choose(body) ?? first));
      const before = isObject(pair.response) ? returned.get(String(pair.response.id)) : undefined;
      const echoed = isObject(body) ? echo(schema, pair.response, body, pair.request) : pair.response;
      const unsent = withUnsent(echoed, pair, body);
      const example = pair.request;
      const isAnothers = owned !== undefined && before !== undefined && owned.id !== before.id;
      const fitted = isAnothers ? carriedOver(unsent, before, owned, { example, sent: body }) : unsent;
      const identified = withPathIds(fitted, operation, params, ids);
      const settled = withCardOutcome(identified, body, responses, { cards: testCards, now });
      const paid = withPaymentCodes(settled, body, example, now);
      const simulated = withSimulatedFees(paid, body, example, now);
      return {
        status,
        headers: {},
        body: withPage(withMatching(withoutSecrets(simulated.body, sent), query), query),
        warnings: [...unownedIds(ownersOfIds, params), ...warnings, ...(simulated.problem ?? [])],
      };
    };
  }

  /** Returns the examples of the resource that each parameter of a path identifies. */
  function ownersOf({ path }: Operation): [name: string, owned: ResourceExamples][] {
    return [...path.matchAll(/\{(\w+)\}/g)].map(({ index, 0: parameter, 1: name = '' }) => [
      name,
      examplesById.at(path.slice(0, index + parameter.length)),
    ]);
  }

  function vocabulariesOf(operation: Operation): Set<string> {
    const schema = operation.request?.schema;
    const fields = schema ? [...shapeOf(schema).fields] : [];
    const hasKnownValues = (schema: JsonObject) =>
      ['const', 'enum', 'x-extensible-enum'].some((keyword) => keyword in shapeOf(schema).marks);
    return new Set(fields.filter(([, field]) => hasKnownValues(field)).map(([name]) => name));
  }

  /**
   * Returns whether the response is the resource with the last id of the path. This holds if the path ends with the id, or if
   * the response has the same schema as the path that does (`/v1/transactions/{id}/refund`). It does not hold for a bank
   * account that is added to a receiver, because the account gets a new id.
   */
  function returnsMember(operation: Operation, schema: JsonObject): boolean {
    const member = operation.path.slice(0, operation.path.lastIndexOf('}') + 1);
    const others = operations.filter(({ path }) => path === member);
    const returned = stringAt(schema, '$ref');
    const isSame = (other: Operation) => returned !== undefined && returnedBy(other) === returned;
    return member === operation.path || others.length === 0 || others.some(isSame);
  }
}

/** Returns a sentence for each id in the path that no example has. The sentence lists ids of the examples. */
function unownedIds(ownersOfIds: [name: string, owned: ResourceExamples][], params: Record<string, string>): string[] {
  return ownersOfIds.flatMap(([name, owned]) => {
    if (owned.size === 0 || owned.has(params[name] ?? '')) return [];
    return [`path.${name}: no example has this id; they have ${[...owned.keys()].slice(0, MOST_IDS).join(', ')}`];
  });
}

/**
 * Returns a response without the secrets of its request. Sensitive fields are never returned, but free text is (`metadata`,
 * names), and people put whole card numbers there.
 */
function withoutSecrets(response: unknown, sent: unknown): unknown {
  return JSON.parse(JSON.stringify(response) ?? 'null', (_, value: unknown) =>
    typeof value === 'string' && value.length >= SHORT ? redact(value, { secrets: [sent], fields: false }) : value,
  );
}
