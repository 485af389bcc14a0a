import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createGatewayClient, unwrap } from '../../src/index.js';
import {
  buildWebhookEvent,
  confirmWebhookEvent,
  parseWebhookEvent,
  type WebhookEventName,
  WebhookParseError,
} from '../../src/webhooks/index.js';

const contract = parse(readFileSync('openapi.yaml', 'utf8')) as { webhooks: Record<string, unknown> };
const names = Object.keys(contract.webhooks) as WebhookEventName[];

describe('parseWebhookEvent', () => {
  test.each(names)('knows %s', (name) => {
    const body = buildWebhookEvent(name);
    expect(parseWebhookEvent(body)).toEqual({ known: true, ...body });
  });

  test('takes text, bytes and objects', () => {
    const body = buildWebhookEvent('link.paid');
    const text = JSON.stringify(body);
    const bytes = new TextEncoder().encode(text);
    for (const given of [text, bytes, bytes.buffer, Buffer.from(text), body]) {
      expect(parseWebhookEvent(given)).toEqual({ known: true, ...body });
    }
  });

  test.each(['transaction.disputed', 'toString', '__proto__'])('gives the unknown event %s as unknown', (event) => {
    expect(parseWebhookEvent(JSON.stringify({ event, payload: [1] }))).toEqual({ known: false, event, payload: [1] });
  });

  test('an id that came as a number is given as a string', () => {
    const body = { ...buildWebhookEvent('link.paid'), model_id: 2001 };
    expect(parseWebhookEvent(body)).toMatchObject({ model_id: '2001' });
  });

  test.each([
    ['', 'The body is not JSON.'],
    ['{"event":"secret', 'The body is not JSON.'],
    ['null', 'The body is not a JSON object.'],
    ['[]', 'The body is not a JSON object.'],
    ['"text"', 'The body is not a JSON object.'],
    ['{}', 'The event has no name: expected a text in `event`.'],
    ['{"event":7}', 'The event has no name: expected a text in `event`.'],
    ['{"event":"link.paid","payload":{}}', 'link.paid: expected the id of the object in `model_id`.'],
    ['{"event":"link.paid","model_id":"","payload":{}}', 'link.paid: expected the id of the object in `model_id`.'],
    ['{"event":"link.paid","model_id":"1","payload":null}', 'link.paid: expected an object in `payload`.'],
    ['{"event":"link.paid","model_id":"1"}', 'link.paid: expected an object in `payload`.'],
  ])('%j is refused without quoting it', (body, message) => {
    expect(() => parseWebhookEvent(body)).toThrow(new WebhookParseError(message));
  });

  test('JavaScript that hands over nothing gets the same error', () => {
    expect(() => parseWebhookEvent(undefined as never)).toThrow(WebhookParseError);
  });
});

describe('confirmWebhookEvent', () => {
  test.each([
    ['transaction.status_changed', '/v1/transactions/77'],
    ['link.paid', '/v1/links/77'],
    ['customer.changed', '/v1/customers/77'],
  ] as const)('fetches the object of %s again', async (name, path) => {
    const urls: string[] = [];
    const fetch = async ({ url }: Request) => {
      urls.push(url);
      return Response.json({ id: 77, status: 'paid' });
    };
    const client = createGatewayClient({ baseUrl: 'https://gateway.example', accessToken: 'token', fetch });
    const event = parseWebhookEvent(buildWebhookEvent(name, { payload: { id: 77 } }));
    if (!event.known) throw new Error('not known');
    expect(await unwrap(confirmWebhookEvent(client, event))).toEqual({ id: 77, status: 'paid' });
    expect(urls).toEqual([`https://gateway.example${path}`]);
  });

  test('an id that is a path cannot lead elsewhere', async () => {
    const client = createGatewayClient({
      baseUrl: 'https://gateway.example',
      accessToken: 'token',
      fetch: () => Promise.reject(new Error('sent')),
    });
    const event = parseWebhookEvent(buildWebhookEvent('link.paid', { model_id: '..' }));
    if (!event.known) throw new Error('not known');
    await expect(confirmWebhookEvent(client, event)).rejects.toThrow('path parameter id is missing');
  });
});

describe('buildWebhookEvent', () => {
  test('sets any field at any depth and leaves the others as in the contract', () => {
    const plain = buildWebhookEvent('transaction.status_changed');
    const event = buildWebhookEvent('transaction.status_changed', {
      payload: { status: 'refunded', customer: { email: 'other@example.com' }, items: [] },
    });
    expect(event).toEqual({
      ...plain,
      payload: {
        ...plain.payload,
        status: 'refunded',
        customer: { ...plain.payload.customer, email: 'other@example.com' },
        items: [],
      },
    });
  });

  test('model_id follows the id of the payload unless it is given', () => {
    expect(buildWebhookEvent('link.paid', { payload: { id: 9 } }).model_id).toBe('9');
    expect(buildWebhookEvent('link.paid', { payload: { id: 9 }, model_id: '10' }).model_id).toBe('10');
  });

  test('gives a copy each time', () => {
    const event = buildWebhookEvent('customer.created');
    (event.payload as { name?: string }).name = 'changed';
    expect(buildWebhookEvent('customer.created').payload.name).not.toBe('changed');
  });
});
