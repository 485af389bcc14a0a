/** Whether the source document shows what the contract calls documented. */
import type { Schema } from '../contract/contract.ts';
import { type Direction, records, tables, values } from './document.ts';
import { combined, documentedSection, fieldsOf, itemsOf, type Place } from './evidence.ts';

/** Whether a section has one record that holds all of these fields. */
export function isShown(section: string, direction: Direction, fields: readonly string[]): boolean {
  return tables
    .filter((table) => table.direction === direction && table.sections.includes(section))
    .flatMap((table) => records(table.fields))
    .some((record) => fields.every((field) => record.has(field)));
}

/** What a body claims to be documented and the document does not show, one sentence each. */
export function unfoundedClaims(root: Place, direction: Direction, name: string): string[] {
  // A record that occurs within itself is read once.
  const seen = new Set<Schema>();
  const visit = (at: Place, path: string): string[] => {
    if (seen.has(at.schema)) return [];
    seen.add(at.schema);
    const fields = fieldsOf(at);
    return [
      ...fieldClaims(fields, direction, path),
      ...valueClaims(at, path),
      ...[...fields].flatMap(([field, places]) => places.flatMap((place) => visit(place, `${path}.${field}`))),
      ...itemsOf(at).flatMap((item) => visit(item, `${path}[]`)),
    ];
  };
  return visit(root, name);
}

/**
 * Checks the fields of one record that name the same section: one record of that section must contain all these fields. A record
 * from several sections has more than one reference. Then each field must occur in a record of its section.
 */
function fieldClaims(fields: ReadonlyMap<string, readonly Place[]>, direction: Direction, path: string): string[] {
  const claimed = new Map<string, string[]>();
  const alone: [section: string, field: string][] = [];
  for (const [field, places] of fields) {
    for (const { standing } of places) {
      const section = documentedSection(standing);
      if (section === undefined) continue;
      alone.push([section, field]);
      if (standing.length === 1) claimed.set(section, [...(claimed.get(section) ?? []), field]);
    }
  }
  const wrong = [...alone.map(([section, field]) => [section, [field]] as const), ...claimed].filter(
    ([section, names]) => !isShown(section, direction, names),
  );
  return wrong.map(([section, names]) => `${path}: section ${section} shows no ${direction} with ${names.join(', ')}.`);
}

/** Each value of a vocabulary has its evidence, or the evidence of the vocabulary. */
function valueClaims(at: Place, path: string): string[] {
  return combined(at).flatMap((part) =>
    vocabulary(part.schema).flatMap((value) => {
      const section = documentedSection(valueEvidence(part, value));
      const shown = values.some((one) => one.section === section && one.value === value);
      return section === undefined || shown ? [] : [`${path}: section ${section} does not show the value ${value}.`];
    }),
  );
}

export function vocabulary(schema: Schema): string[] {
  const listed = [...(schema['x-extensible-enum'] ?? []), ...(schema.enum ?? []), schema.const];
  return listed.filter((value) => typeof value === 'string');
}

export function valueEvidence(at: Place, value: string): string | readonly string[] {
  return at.schema['x-enum-evidence']?.[value] ?? at.evidence;
}
