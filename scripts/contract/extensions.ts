import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { type JsonObject, listAt, objectAt } from '../../core/src/util/json.ts';

/** The shapes of the `x-` keys, by the kind of element that can have them. */
export const extensionSchemas: JsonObject = parse(
  readFileSync(new URL('extensions.schema.yaml', import.meta.url), 'utf8'),
);

/** Returns the values that a field of `x-resource` can have. */
export function resourceValues(field: 'action' | 'reach' | 'charges'): string[] {
  const shapes = objectAt(extensionSchemas, '$defs');
  const fields = objectAt(objectAt(shapes, 'resource'), 'properties');
  return listAt(field === 'reach' ? objectAt(shapes, 'reach') : objectAt(fields, field), 'enum').map(String);
}
