// @ts-check
import { elements } from '../../contract/elements.js';

/** Each extension and the elements that can have it.
 * @type {Record<string, readonly import('../../contract/elements.js').Kind[]>} */
const EXTENSIONS = {
  'x-source-document': ['root'],
  'x-evidence-sources': ['root'],
  'x-evidence-register': ['root'],
  'x-test-values': ['root'],
  'x-evidence': [
    'root',
    'info',
    'server',
    'tag',
    'operation',
    'parameter',
    'requestBody',
    'response',
    'header',
    'schema',
    'securityScheme',
  ],
  'x-evidence-of': ['root', 'operation', 'schema'],
  'x-resource': ['operation'],
  'x-safe': ['operation'],
  'x-extensible-enum': ['schema'],
  'x-enum-evidence': ['schema'],
  'x-enumDescriptions': ['schema'],
  'x-transitions': ['schema'],
  'x-sensitive': ['schema'],
  'x-personal': ['schema'],
  'x-unit': ['schema'],
};

/** @type {import('../rule.js').Rule} */
export default function* extensionsKnown(contract) {
  for (const { kind, node, path } of elements(contract)) {
    for (const name of Object.keys(node).filter((key) => key.startsWith('x-'))) {
      const places = EXTENSIONS[name];
      if (!places) {
        yield {
          path: [...path, name],
          message: `Unknown extension \`${name}\`: use one of ${Object.keys(EXTENSIONS).join(', ')}.`,
        };
      } else if (!places.includes(kind)) {
        yield {
          path: [...path, name],
          message: `Move \`${name}\`: it belongs on ${places.join(', ')}, not on ${kind}.`,
        };
      }
    }
  }
}
