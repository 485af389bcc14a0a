import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lowerParts, paymentDate, shareAmount, splitAmount } from '../../src/codes/installments.js';

test('installments are equal, the first takes the remainder, and their sum is the amount', () => {
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

test('installments are paid every 30 days after the sale, except on weekends and bank holidays', () => {
  expect([1, 2, 3].map((part) => paymentDate('2026-11-20', part))).toEqual(['2026-12-21', '2027-01-19', '2027-02-18']);
  expect(paymentDate('2026-11-25', 1)).toBe('2026-12-28'); // 25 December is a Friday
});

test('shares follow their weights, their sum is the amount, and one share takes the remainder', () => {
  expect(shareAmount(100, [1, 1, 1], 1)).toEqual([33, 34, 33]);
  expect(shareAmount(0, [70, 30], 0)).toEqual([0, 0]);
  const amounts = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
  const weights = fc.array(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(amounts, weights, fc.nat(), (amount, weights, pick) => {
      const remainderTo = pick % weights.length;
      const shares = shareAmount(amount, weights, remainderTo);
      expect(shares.reduce((sum, share) => sum + BigInt(share), 0n)).toBe(BigInt(amount));
      const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
      for (const [index, share] of shares.entries()) {
        const exact = (BigInt(amount) * BigInt(weights[index] ?? 0)) / total;
        if (index !== remainderTo) expect(BigInt(share)).toBe(exact);
        else expect(BigInt(share) - exact).toBeLessThan(BigInt(weights.length));
      }
    }),
  );
});

test('lowered parts add up, never grow, and stay in proportion, also over many small steps', () => {
  const all = fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(
      fc.nat({ max: 5000 }),
      all,
      fc.nat({ max: 7 }),
      fc.array(fc.nat({ max: 3 })),
      (sum, weights, to, steps) => {
        const remainderTo = to % weights.length;
        let parts = shareAmount(sum, weights, remainderTo);
        const total = weights.reduce((added, weight) => added + weight, 0);
        let left = sum;
        for (const step of steps) {
          left = Math.max(0, left - step);
          const lowered = lowerParts(left, parts, weights, remainderTo);
          expect(lowered.reduce((added, part) => added + part, 0)).toBe(left);
          for (const [index, part] of lowered.entries()) {
            expect(part).toBeLessThanOrEqual(parts[index] ?? 0);
            expect(Math.abs(part - (left * (weights[index] ?? 0)) / total)).toBeLessThan(weights.length);
          }
          parts = lowered;
        }
      },
    ),
  );
});
