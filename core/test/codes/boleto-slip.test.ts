import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dueFactor as expectedFactor, readBoletoLine, slips } from '../../../test/contract/brazil.ts';
import { barcodeOf, boletoLine, dueFactor, MOST_BOLETO, printedLine, readBoleto } from '../../src/codes/boleto-slip.js';

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
  ['1970-01-01', '0000'],
  ['1997-10-07', '0000'],
  ['2000-07-03', '1000'],
  ['2025-02-21', '9999'],
  ['2025-02-22', '1000'],
  ['2026-12-10', '1656'],
])('the due factor of %s is %s', (day, factor) => {
  expect(dueFactor(day)).toBe(factor);
});

test('the sample of a bank is read, and with any digit changed it is wrong', () => {
  const sample = '00190.50095 40144.816069 06809.350314 3 37370000000100';
  expect(readBoleto(sample)).toEqual({ fault: undefined, amount: 100 });
  expect(slips(sample).filter((line) => readBoleto(line).fault === undefined)).toEqual([]);
});

test('two boletos with the same amount and day have different lines', () => {
  const line = (number: number) => boletoLine({ amount: 15990, dueDate: '2026-12-10', number });
  expect(line(1002)).not.toBe(line(1003));
});

test.each([0, -1, 1.5, Number.NaN, MOST_BOLETO + 1])('a boleto cannot contain %s', (amount) => {
  expect(() => boletoLine({ amount, dueDate: '2026-12-10', number: 1 })).toThrow(RangeError);
});

test('the reader reads the amount of a line and a barcode, and names a wrong check digit', () => {
  const line = boletoLine({ amount: 15990, dueDate: '2026-12-10', number: 1002 });
  for (const text of [line, printedLine(line), barcodeOf(line)])
    expect(readBoleto(text)).toEqual({ fault: undefined, amount: 15990 });
  const other = (at: number) => `${line.slice(0, at)}${(Number(line[at]) + 1) % 10}${line.slice(at + 1)}`;
  expect(readBoleto(other(9)).fault).toBe('has a wrong check digit in a field');
  expect(readBoleto(other(32)).fault).toBe('has a wrong general check digit');
  expect(readBoleto('123').fault).toBe('has neither 44 nor 47 digits');
});
