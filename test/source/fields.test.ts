import { describe, expect, it } from 'vitest';
import { answers, operationNamed, requestMedia, resolved, type Schema } from '../contract/contract.ts';
import { isShown } from './claims.ts';
import { success, type Table, tables } from './document.ts';
import { documentedSection, evidenceList, existence, type Place, place, placesAt, typesOf } from './evidence.ts';
import { type Row, rows } from './shape.ts';

for (const table of tables) {
  describe(`${table.title}, ${table.direction} of ${table.operationId}`, () => {
    for (const row of rows(table.fields)) {
      it(`${row.path} is ${row.stated}`, () => {
        expect(differences(table, row).join('\n')).toBe('');
      });
    }
  });
}

/** What separates the contract from one row of a table, one sentence each. */
function differences(table: Table, row: Row): string[] {
  const name = `${table.title}: ${row.path} (${table.direction} of ${table.operationId})`;
  const places = placesAt(tableRoot(table), row.path);
  if (places.length === 0) return [`${name} is missing.`];

  // A field that several forms describe is right when one of them says what the table says.
  const wrong = places.map((at) => [
    ...(typeDifference(row, at) === undefined ? [] : [`${name} ${typeDifference(row, at)}.`]),
    ...evidenceDifference(table, row, at).map((difference) => `${name} ${difference}.`),
  ]);
  return wrong.some((list) => list.length === 0) ? [] : wrong.flat();
}

/** The schema that the table describes, in the form that it describes. */
function tableRoot(table: Table): Place {
  const { operation } = operationNamed(table.operationId);
  const around = evidenceList(operation['x-evidence']);
  if (table.direction === 'answer') {
    const [, answer] = answers(operation).find(([status]) => status === success) ?? [];
    const schema = answer?.content?.['application/json']?.schema;
    if (schema === undefined) throw new Error(`${table.operationId} has no JSON answer for ${success}.`);
    return place(schema, around);
  }
  const schema = requestMedia(operation)?.schema;
  if (schema === undefined) throw new Error(`${table.operationId} has no JSON request body.`);
  return table.form === undefined ? place(schema, around) : formOf(schema, table.form.payment_method, around);
}

function formOf(schema: Schema, payment_method: string, around: readonly string[]): Place {
  const union = place(schema, around);
  const target = union.schema.discriminator?.mapping?.[payment_method];
  if (target === undefined) throw new Error(`No form of the request is mapped to payment_method ${payment_method}.`);
  return place({ $ref: target }, union.evidence);
}

function typeDifference(row: Row, at: Place): string | undefined {
  const types = typesOf(at);
  const is = `is ${types.length === 0 ? 'of any type' : types.join(' or ')}`;
  const exactly = (type: string) => (types.length === 1 && types[0] === type ? undefined : `${is}, not ${type}`);
  const format = resolved<Schema>(at.schema).format;
  switch (row.stated) {
    case 'named':
      return undefined;
    case 'nullable':
      return types.length === 0 || types.includes('null') ? undefined : `${is}, not nullable`;
    case 'nullable object':
      return types.join() === 'null,object' ? undefined : `${is}, not a nullable object`;
    case 'timestamp':
      return exactly('string') ?? (format === 'date-time' ? undefined : `has format ${format}, not date-time`);
    case 'datetime without zone':
      // The format date-time demands a zone.
      return exactly('string') ?? (format === 'date-time' ? 'has format date-time, which demands a zone' : undefined);
    case 'object':
      // The card record is absent where no card paid: the contract's own assumption, which it must register.
      return row.path === 'card' && at.standing.some((one) => one.startsWith('assumed'))
        ? allowingNull(types, is)
        : exactly('object');
    default:
      return exactly(row.stated);
  }
}

function allowingNull(types: readonly string[], is: string): string | undefined {
  return types.includes('object') && types.every((type) => type === 'object' || type === 'null')
    ? undefined
    : `${is}, not object`;
}

function evidenceDifference(table: Table, row: Row, at: Place): string[] {
  // List entries have no name of their own: their list's evidence speaks for them.
  if (row.path.endsWith('[]')) return [];
  const field = row.path.slice(Math.max(row.path.lastIndexOf('.'), row.path.lastIndexOf(']')) + 1);
  const section = documentedSection(at.standing);
  if (section === undefined) return [`stands on "${existence(at.standing)}", not on documented ${table.sections[0]}`];
  return isShown(section, table.direction, [field])
    ? []
    : [`claims documented ${section}, which does not show ${field} in a ${table.direction}`];
}
