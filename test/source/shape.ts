/**
 * How the tables of the source document are written down here.
 *
 * A field maps to what the document states of its type, a nested record to its own fields, and a list to one entry.
 * `named` is a field whose type the document does not state.
 */
export type Stated =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'nullable'
  | 'nullable object'
  | 'timestamp'
  | 'datetime without zone'
  | 'named';

export type Shape = Stated | Fields | readonly [Shape];
export interface Fields {
  readonly [field: string]: Shape;
}

/** One field of a table: `customer.documents[].number`, and its stated type. */
export interface Row {
  readonly path: string;
  readonly stated: Stated | 'object' | 'array';
}

/** All fields of a table, nested ones with their path, in the document's order. */
export function rows(fields: Fields, prefix = ''): Row[] {
  return Object.entries(fields).flatMap(([name, shape]) => shapeRows(`${prefix}${name}`, shape));
}

function shapeRows(path: string, shape: Shape): Row[] {
  if (typeof shape === 'string') return [{ path, stated: shape }];
  if (isList(shape)) return [{ path, stated: 'array' }, ...shapeRows(`${path}[]`, shape[0])];
  return [{ path, stated: 'object' }, ...rows(shape, `${path}.`)];
}

/** The field names of each record in a table: its own, and those of the records nested in it. */
export function records(fields: Fields): ReadonlySet<string>[] {
  return [new Set(Object.keys(fields)), ...Object.values(fields).flatMap(nestedRecords)];
}

function nestedRecords(shape: Shape): ReadonlySet<string>[] {
  if (typeof shape === 'string') return [];
  return isList(shape) ? nestedRecords(shape[0]) : records(shape);
}

export function isList(shape: Fields | readonly [Shape]): shape is readonly [Shape] {
  return Array.isArray(shape);
}
