import { once } from 'node:events';
import { createServer } from 'node:http';
import { Server } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '../../../test/listen.ts';
import { createReceiver } from '../../src/cli/event-receiver.js';
import { type ForwardReport, forwardEvents } from '../../src/cli/listen.js';
import { type Sandbox, type SandboxServer, startSandbox } from '../../src/index.js';
import type { SandboxServerOptions } from '../../src/options/sandbox-options.js';
import { PIX, send } from '../entrances.ts';
import { receivers } from '../events/receiver.ts';
import { describeEachPlace, describeSharedPlaces } from '../places.ts';
import { TcpProxy } from '../stores/tcp-proxy.ts';

const receiverThat = receivers();

const QUIET = { port: 0, log: 'silent', clock: 'manual' } as const;

async function started(options: SandboxServerOptions = {}): Promise<SandboxServer> {
  const sandbox = await startSandbox({ ...QUIET, ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** Forwards the events of the sandbox at an address. */
async function listenTo(
  url: string,
  { to, token, events }: { readonly to?: string; readonly token?: string; readonly events?: readonly string[] } = {},
) {
  const shop = await receiverThat();
  const receiver = createReceiver(to ?? shop.url);
  const stopped = new AbortController();
  const reports: ForwardReport[] = [];
  const report = (one: ForwardReport) => void reports.push(one);
  const running = forwardEvents({ sandbox: { url, token }, receiver, events, signal: stopped.signal, report });
  const stop = async () => {
    stopped.abort();
    receiver.close();
    await running;
  };
  running.catch(() => {});
  onTestFinished(() => stop().catch(() => {}));
  const saw = (what: ForwardReport['what'], count = 1) =>
    expect.poll(() => reports.filter((one) => one.what === what).length, { timeout: 30_000 }).toBe(count);
  await Promise.race([saw('ready'), running]);
  return {
    ...{ shop, reports, running, stop, saw },
    /** Returns lines such as `transaction.created 1001 waiting_payment`. */
    got: () => shop.received.map(({ event, model_id, payload }) => `${event} ${model_id} ${String(payload.status)}`),
  };
}

const createPix = async ({ url }: { readonly url: string }, headers = {}): Promise<number> =>
  (await send({ url, fetch }, 'POST', '/v1/transactions', PIX, headers)).body.id;

/** Returns the number of attempts to deliver the first event of an object. */
const attemptsAt = async (sandbox: Sandbox, id: number) =>
  (await sandbox.events.list({ id })).at(-1)?.deliveries[0]?.attempts.length;

const settled = (sandbox: Sandbox) => sandbox.events.settled();

test('forwards each event, and the sandbox records what the receiver answered', async () => {
  const sandbox = await started();
  const { got, reports } = await listenTo(sandbox.url);
  const id = await createPix(sandbox);
  await sandbox.pay(id, { delivered: true });
  expect(got()).toEqual([`transaction.created ${id} waiting_payment`, `transaction.status_changed ${id} paid`]);
  const [paid] = await sandbox.events.list({ id });
  expect(paid?.deliveries).toMatchObject([{ state: 'delivered', attempts: [{ status: 200 }] }]);
  expect(JSON.stringify(paid)).not.toContain('secret');
  await sandbox.events.redeliver(paid?.id ?? 0);
  await settled(sandbox);
  expect(got()).toHaveLength(3);
  expect(reports.map(({ what }) => what)).toEqual(['ready', 'event', 'event', 'event']);
});

test('opens no port', async () => {
  const sandbox = await started();
  const shop = await receiverThat();
  const opened = vi.spyOn(Server.prototype, 'listen');
  onTestFinished(() => opened.mockRestore());
  const { saw } = await listenTo(sandbox.url, { to: shop.url });
  await createPix(sandbox);
  await saw('event');
  // `listenTo` starts another receiver.
  expect(opened).toHaveBeenCalledTimes(1);
});

test('forwards like the sandbox: again after a refusal, twice, in order, and without lost events', async () => {
  const sandbox = await started();
  const statuses = [500];
  const shop = await receiverThat((response) => response.writeHead(statuses.shift() ?? 204).end('no'));
  await listenTo(sandbox.url, { to: shop.url });
  const id = await createPix(sandbox);
  // The retry waits for the clock from the refusal on.
  await expect.poll(() => attemptsAt(sandbox, id)).toBe(1);
  await sandbox.pay(id);
  await sandbox.clock.advance('1s');
  await settled(sandbox);
  expect(shop.received.map(({ payload }) => payload.status)).toEqual(['waiting_payment', 'waiting_payment', 'paid']);
  const [, created] = await sandbox.events.list({ id });
  expect(created?.deliveries[0]?.attempts).toMatchObject([{ status: 500, response: 'no' }, { status: 204 }]);
  await sandbox.events.disturb({ duplicates: 1 });
  await createPix(sandbox);
  await settled(sandbox);
  expect(shop.received).toHaveLength(5);
  await sandbox.events.disturb({ lost: true });
  await createPix(sandbox);
  await settled(sandbox);
  expect(shop.received).toHaveLength(5);
});

test('sends an event again that is due again, also while the response to its last result is on its way', async () => {
  const sandbox = await started();
  const statuses = [500];
  const shop = await receiverThat((response) => response.writeHead(statuses.shift() ?? 204).end());
  const ended = new AbortController();
  const end = once(ended.signal, 'abort');
  const { fetch } = globalThis;
  const late = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const response = await fetch(input, init);
    if (String(init?.body).includes('"lease"')) await end;
    return response;
  });
  onTestFinished(() => {
    ended.abort();
    late.mockRestore();
  });
  await listenTo(sandbox.url, { to: shop.url });
  const id = await createPix(sandbox);
  await expect.poll(() => attemptsAt(sandbox, id)).toBe(1);
  await sandbox.clock.advance('1s');
  await expect.poll(() => attemptsAt(sandbox, id)).toBe(2);
  expect(shop.received).toHaveLength(2);
  const [event] = await sandbox.events.list({ id });
  await sandbox.events.redeliver(event?.id ?? 0);
  await settled(sandbox);
  expect(shop.received).toHaveLength(3);
  await sandbox.reset();
  await createPix(sandbox);
  await settled(sandbox);
  expect(shop.received).toHaveLength(4);
});

test('with names, forwards only these events', async () => {
  const sandbox = await started();
  const { got } = await listenTo(sandbox.url, { events: ['transaction.status_changed'] });
  const id = await createPix(sandbox);
  await sandbox.pay(id, { delivered: true });
  expect(got()).toEqual([`transaction.status_changed ${id} paid`]);
});

test('many events at once arrive, each once', async () => {
  const sandbox = await started();
  const { shop } = await listenTo(sandbox.url);
  await sandbox.populate({ transactions: 20 });
  await settled(sandbox);
  const { total } = (await send({ url: sandbox.url, fetch }, 'GET', '/_sandbox/events')).body;
  expect(shop.received).toHaveLength(total);
});

describe('the receiver disappears with the connection', () => {
  test('so that no request waits for it', async () => {
    const sandbox = await started();
    const { stop } = await listenTo(sandbox.url);
    const id = await createPix(sandbox);
    await settled(sandbox);
    await stop();
    await expect(sandbox.pay(id, { delivered: true })).rejects.toThrow(/has no receiver|its receiver ended/);
  });

  test('also while it has an event in hand', async () => {
    const sandbox = await started();
    const hanging = await receiverThat(() => {});
    const { stop } = await listenTo(sandbox.url, { to: hanging.url });
    const id = await createPix(sandbox);
    await expect.poll(() => hanging.received.length).toBe(1);
    const waiting = sandbox.events.waitFor('transaction.created', { id, delivered: true });
    waiting.catch(() => {});
    await stop();
    await expect(waiting).rejects.toThrow('was not confirmed by its receiver (the connection of its receiver ended)');
  });
});

describeEachPlace('after a restart of the sandbox', (newPlace) => {
  test('what happened meanwhile arrives once', async () => {
    const { state } = newPlace();
    const first = await startSandbox({ ...QUIET, ...(state !== undefined && { state }) });
    const { saw, got, shop } = await listenTo(first.url);
    const before = await createPix(first);
    await settled(first);
    await first.close();
    await saw('disconnected');
    const second = await started({ port: Number(new URL(first.url).port), ...(state !== undefined && { state }) });
    // `fetch` may not know yet that its connections to the first one are closed.
    const id = await vi.waitFor(() => createPix(second), { timeout: 20_000 });
    await saw('connected');
    await second.pay(id, { delivered: true });
    expect(got()).toEqual([
      `transaction.created ${before} waiting_payment`,
      `transaction.created ${id} waiting_payment`,
      `transaction.status_changed ${id} paid`,
    ]);
    await createPix(second);
    await settled(second);
    expect(shop.received).toHaveLength(4);
  });
});

describe('after a broken connection', () => {
  /** Breaks the connection of a listener while its shop has an event. The shop answers when the test says so. */
  async function broken() {
    const sandbox = await started();
    const proxy = await TcpProxy.to(Number(new URL(sandbox.url).port));
    onTestFinished(() => proxy.close());
    const answers: (() => void)[] = [];
    const slow = await receiverThat((response) => answers.push(() => response.end()));
    const { saw } = await listenTo(`http://127.0.0.1:${proxy.port}`, { to: slow.url });
    const inHand = await createPix(sandbox);
    await expect.poll(() => answers.length).toBe(1);
    proxy.cut({ refuse: true });
    await saw('disconnected');
    const received = () => slow.received.map(({ model_id }) => Number(model_id));
    return { sandbox, proxy, answers, saw, inHand, received };
  }

  test('the missed events and the one in delivery arrive once', async () => {
    const { sandbox, proxy, answers, saw, inHand, received } = await broken();
    const id = await createPix(sandbox);
    answers.shift()?.();
    await expect(sandbox.events.waitFor('transaction.created', { id, delivered: true })).rejects.toThrow(
      /has no receiver|its receiver ended/,
    );
    proxy.heal();
    await saw('connected');
    await expect.poll(() => answers.length).toBe(1);
    answers.shift()?.();
    await settled(sandbox);
    expect(received()).toEqual([inHand, id]);
    const [event] = await sandbox.events.list({ id: inHand });
    expect(event?.deliveries[0]?.state).toBe('delivered');
  });

  test('an event that the receiver still has is not sent again', async () => {
    const { sandbox, proxy, answers, saw, inHand, received } = await broken();
    proxy.heal();
    await saw('connected');
    // The next event shows that the listener has taken what is due again.
    const id = await createPix(sandbox);
    await expect.poll(received).toContain(id);
    for (const answer of answers) answer();
    await settled(sandbox);
    expect(received()).toEqual([inHand, id]);
  });
});

test('a reset keeps the connection, and its events begin again', async () => {
  const sandbox = await started();
  const { got } = await listenTo(sandbox.url);
  await createPix(sandbox);
  await settled(sandbox);
  await sandbox.reset();
  const id = await createPix(sandbox);
  await settled(sandbox);
  expect(got()).toEqual(Array.from({ length: 2 }, () => `transaction.created ${id} waiting_payment`));
});

test('if each token has an account, it needs a token, and forwards only the events of its account', async () => {
  const sandbox = await started({ accounts: 'per-token' });
  await expect(listenTo(sandbox.url)).rejects.toThrow('each token has its own account here');
  const { shop } = await listenTo(sandbox.url, { token: 'ana' });
  await createPix(sandbox, { authorization: 'Bearer bruno' });
  await createPix(sandbox, { authorization: 'Bearer ana' });
  await expect.poll(() => shop.received.length).toBe(1);
  await sandbox.account('bruno').events.settled();
  expect(shop.received).toHaveLength(1);
});

test('without a sandbox, or with another server there, it does not start', async () => {
  await expect(listenTo('http://127.0.0.1:9')).rejects.toThrow('no sandbox answers there');
  const other = createServer((_, response) => response.writeHead(404).end());
  await expect(listenTo(await listen(other))).rejects.toThrow('is not a sandbox');
});

describeSharedPlaces('with two sandboxes on one state', (newPlace) => {
  test('events of the other one arrive once', async () => {
    const { state } = newPlace();
    const [one, other] = [await started({ state }), await started({ state })];
    const { got } = await listenTo(one.url);
    const id = await createPix(other);
    await other.pay(id, { delivered: true });
    expect(got()).toEqual([`transaction.created ${id} waiting_payment`, `transaction.status_changed ${id} paid`]);
    expect((await other.events.list({ id })).flatMap(({ deliveries }) => deliveries)).toHaveLength(2);
  });
});
