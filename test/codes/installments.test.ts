import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paymentDate, splitAmount } from '../../src/codes/installments.js';

test('the parts are equal, the first takes the remainder, and their sum is the amount', () => {
  expect(splitAmount(10_000, 3)).toEqual([3334, 3333, 3333]);
  fc.assert(
    fc.property(fc.nat({ max: 1e12 }), fc.integer({ min: 1, max: 99 }), (amount, parts) => {
      const [first = 0, ...others] = splitAmount(amount, parts);
      expect(others).toHaveLength(parts - 1);
      expect(new Set(others).size).toBeLessThan(2);
      expect(others.reduce((sum, part) => sum + part, first)).toBe(amount);
      expect(first - (others[0] ?? first)).toBeLessThan(parts);
    }),
  );
});

test('parts are paid every 30 days after the sale, and not on weekends', () => {
  expect([1, 2, 3].map((part) => paymentDate('2026-11-20', part))).toEqual(['2026-12-21', '2027-01-19', '2027-02-18']);
});
