import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readContract } from '../../src/contract/document.ts';
import { namesNothing, secretsIn, secretsOf } from '../../src/redaction/index.js';
import { isObject, objectAt } from '../../src/util/json.ts';
import { runs } from '../property-runs.ts';

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

test('property: JSON that names nothing has no secrets', () => {
  const numRuns = runs(3_000);
  const counts = { withSecrets: 0, withoutNames: 0 };
  fc.assert(
    fc.property(json, (value) => {
      const text = JSON.stringify(value);
      const { size } = secretsOf(JSON.parse(text));
      if (size > 0) counts.withSecrets++;
      if (!namesNothing(text)) return;
      counts.withoutNames++;
      expect(size).toBe(0);
    }),
    { numRuns },
  );
  expect(Math.min(counts.withSecrets, counts.withoutNames)).toBeGreaterThan(numRuns / 15);
});

test('reads a body of any number of members', () => {
  const many = Array.from({ length: 150_000 }, () => ({}));
  expect(secretsOf([...many, { token: 'abc' }])).toEqual(new Set(['abc']));
});

test('requests of the contract name nothing, except with card data or credentials', () => {
  const examples = Object.entries(objectAt(readContract().components, 'examples')).filter(([name]) =>
    name.endsWith('.request'),
  );
  const named = examples.filter(([name, example]) => {
    const json = JSON.stringify(isObject(example) ? example.value : undefined);
    expect(namesNothing(json), name).toBe(!/card_cvv|card_number|credentials/.test(json));
    return !namesNothing(json);
  });
  expect(examples.length - named.length).toBeGreaterThan(20);
});

describe('the secrets of a request', () => {
  test.each<[what: string, request: unknown, secrets: string[]]>([
    ['a record', { amount: 5, credentials: { a: ['x1', { b: 7391 }], none: null, yes: true } }, ['x1', '7391']],
    ['JSON in a string', { body: '{"card":{"card_cvv":"739"}}' }, ['739']],
    ['a string that only begins like JSON', { body: '{"card_cvv":"739"' }, []],
    ['headers', new Headers({ authorization: 'Bearer abc' }), ['Bearer abc', 'abc']],
    ['a form', new URLSearchParams({ 'card[card_cvv]': '739', a: '1' }), ['739']],
    ['bytes', new Uint8Array([1, 2]), []],
    ['a mask', { token: '[redacted]' }, []],
    ['none', undefined, []],
  ])('in %s', (_, request, secrets) => {
    expect(secretsIn([request])).toEqual(new Set(secrets));
  });

  test('in a shared object with a cycle, down to 250 levels', () => {
    const shared: Record<string, unknown> = { number: '4111' };
    shared.self = shared;
    expect(secretsIn({ first: shared, credentials: shared })).toEqual(new Set(['4111']));
    let deep: unknown = { token: 'abcd' };
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    expect(secretsIn([deep, { token: 'efgh' }])).toEqual(new Set(['efgh']));
  });
});
