import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mod10 } from '../../core/src/util/mod10.ts';
import { testCardNumbers } from '../../generated/test-values.js';
import { hasCardNumber } from '../../src/mask-text.ts';
import { redact } from '../../src/redact.ts';
import { runs } from '../property-runs.ts';

/** Prefixes of card numbers, and the lengths that cards with them have. */
const brands: readonly (readonly [prefix: fc.Arbitrary<string>, lengths: readonly number[]])[] = [
  [fc.integer({ min: 2221, max: 2720 }).map(String), [16]],
  [fc.constantFrom('34', '37'), [15]],
  [fc.constantFrom('300', '305', '36', '38', '39'), [14, 16]],
  [fc.constant('35'), [16, 19]],
  [fc.constant('4'), [13, 16, 19]],
  [fc.constantFrom('51', '55'), [16]],
  [fc.constantFrom('5018', '6011', '606282', '62', '636297', '65', '6759'), [16, 19]],
];
const card = fc
  .oneof(
    ...brands.map(([prefix, lengths]) =>
      fc
        .tuple(prefix, fc.constantFrom(...lengths), fc.stringMatching(/^\d{19}$/))
        .map(([start, length, digits]) => (start + digits).slice(0, length - 1))
        .map((digits) => `${digits}${mod10(digits)}`),
    ),
  )
  // Numbers that look like a phone, a CNPJ or a Pix code stay.
  .filter((digits) => !/^55[1-9]{2}9\d{8}$|^\d{8}000[1-9]\d\d$|^5204\d{4}5303986/.test(digits))
  .filter((digits) => !testCardNumbers.includes(digits));

const separators = [' ', '  ', '-', ' - ', '.', '+', '/', '_', '\t', '\u00a0', '\u202f', '\u2013', '%20', '\\u00a0'];
const prefixes = [
  '',
  ' ',
  'x',
  '"',
  '%20',
  '%22',
  '\\u00a0',
  '\\t',
  'https://x/?q=card%20',
  '2026-11-22 ',
  '100,',
  '1234 ',
];
const suffixes = ['', ' ', 'x', '"', '%22%7D', '%20is', '\\u00a0', ', 100', '&a=1', '\n'];

function grouped(digits: string, separator: string): string {
  const three = digits.length === 15 ? /(\d{4})(\d{6})(\d{5})/ : digits.length === 14 ? /(\d{4})(\d{6})(\d{4})/ : '';
  return three
    ? digits.replace(three, `$1${separator}$2${separator}$3`)
    : digits.replace(/\d{4}(?=\d)/g, `$&${separator}`);
}

test('property: a card number is hidden, as digits and in groups [S11]', () => {
  const property = fc.property(
    card,
    fc.constantFrom(...separators, ''),
    fc.constantFrom(...prefixes),
    fc.constantFrom(...suffixes),
    (digits, separator, prefix, suffix) => {
      const number = grouped(digits, separator);
      const written = prefix + number + suffix;
      expect(redact(written)).toBe(`${prefix}[redacted]${suffix}`);
      expect(hasCardNumber(written)).toBe(true);
    },
  );
  fc.assert(property, { numRuns: runs(4_000) });
  const halves = fc.property(card, fc.constantFrom(...separators), (digits, separator) => {
    fc.pre(digits.length === 16);
    expect(redact(`no ${digits.slice(0, 8)}${separator}${digits.slice(8)}.`)).toBe('no [redacted].');
  });
  fc.assert(halves, { numRuns: runs(400) });
});

test('property: a card number is hidden in keys, numbers, and JSON within JSON', () => {
  const property = fc.property(card, (digits) => {
    const json = JSON.stringify({ a: JSON.stringify({ note: `no ${digits}` }) });
    const number = Number(digits) < 2 ** 53 ? Number(digits) : 1;
    expect(JSON.stringify(redact({ [digits]: 1, json, number }))).not.toContain(digits);
    expect(redact({ number: Number(digits.slice(0, 15)) })).toBeTypeOf('object');
  });
  fc.assert(property, { numRuns: runs(200) });
});

describe('property: other numbers stay readable', () => {
  const two = (from: number, to: number) =>
    fc.integer({ min: from, max: to }).map((part) => `${part}`.padStart(2, '0'));
  const timestamp = fc
    .tuple(fc.integer({ min: 2000, max: 2099 }), two(1, 12), two(1, 28), two(0, 23), two(0, 59), two(0, 59))
    .map((parts) => parts.join(''));
  const readable = {
    'a timestamp (yyyyMMddHHmmss)': timestamp,
    'a number that begins with 20': fc.stringMatching(/^20\d{11,17}$/),
    'an order number in groups': fc
      .tuple(timestamp, fc.nat(999))
      .map(([time, n]) => `${time.slice(0, 4)}-${time.slice(4, 8)}-${n}`),
    // 16 digits in groups of four are a card number, even inside a UUID.
    'a UUID': fc.uuid().filter((uuid) => !/\d{13}|(?:\d{4}-){3}\d/.test(uuid)),
    'a published test card, as digits or in groups [S12]': fc
      .tuple(fc.constantFrom(...testCardNumbers), fc.constantFrom('', ' '))
      .map(([digits, separator]) => grouped(digits, separator)),
  };

  test.each(Object.entries(readable))('%s', (_, texts) => {
    const property = fc.property(
      texts,
      fc.constantFrom('', ' ', 'order ', '%20', '"', '#', 'https://x/?q='),
      fc.constantFrom('', ' ', '.', '%22', '&a=1', '"'),
      (text, before, after) => {
        const written = before + text + after;
        expect(redact({ note: written }, { secrets: [{ amount: 1 }] })).toEqual({ note: written });
        expect(hasCardNumber(written)).toBe(false);
      },
    );
    fc.assert(property, { numRuns: runs(400) });
  });

  test.each<[what: string, value: string | number]>([
    ['an id that fails Luhn', '4111111111111112'],
    ['an id that begins with 1', '1000000000000008'],
    ['a number with twelve digits', '411111111116'],
    ['milliseconds', 1_795_284_000_000],
    ['a CNPJ that passes Luhn', '33000167000101'],
    ['a mobile phone that passes Luhn', '5511912345675'],
    ['a boleto line as it is printed', '23793.38128 60007.827136 95000.063305 9 24660000012345'],
    ['a boleto barcode', '23799846600000123453381260007827139500006330'],
    [
      'a Pix code',
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Maria6008BRASILIA62070503***63041D3D',
    ],
    ['a list of years', '2023, 2024, 2025, 2026'],
    ['an end-to-end id of Pix', 'E1234567820261121102012345678901'],
    ['the first and last digits of a card', '411111******1111'],
  ])('%s stays readable: %s', (_, value) => {
    expect(redact({ value })).toEqual({ value });
  });

  test('test cards are hidden only in card fields [S12]', () => {
    for (const card_number of testCardNumbers) {
      const said = `card ${card_number} is approved`;
      expect(redact({ card_number, said })).toEqual({ card_number: '[redacted]', said });
      expect(redact(JSON.stringify({ card_number }))).toBe('{"card_number":"[redacted]"}');
      expect(redact(said, { secrets: [{ card_number }] })).toBe(said);
    }
  });
});
