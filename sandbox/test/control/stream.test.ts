import { Server } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { some } from '../../../test/property-runs.ts';
import { startSandbox } from '../../src/index.js';
import { entrances, PIX, send } from '../entrances.ts';
import { type Heard, hear } from './hear.ts';

const changes = ({ events }: Heard): number => events.filter(({ name }) => name === 'change').length;

describe.each(some(entrances))('the stream of changes $name', ({ open }) => {
  test('sends the state at once, and then each change: a request, an act, a delivery, a fault, the clock, a reset', async () => {
    await using entered = await open({ clock: 'manual' });
    await using heard = await hear(entered, '/_sandbox/stream');
    expect(heard.response.headers.get('content-type')).toBe('text/event-stream');
    await expect.poll(() => changes(heard)).toBe(1);
    const { id } = (await send(entered, 'POST', '/v1/transactions', PIX)).body;
    const doings: [string, string, object][] = [
      ['POST', `objects/${id}/pay`, {}],
      ['POST', `objects/${id}/refund`, { amount: 100 }], // sends no event
      ['POST', 'faults', { fault: 503 }],
      ['POST', 'clock/advance', { by: '1h' }],
      ['POST', 'reset', {}],
    ];
    for (const [method, path, body] of doings) {
      const before = changes(heard);
      expect((await send(entered, method, `/_sandbox/${path}`, body)).status, path).toBeLessThan(300);
      await expect.poll(() => changes(heard), { message: path }).toBeGreaterThan(before);
    }
  });

  test('combines many changes into one message', async () => {
    await using entered = await open();
    const opened = performance.now();
    await using heard = await hear(entered, '/_sandbox/stream');
    await send(entered, 'POST', '/_sandbox/populate', { transactions: 100 });
    await sleep(250);
    // One at once, and one every 100 ms. Timers may be a little early.
    expect(changes(heard)).toBeLessThanOrEqual(1 + (performance.now() - opened) / 95);
  });

  test('ends when the sandbox closes', async () => {
    const entered = await open();
    await using heard = await hear(entered, '/_sandbox/stream');
    await expect.poll(() => changes(heard)).toBe(1);
    await entered.sandbox.close();
    await heard.ended;
  });

  test('covers one account, which a header selects', async () => {
    await using entered = await open({ accounts: 'per-token' });
    const as = (token: string) => ({ authorization: `Bearer ${token}` });
    await send(entered, 'POST', '/v1/customers', { name: 'Ana' }, as('ana'));
    const [name] = (await send(entered, 'GET', '/_sandbox/accounts')).body.accounts;
    await using heard = await hear(entered, '/_sandbox/stream', { 'x-sandbox-account': name });
    await expect.poll(() => changes(heard)).toBe(1);
    await send(entered, 'POST', '/_sandbox/clock/advance', { by: '1h' }, as('bruno'));
    await sleep(200);
    expect(changes(heard)).toBe(1);
    await send(entered, 'POST', '/_sandbox/clock/advance', { by: '1h' }, { 'x-sandbox-account': name });
    await expect.poll(() => changes(heard)).toBe(2);
    const unknown = await send(entered, 'GET', '/_sandbox/overview', undefined, { 'x-sandbox-account': 'token-0' });
    expect([unknown.status, unknown.body.errors[0]]).toEqual([404, expect.stringContaining('no such account')]);
  });
});

test('a hundred readers, including one that never reads, delay neither changes nor the shutdown', async () => {
  const sandbox = await startSandbox({ port: 0 });
  const { port, hostname } = new URL(sandbox.url);
  const entered = { url: sandbox.url, fetch };
  const heard = await Promise.all(Array.from({ length: 100 }, () => hear(entered, '/_sandbox/stream')));
  const deaf = connect(Number(port), hostname);
  deaf.on('error', () => {});
  deaf.pause();
  deaf.write(`GET /_sandbox/stream HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
  await send(entered, 'POST', '/v1/transactions', PIX);
  await expect.poll(() => heard.every((one) => changes(one) >= 2)).toBe(true);
  // The end of the grace period for pending responses.
  const cutOff = vi.spyOn(Server.prototype, 'closeAllConnections');
  onTestFinished(() => cutOff.mockRestore());
  await sandbox.close();
  expect(cutOff).not.toHaveBeenCalled();
  await Promise.all(heard.map(({ ended }) => ended));
  deaf.destroy();
});
