import { describe, expect, it } from 'vitest';
import type { PlacedSchema } from '../../core/src/contract/evidence-at-place.js';
import type { Schema } from '../../core/src/contract/openapi.js';
import { bodyOf, fieldAt, withForms } from './bodies.ts';
import { type Row, rows, tables } from './document.ts';

describe.each(tables)('$title, $direction of $operationId', (table) => {
  it.each(rows(table.fields))('$path is $stated', (row) => {
    const found = fieldAt(bodyOf(table), row.path);
    expect(found).not.toEqual([]);
    const faults = found.map((field) =>
      field.evidence.level === 'documented' ? typeFault(row, field) : 'undocumented',
    );
    // A field in several forms is right if one form matches the table. sections.test.ts checks the sections.
    expect(faults).toContain(undefined);
  });
});

/** Returns what the contract states, where that is not what the document states. */
function typeFault({ stated }: Row, field: PlacedSchema): string | undefined {
  const types = typesOf(field);
  const is = `${types.join(' or ') || 'any type'} ${field.target.format ?? ''}`;
  const exactly = (...expected: string[]) => (types.join() === expected.join() ? undefined : is);
  switch (stated) {
    case 'named':
      return undefined;
    case 'nullable':
      return types.length === 0 || types.includes('null') ? undefined : is;
    case 'nullable object':
      return exactly('null', 'object');
    case 'timestamp':
      return field.target.format === 'date-time' ? exactly('string') : is;
    case 'datetime without zone':
      // The format demands a zone.
      return field.target.format === 'date-time' ? is : exactly('string');
    case 'object':
      // A record of a transaction may be null. This is an assumption, so the contract must state it.
      return field.all.some(({ level, reference }) => level === 'assumed' && reference.endsWith('-absent'))
        ? exactly('null', 'object')
        : exactly('object');
    default:
      return exactly(stated);
  }
}

/** Returns the JSON types that a schema states. */
function typesOf(field: PlacedSchema): string[] {
  const schemas = withForms(field).flatMap((form): Schema[] => [form.target, ...form.parts()]);
  const types = schemas.flatMap(({ type, const: only, enum: values = [] }) => {
    return type ?? (only === undefined ? values : [only]).map((value) => (value === null ? 'null' : typeof value));
  });
  return [...new Set(types)].sort();
}

describe('the fields of a response', () => {
  /** The fields that a published response does not have (`transaction-fields-missing`). */
  const MISSING = ['card', 'card.fingerprint', 'card.valid', 'installments', 'payment_type'];

  it('are required if a table lists them, unless a published response lacks them', () => {
    const responses = tables.filter(({ direction }) => direction === 'response');
    const optional = responses.flatMap((table) =>
      rows(table.fields)
        .filter(({ path }) => !path.endsWith(']'))
        .filter(({ path }) => fieldAt(bodyOf(table), path).every(({ required }) => required === undefined))
        .map(({ path }) => path),
    );
    expect([...new Set(optional)].sort()).toEqual(MISSING);
  });
});
