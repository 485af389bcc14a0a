import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type SandboxServer, startSandbox } from '../../src/index.js';
import { PIX, send } from '../entrances.ts';
import { receivers } from './receiver.js';

const receiverThat = receivers();

const post = ({ url }: SandboxServer, path: string, body: object) => send({ url, fetch }, 'POST', path, body);
const createPix = async (sandbox: SandboxServer): Promise<number> =>
  (await post(sandbox, '/v1/transactions', PIX)).body.id;

test('waitFor with delivered resolves after the receiver confirmed the event', async () => {
  let confirm = (): void => {};
  const receiver = await receiverThat((response, { payload }) => {
    if (payload.status !== 'paid') return void response.end();
    confirm = () => void response.writeHead(204).end();
  });
  await using sandbox = await startSandbox({ port: 0, webhook: receiver.url });
  const id = await createPix(sandbox);
  await sandbox.pay(id);
  const filter = { id, status: 'paid' };
  const event = await sandbox.events.waitFor('transaction.status_changed', filter);
  let delivered = false;
  const waiting = sandbox.events.waitFor('transaction.status_changed', { ...filter, delivered: true });
  void waiting.then(() => {
    delivered = true;
  });
  await expect.poll(() => receiver.received.at(-1)?.payload.status).toBe('paid');
  expect(delivered).toBe(false);
  confirm();
  expect(await waiting).toMatchObject({
    id: event.id,
    deliveries: [{ state: 'delivered', attempts: [{ status: 204 }] }],
  });
});

test('an act with delivered resolves after the receiver confirmed the event, in code and over HTTP', async () => {
  const receiver = await receiverThat();
  await using sandbox = await startSandbox({ port: 0, webhook: receiver.url });
  const statuses = () => receiver.received.map(({ payload }) => payload.status);
  const id = await createPix(sandbox);
  await sandbox.pay(id, { delivered: true });
  expect(statuses().at(-1)).toBe('paid');
  await sandbox.refund(id, { amount: 90, delivered: true });
  expect((await post(sandbox, `/_sandbox/objects/${id}/refund`, { delivered: true })).status).toBe(200);
  expect(statuses().at(-1)).toBe('pending_refund');
  await sandbox.settle(id, { delivered: true });
  expect(statuses().at(-1)).toBe('refunded');
});

test('an act with delivered first delivers the earlier events of the object', async () => {
  const seen: unknown[] = [];
  const sandbox: { current?: SandboxServer } = {};
  const receiver = await receiverThat(async (response, { payload: { id, status } }) => {
    // A shop that retrieves the payment late.
    await new Promise((resolve) => setTimeout(resolve, 200));
    seen.push([status, (await sandbox.current?.retrieve(Number(id)))?.status]);
    response.end();
  });
  await using started = await startSandbox({ port: 0, webhook: receiver.url });
  sandbox.current = started;
  const id = await createPix(started);
  await started.pay(id, { delivered: true });
  expect(seen).toEqual([
    ['waiting_payment', 'waiting_payment'],
    ['paid', 'paid'],
  ]);
});

test('without a receiver, delivered fails at once and explains how to add one', async () => {
  await using sandbox = await startSandbox({ port: 0 });
  const id = await createPix(sandbox);
  const advice = /about \d+ \(event \d+\) has no receiver; start the sandbox with webhook, or register one/;
  await expect(sandbox.pay(id, { delivered: true })).rejects.toThrow(advice);
  expect((await sandbox.retrieve(id)).status).toBe('paid');
  const waiting = sandbox.events.waitFor('transaction.status_changed', { id, delivered: true });
  await expect(waiting).rejects.toMatchObject({ name: 'DeliveryFailed', message: expect.stringMatching(advice) });
  // Events from before the registration do not count once a later one arrives.
  const receiver = await receiverThat();
  await post(sandbox, '/v1/webhooks', { url: receiver.url, events: ['transactions'] });
  await sandbox.refund(id, { delivered: true });
  await sandbox.events.waitFor('transaction.status_changed', { id, delivered: true });
});

test('delivered fails at once if an earlier event about the object waits for a frozen clock', async () => {
  const receiver = await receiverThat((response, { event }, count) => {
    response.writeHead(event === 'transaction.created' && count === 1 ? 500 : 200).end();
  });
  await using sandbox = await startSandbox({ port: 0, webhook: receiver.url, clock: 'manual' });
  const id = await createPix(sandbox);
  await expect(sandbox.pay(id, { delivered: true })).rejects.toThrow(
    /transaction\.status_changed about \d+ \(event 2\) waits for event 1, which was not confirmed by its receiver \(500\)/,
  );
  await sandbox.clock.advance({ seconds: 1 });
  await sandbox.events.waitFor('transaction.status_changed', { id, delivered: true });
});

test.each([
  ['vitest', { VITEST: 'true' }],
  ['jest', { JEST_WORKER_ID: '1' }],
  ['another runner', {}],
])(
  'a wait in a test of %s warns before vitest and jest end the test, once, with what is missing',
  {
    tags: 'long',
  },
  async (_, variables) => {
    for (const [name, value] of Object.entries({ VITEST: undefined, JEST_WORKER_ID: undefined, ...variables }))
      vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    onTestFinished(() => warn.mockRestore());
    await using sandbox = await startSandbox({ port: 0 });
    const id = await createPix(sandbox);
    const wait = sandbox.events.waitFor('transaction.status_changed', { id, status: 'paid' });
    const count = Object.keys(variables).length;
    await expect.poll(() => warn.mock.calls, { timeout: 30_000 }).toHaveLength(count);
    // The next looks, or without a runner those after which it would warn.
    await sleep(count > 0 ? 500 : 5_000);
    await sandbox.pay(id);
    expect(await wait).toMatchObject({ name: 'transaction.status_changed' });
    const warnings = warn.mock.calls.flat();
    expect(warnings).toHaveLength(count);
    for (const warning of warnings)
      expect(warning).toMatch(
        /^payment-gateway-sandbox still waits, up to 30000 ms: no transaction\.status_changed about \d+ with status paid within 4000 ms; recorded, newest first: .*transaction\.created/,
      );
  },
);
