import fc from 'fast-check';
import { expect, test } from 'vitest';
import { secretsOfJson } from '../../src/redaction/index.js';
import { createKindOf } from '../../src/redaction/names.js';
import { takeSnapshot } from '../../src/redaction/snapshot.js';

const names = fc.constantFrom(
  ...['card_number', 'cardCvv', 'token', 'Cookie', 'headers', 'name', 'key', 'value', 'k1', 'items', 'card%5Bcvv%5D'],
  ...['card\\u005fcvv', 'credentials', 'authorization', '', '__proto__', 'x-api-key'],
);
const strings = fc.oneof(
  fc.string(),
  names,
  fc.tuple(names, fc.constantFrom('=', ': ', '":"', '=%22'), fc.string()).map((parts) => parts.join('')),
  fc.constantFrom('4532 0151 1283 0366', 'Bearer abcdef', '{"card_cvv":"123"}', 'token=a&b=c', '[redacted]', 'null'),
);
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium' },
    strings,
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(names, tie('value')), { maxLength: 4 }).map((members) => Object.fromEntries(members)),
  ),
})).value;

test('collecting from JSON finds the same secrets as a snapshot', () => {
  let found = 0;
  fc.assert(
    fc.property(json, (value) => {
      const parsed: unknown = JSON.parse(JSON.stringify(value));
      const expected = new Set<string>();
      takeSnapshot(parsed, createKindOf(false), expected);
      expect([...secretsOfJson(parsed)].sort()).toEqual([...expected].sort());
      found += expected.size;
    }),
    { numRuns: 3_000 },
  );
  expect(found).toBeGreaterThan(500);
});

test('collects everything below a sensitive name, but no siblings', () => {
  const card = { number: '4111', holder: ['ANA', { cvv: 7391 }], none: null, yes: true };
  expect(secretsOfJson({ amount: 5, credentials: card })).toEqual(new Set(['4111', 'ANA', '7391']));
});
