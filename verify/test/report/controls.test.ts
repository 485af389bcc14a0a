import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/property-runs.ts';
import { judgeExchanges, parseReport, type Report, renderJunit, renderMarkdown, renderTable } from '../../src/index.js';
import { example, exchange } from '../exchanges.ts';

/** Characters that must not appear unescaped in a report. Line feeds are fine. */
const UNSAFE = /(?!\n)[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029\ufeff]/u;
const points = [
  ...Array.from({ length: 0x20 }, (_, at) => at),
  ...Array.from({ length: 0x21 }, (_, at) => at + 0x7f),
  ...[0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069, 0x2028, 0x2029, 0xfeff],
  ...[0xd800, 0xdbff, 0xdc00, 0xdfff],
];
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(...points).map((point) => String.fromCharCode(point)),
      fc.constantFrom('a', 'é', '😀'),
    ),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(''));

const forms = (report: Report): Record<string, string> => ({
  terminal: renderTable(report),
  Markdown: renderMarkdown(report),
  JSON: JSON.stringify(report, null, 2),
  JUnit: renderJunit(report),
});

function expectSafe(report: Report): void {
  for (const [form, text] of Object.entries(forms(report))) {
    expect(UNSAFE.exec(text)?.[0].codePointAt(0)?.toString(16), form).toBeUndefined();
  }
  // Escapes in JSON would hide these characters, but a JSON reader would restore them.
  expect(JSON.stringify(report)).not.toMatch(/\\u(00[01]|007f|20[02]|206|feff|d[89a-f])/);
}

test('property: responses put no control or bidirectional characters into any report [S43]', async () => {
  const pix = example('createTransaction.pix.response');
  const property = fc.asyncProperty(
    hostile,
    fc.constantFrom('status', 'payment_method', 'tid'),
    async (text, field) => {
      const body = { ...pix, [field]: text, [text]: text, errors: [text], refused_reason: { reason: text } };
      const one = exchange('GET', '/v1/transactions/1', 200, body);
      const report = await judgeExchanges([one, exchange('GET', '/v1/transactions/1', 422, { errors: [text] })]);
      expectSafe(report);
    },
  );
  await fc.assert(property, { numRuns: runs(20) });
});

test('property: report files and notes put no such characters into any report', async () => {
  const report = await judgeExchanges([exchange('GET', '/v1/customers', 500, { errors: ['x'] })]);
  const property = fc.property(hostile, (text) => {
    const [first] = report.entries;
    const shown = { method: 'GET', path: text, token: false, status: 500, returned: { [text]: text } };
    const place = { verdict: 'refuted', evidence: 'documented 2.2', place: '#', count: 1, at: 1, exchange: shown };
    const findings = [{ ...place, reason: text }];
    const told = { ...report, notes: [text], leftBehind: [text], entries: [{ ...first, reason: text, findings }] };
    expectSafe(parseReport(JSON.stringify(told)));
    const { JSON: _, ...rendered } = forms(told as unknown as Report);
    for (const form of Object.values(rendered)) expect(form).not.toMatch(UNSAFE);
  });
  fc.assert(property, { numRuns: runs(400) });
});

test('shows these characters by code point', async () => {
  const report = parseReport(JSON.stringify({ ...(await judgeExchanges([])), notes: ['a\u202eb\tc\nd\ud800'] }));
  expect(report.notes).toEqual(['a\\u{202e}b\\u{9}c\\u{a}d\\u{d800}']);
});
