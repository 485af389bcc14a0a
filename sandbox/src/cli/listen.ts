import { type WebhookEventName, webhookExamples } from 'payment-gateway-contract/webhooks';
import { defineCommand, stoppable } from 'payment-gateway-core/cli';
import { printable, printableSource } from 'payment-gateway-core/codes';
import { isObject, type JsonObject, must, stringAt, textOf, webAddress } from 'payment-gateway-core/util';
import { createReceiver } from './event-receiver.js';
import { type ForwardReport, forwardEvents } from './forward-events.js';
import { printLines, REMOTE_OPTIONS } from './remote.js';

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
