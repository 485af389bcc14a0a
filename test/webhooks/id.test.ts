import { describe, expect, test } from 'vitest';
import { idOf } from '../../src/webhooks/confirm.js';

describe('an id that is valid in a path', () => {
  test.each([
    [1, '1'],
    [0, '0'],
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
    ['1', '1'],
    ['007', '007'],
    ['9007199254740991', '9007199254740991'],
    ['tr_1-A', 'tr_1-A'],
    ['9007199254740993a', '9007199254740993a'],
    ['a9007199254740993', 'a9007199254740993'],
    ['x'.repeat(64), 'x'.repeat(64)],
  ])('%j', (value, id) => {
    expect(idOf(value)).toBe(id);
  });

  test.each([
    ['2^53, which JSON rounds', 2 ** 53],
    ['2^53 as digits', '9007199254740992'],
    ['a fraction', 1.5],
    ['a negative number', -1],
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['1e21', 1e21],
    ['nothing', ''],
    ['a dot', '.'],
    ['two dots', '..'],
    ['a way to another path', '../receivers/1'],
    ['a slash', '1/refund'],
    ['an encoded slash', '1%2f'],
    ['a blank', '1 '],
    ['a line end', '1\n'],
    ['a first hyphen', '-1'],
    ['a first underscore', '_1'],
    ['a lone surrogate', '\ud800'],
    ['65 letters', 'x'.repeat(65)],
    ['an object with a string', { toString: () => '1' }],
    ['a list', ['1']],
    ['true', true],
    ['null', null],
    ['undefined', undefined],
    ['a bigint', 1n],
  ])('not %s', (_, value) => {
    expect(idOf(value)).toBeUndefined();
  });
});
