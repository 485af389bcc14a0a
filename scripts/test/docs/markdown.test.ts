import { expect, test } from 'vitest';
import { actTable, errorTable } from '../../docs/guide/tables.ts';
import { english } from '../../docs/language.ts';
import { inlineMarkdown, plainText, renderPageMarkdown } from '../../docs/markdown.ts';
import { readContract } from './contract.ts';

test('an option stays on one line, and a long word of code breaks at its separators', () => {
  const { html } = renderPageMarkdown('`books --json` `payment-gateway-contract/openapi-fetch`', english);
  expect(html).toContain('<code class="unbroken">books --json</code>');
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

test('the table of errors has each sentence of a status once, and the statuses that only a variant has', () => {
  const rows = errorTable(readContract(), english).split('\n');
  const failed = rows.find((row) => row.startsWith('| `5XX`')) ?? '';
  for (const sentence of [
    'The gateway failed.',
    'A call that only reads can be sent again.',
    'The same PUT can be sent again.',
  ])
    expect(failed.split(sentence), sentence).toHaveLength(2);
  expect(failed).toMatch(
    /^\| `5XX` \| The gateway failed\. .* The response may have no body, or one that is not JSON\. \|/,
  );
  expect(rows.find((row) => row.startsWith('| `402`'))).toContain('`refused-response=status-402`');
  const cells = rows.slice(2).map((row) => row.split(' | '));
  const statuses = cells.map(([status = '']) => status);
  expect(statuses).toEqual(statuses.toSorted((one, other) => one.localeCompare(other)));
  const levels = Object.values(english.words.levels);
  expect(cells.filter((row) => !levels.includes(row.at(-1)?.replace(/ \|$/, '') ?? ''))).toEqual([]);
});

test('the plain text of a table separates its cells, and that of a list has no markers', () => {
  const text = plainText('| Case | Effect |\n|---|---|\n| paid | ship |\n\n- one\n- two\n');
  expect(text).toBe('Case · Effect; paid · ship; one two');
});
