import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { webhookExamples } from '../../generated/webhook-examples.js';
import { isObject, type JsonObject } from '../mock/json.js';
import { nearest } from '../mock/nearest.js';
import { type Options, optionLines, Reader, UsageError } from './arguments.js';
import type { Command } from './main.js';

const EVENTS = Object.keys(webhookExamples) as (keyof typeof webhookExamples)[];
const OPTIONS: Options = {
  to: { type: 'string', value: '<url>', help: 'the address of the receiver' },
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
  timeout: { type: 'string', value: '<ms>', help: 'milliseconds to wait for an answer (default 10000)' },
};

/** The first wait before a retry, in milliseconds; it doubles each time. */
const FIRST_WAIT = 200;
const SHOWN_BODY = 1_000;

export const trigger: Command = {
  help: `payment-gateway trigger <event> --to <url> [options]

Sends the contract's example of an event to a receiver, and prints what it answers.
Sent twice (--count 2) it must have one effect: that is how a receiver is tested for idempotence.

${optionLines(OPTIONS)}

Events: ${EVENTS.join(', ')}
`,

  async run(args) {
    const { event, to, count, retries, timeout } = readOptions(args);
    let confirmed = 0;
    for (let sent = 0; sent < count; sent++) {
      if (await deliver(event, to, { retries, timeout })) confirmed++;
    }
    return confirmed === count ? 0 : 1;
  },
};

interface Event {
  event: string;
  model_id: string;
  payload: JsonObject;
}

function readOptions(args: readonly string[]) {
  const read = new Reader(args, OPTIONS);
  const [name = '', ...others] = read.positionals;
  const known = EVENTS.find((event) => event === name);
  if (name === '') read.wrong(`an event is missing; there are ${EVENTS.join(', ')}`);
  else if (!known) read.wrong(`unknown event ${name}; did you mean ${nearest(name, EVENTS)}?`);
  for (const word of others) read.wrong(`trigger takes one event, "${word}" is one too many`);
  const to = read.text('to') ?? '';
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
  read.done();
  if (!known) throw new UsageError(['an event is missing']);
  return { ...options, event: withData(webhookExamples[known] as unknown as Event, data) };
}

function readData(read: Reader): JsonObject {
  const text = read.text('data');
  if (text === undefined) return {};
  const isJson = text.trimStart().startsWith('{');
  try {
    const data: unknown = JSON.parse(isJson ? text : readFileSync(text, 'utf8'));
    if (isObject(data)) return data;
    read.wrong('--data must be a JSON object');
  } catch {
    read.wrong(isJson ? '--data is not JSON' : `--data: cannot read JSON from the file ${text}`);
  }
  return {};
}

function withData(event: Event, data: JsonObject): Event {
  const payload = merged(event.payload, data);
  const model_id = data.id === undefined ? event.model_id : String(data.id);
  return { ...event, model_id, payload };
}

/** Objects are merged field by field; everything else is replaced. */
function merged(base: JsonObject, changes: JsonObject): JsonObject {
  const fields = Object.entries(changes).map(([field, value]) => {
    const before = base[field];
    return [field, isObject(before) && isObject(value) ? merged(before, value) : value];
  });
  return { ...base, ...Object.fromEntries(fields) };
}

/** Sends an event until it is confirmed with a 2xx; answers whether it was. */
async function deliver(event: Event, to: string, limits: { retries: number; timeout: number }): Promise<boolean> {
  for (let attempt = 0; ; attempt++) {
    if (await send(event, to, limits.timeout)) return true;
    if (attempt === limits.retries) return false;
    await sleep(FIRST_WAIT * 2 ** attempt);
  }
}

async function send(event: Event, to: string, timeout: number): Promise<boolean> {
  const started = performance.now();
  const told = (what: string) =>
    process.stdout.write(`${event.event} -> ${to}: ${what}, ${Math.round(performance.now() - started)} ms\n`);
  try {
    const response = await fetch(to, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(event),
      signal: AbortSignal.timeout(timeout),
    });
    const body = await response.text();
    told(`${response.status} ${response.statusText}`.trim());
    if (body !== '') process.stdout.write(`${body.slice(0, SHOWN_BODY)}\n`);
    return response.ok;
  } catch (error) {
    told(`no answer (${reasonOf(error)})`);
    return false;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
