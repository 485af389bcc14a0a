import { expect, test } from 'vitest';
import {
  amountOf,
  countOf,
  idOf,
  objectsOf,
  optionalAmountOf,
  optionalObject,
  present,
  string,
  stringFields,
  stringsOf,
} from '../../src/rules/input.js';

test.each([1, '1', 1001, '1001', '999999999999999'])('%j is an id', (id) => {
  expect(idOf(id)).toBe(Number(id));
});

const NO_IDS = ['0', '', ' 1', '1 ', '1x', '1e3', '9'.repeat(16), null, undefined, [1], {}];

test.each([0, -1, 1.5, 2 ** 53, Number.NaN, ...NO_IDS])('%j is not an id', (id) => {
  expect(idOf(id)).toBeUndefined();
});

test('an amount is rounded to centavos, and must be from 1 to the largest exact number', () => {
  expect([1, 0.5, 1998.9999999999998, Number.MAX_SAFE_INTEGER].map((sent) => amountOf(sent, 'amount'))).toEqual([
    1,
    1,
    1999,
    Number.MAX_SAFE_INTEGER,
  ]);
  for (const wrong of [0, 0.4, -1, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, '1', null, undefined]) {
    const error = expect.objectContaining({
      errors: ['fee: must be a whole number of centavos, from 1 to 9007199254740991'],
    });
    expect(() => amountOf(wrong, 'fee')).toThrow(error);
  }
  expect([undefined, null, 5].map((sent) => optionalAmountOf(sent, 'amount'))).toEqual([undefined, undefined, 5]);
  expect(() => optionalAmountOf(0, 'amount')).toThrow();
});

test('a count is a whole number within its bounds, also as digits; a missing one is the fallback', () => {
  const count = (sent: unknown) => countOf(sent, 'count', { min: 2, max: 15 }, 3);
  expect([2, 15, '2', '15', undefined, null].map(count)).toEqual([2, 15, 2, 15, 3, 3]);
  for (const wrong of [1, 16, '1', '16', 2.5, '2.5', '', 'x4', '4x', '0'.repeat(15) + 4, Number.NaN, true, [4]]) {
    const error = expect.objectContaining({ errors: ['count: must be a whole number from 2 to 15'] });
    expect(() => count(wrong)).toThrow(error);
  }
});

test('only values of the right type are read', () => {
  expect(['a', '', 5, null].map(string)).toEqual(['a', undefined, undefined, undefined]);
  expect([{ a: 1 }, [], null, 'a'].map(optionalObject)).toEqual([{ a: 1 }, undefined, undefined, undefined]);
  expect(objectsOf([{ a: 1 }, 5, null, []], 'items')).toEqual([{ a: 1 }]);
  expect(stringsOf(['a', '', 5, null], 'events')).toEqual(['a', '']);
  expect([objectsOf({ length: 1 }, 'items'), stringsOf(undefined, 'events')]).toEqual([[], []]);
  expect(stringFields({ a: 'x', b: 5, c: '', d: 'y' }, ['a', 'b', 'c'])).toEqual({ a: 'x', c: '' });
  expect(Object.keys(present({ a: 1, b: undefined, c: null }))).toEqual(['a', 'c']);
});

test('a list has at most 1000 elements', () => {
  expect(stringsOf(Array(1000).fill('a'), 'events')).toHaveLength(1000);
  expect(() => objectsOf(Array(1001).fill({}), 'items')).toThrow(
    expect.objectContaining({ errors: ['items: the sandbox keeps at most 1000 elements, and the request has 1001'] }),
  );
});
