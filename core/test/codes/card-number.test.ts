import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testValues } from '../../../generated/test-values.js';
import { brandOf, visibleDigits } from '../../src/codes/card-number.js';

test.each(testValues.cards.map(({ card_number, brand }) => [card_number, brand]))(
  '%s is recognized as %s by its range',
  (number, brand) => {
    expect(brandOf(number)).toBe(brand);
  },
);

test('a number outside all ranges has no brand', () => {
  expect(['', '0', '9999999999999999', 'x'].map(brandOf)).toEqual([undefined, undefined, undefined, undefined]);
});

test('shows at most ten digits of a card number, and hides all digits of other numbers', () => {
  expect(visibleDigits('4111111111111111')).toEqual({ first: '411111', last: '1111' });
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 30 }), (number) => {
      const { first, last } = visibleDigits(number);
      expect(first.length + last.length).toBeLessThanOrEqual(number.length < 12 || number.length > 19 ? 0 : 10);
    }),
  );
});
