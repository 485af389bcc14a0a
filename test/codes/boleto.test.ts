import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boletoLine, dueFactor, MOST_BOLETO } from '../../src/codes/boleto.js';
import { dueFactor as expectedFactor, readBoletoLine } from '../contract/brazil.ts';

const days = fc
  .integer({ min: 0, max: 30_000 })
  .map((n) => new Date(Date.UTC(2000, 6, 3) + n * 86_400_000).toISOString().slice(0, 10));

test('for any amount, day and number, the line has 47 digits, valid check digits, the amount and the due factor', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: MOST_BOLETO }),
      days,
      fc.nat({ max: Number.MAX_SAFE_INTEGER }),
      (amount, dueDate, number) => {
        const line = boletoLine({ amount, dueDate, number });
        expect(line).toMatch(/^\d{47}$/);
        expect(readBoletoLine(line)).toEqual({ bank: '999', amount, factor: expectedFactor(dueDate) });
      },
    ),
  );
});

test.each([
  ['1997-10-07', '0000'],
  ['2000-07-03', '1000'],
  ['2025-02-21', '9999'],
  ['2025-02-22', '1000'],
  ['2026-12-10', '1656'],
])('the due factor of %s is %s', (day, factor) => {
  expect(dueFactor(day)).toBe(factor);
});

test('two boletos with the same amount and day have different lines', () => {
  const line = (number: number) => boletoLine({ amount: 15990, dueDate: '2026-12-10', number });
  expect(line(1002)).not.toBe(line(1003));
});

test.each([0, -1, 1.5, Number.NaN, MOST_BOLETO + 1])('a boleto cannot contain %s', (amount) => {
  expect(() => boletoLine({ amount, dueDate: '2026-12-10', number: 1 })).toThrow(RangeError);
});
