/** The source document, as `document.yaml` has it. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** What the document states of a type. `named` is a field whose type it does not state. */
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

/** A field maps to what the document states of its type, a nested record to its own fields, and a list to one entry. */
export type Shape = Stated | Fields | readonly [Shape];
export interface Fields {
  readonly [field: string]: Shape;
}

export type Direction = 'request' | 'response';

export interface Table {
  readonly title: string;
  readonly sections: readonly string[];
  readonly operationId: string;
  readonly direction: Direction;
  readonly form?: string;
  readonly fields: Fields;
}

interface Document {
  readonly groups: readonly string[];
  readonly tables: readonly Table[];
  readonly values: readonly { readonly section: string; readonly field: string; readonly value: string }[];
  readonly bearerShown: Readonly<Record<string, string>>;
  readonly badRequest: { readonly status: string; readonly operationId: string };
  readonly pathPrefix: string;
  readonly documentationVersions: readonly string[];
  readonly operations: Readonly<
    Record<
      string,
      readonly (readonly [name: string, method: string | null, operationId: string, http: string, evidence: string])[]
    >
  >;
}

export const document: Document = parse(readFileSync(new URL('document.yaml', import.meta.url), 'utf8'));
export const { tables, values } = document;

/** Section 7: 200 is shown for all of 4.1 to 4.6. */
export const success = '200';

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
