import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/property-runs.ts';
import { replaceKeywords } from '../../src/validation/keywords.js';
import { MOST_NAMED, sentences } from '../../src/validation/violations.js';

const OPTIONS = { strict: false, allErrors: true, verbose: true, logger: false } as const;

function validators(schema: object) {
  const plain = new Ajv2020(OPTIONS);
  const limited = new Ajv2020({ ...OPTIONS, meta: false, validateSchema: false });
  replaceKeywords(limited);
  return [plain.compile(schema), limited.compile(schema)] as const;
}

/** Schemas with nested lists and maps, inline and by reference. */
const schema = {
  $id: 'test:schema',
  $defs: {
    leaf: { type: 'object', required: ['a', 'b'], properties: { a: { type: 'string' }, 'b/~c': { type: 'integer' } } },
    tree: {
      type: 'array',
      items: { allOf: [{ $ref: 'test:schema#/$defs/leaf' }, { $ref: 'test:schema#/$defs/tree' }] },
    },
  },
  type: 'object',
  properties: {
    list: { type: 'array', items: { type: 'array', items: { type: 'integer', minimum: 3 } } },
    pair: { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'boolean' } },
    none: { type: 'array', items: false },
    map: { type: 'object', patternProperties: { '^x': { type: 'string' } }, additionalProperties: { type: 'integer' } },
    closed: { type: 'object', properties: { a: {} }, additionalProperties: false },
    open: { type: 'object', additionalProperties: true, items: true },
    tree: { $ref: 'test:schema#/$defs/tree' },
    odd: { type: ['array', 'object'], items: { type: 'string' }, additionalProperties: { type: 'string' } },
  },
};

const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(null, true, 0, 4, 1.5, '', 'x'),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(fc.constantFrom('a', 'x1', 'b/~c', '__proto__', '0', 'list', 'map'), tie('value'), { maxKeys: 4 }),
  ),
})).value;
const body = fc.record(
  Object.fromEntries(Object.keys(schema.properties).map((name) => [name, fc.oneof(json, fc.array(json), fc.object())])),
  { requiredKeys: [] },
);

describe('lists and maps validated element by element', () => {
  test('have the same violations as with Ajv alone', () => {
    const [plain, limited] = validators(schema);
    fc.assert(
      fc.property(body, (value) => {
        expect(limited(value)).toBe(plain(value));
        const [expected, found] = [plain.errors ?? [], limited.errors ?? []];
        // The same words, but for the one element too many, which Ajv tells as a number of elements.
        if (expected.length > MOST_NAMED || JSON.stringify(value).includes('"none"')) return;
        expect(sentences(found, value).sort()).toEqual(sentences(expected, value).sort());
      }),
      { numRuns: runs(1_000) },
    );
  });

  test.each([0, 1, 50, 51, 100, 101, 50_000])('report enough of %i violations in each of two lists', (count) => {
    const [, limited] = validators({ items: { items: { type: 'string' } } });
    const value = [Array(count).fill(0), Array(count).fill('x'), Array(count).fill(0)];
    expect(limited(value)).toBe(count === 0);
    const { length } = limited.errors ?? [];
    expect(Math.min(length, MOST_NAMED + 1)).toBe(Math.min(2 * count, MOST_NAMED + 1));
    expect(length).toBeLessThanOrEqual(2 * (MOST_NAMED + 1));
  });
});
