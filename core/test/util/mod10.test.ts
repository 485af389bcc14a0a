import { expect, test } from 'vitest';
import { isLuhn, mod10 } from '../../src/util/mod10.js';

test.each([
  ['411111111111111', 1],
  ['555555555555444', 4],
  ['99990000', 4],
  ['0', 0],
])('the check digit of %s is %i', (digits, expected) => {
  expect(mod10(digits)).toBe(expected);
});

test('a card number has 12 to 19 digits with the right check digit', () => {
  expect(['4111111111111111', '378282246310005', '000000000000'].filter(isLuhn)).toHaveLength(3);
  expect(['4111111111111112', '4111 1111 1111 1111', '00000000000', '', 'x'].filter(isLuhn)).toEqual([]);
});
