/** Compares the values of a body with what a table of the source document states. */
import { type Fields, isList, type Shape, type Stated } from './document.ts';

const RIGHT: Readonly<Record<Stated, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  nullable: () => true,
  'nullable object': (value) => typeof value === 'object' && !Array.isArray(value),
  // Section 2: with microseconds and a trailing Z.
  timestamp: (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(String(value)),
  'datetime without zone': (value) => /^\d{4}-\d\d-\d\dT00:00:00$/.test(String(value)),
  named: () => true,
};

/** One sentence for each field that is missing or has a value of another type. */
export function valueDifferences(shape: Shape, value: unknown, path = 'body'): string[] {
  if (value === undefined) return [`${path} is missing`];
  if (typeof shape === 'string')
    return RIGHT[shape](value) ? [] : [`${path} is ${JSON.stringify(value)}, not ${shape}`];
  if (isList(shape)) {
    if (!Array.isArray(value)) return [`${path} is no array`];
    return value.flatMap((item, index) => valueDifferences(shape[0], item, `${path}[${index}]`));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path} is no object`];
  return Object.entries(shape).flatMap(([name, field]) =>
    valueDifferences(field, Reflect.get(value, name), `${path}.${name}`),
  );
}

/** The fields of a table without some names. */
export function without(fields: Fields, ...names: string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}
