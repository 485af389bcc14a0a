import { redact } from 'payment-gateway-contract';
import type { Operation, ShapeReader } from 'payment-gateway-core/contract';
import { isObject, type JsonObject, memoize, type Values } from 'payment-gateway-core/util';
import { fieldName, parameterSchema } from 'payment-gateway-core/validation';
import { bearerToken } from '../../access/bearer-token.js';
import type { ReadBody } from '../../wire/json-body.js';
import { BODY_RULES, QUERY_RULES, type Warn, type WarningRule } from './catalog.js';
import { createPlan, eachPlace, type PathPart, type ValuePlan, type Visit } from './places.js';
import { withScalarsRead } from './scalars.js';

interface Looked {
  /** The body, with its scalars in the contract's types. */
  body: unknown;
  /** One sentence per finding, field path first. No sentence quotes a value of the request. */
  warnings: readonly string[];
  /** The warnings about fields that no schema has. */
  unknown: readonly string[];
}

/** The parts of a request that may have a mistake. Header names are lower case. */
interface Sent {
  readonly query: Values;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

/**
 * Finds values that are valid but probably mistakes.
 *
 * @param now milliseconds since 1970
 * @param hasViolations whether scalars of the body may have a wrong type, so that they are converted. Default true.
 */
export type Warner = (
  request: Sent & Partial<Pick<ReadBody, 'duplicates'>>,
  now: number,
  hasViolations?: boolean,
) => Looked;

/** The most warnings that one response lists. It counts the rest. */
const MOST_WARNINGS = 20;

interface Finding {
  path: readonly string[];
  says: string;
  place: 'query' | undefined;
  isUnknown: boolean;
}

/** Prepares each operation on first use. */
export function createWarners(shapeOf: ShapeReader): (operation: Operation) => Warner {
  const planOf = (rules: readonly WarningRule[], schema: JsonObject): ValuePlan<WarningRule> =>
    createPlan(shapeOf, (name, shape) => rules.filter((rule) => rule.isFor(name, shape)), schema);

  return memoize((operation) => {
    const bodySchema = operation.request?.schema;
    const bodyPlan = bodySchema && planOf(BODY_RULES, bodySchema);
    const queryPlan = planOf(QUERY_RULES, parameterSchema(operation, 'query') ?? {});

    return ({ query, headers, body: sent, duplicates = [] }, now, hasViolations = true) => {
      const named: Finding[] = [];
      let rest = 0;
      let unknownInRest = false;
      let isUnknown = false;
      const path: PathPart[] = [];
      let place: Finding['place'] = 'query';
      const warn: Warn = (sentence, ...below) => {
        if (named.length < MOST_WARNINGS) {
          const says = typeof sentence === 'string' ? sentence : sentence();
          named.push({ path: [...path.map(String), ...below], says, place, isUnknown });
        } else {
          rest++;
          unknownInRest ||= isUnknown;
        }
      };
      const check: Visit<WarningRule> = (at, rules) => {
        for (const rule of rules) {
          isUnknown = place === undefined && rule.isContract === true;
          rule.check(at, warn, now);
        }
        isUnknown = false;
      };

      eachPlace(queryPlan, query, path, check);
      place = undefined;
      for (const path of duplicates) warn('occurs twice in the body; only the last value counts', ...path);
      const body = bodyPlan && hasViolations ? withScalarsRead(bodyPlan, sent, path, warn) : sent;
      if (bodyPlan) eachPlace(bodyPlan, body, path, check);
      else if (sent !== undefined && !(isObject(sent) && Object.keys(sent).length === 0)) {
        isUnknown = true;
        warn('is ignored; this operation has no body');
      }

      if (named.length === 0) return { body, warnings: [], unknown: [] };
      const warnings = sentencesOf(named, [bearerToken(headers), query, sent]);
      const unknown = warnings.filter((_, index) => named[index]?.isUnknown);
      if (rest === 0) return { body, warnings, unknown };
      const more = `request: has ${rest} warnings more`;
      return { body, warnings: [...warnings, more], unknown: unknownInRest ? [...unknown, more] : unknown };
    };
  });
}

/** @param secrets values that may have become field names by mistake */
function sentencesOf(findings: readonly Finding[], secrets: readonly unknown[]): string[] {
  // Redacts each part of a path separately, because a short secret is recognized only as a whole text.
  const paths = redact(
    findings.map(({ path }) => path),
    { secrets, fields: false },
  ) as string[][];
  return findings.map(({ says, place }, index) => `${fieldName(paths[index] ?? [], place)}: ${says}`);
}
