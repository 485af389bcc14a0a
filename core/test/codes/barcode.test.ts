import fc from 'fast-check';
import { expect, test } from 'vitest';
import { barcodeOf, boletoLine, interleaved, printedLine } from '../../src/codes/boleto-slip.js';

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

test('each pair of digits has different bars, four of ten wide', () => {
  const pairs = Array.from({ length: 100 }, (_, pair) => interleaved(String(pair).padStart(2, '0')));
  expect(new Set(pairs.map(String)).size).toBe(100);
  for (const widths of pairs) expect(widths.slice(4, -3).filter((width) => width === 3)).toHaveLength(4);
});

test('a boleto line and its barcode have the same digits', () => {
  const slips = fc.record({
    amount: fc.integer({ min: 1, max: 9_999_999_999 }),
    dueDate: fc.date({ min: new Date('2026-01-01'), max: new Date('2047-01-01'), noInvalidDate: true }),
    number: fc.maxSafeNat(),
  });
  fc.assert(
    fc.property(slips, ({ dueDate, ...slip }) => {
      const line = boletoLine({ ...slip, dueDate: dueDate.toISOString().slice(0, 10) });
      const fields = [line.slice(4, 9), line.slice(10, 20), line.slice(21, 31)];
      expect(barcodeOf(line)).toBe(line.slice(0, 4) + line.slice(32) + fields.join(''));
    }),
  );
});
