/** A comparison of books as a text and as JUnit XML. */
import {
  type Difference,
  type DifferenceKind,
  differenceKinds,
  sentenceOf,
} from 'payment-gateway-contract/internal/books';
import { printable } from 'payment-gateway-contract/internal/codes';
import { escapeMarkup } from 'payment-gateway-contract/internal/util';
import type { BooksResult } from './compare-books.js';

const TITLES: Readonly<Record<DifferenceKind, string>> = {
  'charged-twice': 'Charged twice',
  'payment-without-order': 'A payment without an order',
  'order-without-payment': 'An order without a payment',
  'other-amount': 'Another amount',
  refund: 'Refunded on one side only',
};

/** Returns 0 if the books agree, 1 if they differ, and 2 if a payment could not be compared. */
export function booksExitCode({ differences, undecided }: BooksResult): 0 | 1 | 2 {
  if (differences.length > 0) return 1;
  return undecided.length > 0 ? 2 : 0;
}

/** Renders the result for a terminal, differences first. */
export function renderBooks(result: BooksResult): string {
  const { orders, payments, differences, open, undecided, assumptions } = result;
  const line = (difference: Difference) => printable(sentenceOf(difference));
  const parts: [title: string, lines: readonly string[]][] = [
    ...differenceKinds.map((kind): [string, readonly string[]] => [
      TITLES[kind],
      differences.filter((one) => one.kind === kind).map(line),
    ]),
    ['Open: it may still change, so run books again later', open.map(line)],
    ['Not compared', undecided.map(({ transaction, reason }) => `transaction ${printable(transaction)}: ${reason}`)],
  ];
  const shown = parts
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `${title}\n${lines.map((text) => `  ${text}\n`).join('')}\n`);
  return `${shown.join('')}books: ${orders} orders, ${payments} payments, ${differences.length} differences, ${open.length} open, ${undecided.length} not compared
This relies on assumptions of the register: ${assumptions.join(', ')}.
`;
}

/** Renders the result as JUnit XML. Each kind of difference is a test case, and so is each payment that could not be compared. */
export function renderBooksJunit({ differences, undecided }: BooksResult): string {
  const kinds = differenceKinds.map((kind) => {
    const lines = differences.filter((one) => one.kind === kind).map((one) => printable(sentenceOf(one)));
    const message = `${lines.length} found: ${lines[0] ?? ''}`;
    const failure =
      lines.length > 0 ? `<failure message="${escapeMarkup(message)}">${escapeMarkup(lines.join('\n'))}</failure>` : '';
    return { failure, error: '', name: TITLES[kind] };
  });
  const payments = undecided.map(({ transaction, reason }) => ({
    name: `transaction ${printable(transaction)}`,
    failure: '',
    error: `<error message="${escapeMarkup(reason)}"/>`,
  }));
  const cases = [...kinds, ...payments];
  const count = (name: 'failure' | 'error') => cases.filter((one) => one[name] !== '').length;
  const sums = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}"`;
  const lines = cases.map(
    ({ name, failure, error }) =>
      `    <testcase classname="books" name="${escapeMarkup(name)}">${failure}${error}</testcase>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${sums}>
  <testsuite name="payment-gateway-verify books" ${sums}>
${lines.join('\n')}
  </testsuite>
</testsuites>
`;
}
