import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { webhookExamples } from '../../generated/webhook-examples.js';
import { cli } from './compiled.ts';

let receiver: Server;
let url: string;
let received: { type: string | undefined; event: unknown }[];
let statuses: number[];

beforeEach(async () => {
  received = [];
  statuses = [];
  receiver = createServer(async (request, response) => {
    received.push({ type: request.headers['content-type'], event: await json(request) });
    response.writeHead(statuses.shift() ?? 200).end('seen');
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
});
afterEach(() => receiver.close());

describe('payment-gateway trigger', () => {
  test.each(Object.entries(webhookExamples))('sends the example of %s', async (event, example) => {
    const { code, stdout } = await cli('trigger', event, '--to', url);
    expect(received).toEqual([{ type: 'application/json', event: example }]);
    expect(stdout).toMatch(new RegExp(`^${event} -> ${url}: 200 OK, \\d+ ms\nseen\n$`));
    expect(code).toBe(0);
  });

  test('replaces fields of the payload, with JSON or a file', async () => {
    const changes = { id: 9, status: 'refused', customer: { name: 'Ana Lima' } };
    const file = join(mkdtempSync(join(tmpdir(), 'gateway-trigger-')), 'changes.json');
    writeFileSync(file, JSON.stringify(changes));
    await cli('trigger', 'transaction.created', '--to', url, '--data', JSON.stringify(changes));
    await cli('trigger', 'transaction.created', '--to', url, '--data', file);
    const example = webhookExamples['transaction.created'];
    expect(received[0]?.event).toEqual({
      ...example,
      model_id: '9',
      payload: { ...example.payload, ...changes, customer: { ...example.payload.customer, name: 'Ana Lima' } },
    });
    expect(received[1]).toEqual(received[0]);
  });

  test('sends the same event as often as asked', async () => {
    await cli('trigger', 'link.paid', '--to', url, '--count', '3');
    expect(received).toHaveLength(3);
    expect(received[2]).toEqual(received[0]);
  });

  test('sends again what was not confirmed', async () => {
    statuses = [500, 503, 204];
    const { code, stdout } = await cli('trigger', 'link.paid', '--to', url, '--retries', '2');
    expect(stdout.match(/: \d+ /g)).toEqual([': 500 ', ': 503 ', ': 204 ']);
    expect(code).toBe(0);
  });

  test('fails when nothing confirms', async () => {
    statuses = [500, 500];
    expect((await cli('trigger', 'link.paid', '--to', url, '--retries', '1')).code).toBe(1);
    expect(received).toHaveLength(2);
    receiver.close();
    receiver.closeAllConnections();
    const { code, stdout } = await cli('trigger', 'link.paid', '--to', url);
    expect(code).toBe(1);
    expect(stdout).toMatch(/no answer \(connect ECONNREFUSED/);
  });

  test('says every mistake in one line', async () => {
    const { code, stderr } = await cli(
      'trigger',
      'link.payed',
      'twice',
      '--to',
      'ftp://x',
      '--count',
      '0',
      '--data',
      '{',
    );
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toEqual([
      'payment-gateway: unknown event link.payed; did you mean link.paid?',
      'payment-gateway: trigger takes one event, "twice" is one too many',
      'payment-gateway: --to must be an address that begins with http:// or https://',
      'payment-gateway: --count must be a whole number from 1 to 1000, not "0"',
      'payment-gateway: --data is not JSON',
    ]);
    expect((await cli('trigger')).stderr).toContain('an event is missing; there are transaction.created');
  });
});
