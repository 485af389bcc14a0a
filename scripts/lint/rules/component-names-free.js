// @ts-check
import { child } from '../../contract/elements.js';

/** Generators make types of schemas and of parameters, in one namespace: a name that is taken does not compile.
 * @type {import('../rule.js').Rule} */
export default function* componentNamesFree(contract) {
  const components = child(contract, 'components');
  const schemas = child(components, 'schemas');
  for (const name of Object.keys(schemas).filter((name) => name in globalThis)) {
    yield {
      path: ['components', 'schemas', name],
      message: `Give the schema another name: generated code would hide the global \`${name}\` of JavaScript.`,
    };
  }
  for (const name of Object.keys(child(components, 'parameters')).filter((name) => name in schemas)) {
    yield {
      path: ['components', 'parameters', name],
      message: `Give the parameter another name: the schema \`${name}\` has this one, and generators export both.`,
    };
  }
}
