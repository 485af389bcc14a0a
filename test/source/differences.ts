/** What separates the contract from one row of a table of the source document. */
import { isShown } from './claims.ts';
import type { Row, Table } from './document.ts';
import { documentedSection, existence, type Place, placesAt, typesOf } from './evidence.ts';

/** One sentence for each difference; each names the field. */
export function differences(table: Omit<Table, 'fields'>, row: Row, body: Place): string[] {
  const name = `${table.title}: ${row.path} (${table.direction} of ${table.operationId})`;
  const places = placesAt(body, row.path);
  if (places.length === 0) return [`${name} is missing.`];

  const found = places.map((at) =>
    [typeDifference(row, at), evidenceDifference(table, row, at)].filter((difference) => difference !== undefined),
  );
  // A field in several forms is right if one form matches the table.
  const isRight = found.some((list) => list.length === 0);
  return isRight ? [] : found.flat().map((difference) => `${name} ${difference}.`);
}

function typeDifference(row: Row, at: Place): string | undefined {
  const types = typesOf(at);
  const { format } = at.schema;
  const is = `is ${types.length === 0 ? 'of any type' : types.join(' or ')}`;
  const exactly = (...stated: string[]) => (types.join() === stated.join() ? undefined : `${is}, not ${row.stated}`);
  switch (row.stated) {
    case 'named':
      return undefined;
    case 'nullable':
      return types.length === 0 || types.includes('null') ? undefined : `${is}, not nullable`;
    case 'nullable object':
      return exactly('null', 'object');
    case 'timestamp':
      return exactly('string') ?? (format === 'date-time' ? undefined : 'is a string without the format date-time');
    case 'datetime without zone':
      return (
        exactly('string') ?? (format === 'date-time' ? 'has the format date-time, which demands a zone' : undefined)
      );
    case 'object':
      // A record of a transaction may be null. This is an assumption, so the contract must state it.
      return at.evidence.some((evidence) => /^assumed \w+-absent$/.test(evidence))
        ? exactly('null', 'object')
        : exactly('object');
    default:
      return exactly(row.stated);
  }
}

function evidenceDifference({ direction, sections }: Omit<Table, 'fields'>, row: Row, at: Place): string | undefined {
  // The entries of a list have no name, so the list's name applies.
  if (row.path.endsWith('[]')) return undefined;
  const section = documentedSection(at.standing);
  if (section === undefined) return `stands on "${existence(at.standing)}", not on documented ${sections[0]}`;
  const field = row.path.split(/[.\]]/).at(-1) ?? row.path;
  if (isShown(section, direction, [field])) return undefined;
  return `claims documented ${section}, which shows no such field in ${direction === 'response' ? 'an' : 'a'} ${direction}`;
}
