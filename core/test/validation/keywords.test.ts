import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/property-runs.ts';
import { replaceKeywords } from '../../src/validation/keywords.js';
import { countViolations, MOST_NAMED, ViolationList } from '../../src/validation/violation-list.js';
import { sentences } from '../../src/validation/violations.js';

const OPTIONS = { strict: false, allErrors: true, verbose: true, logger: false } as const;

function validators(schema: object) {
  const plain = new Ajv2020(OPTIONS);
  const counting = new Ajv2020({ ...OPTIONS, meta: false, validateSchema: false });
  replaceKeywords(counting);
  return [plain.compile(schema), counting.compile(schema)] as const;
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
    const [plain, counting] = validators(schema);
    fc.assert(
      fc.property(body, (value) => {
        expect(counting(value)).toBe(plain(value));
        const [expected, found] = [plain.errors ?? [], counting.errors ?? []];
        expect(countViolations(found)).toBe(expected.length);
        // The same words, but for the one element too many, which Ajv tells as a number of elements.
        if (expected.length >= MOST_NAMED || JSON.stringify(value).includes('"none"')) return;
        expect(sentences(found, value).sort()).toEqual(sentences(expected, value).sort());
      }),
      { numRuns: runs(1_000) },
    );
  });

  test.each([0, 1, 99, 100, 101, 5_000])('report the exact number of %i violations', (count) => {
    const [, counting] = validators({ items: { items: { type: 'string' } } });
    const value = [Array(count).fill(0), Array(count).fill('x'), Array(count).fill(0)];
    expect(counting(value)).toBe(count === 0);
    expect(countViolations(counting.errors ?? [])).toBe(2 * count);
    expect((counting.errors ?? []).length).toBeLessThanOrEqual(2 * (MOST_NAMED + 1));
  });
});

test('a violation list can be merged again without changing its count', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 300 }), { maxLength: 20 }), (sizes) => {
      const outer = new ViolationList();
      for (const [index, size] of sizes.entries()) {
        const inner = new ViolationList();
        for (let i = 0; i < size; i++) inner.add([{ keyword: 'type', instancePath: '/x' }], `/${index}`);
        outer.add(inner.all, '/outer');
      }
      const total = sizes.reduce((sum, size) => sum + size, 0);
      expect(outer.named.length + outer.rest).toBe(total);
      expect(outer.named.length).toBe(Math.min(total, MOST_NAMED));
      expect(countViolations(outer.all)).toBe(total);
    }),
  );
});
