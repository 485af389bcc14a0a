import fc from 'fast-check';
import { expect, test } from 'vitest';
import { barcodeOf, boletoLine, interleaved, printedLine } from '../../src/codes/boleto.js';

// The example that Banco do Brasil publishes.
const LINE = '00190500954014481606906809350314337370000000100';

test('the bars of a published boleto', () => {
  expect(barcodeOf(LINE)).toBe('00193373700000001000500940144816060680935031');
  expect(printedLine(LINE)).toBe('00190.50095 40144.816069 06809.350314 3 37370000000100');
});

test.each(['', '1', LINE.slice(1), `${LINE}0`, LINE.replace('9', 'x')])('%s is not a boleto line', (line) => {
  expect(() => barcodeOf(line)).toThrow('47 digits');
});

test('the pair 38 as the standard draws it, between start and stop', () => {
  // 3 is wide wide narrow narrow narrow in bars, 8 is wide narrow narrow wide narrow in spaces.
  expect(interleaved('38')).toEqual([1, 1, 1, 1, 3, 3, 3, 1, 1, 1, 1, 3, 1, 1, 3, 1, 1]);
  expect(() => interleaved('381')).toThrow('pairs');
});

test('any line can be read back from its bars', () => {
  const slips = fc.record({
    amount: fc.integer({ min: 1, max: 9_999_999_999 }),
    dueDate: fc
      .integer({ min: 0, max: 8000 })
      .map((day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)),
    number: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  });
  fc.assert(
    fc.property(slips, (slip) => {
      const digits = barcodeOf(boletoLine(slip));
      const widths = interleaved(digits);
      // 44 digits: 405 modules with start and stop, each digit with two wide elements of five.
      expect(widths.reduce((sum, width) => sum + width, 0)).toBe(4 + 22 * 18 + 5);
      expect(read(widths)).toBe(digits);
    }),
  );
});

/** Reads bars like a scanner: by their wide elements. */
function read(widths: readonly number[]): string {
  const weights = [1, 2, 4, 7, 0];
  const value = (elements: readonly number[]): number => {
    const sum = elements.reduce((total, width, index) => total + (width === 3 ? (weights[index] ?? 0) : 0), 0);
    return sum === 11 ? 0 : sum;
  };
  let digits = '';
  for (let at = 4; at < widths.length - 3; at += 10) {
    const ten = widths.slice(at, at + 10);
    digits += value(ten.filter((_, index) => index % 2 === 0));
    digits += value(ten.filter((_, index) => index % 2 === 1));
  }
  return digits;
}
