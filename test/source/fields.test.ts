import { describe, expect, it } from 'vitest';
import { operationNamed, type Schema } from '../contract/contract.ts';
import { formOf, requestBody, responseBody } from './bodies.ts';
import { differences } from './differences.ts';
import { type Table, tables } from './document.ts';
import { combined, type Place, place, placesAt } from './evidence.ts';
import { type Row, rows } from './shape.ts';

for (const table of tables) {
  describe(`${table.title}, ${table.direction} of ${table.operationId}`, () => {
    for (const row of rows(table.fields)) {
      it(`${row.path} is ${row.stated}`, () => {
        expect(differences(table, row, bodyOf(table)).join('\n')).toBe('');
      });
    }
  });
}

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
  return form === undefined ? requestBody(one) : formOf(requestBody(one), form.payment_method);
}

describe('a contract that differs from the document', () => {
  const table = { title: '2.1', sections: ['2.1'], operationId: 'createCard', direction: 'request' } as const;
  const compare = (properties: Readonly<Record<string, Schema>>, row: Row) =>
    differences(table, row, place({ properties }, ['documented 2.1']));
  const row: Row = { path: 'card_cvv', stated: 'string' };

  it('is reported with the name of the missing field', () => {
    expect(compare({ card_CVV: { type: 'string' } }, row)).toEqual([
      '2.1: card_cvv (request of createCard) is missing.',
    ]);
  });

  it.each<[Schema, Row['stated'], string]>([
    [{ type: 'integer' }, 'string', 'is integer, not string'],
    [{ type: ['string', 'null'] }, 'string', 'is null or string, not string'],
    [{}, 'string', 'is of any type, not string'],
    [{ type: 'number' }, 'integer', 'is number, not integer'],
    [{ type: 'string' }, 'nullable', 'is string, not nullable'],
    [{ type: 'object' }, 'nullable object', 'is object, not nullable object'],
    [{ type: 'string' }, 'timestamp', 'is a string without the format date-time'],
    [
      { type: 'string', format: 'date-time' },
      'datetime without zone',
      'has the format date-time, which demands a zone',
    ],
    [{ type: 'object' }, 'array', 'is object, not array'],
  ])('is reported with the type %j instead of %s', (schema, stated, difference) => {
    expect(compare({ card_cvv: schema }, { ...row, stated })).toEqual([
      `2.1: card_cvv (request of createCard) ${difference}.`,
    ]);
  });

  it.each([
    ['assumed requiredness', 'stands on "assumed requiredness", not on documented 2.1'],
    ['documented 2.2', 'claims documented 2.2, which shows no such field in a request'],
  ])('is reported with the evidence %s', (evidence, difference) => {
    expect(compare({ card_cvv: { type: 'string', 'x-evidence': evidence } }, row)).toEqual([
      `2.1: card_cvv (request of createCard) ${difference}.`,
    ]);
  });

  it('is not reported if nothing differs', () => {
    expect(compare({ card_cvv: { type: 'string' } }, row)).toEqual([]);
  });
});
