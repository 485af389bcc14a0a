import { expect, test } from 'vitest';
import { contractOf } from '../../core/src/contract/contract.js';
import { readContract } from '../../core/src/contract/document.js';
import type { PlacedSchema } from '../../core/src/contract/evidence-at-place.js';
import { type Direction, rows, tables } from './document.ts';

const contract = contractOf(readContract());

/** The sections whose tables list a field of an operation: `customer.documents[].type`. */
function sectionsOf(operationId: string, direction: Direction, path: string): string[] {
  return tables
    .filter((table) => table.operationId === operationId && table.direction === direction)
    .filter((table) => rows(table.fields).some((row) => row.path === path))
    .flatMap(({ sections }) => sections);
}

test.each(contract.operations.map((operation) => [operation.operationId, operation] as const))(
  'each documented field of %s names a section that lists it there',
  (operationId, operation) => {
    const { body, responses } = contract.placedOf(operation);
    const wrong = [
      ...(body ? misplaced(operationId, 'request', body) : []),
      ...[...responses.values()].flatMap(({ body }) => (body ? misplaced(operationId, 'response', body) : [])),
    ];
    expect(wrong).toEqual([]);
  },
);

/** Returns the documented fields of a body whose section does not list them. */
function misplaced(operationId: string, direction: Direction, root: PlacedSchema): string[] {
  const found: string[] = [];
  visit(root, '', []);
  return found;

  function visit(schema: PlacedSchema, path: string, above: readonly object[]): void {
    if (above.includes(schema.target)) return;
    const inside = [...above, schema.target];
    for (const [name, field] of schema.fields()) {
      const below = path === '' ? name : `${path}.${name}`;
      const { level, reference } = field.evidence;
      if (level === 'documented' && !sectionsOf(operationId, direction, below).includes(reference)) {
        found.push(`${direction} ${below}: ${reference}`);
      }
      visit(field, below, inside);
    }
    const items = schema.items();
    if (items) visit(items, `${path}[]`, inside);
    for (const form of schema.forms()) visit(form, path, inside);
  }
}
