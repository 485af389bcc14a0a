import { jsonSchemaOf, type Operation, resolve } from '../../../contract/contract.js';
import { isObject, type JsonObject, listAt, stringAt } from '../../../contract/json.js';
import type { ShapeReader } from '../../../contract/schema-shape.js';
import { fieldName } from '../../../contract/validation/violations.js';
import { redact } from '../../../redaction/index.js';
import { bearerToken } from '../../access/token.js';
import type { MatchedRequest } from '../matched.js';
import { createPlanner, eachPlace, type PathPart, type Plan } from './places.js';
import { BODY_RULES, QUERY_RULES, type Rule, type Warn } from './rules.js';
import { withScalarsRead } from './scalars.js';

export interface Looked {
  /** The body, with its scalars in the contract's types. */
  body: unknown;
  /** One sentence per finding, field path first. No sentence quotes a value of the request. */
  warnings: readonly string[];
}

/** Finds values that are valid but probably mistakes. `now` is in milliseconds since 1970. */
export type Warner = (request: Pick<MatchedRequest, 'query' | 'headers' | 'body' | 'secrets'>, now: number) => Looked;

/** The most warnings that one response lists. It counts the rest. */
const MOST_WARNINGS = 20;

interface Finding {
  path: readonly string[];
  says: string;
  place: 'query' | undefined;
}

/** Prepares each operation on first use. */
export function createWarners(contract: JsonObject, shapeOf: ShapeReader): (operation: Operation) => Warner {
  const prepared = new Map<Operation, Warner>();
  const [planOfBody, planOfQuery] = [BODY_RULES, QUERY_RULES].map((rules) =>
    createPlanner(shapeOf, (name, shape) => rules.filter((rule) => rule.isFor(name, shape))),
  ) as [Planner, Planner];
  return (operation) => {
    const warner = prepared.get(operation) ?? prepare(operation);
    prepared.set(operation, warner);
    return warner;
  };

  function prepare(operation: Operation): Warner {
    const bodySchema = jsonSchemaOf(resolve(contract, operation.definition.requestBody));
    const bodyPlan = bodySchema && planOfBody(bodySchema);
    const queryPlan = planOfQuery(querySchemaOf(contract, operation));

    return ({ query, headers, body: sent, secrets }, now) => {
      const found = new Findings();
      const check = (plan: Plan<Rule>, value: unknown, place?: 'query'): void => {
        const path: PathPart[] = [];
        const warn: Warn = (says, ...below) => found.add(path, says, place, below);
        eachPlace(plan, value, path, (at, rules) => {
          for (const rule of rules) rule.check(at, warn, now);
        });
      };

      check(queryPlan, query, 'query');
      let body = sent;
      if (bodyPlan !== undefined) {
        body = withScalarsRead(bodyPlan, sent, [], (path, says) => found.add(path, says));
        check(bodyPlan, body);
      } else if (isObject(sent) && Object.keys(sent).length > 0)
        found.add([], 'is ignored; this operation has no body');

      return { body, warnings: found.sentences(() => [bearerToken(headers), query, ...secrets()]) };
    };
  }
}

type Planner = (schema: JsonObject) => Plan<Rule>;

class Findings {
  readonly #named: Finding[] = [];
  #rest = 0;

  /**
   * @param path copied, so you can change it afterwards
   * @param says a function is called only for listed findings, not for counted ones
   */
  add(path: readonly PathPart[], says: string | (() => string), place?: 'query', below: readonly string[] = []): void {
    if (this.#named.length >= MOST_WARNINGS) this.#rest++;
    else
      this.#named.push({
        path: [...path.map(String), ...below],
        says: typeof says === 'string' ? says : says(),
        place,
      });
  }

  /** @param secrets values that may have become field names by mistake */
  sentences(secrets: () => readonly unknown[]): string[] {
    if (this.#named.length === 0) return [];
    // Redacts each part of a path separately, because a short secret is recognized only as a whole text.
    const paths = redact(
      this.#named.map(({ path }) => path),
      { secrets: secrets(), fields: false },
    ) as string[][];
    const named = this.#named.map(({ says, place }, index) => `${fieldName(paths[index] ?? [], place)}: ${says}`);
    return this.#rest === 0 ? named : [...named, `request: has ${this.#rest} warnings more`];
  }
}

/** Returns the query parameters as the properties of an object. An operation without parameters gets an empty object. */
function querySchemaOf(contract: JsonObject, operation: Operation): JsonObject {
  const parameters = listAt(operation.definition, 'parameters').map((parameter) => resolve(contract, parameter));
  const properties = parameters
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => [stringAt(parameter, 'name') ?? '', parameter.schema ?? {}]);
  return { type: 'object', properties: Object.fromEntries(properties) };
}
