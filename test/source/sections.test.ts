import { describe, expect, it, test } from 'vitest';
import type { PlacedSchema } from '../../core/src/contract/evidence-at-place.js';
import { bodyOf, contract, fieldAt, withForms } from './bodies.ts';
import { type Direction, document, rows, success, tables, values } from './document.ts';
import { operationEvidence } from './operations.ts';

/** The sections whose tables list a field of an operation: `customer.documents[].type`. */
function sectionsOf(operationId: string, direction: Direction, path: string): string[] {
  return tables
    .filter((table) => table.operationId === operationId && table.direction === direction)
    .filter((table) => rows(table.fields).some((row) => row.path === path))
    .flatMap(({ sections }) => sections);
}

const isDocumented = ({ evidence }: Pick<PlacedSchema, 'evidence'>) => evidence.level === 'documented';

describe.each(contract.operationsAndWebhooks)('what $operationId has as documented', (operation) => {
  const { operationId, definition } = operation;
  const placed = contract.placedOf(operation);

  it('is in the section that it names: fields and values', () => {
    const wrong = [
      ...(placed.body ? misplaced(operationId, 'request', placed.body) : []),
      ...[...placed.responses.values()].flatMap(({ body }) => (body ? misplaced(operationId, 'response', body) : [])),
    ];
    expect(wrong).toEqual([]);
  });

  it('are the parameters, responses and header that the document shows', () => {
    const responses = [...placed.responses].filter(([, response]) => isDocumented(response));
    const { status, operationId: refusing } = document.badRequest;
    expect(placed.parameters.filter(isDocumented).map(({ name }) => name)).toEqual(
      operationId === 'deleteCustomer' ? ['id'] : [],
    );
    expect(responses.map(([status]) => status)).toEqual([
      ...(operationEvidence.get(operationId)?.startsWith('documented') ? [success] : []),
      ...(operationId === refusing ? [status] : []),
    ]);
    const [, section] = /^documented (\S+)$/.exec(`${definition['x-evidence-of']?.security}`) ?? [];
    const shown = document.bearerShown[operationId];
    // Section 5 lists both operations, so it may stand for either.
    expect(section === '5' && shown ? shown : section).toBe(shown);
  });
});

test.each(values)('section $section shows $value as a $field', ({ section, field, value }) => {
  const found = tables
    .filter((table) => table.sections.includes(section))
    .flatMap((table) => fieldAt(bodyOf(table), field).flatMap(withForms));
  expect(found.map((schema) => schema.values().get(value)?.level)).toContain('documented');
});

/** Returns the documented fields and values of a body that their section does not show. */
function misplaced(operationId: string, direction: Direction, root: PlacedSchema): string[] {
  const found: string[] = [];
  visit(root, '', []);
  return found;

  function visit(schema: PlacedSchema, path: string, above: readonly object[]): void {
    if (above.includes(schema.target)) return;
    const inside = [...above, schema.target];
    for (const [value, { level, reference }] of schema.values()) {
      const isShown = values.some((one) => one.section === reference && one.value === value);
      if (level === 'documented' && !isShown) found.push(`${direction} ${path}: ${reference}, value ${value}`);
    }
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
