import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readContract } from '../../src/contract/contract.ts';
import { isObject, objectAt } from '../../src/contract/json.ts';
import { isPlainJson, redact } from '../../src/redaction/index.js';
import { runs } from '../property-runs.ts';

/** Secrets, similar text, and the text between them. */
const piece = fc.oneof(
  fc.constantFrom(
    ...[
      'card_number',
      'cardNumber',
      'CARD-NUMBER',
      'card%5Bcvv%5D',
      'card\\u005fcvv',
      'pan',
      'company',
      'x-api-key',
      'note',
    ],
    ...[
      'Bearer ',
      'basic ',
      'Basic plan',
      '4532015112830366',
      '4532 0151-1283 0366',
      '4532%200151%201283%200366',
      '5511912345678',
    ],
    ...[
      'abc123def',
      'abc1 23def',
      'a\tbc',
      '7391',
      '73-91',
      'x7391',
      'k+9 s',
      '\\',
      '\\\\u0041',
      '"',
      '/',
      '=',
      ':',
      ', ',
      ' ',
      '\n',
    ],
    ...['[redacted]', 'é', '%', '…', '1', '12'],
  ),
  fc.string({ maxLength: 3 }),
);
const text = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''));
const number = fc.oneof(
  fc.constantFrom(4532015112830366, 41111111111111.11, 7391, 4.111111111111111e21, 5e-7, 123123),
  fc.integer(),
);
const value = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, text, number, fc.boolean(), fc.constant(null), tie('list'), tie('record')),
  list: fc.array(tie('value'), { maxLength: 3 }),
  record: fc.dictionary(text, tie('value'), { maxKeys: 3 }),
})).value;
const secrets = fc.array(
  fc.oneof(
    fc.constantFrom('abc123def', 'abtc', '7391', 'k 9+s', 'Bearer abc123def', '12', 'é…é', 'a%20b', '---', ''),
    text,
  ),
  { maxLength: 2 },
);

test('property: plain input stays the same', () => {
  let plain = 0;
  fc.assert(
    fc.property(value, secrets, (value, secrets) => {
      const json = JSON.stringify(value);
      if (!isPlainJson(json, secrets)) return;
      plain++;
      expect(redact(JSON.parse(json), { secrets })).toEqual(JSON.parse(json));
    }),
    { numRuns: runs(6_000) },
  );
  expect(plain).toBeGreaterThan(500);
});

test.each([
  ['a deep value', JSON.parse(`${'['.repeat(150)}${']'.repeat(150)}`)],
  ['a list of headers', ['Cookie', 'a=b']],
  ['a named header', { name: 'Set-Cookie', value: 'a=b' }],
  ['a name in a string', 'a=1&card[card_cvv]=123'],
  ['a name in JSON in a string', JSON.stringify({ access_token: 'x' })],
  ['a number that is a card', { id: 4532015112830366 }],
  ['a long secret in groups', 'paid with 1234 5678 9012'],
  ['a short secret by itself', 'code 7391.'],
])('%s is not', (_, value) => {
  expect(redact(value, { secrets: ['123456789012', '7391'] })).not.toEqual(value);
  expect(isPlainJson(JSON.stringify(value), ['123456789012', '7391'])).toBe(false);
});

test('requests of the contract are plain, except with card data or credentials', () => {
  const examples = Object.entries(objectAt(readContract().components, 'examples')).filter(([name]) =>
    name.endsWith('.request'),
  );
  const hidden = examples.flatMap(([name, example]) => {
    const json = JSON.stringify(isObject(example) ? example.value : undefined);
    expect(isPlainJson(json, ['a-token-of-1234']), name).toBe(!/card_cvv|card_number|credentials/.test(json));
    return isPlainJson(json) ? [] : [name];
  });
  expect(examples.length - hidden.length).toBeGreaterThan(20);
});
