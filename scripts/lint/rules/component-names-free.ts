import { type JsonObject, objectAt } from '../../../core/src/util/json.ts';
import type { LintProblem } from '../rule.ts';

/** Generators export schemas and parameters as types in one namespace, so duplicate names do not compile. */
export default function* componentNamesFree(contract: JsonObject): Iterable<LintProblem> {
  const components = objectAt(contract, 'components');
  const schemas = objectAt(components, 'schemas');
  for (const name of Object.keys(schemas).filter((name) => name in globalThis)) {
    yield {
      path: ['components', 'schemas', name],
      message: `Rename the schema: generated code would hide the JavaScript global \`${name}\`.`,
    };
  }
  for (const name of Object.keys(objectAt(components, 'parameters')).filter((name) => name in schemas)) {
    yield {
      path: ['components', 'parameters', name],
      message: `Rename the parameter: the schema \`${name}\` has the same name, and generators export both.`,
    };
  }
}
