import { describe, expect, it } from 'vitest';
import { operationNamed } from '../contract/contract.ts';
import { formOf, requestBody, responseBody } from './bodies.ts';
import { differences } from './differences.ts';
import { rows, type Table, tables } from './document.ts';
import { combined, type Place, placesAt } from './evidence.ts';

describe.each(tables)('$title, $direction of $operationId', (table) => {
  it.each(rows(table.fields))('$path is $stated', (row) => {
    expect(differences(table, row, bodyOf(table)).join('\n')).toBe('');
  });
});

describe('the fields of a response', () => {
  /** The fields that a published response does not have (`transaction-fields-missing`). */
  const MISSING = ['card', 'card.fingerprint', 'card.valid', 'installments', 'payment_type'];

  it('are required if a table lists them, unless a published response lacks them', () => {
    const responses = tables.filter(({ direction }) => direction === 'response');
    const optional = responses.flatMap((table) =>
      rows(table.fields).flatMap(({ path }) => (path.endsWith(']') || isRequired(bodyOf(table), path) ? [] : [path])),
    );
    expect([...new Set(optional)].sort()).toEqual(MISSING);
  });
});

function isRequired(root: Place, path: string): boolean {
  const [, parent = '', name = ''] = /^(?:(.*)\.)?([^.]+)$/.exec(path) ?? [];
  const around = parent === '' ? [root] : placesAt(root, parent);
  return around.flatMap(combined).some(({ schema }) => schema.required?.includes(name));
}

function bodyOf({ operationId, direction, form }: Table): Place {
  const one = operationNamed(operationId);
  if (direction === 'response') return responseBody(one);
  return form === undefined ? requestBody(one) : formOf(requestBody(one), form);
}
