import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testCardNumbers } from '../../generated/test-values.js';
import { redact } from '../../src/redaction/index.js';
import { mod10 } from '../../src/util/mod10.js';
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
        .map(([start, length, digits]) => withCheckDigit((start + digits).slice(0, length - 1))),
    ),
  )
  // Redaction leaves numbers that look like a phone, a CNPJ or a Pix code.
  .filter((digits) => !/^55[1-9]{2}9\d{8}$|^\d{8}000[1-9]\d\d$|^5204\d{4}5303986/.test(digits))
  .filter((digits) => !testCardNumbers.includes(digits));

const separators = [
  ...[
    ' ',
    '  ',
    '-',
    ' - ',
    '.',
    '+',
    '/',
    '_',
    ',',
    ', ',
    '\\',
    '\t',
    '\u00a0',
    '\u2009',
    '\u202f',
    '\u2013',
    '\u2212',
  ],
  ...[
    '\u200b',
    '\u200d',
    '\ufeff',
    '\u00ad',
    '\u2060',
    '%20',
    '%2520',
    '%C2%A0',
    '%E2%80%89',
    '%2F',
    '%2C',
    '%09',
    '+',
  ],
  ...['\\u00a0', '\\u2009', '\\\\u200b', '\\t', '%A0'],
];
const prefixes = [
  ...['', ' ', 'x', '"', '%20', '%22', '%09', '%3A', '%252B', '\\u00a0', '\\u2009', '\\\\u0020', '\\t', '\\n'],
  ...['https://x/?q=card%20', 'data=%7B%22note%22%3A%22', '2026-11-22 ', '100,', '12 '],
];
const suffixes = ['', ' ', 'x', '"', '%22%7D', '%20is', '\\u00a0', ' 123', ', 100', '&a=1', '\n'];
/** Zero of several scripts: Arabic, Devanagari, full width, mathematical bold. */
const zeros = ['0', '\u0660', '\u0966', '\uff10', '\u{1d7ce}'];

const withCheckDigit = (digits: string): string => `${digits}${mod10(digits)}`;

function grouped(digits: string, separator: string): string {
  const groups =
    digits.length === 15 ? /(\d{4})(\d{6})(\d{5})/ : digits.length === 14 ? /(\d{4})(\d{6})(\d{4})/ : undefined;
  return groups
    ? digits.replace(groups, `$1${separator}$2${separator}$3`)
    : digits.replace(/\d{4}(?=\d)/g, `$&${separator}`);
}

/** Returns the digits of all scripts and escapes in a text, in runs of a card's length. */
const digitsIn = (text: string) => text.replace(/\D/g, '');

describe('property: a card number is always hidden', () => {
  const hidden = (written: string, digits: string) => {
    const shown = `${redact(written)}`;
    expect(shown, written).toContain('[redacted]');
    expect(digitsIn(shown), written).not.toContain(digits.slice(4, -1));
  };

  test('in groups, with any separator, prefix and suffix [S11]', () => {
    const property = fc.property(
      card,
      fc.constantFrom(...separators, ''),
      fc.constantFrom(...prefixes),
      fc.constantFrom(...suffixes),
      (digits, separator, prefix, suffix) => hidden(prefix + grouped(digits, separator) + suffix, digits),
    );
    fc.assert(property, { numRuns: runs(4_000) });
  });

  test('in two halves', () => {
    const ofSixteen = card.filter((digits) => digits.length === 16);
    const property = fc.property(ofSixteen, fc.constantFrom(...separators), (digits, separator) =>
      hidden(`${digits.slice(0, 8)}${separator}${digits.slice(8)}`, digits),
    );
    fc.assert(property, { numRuns: runs(400) });
  });

  test('after a percent sign without an escape', () => {
    const property = fc.property(card, fc.constantFrom('%', '5%', '100 %'), (digits, prefix) => {
      fc.pre(!/^2\d20/.test(digits));
      expect(redact(`${prefix}${digits}`)).toMatch(/%\[redacted\]$/);
    });
    fc.assert(property, { numRuns: runs(400) });
  });

  test('in digits of other scripts, and with each digit escaped [S11]', () => {
    const digit = fc.constantFrom<(digit: string) => string>(
      ...zeros.map((zero) => (digit: string) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit))),
      (digit) => `%3${digit}`,
      (digit) => `%253${digit}`,
      (digit) => `\\u003${digit}`,
      (digit) => `${digit}\u200b`,
    );
    const property = fc.property(card, digit, (digits, written) => {
      const text = [...digits].map(written).join('');
      expect(redact(`card ${text}.`)).toBe(`card [redacted]${text.endsWith('\u200b') ? '\u200b' : ''}.`);
    });
    fc.assert(property, { numRuns: runs(1_000) });
  });

  test('in messages, stacks, keys, and JSON within JSON', () => {
    const property = fc.property(card, fc.constantFrom('%20', '\\u00a0', ' '), (digits, before) => {
      const text = `no${before}${digits}`;
      const error = new Error(text);
      const shown = redact({ error, [text]: 1, json: JSON.stringify({ a: JSON.stringify({ text }) }) });
      expect(JSON.stringify(shown)).not.toContain(digits);
    });
    fc.assert(property, { numRuns: runs(200) });
  });
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
    'a short order number': fc.nat(999_999_999).map((n) => `PED-${n}`),
    // 16 digits in groups of four are a card number, even inside a UUID.
    'a UUID': fc.uuid().filter((uuid) => !/\d{13}|(?:\d{4}-){3}\d/.test(uuid)),
    'a published test card': fc.constantFrom(...testCardNumbers),
    'a published test card in groups': fc.constantFrom(...testCardNumbers).map((digits) => grouped(digits, ' ')),
    'an authorization that is a status': fc.constantFrom(
      ...['authorization: approved', 'Authorization: denied', 'authorization: pending', 'authorization: is missing'],
    ),
  };

  test.each(Object.entries(readable))('%s', (_, texts) => {
    const property = fc.property(
      texts,
      fc.constantFrom('', ' ', 'order ', '%20', '%23', '"', '#', 'https://x/?q='),
      fc.constantFrom('', ' ', '.', '%22', '&a=1', '"'),
      (text, before, after) => {
        const written = before + text + after;
        expect(redact(written)).toBe(written);
        expect(redact({ note: written }, { secrets: [{ amount: 1 }] })).toEqual({ note: written });
      },
    );
    fc.assert(property, { numRuns: runs(400) });
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

describe('credentials in text', () => {
  test.each<[text: string, shown: string]>([
    ['Authorization: Token s3cr3t', 'Authorization: Token [redacted]'],
    ['Bearer\ts3cr3t', 'Bearer\t[redacted]'],
    ['Bearer%20s3cr3t', 'Bearer%20[redacted]'],
    ['data=%7B%22token%22%3A%22s3%20cr3t%22%7D', 'data=%7B%22token%22%3A%22[redacted]%22%7D'],
    ['https%3A%2F%2Fx%2F%3Ftoken%3Ds3cr3t%26page%3D2', 'https%3A%2F%2Fx%2F%3Ftoken%3D[redacted]%26page%3D2'],
    ['{\\u0022pin\\u0022:\\u00224821\\u0022}', '{\\u0022pin\\u0022:\\u0022[redacted]\\u0022}'],
    ['Authorization: AWS4-HMAC-SHA256 Credential=AKIA/1, Signature=ab', 'Authorization: AWS4-HMAC-SHA256 [redacted]'],
  ])('%s becomes %s', (text, shown) => {
    expect(redact(text)).toBe(shown);
    expect(redact(shown)).toBe(shown);
  });

  test('the token of a header is hidden without its scheme too', () => {
    for (const scheme of ['Bearer', 'BEARER', 'Token', 'Basic', 'Bearer\t']) {
      const shown = redact({ authorization: `${scheme} abcdefgh1`, note: 'abcdefgh1 is stale' });
      expect(shown).toEqual({ authorization: '[redacted]', note: '[redacted] is stale' });
    }
  });
});
