/** A comparison of books as a text and as JUnit XML. */

import { redact } from 'payment-gateway-contract';
import { type Difference, type DifferenceKind, differenceKinds, sentenceOf } from 'payment-gateway-core/books';
import { DAY, MINUTE, printable } from 'payment-gateway-core/codes';
import { junitXml } from 'payment-gateway-core/util';
import type { BooksResult } from './compare-books.js';

const TITLES: Readonly<Record<DifferenceKind, string>> = {
  'charged-twice': 'Charged twice',
  'payment-without-order': 'A payment without an order',
  'order-without-payment': 'An order without a payment',
  'other-amount': 'Another amount',
  refund: 'Refunded on one side only',
};

/** Milliseconds. A smaller difference of two clocks is usual. */
const CLOCK_TOLERANCE = 5 * MINUTE;

/** Returns a sentence if the clocks differ. */
function clockLine({ clockAhead }: BooksResult): string {
  const apart = Math.abs(clockAhead);
  if (!(apart > CLOCK_TOLERANCE)) return '';
  const [count, unit] = [
    [apart / DAY, 'days'] as const,
    [apart / (60 * MINUTE), 'hours'] as const,
    [apart / MINUTE, 'minutes'] as const,
  ].find(([many]) => many >= 2) ?? [apart / MINUTE, 'minutes'];
  return `The clock of the gateway is ${Math.floor(count)} ${unit} ${clockAhead > 0 ? 'ahead of' : 'behind'} the clock of this machine.\n`;
}

const lineOf = (difference: Difference) => printable(sentenceOf(difference));

/** Returns a function that hides a token and card numbers in a text, and escapes its control characters. */
export const hiding =
  (token: string) =>
  (text: string): string =>
    printable(String(redact(text, { secrets: [token] })));

/** Returns the result with each text changed by `hide`: the names of orders, payments and subscriptions are free. */
export const withHiddenNames = (result: BooksResult, hide: (text: string) => string): BooksResult =>
  JSON.parse(JSON.stringify(result, (_, value: unknown) => (typeof value === 'string' ? hide(value) : value)));

/** Returns 0 if the books agree, 1 if they differ, and 2 if a payment could not be compared. */
export function booksExitCode({ differences, undecided }: BooksResult): 0 | 1 | 2 {
  if (differences.length > 0) return 1;
  return undecided.length > 0 ? 2 : 0;
}

const byKind = ({ differences }: BooksResult): [title: string, lines: readonly string[]][] =>
  differenceKinds.map((kind) => [TITLES[kind], differences.filter((one) => one.kind === kind).map(lineOf)]);

export function renderBooks(result: BooksResult): string {
  const { orders, payments, differences, open, undecided, assumptions } = result;
  const reasons = undecided.map(({ transaction, reason }) => `transaction ${printable(transaction)}: ${reason}`);
  const parts: [title: string, lines: readonly string[]][] = [
    ...byKind(result),
    ['Open: it may still change, so run books again later', open.map(lineOf)],
    ['Not compared', reasons],
  ];
  const shown = parts
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `${title}\n${lines.map((text) => `  ${text}\n`).join('')}\n`);
  return `${shown.join('')}books: ${orders} orders, ${payments} payments, ${differences.length} differences, ${open.length} open, ${undecided.length} not compared
${clockLine(result)}This relies on assumptions of the register: ${assumptions.join(', ')}.
`;
}

/** Renders the result as JUnit XML. Each kind of difference is a test case, and so is each payment that could not be compared. */
export function renderBooksJunit(result: BooksResult): string {
  const group = 'books';
  const kinds = byKind(result).map(([name, [first, ...others]]) => ({
    ...{ group, name },
    failures:
      first === undefined
        ? []
        : [{ message: `${others.length + 1} found: ${first}`, text: [first, ...others].join('\n') }],
  }));
  const payments = result.undecided.map(({ transaction, reason }) => ({
    ...{ group, name: `transaction ${printable(transaction)}`, error: reason },
  }));
  return junitXml('payment-gateway-verify books', [...kinds, ...payments]);
}
