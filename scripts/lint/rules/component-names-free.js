// @ts-check
import { child } from '../../contract/elements.js';

/** Generators export schemas and parameters as types in one namespace, so duplicate names do not compile.
 * @type {import('../rule.js').Rule} */
export default function* componentNamesFree(contract) {
  const components = child(contract, 'components');
  const schemas = child(components, 'schemas');
  for (const name of Object.keys(schemas).filter((name) => name in globalThis)) {
    yield {
      path: ['components', 'schemas', name],
      message: `Rename the schema: generated code would hide the JavaScript global \`${name}\`.`,
    };
  }
  for (const name of Object.keys(child(components, 'parameters')).filter((name) => name in schemas)) {
    yield {
      path: ['components', 'parameters', name],
      message: `Rename the parameter: the schema \`${name}\` has the same name, and generators export both.`,
    };
  }
}
