import { redact } from 'payment-gateway-contract';
import type { Operation, Shape, ShapeReader } from 'payment-gateway-core/contract';
import { isObject, memoize, type Values } from 'payment-gateway-core/util';
import { fieldName, parameterSchema } from 'payment-gateway-core/validation';
import { bearerToken } from '../../access.js';
import { BODY_RULES, QUERY_RULES, type Warn, type WarningRule } from './catalog.js';
import { eachPlace, type PathPart, type ValuePlace } from './places.js';
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
export type Warner = (request: Sent, now: number, hasViolations?: boolean) => Looked;

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
  return memoize((operation) => {
    const bodySchema = operation.request?.schema;
    const querySchema = parameterSchema(operation, 'query') ?? {};

    return ({ query, headers, body: sent }, now, hasViolations = true) => {
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
      const check = (at: ValuePlace, rulesFor: ReturnType<typeof createRulesFor>): void => {
        for (const rule of rulesFor(at.name, at.shape)) {
          isUnknown = place === undefined && rule.isContract === true;
          rule.check(at, warn, now);
        }
        isUnknown = false;
      };

      eachPlace(shapeOf, querySchema, { value: query }, path, (at) => check(at, queryRulesFor));
      place = undefined;
      const body = bodySchema && hasViolations ? withScalarsRead(shapeOf, bodySchema, sent, path, warn) : sent;
      if (bodySchema) eachPlace(shapeOf, bodySchema, { value: body }, path, (at) => check(at, bodyRulesFor));
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

/** Returns a function that returns the rules for values of a name and shape. It asks the rules once. */
function createRulesFor(rules: readonly WarningRule[]) {
  const known = memoize((_: Shape) => new Map<string, readonly WarningRule[]>());
  return (name: string, shape: Shape): readonly WarningRule[] => {
    const byName = known(shape);
    const found = byName.get(name) ?? rules.filter((rule) => rule.isFor(name, shape));
    byName.set(name, found);
    return found;
  };
}

const bodyRulesFor = createRulesFor(BODY_RULES);
const queryRulesFor = createRulesFor(QUERY_RULES);

/** @param secrets values that may have become field names by mistake */
function sentencesOf(findings: readonly Finding[], secrets: readonly unknown[]): string[] {
  // Redacts each part of a path separately, because a short secret is recognized only as a whole text.
  const paths = redact(
    findings.map(({ path }) => path),
    { secrets, fields: false },
  ) as string[][];
  return findings.map(({ says, place }, index) => `${fieldName(paths[index] ?? [], place)}: ${says}`);
}
