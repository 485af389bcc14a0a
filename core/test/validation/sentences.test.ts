import { describe, expect, test } from 'vitest';
import { fieldName, sentences, type Violation } from '../../src/validation/violations.js';

/** The sentence about one violation of a value. */
const says = (violation: Violation, value: unknown = {}, place?: string) => sentences([violation], value, place)[0];

describe('the name of a field', () => {
  test.each([
    [[], undefined, 'body'],
    [['a'], undefined, 'a'],
    [['items', '1', 'quantity'], undefined, 'items[1].quantity'],
    [['1'], undefined, '[1]'],
    [['items', '1234567890'], undefined, 'items.1234567890'],
    [['page'], 'query', 'query.page'],
    [[], 'query', 'query.'],
    [['x'.repeat(65)], undefined, 'x'.repeat(64)],
    [['a', '4532 0151 1283 0366'], undefined, 'a.[redacted]'],
    [['4532-0151-1283-0366x'], undefined, '[redacted]x'],
    [['123456789012'], undefined, '[redacted]'],
    [['a\u001b[2Jb'], undefined, 'a\ufffd[2Jb'],
    [['a\u202eb\ud800'], undefined, 'a\ufffdb\ufffd'],
  ])('%j of %j is %j', (path, place, name) => {
    expect(fieldName(path, place)).toBe(name);
  });
});

describe('a violation names', () => {
  test('its place, with JSON Pointer escapes decoded', () => {
    const violation = { keyword: 'additionalProperties', instancePath: '', params: { additionalProperty: 'c' } };
    expect(says({ ...violation, instancePath: '/a~1b/~0x/0' })).toBe('a/b.~x[0].c: is not known here');
    expect(says(violation)).toBe('c: is not known here');
    expect(says(violation, {}, 'query')).toBe('query.c: is not known here');
    expect(says({ keyword: 'additionalProperties', instancePath: '/a', params: {} })).toBe('a: is not known here');
  });

  test.each(['required', 'dependentRequired'])('the %s field, and the misspelled name in the request', (keyword) => {
    const missing = (name: string, at = ''): Violation => ({
      keyword,
      instancePath: at,
      params: { missingProperty: name },
      parentSchema: { properties: { amount: {}, ammont: {} } },
    });
    expect(says(missing('amount'))).toBe('amount: is required');
    expect(says(missing('amount'), { ammount: 1 })).toBe('amount: is required, and ammount was sent');
    expect(says(missing('amount', '/card'), { card: { Amount: 1 } })).toBe(
      'card.amount: is required, and Amount was sent',
    );
    // Close, but a name that the contract knows.
    expect(says(missing('amount'), { ammont: 1 })).toBe('amount: is required');
    expect(says(missing('amount'), { quantity: 1 })).toBe('amount: is required');
    expect(says(missing('amount'), 'text')).toBe('amount: is required');
    expect(says({ keyword, instancePath: '', params: { missingProperty: 'amount' } }, { ammount: 1 })).toBe(
      'amount: is required, and ammount was sent',
    );
    const others = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`other_${index}`, 1]));
    expect(says(missing('amount'), { ...others, ammount: 1 })).toBe('amount: is required');
  });

  const ofType = (type: unknown, at = '/a', schema: object = {}): Violation => ({
    keyword: 'type',
    instancePath: at,
    params: { type },
    parentSchema: schema,
  });

  test.each([
    ['string', 1, 'must be a string, not a number'],
    ['integer', 'x', 'must be an integer, not a string'],
    ['integer', 1.5, 'must be an integer, not a number with decimals'],
    ['object', [], 'must be an object, not an array'],
    ['array', {}, 'must be an array, not an object'],
    ['boolean', null, 'must be a boolean, not null'],
    ['null', true, 'must be null, not a boolean'],
    [['string', 'null'], 1, 'must be a string or null, not a number'],
    [['string', 'integer', 'null'], [], 'must be a string, an integer or null, not an array'],
    [[], 1, 'must be something else, not a number'],
    ['string', undefined, 'must be a string, not missing'],
  ])('the expected type: %j, sent %j', (type, sent, sentence) => {
    expect(says(ofType(type), { a: sent })).toBe(`a: ${sentence}`);
  });

  test('the value at its place, also inside lists', () => {
    expect(says(ofType('string', '/a/1'), { a: ['x', 2] })).toBe('a[1]: must be a string, not a number');
    expect(says(ofType('string', '/a/b/c'), { a: 'x' })).toBe('a.b.c: must be a string, not missing');
    expect(says(ofType('string', '/toString'), {})).toBe('toString: must be a string, not missing');
    expect(says({ keyword: 'type', instancePath: '', params: { type: 'object' } }, 'x')).toBe(
      'body: must be an object, not a string',
    );
  });

  test.each([
    [159.9, 'must be in centavos: 15990, not 159.9'],
    [0.07, 'must be in centavos: 7, not 0.07'],
    [159.999, 'must be in centavos, a whole number'],
    ['159.90', 'must be an integer in centavos: 15990, not a string'],
    ['159,9', 'must be an integer in centavos: 15990, not a string'],
    ['1234567.89', 'must be an integer in centavos: 123456789, not a string'],
    [true, 'must be an integer, not a boolean'],
  ])('the amount %j in centavos', (sent, sentence) => {
    expect(says(ofType('integer', '/a', { 'x-unit': 'centavos' }), { a: sent })).toBe(`a: ${sentence}`);
    expect(says(ofType('integer', '/a', { 'x-unit': 'reais' }), { a: sent })).toMatch(/^a: must be an integer, not/);
  });

  test('the valid values and the closest one', () => {
    const violation = { keyword: 'enum', instancePath: '/a', params: { allowedValues: ['credit_card', 'pix', 7] } };
    expect(says(violation, { a: 'Pix' })).toBe('a: must be one of credit_card, pix, 7; did you mean pix?');
    expect(says(violation, { a: 'creditCard' })).toBe(
      'a: must be one of credit_card, pix, 7; did you mean credit_card?',
    );
    expect(says(violation, { a: 'cash' })).toBe('a: must be one of credit_card, pix, 7');
    expect(says(violation, { a: 7 })).toBe('a: must be one of credit_card, pix, 7');
    expect(says({ ...violation, params: { allowedValues: 'pix' } }, { a: 'x' })).toBe('a: must be one of pix');
  });

  test('the expected value, format or pattern', () => {
    const at = { instancePath: '/a' };
    expect(says({ ...at, keyword: 'const', params: { allowedValue: 'pix' } })).toBe('a: must be "pix"');
    expect(says({ ...at, keyword: 'format', params: { format: 'date' } })).toBe(
      'a: must be a day that exists, shaped YYYY-MM-DD',
    );
    expect(says({ ...at, keyword: 'format', params: { format: 'uri' } })).toBe('a: must be a valid uri');
    expect(says({ ...at, keyword: 'pattern', params: { pattern: '^[0-9]+$' } })).toBe(
      'a: must be digits only, without blanks or hyphens',
    );
    expect(says({ ...at, keyword: 'pattern', params: { pattern: '^[0-9]{4}$' } })).toBe('a: must be MMYY, as 1245');
    expect(says({ ...at, keyword: 'pattern', params: { pattern: '^x$' } })).toBe('a: must match ^x$');
    expect(says({ ...at, keyword: 'minItems', message: 'must NOT have fewer than 1 items' })).toBe(
      'a: must NOT have fewer than 1 items',
    );
    expect(says({ ...at, keyword: 'minItems' })).toBe('a: is not what the contract allows');
  });

  test('the first hundred problems once each, and that there are more', () => {
    const one = { keyword: 'const', instancePath: '/a', params: { allowedValue: 1 } };
    expect(sentences([one, one], {})).toEqual(['a: must be 1']);
    expect(sentences([], {})).toEqual([]);
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...one, instancePath: `/a/${index}` }));
    expect(sentences(many(100), {})).toHaveLength(100);
    expect(sentences(many(103), {}).slice(99)).toEqual(['a[99]: must be 1', 'body: has more violations than these']);
    expect(sentences(many(101), {}, 'query').at(-1)).toBe('query: has more violations than these');
  });
});
