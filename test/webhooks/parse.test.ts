import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  buildWebhookEvent,
  parseWebhookEvent,
  type WebhookEventName,
  WebhookParseError,
} from '../../src/webhooks/index.js';
import { character } from '../characters.ts';
import { runs } from '../property-runs.ts';

const contract = parse(readFileSync('openapi.yaml', 'utf8')) as { webhooks: Record<string, unknown> };
const names = Object.keys(contract.webhooks) as WebhookEventName[];

describe('parseWebhookEvent', () => {
  test.each(names)('knows %s', (name) => {
    const body = buildWebhookEvent(name);
    expect(parseWebhookEvent(body)).toEqual({ known: true, ...body });
  });

  test('accepts strings, bytes and objects, with or without a byte order mark', () => {
    const body = buildWebhookEvent('link.paid');
    const text = JSON.stringify(body);
    const bytes = new TextEncoder().encode(text);
    const marked = `\uFEFF${text}`;
    const views = [bytes, bytes.buffer, new DataView(bytes.buffer), Buffer.from(text), Buffer.from(marked)];
    for (const given of [text, marked, ...views, body]) {
      expect(parseWebhookEvent(given)).toEqual({ known: true, ...body });
    }
  });

  test('accepts bytes of another context, as tests in Jest get them', () => {
    const body = buildWebhookEvent('link.paid');
    const buffer: ArrayBuffer = runInNewContext(
      `Uint8Array.from(${JSON.stringify([...Buffer.from(JSON.stringify(body))])}).buffer`,
    );
    expect(buffer).not.toBeInstanceOf(ArrayBuffer);
    expect(parseWebhookEvent(buffer)).toEqual({ known: true, ...body });
  });

  test.each(['transaction.disputed', 'toString', '__proto__'])('returns the unknown event %s as unknown', (event) => {
    expect(parseWebhookEvent(JSON.stringify({ event, payload: [1] }))).toEqual({ known: false, event, payload: [1] });
  });

  test('returns a numeric id as a string', () => {
    const body = { ...buildWebhookEvent('link.paid'), model_id: 2001 };
    expect(parseWebhookEvent(body)).toMatchObject({ model_id: '2001' });
  });

  const rest = '"event":"link.paid","model":"links"';
  test.each([
    ['', 'body: is not a JSON object; pass the request body as received'],
    ['{"event":"secret', 'body: is not a JSON object; pass the request body as received'],
    ['null', 'body: is not a JSON object; pass the request body as received'],
    ['{}', 'event: must be a string, the name of the event'],
    ['{"event":"link.paid","model_id":"1","payload":{}}', 'model: must be a string (in a link.paid event)'],
    ['{"event":"link.paid","model":{},"model_id":"1","payload":{}}', 'model: must be a string (in a link.paid event)'],
    [`{${rest},"payload":{}}`, 'model_id: must be the id of the object (in a link.paid event)'],
    [`{${rest},"model_id":"","payload":{}}`, 'model_id: must be the id of the object (in a link.paid event)'],
    [`{${rest},"model_id":1.5,"payload":{}}`, 'model_id: must be the id of the object (in a link.paid event)'],
    [
      `{${rest},"model_id":9007199254740993,"payload":{}}`,
      'model_id: must be the id of the object (in a link.paid event)',
    ],
    [`{${rest},"model_id":"1","payload":null}`, 'payload: must be an object (in a link.paid event)'],
    [`{${rest},"model_id":"1"}`, 'payload: must be an object (in a link.paid event)'],
  ])('%j is refused without quoting it [S76]', (body, message) => {
    expect(() => parseWebhookEvent(body)).toThrow(new WebhookParseError(message));
  });

  test('JavaScript without an argument gets the same error', () => {
    expect(() => parseWebhookEvent(undefined as never)).toThrow(WebhookParseError);
  });
});

/** The result, or the message of the one error that may be thrown. */
function outcomeOf(body: unknown) {
  try {
    return { event: parseWebhookEvent(body as object) };
  } catch (error) {
    expect(error).toBeInstanceOf(WebhookParseError);
    expect(error).not.toHaveProperty('cause');
    return { message: (error as Error).message };
  }
}

/** Checks that any input gives an event with its type, or a known message without quotes from the input. */
function expectSane(body: unknown) {
  const { event, message } = outcomeOf(body);
  if (message !== undefined) {
    expect(message).toMatch(
      /^(body: is not a JSON object; pass the request body as received|event: must be a string, the name of the event|(model|model_id|payload): must be [a-z ]+ \(in a [a-z_]+\.[a-z_]+ event\))$/,
    );
  } else if (event?.known) {
    expect(names).toContain(event.event);
    expect(event).toMatchObject({
      model: expect.any(String),
      model_id: expect.stringMatching(/./su),
      payload: expect.any(Object),
    });
  } else {
    expect(event?.event).toEqual(expect.stringMatching(/./su));
  }
}

const secret = '4532015112830366';
const throwing = (field: string) =>
  Object.defineProperty({ ...buildWebhookEvent('link.paid') }, field, {
    get() {
      throw new RangeError(secret);
    },
  });
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};
function nested(depth: number) {
  let value: unknown = {};
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { value };
  return value;
}
describe('parseWebhookEvent returns an event or throws its own error for any input', () => {
  const known = fc.constantFrom(...names);
  const anything = fc.anything({
    withBigInt: true,
    withBoxedValues: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withObjectString: true,
    withSet: true,
    withTypedArray: true,
    withSparseArray: true,
    withUnicodeString: true,
  });

  test('any JSON, as a string and as bytes', () => {
    const json = fc.json({ stringUnit: 'binary' });
    fc.assert(
      fc.property(json, (text) => {
        expectSane(text);
        expect(outcomeOf(new TextEncoder().encode(text))).toEqual(outcomeOf(text));
      }),
      { numRuns: runs(1_000) },
    );
  });

  test('any value, any bytes, any string, and a known event with anything in its fields [S76]', () => {
    const record = fc.record(
      { event: known, model: anything, model_id: anything, payload: anything },
      { requiredKeys: [] },
    );
    const plausible = fc.record({
      event: known,
      model: fc.oneof(fc.string(), fc.json()),
      model_id: fc.oneof(fc.string({ unit: character }), fc.double(), fc.integer(), fc.bigInt()),
      payload: fc.oneof(fc.object(), anything),
    });
    const bytes = fc.uint8Array({ maxLength: 200 });
    const loneSurrogates = fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) });
    const input = fc.oneof(anything, bytes, loneSurrogates, record, plausible);
    fc.assert(fc.property(input, expectSane), { numRuns: runs(6_000) });
  });

  test('getters and proxies that throw', () => {
    for (const field of ['event', 'model', 'model_id', 'payload']) {
      expect(outcomeOf(throwing(field))).toEqual({
        message: 'body: is not a JSON object; pass the request body as received',
      });
    }
    expect(outcomeOf(revoked())).toEqual({ message: 'body: is not a JSON object; pass the request body as received' });
  });

  test('a value whose string conversion throws', () => {
    const events = [nested(100_000), Symbol('id'), Object.create(null), revoked(), { toString: () => secret }];
    for (const hostile of events) {
      for (const field of ['event', 'model', 'model_id', 'payload']) {
        expectSane({ ...buildWebhookEvent('link.paid'), [field]: hostile });
      }
      expectSane(hostile);
    }
  });

  test('a depth of 100,000, in any field', () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const deep = `${open.repeat(100_000)}1${close.repeat(100_000)}`;
      expectSane(deep);
      for (const field of ['event', 'model', 'model_id', 'payload']) {
        const body = { event: 'link.paid', model: 'links', model_id: '1', payload: {}, [field]: 'HERE' };
        expectSane(JSON.stringify(body).replace('"HERE"', () => deep));
      }
    }
  });

  test('bytes in every kind of array, also shared ones', () => {
    const { buffer } = new Uint8Array(8_000).fill(' '.charCodeAt(0));
    new TextEncoder().encodeInto(JSON.stringify(buildWebhookEvent('link.paid')), new Uint8Array(buffer));
    const views = [Int8Array, Uint16Array, Float64Array, BigInt64Array].map((View) => new View(buffer));
    for (const view of [...views, new DataView(buffer)]) {
      expect(parseWebhookEvent(view)).toMatchObject({ known: true, event: 'link.paid' });
    }
    expectSane(new SharedArrayBuffer(8));
    expectSane(new Uint8Array(new SharedArrayBuffer(8)));
    const detached = new ArrayBuffer(8);
    structuredClone(detached, { transfer: [detached] });
    expectSane(detached);
  });
});
