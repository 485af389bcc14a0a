import fc from 'fast-check';
import { expect, test } from 'vitest';
import { character } from '../../../test/characters.ts';
import { runs } from '../../../test/property-runs.ts';
import * as boleto from '../../src/codes/boleto-slip.js';
import * as card from '../../src/codes/card-number.js';
import * as days from '../../src/codes/days.js';
import * as documents from '../../src/codes/documents.js';
import * as fees from '../../src/codes/fee-simulation.js';
import * as installments from '../../src/codes/installments.js';
import * as pix from '../../src/codes/pix-code.js';
import * as printable from '../../src/codes/printable.js';

const MODULES = { boleto, card, days, documents, fees, installments, pix, printable };

const number = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.maxSafeInteger(),
  fc.constantFrom(0, -1, 1, 99, 100, 100_000, 2 ** 31, 1e15, Number.MAX_VALUE, Number.NaN, Number.POSITIVE_INFINITY),
);
/** Milliseconds around the edges of what a date can express. */
const time = fc.oneof(
  number,
  fc.constantFrom(-62_135_596_800_001, Date.UTC(9999, 11, 31), 253_402_300_800_000, 8.64e15),
);
const text = fc.oneof(
  { weight: 10, arbitrary: fc.string({ unit: character, maxLength: 200 }) },
  { weight: 10, arbitrary: fc.string({ unit: fc.constantFrom(...'0123456789.- '), maxLength: 60 }) },
  { weight: 8, arbitrary: fc.constantFrom('', '0'.repeat(44), '9'.repeat(47)) },
  { weight: 1, arbitrary: fc.constant('9'.repeat(100_000)) },
);
const day = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
  fc.constantFrom('0000-01-01', '0001-01-01', '9999-12-15', '9999-12-31', '+010000-01', '10000-01-01', '2026-02-30'),
  text,
);
const numbers = fc.array(number, { maxLength: 30 });

/** The arguments of each exported function. */
const ARGUMENTS: Readonly<Record<string, fc.Arbitrary<unknown[]>>> = {
  boletoLine: fc.tuple(fc.record({ amount: number, dueDate: day, number })),
  dueFactor: fc.tuple(day),
  maskPixCode: fc.tuple(text),
  barcodeDigit: fc.tuple(text),
  barcodeOf: fc.tuple(text),
  printedLine: fc.tuple(text),
  readBoleto: fc.tuple(text),
  interleaved: fc.tuple(text),
  brandOf: fc.tuple(text),
  hasCardExpired: fc.tuple(text, text),
  visibleDigits: fc.tuple(text),
  isDay: fc.tuple(day),
  addDays: fc.tuple(day, number),
  daysBetween: fc.tuple(day, day),
  businessDay: fc.tuple(day),
  isBankHoliday: fc.tuple(day),
  monthsAfter: fc.tuple(time, number),
  dayInSaoPaulo: fc.tuple(time),
  dayInUtc: fc.tuple(time),
  isoTime: fc.tuple(time),
  endOfDay: fc.tuple(day),
  timestamp: fc.tuple(time),
  utcDateTime: fc.tuple(time),
  readDateTime: fc.tuple(
    fc.oneof(
      day.map((one) => `${one}T10:00:00Z`),
      text,
    ),
  ),
  isCpf: fc.tuple(text),
  isCnpj: fc.tuple(text),
  withoutPunctuation: fc.tuple(text),
  simulateSale: fc.tuple(
    fc.record({ brand: fc.jsonValue(), amount: number, installments: number, fee_responsible: fc.jsonValue() }),
    fc.record({ date: day, mdr: number, monthlyRate: number }),
  ),
  simulateFees: fc.tuple(
    fc.record({
      ...{ amount: number, installments: number, date: day, mdr: number, monthlyRate: number },
      feeResponsible: fc.constantFrom('customer', 'self'),
    }),
  ),
  splitAmount: fc.tuple(number, number),
  shareAmount: fc.tuple(number, numbers, number),
  lowerParts: fc.tuple(number, numbers, numbers, number),
  paymentDate: fc.tuple(day, number),
  pixCode: fc.tuple(fc.record({ amount: number, txid: text }, { requiredKeys: ['amount', 'txid'] })),
  readPixCode: fc.tuple(text),
  printable: fc.tuple(text),
  printableSource: fc.tuple(text),
};

const functions = Object.values(MODULES).flatMap((module) =>
  Object.entries<unknown>(module).flatMap(([name, value]) =>
    typeof value === 'function' ? [[name, value as (...given: unknown[]) => unknown] as const] : [],
  ),
);

test.each(functions)('%s returns at once, or throws a RangeError, for any value', (name, run) => {
  fc.assert(
    fc.property(ARGUMENTS[name] ?? fc.constant([{ missing: name }]), (given) => {
      const before = process.cpuUsage();
      let result: unknown;
      try {
        result = run(...given);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
      // Microseconds of this process, which a busy machine does not change.
      expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
      // A day or a timestamp has four digits of a year. A text for print may have any.
      if (!/^print/.test(name) && typeof result === 'string')
        expect(result).not.toMatch(/^[+-]\d{6}-|^\d{5,}-\d\d-|NaN-/);
    }),
    { numRuns: runs(240) },
  );
});

test('every function of src/codes has its values here', () => {
  expect(Object.keys(ARGUMENTS).sort()).toEqual(functions.map(([name]) => name).sort());
});
