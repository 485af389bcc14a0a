import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type WebhookEventName, webhookExamples } from '../../generated/webhook-examples.js';
import { isObject, type JsonObject } from '../contract/json.js';
import { nearest } from '../contract/nearest.js';
import { buildWebhookEvent, type WebhookOverrides } from '../webhooks/index.js';
import { type Options, optionLines, Reader, UsageError } from './arguments.js';
import type { Command } from './command.js';
import { createReceiver, type Receiver } from './receiver.js';

const EVENTS = Object.keys(webhookExamples) as WebhookEventName[];
const OPTIONS: Options = {
  to: {
    type: 'string',
    value: '<url>',
    help: 'the address of the receiver; user:password@ is sent as Basic authorization',
  },
  data: {
    type: 'string',
    value: '<json or file>',
    help: "fields of the event's payload to replace, as JSON or in a file",
  },
  count: { type: 'string', value: '<number>', help: 'how often the same event is sent (default 1)' },
  retries: {
    type: 'string',
    value: '<number>',
    help: 'how often each is sent again when it is not confirmed (default 0)',
  },
  timeout: { type: 'string', value: '<ms>', help: 'milliseconds to wait for a response (default 10000)' },
};

/** The first wait before a retry, in milliseconds; it doubles each time. */
const FIRST_WAIT = 200;

export const trigger: Command = {
  help: `payment-gateway trigger <event> --to <url> [options]

Sends the contract's example of an event to a receiver, and prints the response. A 2xx confirms the event;
redirects are not followed and confirm nothing.
Sent twice (--count 2) it must have one effect: that is how a receiver is tested for idempotence.

${optionLines(OPTIONS)}

Events: ${EVENTS.join(', ')}
`,

  async run(args) {
    const { event, body, to, count, retries, timeout } = readOptions(args);
    const receiver = createReceiver(to, timeout);
    let confirmed = 0;
    for (let sent = 0; sent < count; sent++) {
      if (await deliver(event, body, receiver, retries)) confirmed++;
    }
    return confirmed === count ? 0 : 1;
  },
};

function readOptions(args: readonly string[]) {
  const read = new Reader(args, OPTIONS);
  const [name = '', ...others] = read.positionals;
  const known = EVENTS.find((event) => event === name);
  if (name === '') read.wrong(`an event is missing; there are ${EVENTS.join(', ')}`);
  // Whoever forgets `--to` has the address in its place, with its credentials: it is not shown.
  else if (!known) read.wrong(`unknown event; did you mean ${nearest(name, EVENTS)}? There are ${EVENTS.join(', ')}`);
  read.noMore(others, 'trigger takes one event');
  const to = read.string('to') ?? '';
  if (to === '') read.wrong('--to is missing: the address of the receiver');
  else if (!/^https?:$/.test(URL.canParse(to) ? new URL(to).protocol : '')) {
    read.wrong('--to must be an address that begins with http:// or https://');
  }
  const options = {
    to,
    count: read.number('count', { from: 1, to: 1_000 }) ?? 1,
    retries: read.number('retries', { from: 0, to: 10 }) ?? 0,
    timeout: read.number('timeout', { from: 1, to: 600_000 }) ?? 10_000,
  };
  const data = readData(read);
  const body = known && bodyOf(known, data, read);
  read.done();
  if (!known || !body) throw new UsageError(['an event is missing']);
  return { ...options, event: known, body };
}

/** Nothing of it is quoted: it may hold card data. */
function readData(read: Reader): JsonObject {
  const given = read.string('data');
  if (given === undefined) return {};
  const isJson = /^\s*[[{"]/.test(given);
  try {
    const data: unknown = JSON.parse(isJson ? given : readFileSync(given, 'utf8'));
    if (isObject(data)) return data;
    read.wrong('--data must be a JSON object');
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is not JSON' : 'cannot be read';
    read.wrong(isJson ? '--data is not JSON' : `--data is no JSON object, and the file of that name ${reason}`);
  }
  return {};
}

function bodyOf(name: WebhookEventName, payload: JsonObject, read: Reader): string {
  try {
    // As the caller wants it, types included: how a receiver copes with a wrong payload is a fair test.
    return JSON.stringify(buildWebhookEvent(name, { payload } as WebhookOverrides<object>));
  } catch {
    read.wrong('--data is nested too deeply to be sent');
    return '';
  }
}

/** Sends an event until it is confirmed with a 2xx; resolves to whether it was. */
async function deliver(event: string, body: string, receiver: Receiver, retries: number): Promise<boolean> {
  for (let attempt = 0; ; attempt++) {
    const started = performance.now();
    const { isConfirmed, status, text } = await receiver.send(body);
    process.stdout.write(
      `${event} -> ${receiver.name}: ${status}, ${Math.round(performance.now() - started)} ms\n${text}`,
    );
    if (isConfirmed) return true;
    if (attempt === retries) return false;
    await sleep(FIRST_WAIT * 2 ** attempt);
  }
}
