import {
  buildWebhookEvent,
  type WebhookEventName,
  type WebhookOverrides,
  webhookExamples,
} from 'payment-gateway-contract/webhooks';
import { defineCommand, UsageError } from 'payment-gateway-core/cli';
import { readText } from 'payment-gateway-core/files';
import { choice, isObject, type JsonObject, must, text, webAddress, whole } from 'payment-gateway-core/util';
import { createReceiver } from './event-receiver.js';

const EVENTS = Object.keys(webhookExamples) as WebhookEventName[];

export const trigger = defineCommand({
  details: `Sends the contract's example of the event and prints the status. A 2xx confirms the event; a redirect does not. Of other
responses, the beginning is printed too. Use --count 2 to test that your receiver handles a duplicate.`,
  argument: {
    ...choice(EVENTS),
    value: '<event>',
    isRequired: true,
    help: `one of ${EVENTS.join(', ')}`,
  },
  options: {
    to: {
      ...webAddress({ mayHaveUser: true }),
      isRequired: true,
      help: 'the address of the receiver; trigger sends user:password@ as Basic authorization',
    },
    data: { ...text(), value: '<json or file>', help: "fields of the event's payload to replace", read: readData },
    count: { ...whole(1, 1000), default: 1, help: 'how often to send the event' },
  },
  examples: ['trigger transaction.status_changed --to http://localhost:3000/hooks --count 2'],
  async run({ values: { to, data, count }, argument: event }) {
    const body = bodyOf(event, data);
    const receiver = createReceiver(to);
    let confirmed = 0;
    for (let sent = 0; sent < count; sent++) {
      const { isConfirmed, status, attempt, text } = await receiver.send(body);
      process.stdout.write(`${event} -> ${receiver.name}: ${status}, ${attempt.duration} ms\n${text}`);
      if (isConfirmed) confirmed++;
    }
    return confirmed === count ? 0 : 1;
  },
});

/** Reads JSON, or a file with JSON. No message quotes it, because it may contain card data. */
function readData(given: string): JsonObject {
  const isJson = /^\s*[[{"]/.test(given);
  let data: unknown;
  try {
    data = JSON.parse(isJson ? given.replace(/^\ufeff/, '') : readText('data', given));
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
