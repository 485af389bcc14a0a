import { elements, type Kind } from '../../../core/src/contract/elements.ts';
import type { JsonObject } from '../../../core/src/util/json.ts';
import type { Problem } from '../rule.ts';

/** Each extension and the elements that can have it. */
const EXTENSIONS: Readonly<Record<string, readonly Kind[]>> = {
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

export default function* extensionsKnown(contract: JsonObject): Iterable<Problem> {
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
