import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { text as textOf } from 'node:stream/consumers';
import { createGatewayClient } from 'payment-gateway-contract';
import { requireOrders } from 'payment-gateway-contract/internal/books';
import { defineCommand, OUTPUT_FILE, UsageError, withProgress } from 'payment-gateway-contract/internal/cli';
import { isDay } from 'payment-gateway-contract/internal/codes';
import { isLoopback } from 'payment-gateway-contract/internal/server';
import { must, type OptionTable, text, webAddress, whole } from 'payment-gateway-contract/internal/util';
import { booksExitCode, compareBooks, orderAt, renderBooks, renderBooksJunit } from '../books.js';
import { readSecrets } from './secrets.js';

/** The exit code without a comparison. */
const COULD_NOT_COMPARE = 2;
/** Changes when a field of the JSON changes its meaning. */
const JSON_VERSION = 1;

const DAY = {
  ...text(),
  value: '<day>',
  read(given: string): string {
    must(isDay(given), 'a day as YYYY-MM-DD, such as 2026-11-20');
    return given;
  },
} as const;

const OPTIONS = {
  baseUrl: { ...webAddress(), flag: 'url', isRequired: true, help: 'the address of the gateway, without /v1' },
  orders: {
    ...text(),
    value: '<command>',
    isRequired: true,
    help: 'prints what your shop believes: [{"order": "order-1", "paid": 15990}], in centavos',
  },
  order: {
    ...text('a field such as metadata.order', /^[\w-]+(\.[\w-]+)*$/),
    value: '<field>',
    help: 'the field of a transaction that names its order; by default metadata.order, or else reference_key',
  },
  since: { ...DAY, help: 'payments created before this day in São Paulo need no order' },
  until: { ...DAY, help: 'payments created after this day in São Paulo need no order' },
  rate: { ...whole(1, 100_000), help: 'requests per minute; 50 by default, unlimited on this machine' },
  json: { ...OUTPUT_FILE, help: 'writes the result as JSON' },
  junit: { ...OUTPUT_FILE, help: 'writes the result as JUnit XML' },
} as const satisfies OptionTable;

export const books = defineCommand({
  details: `Finds what was charged twice, a payment without an order, an order without a payment, another amount, and what was
refunded on one side only. It sends only GET requests.`,
  options: OPTIONS,
  notes: `An order has the fields order and paid, in centavos and without refunds. It may have refunded, and due, its price: then an order
that was paid in two parts is not charged twice. Money on its way and payments that changed in the last 15 minutes are open, which is no
difference.

The token is the one that the gateway gave you with your account. Books reads it from PAYMENT_GATEWAY_TOKEN or from the first line of standard input (it waits a minute at most).

Exit code: 0 no difference, 1 differences, 2 books could not compare everything.`,
  examples: ["books --url https://gateway.example --orders 'php orders.php' --since 2026-11-20"],
  failed: COULD_NOT_COMPARE,
  async run({ values }) {
    const { baseUrl, orders: command, order, since, until, json, junit } = values;
    if (!baseUrl.startsWith('https:') && !isLoopback(new URL(baseUrl).hostname))
      throw new UsageError('--url: http goes to this machine only; use https');
    const [accessToken] = await readSecrets();
    const now = Date.now();
    const orders = parseOrders(await run(command));
    const client = createGatewayClient({
      ...{ baseUrl: baseUrl.replace(/\/+$/, ''), accessToken },
      // A nightly job has time: it outlasts a short interruption.
      ...{ retries: 8, retryDelayMs: 1_000, overallTimeoutMs: 600_000 },
    });
    const rate = values.rate ?? (isLoopback(new URL(baseUrl).hostname) ? Number.POSITIVE_INFINITY : undefined);
    const options = { since, until, rate, now, orderOf: order === undefined ? undefined : orderAt(order) };
    const result = await withProgress('Reading transactions', () => compareBooks(client, orders, options));
    process.stdout.write(renderBooks(result));
    const file = { format: 'payment-gateway-books', version: JSON_VERSION, ...result };
    if (json !== undefined) writeFileSync(json, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
    if (junit !== undefined) writeFileSync(junit, renderBooksJunit(result), { mode: 0o600 });
    return booksExitCode(result);
  },
});

/** Runs a command line, whose errors go to the terminal, and resolves to what it printed. */
async function run(command: string): Promise<string> {
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const [printed, code] = await Promise.all([textOf(child.stdout), ended]);
  if (code !== 0) throw new Error(`--orders: the command ended with ${code ?? 'a signal'}`);
  return printed;
}

function parseOrders(printed: string) {
  let parsed: unknown;
  try {
    parsed = JSON.parse(printed);
  } catch {
    // The output may hold data of buyers, so no message shows it.
    throw new Error('--orders: must print JSON such as [{"order": "order-1", "paid": 15990}], and nothing else');
  }
  return requireOrders(parsed);
}
