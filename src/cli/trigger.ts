import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type WebhookEventName, webhookExamples } from '../../generated/webhook-examples.js';
import { isObject, type JsonObject } from '../contract/json.js';
import { nearest } from '../contract/nearest.js';
import { must, text, webAddress, whole } from '../server/option-table.js';
import { buildWebhookEvent, type WebhookOverrides } from '../webhooks/index.js';
import { defineCommand, UsageError } from './command.js';
import { createReceiver, type Receiver } from './receiver.js';

const EVENTS = Object.keys(webhookExamples) as WebhookEventName[];

/** Milliseconds before the first retry. The pause doubles each time. */
const FIRST_WAIT = 200;

export const trigger = defineCommand({
  details: `Sends the contract's example of the event and prints the status. A 2xx confirms the event; a redirect does not. Of other
responses, the beginning is printed too. Use --count 2 to test that your receiver handles a duplicate.`,
  argument: {
    type: 'string',
    value: '<event>',
    isRequired: true,
    help: `one of ${EVENTS.join(', ')}`,
    read(given: string): WebhookEventName {
      const event = EVENTS.find((name) => name === given);
      // Does not repeat the word: without --to it is an address that may contain credentials.
      must(event !== undefined, `one of ${EVENTS.join(', ')}; did you mean ${nearest(given, EVENTS)}?`);
      return event;
    },
  },
  options: {
    to: {
      ...webAddress({ mayHaveUser: true }),
      isRequired: true,
      help: 'the address of the receiver; trigger sends user:password@ as Basic authorization',
    },
    data: { ...text(), value: '<json or file>', help: "fields of the event's payload to replace", read: readData },
    count: { ...whole(1, 1000), default: 1, help: 'how often to send the event' },
    retries: { ...whole(0, 10), default: 0, help: 'how often to send each event again until it is confirmed' },
    timeout: {
      ...whole(1, 600_000, 'milliseconds'),
      default: 10_000,
      value: '<ms>',
      help: 'how long to wait for a response',
    },
  },
  notes: `Events: ${EVENTS.join(', ')}`,
  examples: ['trigger transaction.status_changed --to http://localhost:3000/hooks --count 2'],
  async run({ values: { to, data, count, retries, timeout }, argument: event }) {
    const body = bodyOf(event, data);
    const receiver = createReceiver(to, timeout);
    let confirmed = 0;
    for (let sent = 0; sent < count; sent++) {
      if (await deliver(event, body, receiver, retries)) confirmed++;
    }
    return confirmed === count ? 0 : 1;
  },
});

/** Reads JSON, or a file with JSON. No message quotes it, because it may contain card data. */
function readData(given: string): JsonObject {
  const isJson = /^\s*[[{"]/.test(given);
  let data: unknown;
  try {
    data = JSON.parse(isJson ? given : readFileSync(given, 'utf8'));
    // Fails for data that is nested too deeply to be sent.
    JSON.stringify(data);
  } catch {
    data = undefined;
  }
  must(isObject(data), isJson ? 'a JSON object' : 'a JSON object, or a file that contains one');
  return data;
}

/** Returns the event with these fields replaced. Types are not checked: receivers must cope with a wrong payload. */
function bodyOf(name: WebhookEventName, payload: JsonObject | undefined): string {
  const usual = JSON.stringify(buildWebhookEvent(name));
  if (payload === undefined) return usual;
  const body = JSON.stringify(buildWebhookEvent(name, { payload } as WebhookOverrides<object>));
  if (body !== usual) return body;
  const { payload: example } = webhookExamples[name];
  throw new UsageError(
    `--data: changes nothing; pass other values for fields of the payload, which are ${Object.keys(example).join(', ')}`,
  );
}

/** Sends an event until a 2xx confirms it. Resolves to whether one did. */
async function deliver(event: string, body: string, receiver: Receiver, retries: number): Promise<boolean> {
  for (let attempt = 0; ; attempt++) {
    const { isConfirmed, status, duration, text } = await receiver.send(body);
    process.stdout.write(`${event} -> ${receiver.name}: ${status}, ${duration} ms\n${text}`);
    if (isConfirmed) return true;
    if (attempt === retries) return false;
    await sleep(FIRST_WAIT * 2 ** attempt);
  }
}
