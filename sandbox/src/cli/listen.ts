import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type WebhookEventName, webhookExamples } from 'payment-gateway-contract/webhooks';
import { defineCommand, stoppable } from 'payment-gateway-core/cli';
import { isoTime, printable, printableSource } from 'payment-gateway-core/codes';
import { isObject, type JsonObject, must, stringAt, textOf, webAddress } from 'payment-gateway-core/util';
import { createReceiver, type EventReceipt, type EventReceiver } from './event-receiver.js';
import { type ControlSchemas, callSandbox, NoSandbox, printLines, REMOTE_OPTIONS, streamFrom } from './remote.js';

const EVENTS = Object.keys(webhookExamples) as WebhookEventName[];

export const listenCommand = defineCommand({
  details: `Holds a connection to the sandbox, and prints what your receiver returned for each event. The sandbox needs no way to reach
your machine. If the connection ends, the command connects again, and your receiver gets the events that it missed. The sandbox
sends an event again if your receiver does not confirm it.`,
  options: {
    forwardTo: { ...webAddress({ mayHaveUser: true }), isRequired: true, help: 'the address of your receiver' },
    events: {
      type: 'string',
      value: '<name>',
      isList: true,
      choices: EVENTS,
      help: `only this event; repeat as needed: ${EVENTS.join(', ')}`,
      read(given: readonly string[]): readonly string[] {
        must(
          given.every((name) => EVENTS.some((known) => known === name)),
          `one of ${EVENTS.join(', ')}`,
        );
        return given;
      },
    },
    ...REMOTE_OPTIONS,
  },
  notes: 'With --json, it prints a line when it is ready, and one for each event, each lost and each new connection.',
  examples: [
    'listen --forward-to http://localhost:3000/hooks',
    'listen --forward-to http://localhost:3000/hooks --events transaction.status_changed',
  ],
  async run({ values }) {
    const { url, token, json, events } = values;
    const receiver = createReceiver(values.forwardTo);
    const report = json ? jsonReport : textReport(receiver.name);
    const stopped = new AbortController();
    const { signal } = stopped;
    const forwarding = {
      sandbox: { url, token },
      receiver,
      events,
      signal,
      report: (one: ForwardReport) => printLines(report(one, url)),
    };
    try {
      await stoppable(
        () => stopped.abort(),
        () => forwardEvents(forwarding),
      );
    } finally {
      // A receiver that hangs must not delay the end.
      receiver.close();
    }
    return 0;
  },
});

const jsonReport = (report: ForwardReport, url: string): string => {
  if (report.what !== 'event') return printableSource(JSON.stringify({ [report.what]: url }));
  const { isConfirmed: confirmed, status } = report.receipt;
  return printableSource(JSON.stringify({ ...eventIn(report.body), confirmed, status }));
};

const textReport =
  (name: string) =>
  (report: ForwardReport, url: string): string => {
    const lines = {
      ready: `Events go to ${name}. Ctrl-C stops it.`,
      disconnected: `The connection to ${url} ended. Events wait until it is back.`,
      connected: `Connected to ${url} again.`,
    };
    if (report.what !== 'event') return lines[report.what];
    const event = eventIn(report.body);
    const status = stringAt(event.payload, 'status');
    const subject = [stringAt(event, 'event'), textOf(event.model_id), status].filter(Boolean).join(' ');
    return printable(`${subject} -> ${name}: ${report.receipt.status}`);
  };

function eventIn(body: string): JsonObject {
  const event: unknown = JSON.parse(body);
  return isObject(event) ? event : {};
}

/** Milliseconds before another try to connect. */
const TRY_AGAIN = 500;

const MOST_IN_HAND = 16;

export type ForwardReport =
  /** The first connection is open, the connection ended, or another one is open. */
  | { readonly what: 'ready' | 'disconnected' | 'connected' }
  | { readonly what: 'event'; readonly body: string; readonly receipt: EventReceipt };

interface ForwardOptions {
  readonly sandbox: { readonly url: string; readonly token: string | undefined };
  readonly receiver: EventReceiver;
  /** The names of the events to forward. Default: all. */
  readonly events: readonly string[] | undefined;
  readonly signal: AbortSignal;
  readonly report: (report: ForwardReport) => void;
}

type Due = ControlSchemas['DueDeliveries']['deliveries'][number];

/**
 * Forwards events until the signal aborts. Connects again when the connection ends, and then forwards the missed events. Throws one line if the first
 * connection fails, or if the sandbox refuses a connection.
 */
export async function forwardEvents(options: ForwardOptions): Promise<void> {
  const { sandbox, receiver, events, signal, report } = options;
  const key = randomUUID();
  const hand = createHand(options, `/_sandbox/listen/${key}`);
  const fixed = { key, name: receiver.name, ...(events && { events: events.join() }) };
  let beginning: Readonly<Record<string, string>> | undefined;
  while (!signal.aborted) {
    let isConnected = false;
    try {
      const path = `/_sandbox/listen?${new URLSearchParams({ ...fixed, ...beginning })}`;
      for await (const { event, data } of streamFrom(sandbox, path, signal)) {
        if (event === 'due') hand.take();
        if (event !== 'ready') continue;
        const { since, of } = JSON.parse(data) as { readonly since: number; readonly of: string };
        report({ what: beginning === undefined ? 'ready' : 'connected' });
        beginning = { since: String(since), of };
        isConnected = true;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (beginning === undefined || !(error instanceof NoSandbox)) throw error;
    }
    if (signal.aborted) return;
    if (isConnected) report({ what: 'disconnected' });
    await sleep(TRY_AGAIN, undefined, { signal }).catch(() => {});
  }
}

/** Takes due deliveries, forwards them, and returns the results. */
function createHand({ sandbox, receiver, signal, report }: ForwardOptions, path: string) {
  let inHand = 0;
  /** Receipts of deliveries whose results did not reach the sandbox, or not yet. If the connection ends, these deliveries are due again. */
  const unsent = new Map<string, Promise<readonly EventReceipt[]>>();

  return { take: (): void => void exchange([]).catch(() => {}) };

  async function exchange(results: readonly object[]): Promise<void> {
    const limit = Math.max(MOST_IN_HAND - inHand, 0);
    const { deliveries } = await callSandbox<ControlSchemas['DueDeliveries']>(sandbox, 'POST', path, {
      results,
      limit,
    });
    inHand += deliveries.length;
    for (const due of deliveries) void forward(due);
  }

  async function forward(due: Due): Promise<void> {
    const { event, lease, delivery } = due;
    const sending = unsent.get(delivery) ?? sendCopies(due);
    unsent.set(delivery, sending);
    const receipts = await sending;
    inHand--;
    // The end interrupts this delivery. It does not count as an attempt.
    if (signal.aborted) return;
    const attempts = receipts.map(({ attempt }) => ({ ...attempt, at: isoTime(attempt.at) }));
    const hasArrived = await exchange([{ event, lease, attempts }]).then(
      () => true,
      () => false,
    );
    const isConfirmed = receipts.every((receipt) => receipt.isConfirmed);
    if ((hasArrived || !isConfirmed) && unsent.get(delivery) === sending) unsent.delete(delivery);
  }

  /** Sends an event as often as asked, until the receiver does not confirm it. */
  async function sendCopies({ body, copies }: Due): Promise<EventReceipt[]> {
    const receipts: EventReceipt[] = [];
    while (receipts.length < copies && receipts.at(-1)?.isConfirmed !== false) {
      const receipt = await receiver.send(body);
      receipts.push(receipt);
      report({ what: 'event', body, receipt });
    }
    return receipts;
  }
}
