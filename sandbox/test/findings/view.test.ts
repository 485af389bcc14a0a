import { expect, test } from 'vitest';
import { type Findings, htmlOf, readFindings, viewOf, viewOfFile } from '../../src/findings/index.js';
import { FINDINGS, hostileFindings } from './findings.ts';

const html = (findings: Findings) => htmlOf(viewOf(findings, 'en'));
const read = (value: object) => readFindings(JSON.stringify(value));

test('shows both charges of an order, and the answer that was lost', () => {
  const page = html(read(FINDINGS));
  expect(page).toMatch(/wrote 1001, paid.*response lost.*charge 1 of 2.*wrote 1003, paid.*charge 2 of 2/s);
  expect(page.match(/class="arrow gateway-shop answer lost"/g)).toHaveLength(FINDINGS.failures.length);
});

test('shows both books side by side', () => {
  expect(html(read(FINDINGS))).toMatch(
    /The gateway received.*1001.*R\$\u00a0159\.90.*1003.*The shop believes<\/h4><ul><li>order-1 <b>R\$\u00a0159\.90/s,
  );
});

test('counts renewals of a subscription as separate charges', () => {
  const [first] = FINDINGS.failures;
  const gateway = first.books.gateway.map((payment) => ({ ...payment, subscription: '7' }));
  const page = html(read({ ...FINDINGS, failures: [{ ...first, books: { ...first.books, gateway } }] }));
  expect(page).not.toContain('charge 1 of 2');
});

test('begins with the money, the command, the time and the duration', () => {
  expect(html(read(FINDINGS))).toMatch(
    /^<div class="findings"><h2>2 of 6 plans broke the shop<\/h2><p class="notice bad"><b>R\$\u00a0159\.90 charged twice in 2 plans<\/b><\/p><p class="repeat"><code>npx payment-gateway-sandbox explore -- php pay\.php<\/code><button.*2026-11-20 12:00 UTC · 37 s/,
  );
  // A file of an earlier version.
  const { search: _, ...earlier } = FINDINGS;
  expect(html(read(earlier))).not.toContain(' UTC');
});

test('counts money that one side of the books lacks', () => {
  const [{ books, ...first }] = FINDINGS.failures;
  const failure = (key: string, paid: number, gateway: readonly unknown[]) => ({
    ...{ ...first, key, parts: {}, books: { gateway, shop: [{ order: 'order-1', paid }] } },
  });
  const [payment] = books.gateway;
  const other = failure('other-amount', 0, [payment]);
  const failures = [other, failure('order-without-payment', 5, []), other, failure('exception', 15_990, [payment])];
  expect(html(read({ ...FINDINGS, failures }))).toContain(
    '<b>R$\u00a0159.90 received but not booked in 2 plans; R$\u00a00.05 booked but not received in 1 plan</b>',
  );
  // With advice, the problem is a part of the sentence.
  const advised = {
    ...first,
    books,
    key: 'advise-order-of',
    parts: { problem: { key: first.key, parts: first.parts } },
  };
  expect(html(read({ ...FINDINGS, failures: [advised] }))).toContain('159.90 charged twice in 1 plan<');
});

test('shows each problem once, with one plan and its command, and the other plans below', () => {
  const page = html(read(FINDINGS));
  expect(page.match(/<section class="failure">/g)).toHaveLength(1);
  expect(page).toMatch(
    /<h3>order-1 was charged twice: .*reset after commit.*1 more plan with this problem<\/summary><details><summary>createTransaction #1: truncate/s,
  );
  expect(
    page.match(/<code>npx payment-gateway-sandbox explore --only &quot;a plan&quot; -- php pay.php<\/code><button/g),
  ).toHaveLength(2);
});

test('shows the outcomes in a matrix: a row for each disruption, a column for each place', () => {
  const page = html(read(FINDINGS));
  const cells = (row: string) => {
    const [, found = ''] = new RegExp(`<th scope="row">${row}</th>(.*?)</tr>`).exec(page) ?? [];
    return [...found.matchAll(/<td(?: class="(\w+)"><span role="img" aria-label="([\w ]+)">.<\/span>|>)<\/td>/g)].map(
      ([, mood, outcome]) => outcome && `${mood} ${outcome}`,
    );
  };
  const heads = [...page.matchAll(/<th scope="col"><span>(.*?)<\/span>/g)].map(([, head]) => head);
  expect(heads).toEqual(['createTransaction #1', 'several disruptions', 'retrieveTransaction #1', 'assumption']);
  expect(cells('truncate')).toEqual(['bad broke', undefined, undefined, undefined]);
  expect(cells('503')).toEqual(['good held', undefined, 'wait sale lost', undefined]);
  expect(cells('createTransaction #1: 503 again')).toEqual([undefined, 'plain same as another', undefined, undefined]);
  expect(cells('response-ids: strings')).toEqual([undefined, undefined, undefined, 'good held']);
  expect(page).toContain('✕ broke: 2');
});

test('escapes every text of the file', () => {
  const page = html(readFindings(hostileFindings()));
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;');
  for (const raw of ['<img', '<script', '\u202e', '\u0000']) expect(page).not.toContain(raw);
});

test.each([
  ['no JSON', 'is not a file that explore --json wrote'],
  ['{"version":3}', 'is not a file that explore --json wrote'],
  ['{"version":1,"tried":[],"failures":[]}', 'has version 1, and this console reads version 3; write it again'],
  ['{"version":3,"tried":[],"failures":[null],"bound":[]}', 'is not a file that explore --json wrote'],
  ['{"version":3,"tried":[3,{"depth":"x"}],"failures":[],"bound":[]}', 'is not a file that explore --json wrote'],
  ['{"version":3,"tried":[],"failures":[{"steps":7}],"bound":[]}', 'is not a file that explore --json wrote'],
  [`${'['.repeat(100_000)}`, 'is not a file that explore --json wrote'],
])('refuses the file %.60s', (json, sentence) => {
  expect(() => viewOfFile(json, 'en')).toThrow(sentence);
});

test.each(['plan', 'repeat'])('refuses a file with an element instead of the text %s', (field) => {
  const element = { tag: 'img', attributes: { src: 'x' }, children: [] };
  for (const value of [element, [element]]) {
    const file = { ...FINDINGS, failures: [{ ...FINDINGS.failures[0], [field]: value }] };
    expect(() => viewOfFile(JSON.stringify(file), 'en')).toThrow('is not a file that explore --json wrote');
  }
});
