import { constants } from 'node:os';
import { pathToFileURL } from 'node:url';
import { defineCommand, type StopSignal, stoppable } from 'payment-gateway-core/cli';
import { printable } from 'payment-gateway-core/codes';
import { flag, hasColors, outputWidth, stringAt, timeUp } from 'payment-gateway-core/util';
import { packageFile } from '../package-files.js';
import {
  type ControlSchemas,
  callSandbox,
  origin,
  printJson,
  printLines,
  REMOTE_OPTIONS,
  streamFrom,
} from './remote.js';

const QR_COLUMNS = 60;

/** The light border that a camera needs, in modules. */
const BORDER = 2;

/** Two modules, one above the other, by whether they are dark. */
const PAIRS = { 'false,false': '█', 'false,true': '▀', 'true,false': '▄', 'true,true': ' ' } as const;

export const demo = defineCommand({
  details: 'Prints each request and its result. Retrieve the payment later with the same token.',
  options: {
    wait: { ...flag, help: 'creates a payment link, waits for you to pay it, and prints the event that arrived' },
    ...REMOTE_OPTIONS,
    token: { ...REMOTE_OPTIONS.token, default: 'any-token' },
  },
  notes: `With --wait, a terminal of ${QR_COLUMNS} columns shows the QR code of the link. A phone can open it if the sandbox started with --host 0.0.0.0
and --url has an address that the phone reaches.`,
  examples: ['demo', 'demo --wait', 'demo --url http://127.0.0.1:4011'],
  async run({ values }) {
    const { url, json, wait } = values;
    if (wait) return waitForBuyer(values);
    const steps: unknown[] = [];
    const call = async (method: string, path: string, body?: object): Promise<unknown> => {
      const result = await callSandbox(values, method, path, body);
      steps.push(result);
      const request = [method, path, body && JSON.stringify(body)].filter(Boolean).join(' ');
      if (!json) printLines(`${request}\n  -> ${printable(`${stringAt(result, 'status')}`)}`);
      return result;
    };
    // Fails with advice if no sandbox is running.
    await callSandbox(values, 'GET', '/_sandbox/health');
    const pix = { amount: 15990, payment_method: 'pix', async: true };
    const { id } = (await call('POST', '/v1/transactions', pix)) as { id: number };
    await call('POST', `/_sandbox/objects/${id}/pay`);
    await call('GET', `/v1/transactions/${id}`);
    if (json) printJson(steps);
    else printLines(printable(`Look at it: ${origin(url)}/_sandbox/#/transactions/${id}`));
    return 0;
  },
});

/** Milliseconds to wait for the buyer. */
const LIMIT = 10 * 60_000;

/** The statuses that end the wait: the buyer has paid. A refused buyer may try another card. */
const PAID = ['paid', 'authorized'];

interface Sandbox {
  readonly url: string;
  readonly token: string | undefined;
  readonly json: boolean;
}

/** Creates a payment link, prints it, and prints the events of its payments until one is paid. Resolves with the exit code. */
export async function waitForBuyer(sandbox: Sandbox, limit = LIMIT): Promise<number> {
  const { json } = sandbox;
  const fields = { amount: 15_990, name: 'Demo', description: 'Pay with Pix or a test card' };
  const link = await callSandbox<{ id: number; url: string }>(sandbox, 'POST', '/v1/links', fields);
  const ended = new AbortController();
  // On Node 20, a signal of `AbortSignal.any` forgets its `AbortSignal.timeout`.
  const timer = setTimeout(() => ended.abort(timeUp), limit);
  const isPaid = await stoppable(
    (name) => ended.abort(name),
    async () => {
      if (json) printJson({ id: link.id, url: link.url });
      else await invite(link.url, limit);
      return printUntilPaid(sandbox, link.id, ended.signal);
    },
  ).finally(() => clearTimeout(timer));
  if (isPaid) return 0;
  const { aborted, reason } = ended.signal;
  if (!aborted) throw new Error('the sandbox ended the connection; start it again, and run demo --wait again');
  const canPay = `the sandbox runs, a buyer can still pay at ${printable(link.url)}`;
  if (reason === timeUp) throw new Error(`no buyer paid within ${span(limit)}; while ${canPay}`);
  if (!json) printLines(`Stopped. While ${canPay}`);
  return 128 + constants.signals[reason as StopSignal];
}

/** Prints the events of the payments of a link. Resolves with whether one was paid. */
async function printUntilPaid(sandbox: Sandbox, link: number, signal: AbortSignal): Promise<boolean> {
  const { json, url } = sandbox;
  for await (const { name, object_id: id, payload, body } of eventsOf(sandbox, link, signal)) {
    if (json) printJson(body);
    else printLines([name, id, payload.status].join(' '));
    if (!PAID.includes(String(payload.status))) continue;
    if (!json) {
      printLines(JSON.stringify(body, null, 2));
      printLines(`Look at it: ${origin(url)}/_sandbox/#/transactions/${id}`);
    }
    return true;
  }
  return false;
}

async function invite(url: string, limit: number): Promise<void> {
  printLines(`Open this page and pay:\n  ${url}`);
  const lines = outputWidth() >= QR_COLUMNS && process.stdout.isTTY ? await qrLines(url) : [];
  if (lines.every(({ length }) => length <= outputWidth())) {
    // Always dark on white for cameras, also in a light terminal.
    const painted = lines.map((line) => (hasColors() ? `\u001b[97;40m${line}\u001b[0m\n` : `${line}\n`));
    process.stdout.write(painted.join(''));
  }
  printLines(`Waits for the buyer, at most ${span(limit)}. Ctrl-C stops it.`);
}

/** Yields the events of a link's payments, oldest first, until the signal aborts or the connection ends. */
async function* eventsOf(sandbox: Sandbox, link: number, signal: AbortSignal): AsyncGenerator<ControlSchemas['Event']> {
  /** The events that were yielded. A later event of one payment may be read before an earlier one of another. */
  const seen = new Set<number>();
  try {
    for await (const _ of streamFrom(sandbox, '/_sandbox/stream', signal)) {
      const { related } = await callSandbox<ControlSchemas['Details']>(
        sandbox,
        'GET',
        `/_sandbox/objects/${link}/details`,
      );
      const payments = related.flatMap(({ kind, data }) => (kind === 'transactions' ? data : []));
      const fresh: number[] = [];
      for (const { id } of payments) {
        const { data } = await callSandbox<ControlSchemas['Events']>(sandbox, 'GET', `/_sandbox/events?id=${id}`);
        fresh.push(...data.map((event) => event.id).filter((id) => !seen.has(id)));
      }
      for (const id of fresh.sort((one, other) => one - other)) {
        yield await callSandbox<ControlSchemas['Event']>(sandbox, 'GET', `/_sandbox/events/${id}`);
        seen.add(id);
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

const span = (milliseconds: number): string =>
  milliseconds < 60_000 ? `${milliseconds} ms` : `${milliseconds / 60_000} minutes`;

/** The light modules are drawn, so a dark terminal needs no colors. */
async function qrLines(contents: string): Promise<string[]> {
  const { generate }: typeof import('lean-qr') = await import(pathToFileURL(packageFile('dist/pages/qr.js')).href);
  const code = generate(contents);
  const lines: string[] = [];
  for (let y = -BORDER; y < code.size + BORDER; y += 2) {
    let line = '';
    for (let x = -BORDER; x < code.size + BORDER; x++) {
      line += PAIRS[`${code.get(x, y)},${code.get(x, y + 1)}`];
    }
    lines.push(line);
  }
  return lines;
}
