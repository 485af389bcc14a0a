import { expect, test } from 'vitest';
import { type Findings, htmlOf, readFindings, viewOf } from '../../src/findings/index.js';
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
    /The gateway received.*1001.*R\$\u00a0159\.90.*1003.*The shop believes<\/h3><ul><li>order-1 <b>R\$\u00a0159\.90/s,
  );
});

test('counts renewals of a subscription as separate charges', () => {
  const [first] = FINDINGS.failures;
  const gateway = first.books.gateway.map((payment) => ({ ...payment, subscription: '7' }));
  const page = html(read({ ...FINDINGS, failures: [{ ...first, books: { ...first.books, gateway } }] }));
  expect(page).not.toContain('charge 1 of 2');
});

test('shows the command to repeat a failure, and opens the first failure of each kind', () => {
  const page = html(read(FINDINGS));
  expect(page).toContain('npx payment-gateway-sandbox explore --only &quot;a plan&quot; -- php pay.php');
  expect(page.match(/<details class="failure" open="">/g)).toHaveLength(1);
  expect(page.match(/<details class="failure">/g)).toHaveLength(1);
});

test('shows the outcomes of the disruptions for each place', () => {
  const page = html(read(FINDINGS));
  expect(page).toMatch(/createTransaction #1<\/dt>.*broke<\/span> reset after commit · truncate.*held<\/span> 503/s);
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
])('refuses the file %s', (json, sentence) => {
  expect(() => readFindings(json)).toThrow(sentence);
});

test('reads a file with fields of other types', () => {
  const strange = { key: '__proto__', parts: { id: [{}, null, { key: 'paid' }] }, steps: 7, books: [] };
  const odd = { version: 3, bound: {}, failures: [null, strange], tried: [3, { depth: 'x' }] };
  expect(html(read(odd))).toContain('2 of 2 plans broke the shop');
});
