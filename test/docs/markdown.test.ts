import { expect, test } from 'vitest';
import { actTable } from '../../scripts/docs/guide/tables.ts';
import { english } from '../../scripts/docs/language.ts';
import { inlineMarkdown, renderMarkdown } from '../../scripts/docs/markdown.ts';

test('an option stays on one line, and a long word of code breaks at its separators', () => {
  const { html } = renderMarkdown('`books --json` `payment-gateway-contract/openapi-fetch`', english);
  expect(html).toContain('<code>books <span class="unbroken">--json</span></code>');
  expect(inlineMarkdown('`--json`', english)).toBe('<code><span class="unbroken">--json</span></code>');
  expect(html).toContain('<code>payment-gateway-contract/<wbr>openapi-fetch</code>');
});

test('the table of acts separates the steps of each kind of object, and names statuses that stay', () => {
  const rows = actTable(english).split('\n');
  const settle = rows.find((row) => row.includes('`settle`'));
  expect(settle).toMatch(
    /transaction: `processing`.* → `paid`, `authorized`, `refused`; `pending_refund` → `refunded`/,
  );
  const expire = rows.find((row) => row.includes('`expire`'));
  expect(expire).toContain('<br>payment link: `active` → `expired`; `expired` stays<br>');
});
