/** Computes effective evidence: of the element, of the nearest element around it, or of the target of a `$ref`. */
import { type Evidence, resolved, type Schema } from '../contract/contract.ts';

/** A schema at its place in the contract. */
export interface Place {
  readonly schema: Schema;
  /** The evidence that the schema belongs there. */
  readonly standing: readonly string[];
  /** The evidence that its fields and values inherit. */
  readonly evidence: readonly string[];
  /** The evidence that the place states for single fields. */
  readonly ofFields: Readonly<Record<string, Evidence>>;
}

export function evidenceList(evidence: Evidence | undefined): readonly string[] {
  if (evidence === undefined) return [];
  return typeof evidence === 'string' ? [evidence] : evidence;
}

/** What says that the element exists: the first of its list. */
export function existence(evidence: Evidence | undefined): string {
  return evidenceList(evidence)[0] ?? 'none';
}

/** The section, if the existence of the element is documented. */
export function documentedSection(evidence: Evidence | undefined): string | undefined {
  return /^documented (\S+)$/.exec(existence(evidence))?.[1];
}

export function place(schema: Schema, around: readonly string[], stated?: Evidence): Place {
  const target = resolved<Schema>(schema);
  const own = evidenceList(stated ?? target['x-evidence']);
  const evidence = own.length > 0 ? own : around;
  // A documented type does not document every field that uses it: a `$ref` has the weaker of both levels.
  const standing = schema.$ref === undefined ? evidence : weaker(around, evidence);
  return { schema: target, standing, evidence, ofFields: schema['x-evidence-of'] ?? {} };
}

const levels = ['documented', 'observed', 'assumed'];

/** The evidence of the weaker level; the first where both are of one. */
export function weaker(one: readonly string[], other: readonly string[]): readonly string[] {
  const rank = (evidence: readonly string[]) => levels.findIndex((level) => evidence[0]?.startsWith(level));
  return rank(other) > rank(one) ? other : one;
}

/** The place itself and every schema that it combines. */
export function combined(at: Place): Place[] {
  const { allOf = [], oneOf = [], anyOf = [] } = at.schema;
  const parts = [...allOf, ...oneOf, ...anyOf].map((part) => place(part, at.evidence));
  return [at, ...parts.flatMap(combined)];
}

/** The fields of an object, each with all the places that describe it. */
export function fieldsOf(at: Place): Map<string, Place[]> {
  const fields = new Map<string, Place[]>();
  for (const part of combined(at)) {
    for (const [name, schema] of Object.entries(part.schema.properties ?? {})) {
      fields.set(name, [...(fields.get(name) ?? []), place(schema, part.evidence, part.ofFields[name])]);
    }
  }
  return fields;
}

/** The entries of a list. */
export function itemsOf(at: Place): Place[] {
  return combined(at).flatMap((part) =>
    part.schema.items === undefined ? [] : [place(part.schema.items, part.evidence)],
  );
}

/** The places that a path (`customer.documents[].number`) leads to; none if the contract has no such field. */
export function placesAt(root: Place, path: string): Place[] {
  const steps = path.replaceAll('[]', '.[]').split('.');
  return steps.reduce<Place[]>(
    (places, step) => places.flatMap((at) => (step === '[]' ? itemsOf(at) : (fieldsOf(at).get(step) ?? []))),
    [root],
  );
}

/** The JSON types that a schema states, `[]` when it states none. */
export function typesOf(at: Place): string[] {
  const types = combined(at).flatMap(({ schema }) => {
    if (schema.type !== undefined) return schema.type;
    if (schema.const !== undefined) return jsonType(schema.const);
    return (schema.enum ?? []).map(jsonType);
  });
  return [...new Set(types)].sort();
}

function jsonType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}
