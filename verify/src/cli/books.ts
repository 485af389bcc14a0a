import { createGatewayClient } from 'payment-gateway-contract';
import { ORDER, ORDERS, type Order, orderAt, parseOrders } from 'payment-gateway-core/books';
import { defineCommand, progressLine, stoppable, writeOutput } from 'payment-gateway-core/cli';
import { FORCE, jsonKind, junitOf, outputFile } from 'payment-gateway-core/files';
import { type OptionTable, text, whole } from 'payment-gateway-core/util';
import {
  type BooksProgress,
  booksExitCode,
  compareBooks,
  hiding,
  renderBooks,
  renderBooksJunit,
  requirePeriod,
  withHiddenNames,
} from '../books/index.js';
import { rateFor } from '../pace.js';
import { MOST_PATIENCE, outputOf, PATIENCE } from './orders-program.js';
import { readSecrets } from './secrets.js';
import { COULD_NOT_RUN, GATEWAY, RATE } from './shared.js';

/** Changes when a field of the JSON changes its meaning. */
const JSON_VERSION = 1;

/** A nightly job has time: it outlasts a short interruption. */
export const RETRIES = 8;
const DAY = { ...text(), value: '<day>' } as const;

const OPTIONS = {
  baseUrl: { ...GATEWAY, flag: 'url', isRequired: true, help: 'the address of the gateway, without /v1' },
  orders: { ...ORDERS, isRequired: true },
  order: ORDER,
  since: { ...DAY, help: 'payments created before this day in São Paulo need no order' },
  until: { ...DAY, help: 'payments created after this day in São Paulo need no order' },
  rate: RATE,
  timeout: {
    ...whole(1, MOST_PATIENCE, 'seconds'),
    value: '<seconds>',
    default: PATIENCE,
    help: 'the maximum time of the command of --orders',
  },
  json: { ...outputFile(jsonKind('a result of books', 'payment-gateway-books')), help: 'writes the result as JSON' },
  junit: { ...outputFile(junitOf('payment-gateway-verify books')), help: 'writes the result as JUnit XML' },
  force: FORCE,
} as const satisfies OptionTable;

export const books = defineCommand({
  details: `Finds what was charged twice, a payment without an order, an order without a payment, another amount, and what was
refunded on one side only. It sends only GET requests.`,
  options: OPTIONS,
  notes: `An order has the fields order and paid, in centavos and without refunds. It may have refunded, and due, its price: then an order
that was paid in two parts is not charged twice. Money on its way and payments that changed in the last 15 minutes by the
clock of the gateway are open, which is no difference. Two captured payments of one order are a difference at once.

The token is the one that the gateway gave you with your account. Books reads it from PAYMENT_GATEWAY_TOKEN or from the first line of standard input (it waits a minute at most).

Exit code: 0 no difference, 1 differences, 2 books could not compare everything.`,
  examples: ["books --url https://gateway.example --orders 'php orders.php' --since 2026-11-20"],
  failed: COULD_NOT_RUN,
  async run({ values }) {
    const { baseUrl, orders: command, order, since, until, timeout, json, junit } = values;
    requirePeriod({ since, until });
    const [accessToken] = await readSecrets();
    const hide = hiding(accessToken);
    const orders = readOrders(await outputOf(command, timeout, () => end('listed no orders')), hide);
    const client = createGatewayClient({
      ...{ baseUrl: baseUrl.replace(/\/+$/, ''), accessToken },
      ...{ retries: RETRIES, retryDelayMs: 1_000, overallTimeoutMs: 600_000 },
    });
    const rate = rateFor(baseUrl, values.rate);
    const options = { since, until, rate, orderOf: order === undefined ? undefined : orderAt(order) };
    const compared = await followed((onPage) => compareBooks(client, orders, { ...options, onPage }));
    const result = withHiddenNames(compared, hide);
    process.stdout.write(renderBooks(result));
    await writeOutput('--json', json, { format: 'payment-gateway-books', version: JSON_VERSION, ...result });
    await writeOutput('--junit', junit, renderBooksJunit(result));
    return booksExitCode(result);
  },
});

function readOrders(printed: string, hide: (text: string) => string): readonly Order[] {
  try {
    return parseOrders(printed);
  } catch (error) {
    throw new TypeError(hide(error instanceof Error ? error.message : String(error)), { cause: error });
  }
}

/** Says why the process ends without a comparison, and ends it. */
function end(what: string): never {
  process.stderr.write(`books: ${what}, and compared nothing.\n`);
  process.exit(COULD_NOT_RUN);
}

type OnPage = (progress: BooksProgress) => void;

/** Runs a comparison, shows its progress on a terminal, and reports it after a failure or an interruption. */
async function followed<Result>(compare: (onPage: OnPage) => Promise<Result>): Promise<Result> {
  const line = progressLine();
  let read: BooksProgress = { page: 0, payments: 0, total: undefined };
  const howFar = () => `${read.payments} of ${read.total ?? 'an unknown number of'} payments`;
  const onPage = (progress: BooksProgress) => {
    read = progress;
    if (process.stderr.isTTY) line.show(`Reading transactions: ${howFar()}`);
  };
  const sayHowFar = () => {
    line.end();
    process.stderr.write(`books: read ${howFar()}, and compared nothing.\n`);
  };
  const onSignal = () => {
    line.end();
    end(`read ${howFar()}`);
  };
  try {
    return await stoppable(onSignal, () => compare(onPage));
  } catch (error) {
    sayHowFar();
    throw error;
  } finally {
    line.end();
  }
}
