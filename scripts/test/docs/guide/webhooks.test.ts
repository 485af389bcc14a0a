import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { setUpSandbox } from '../../../../sandbox/src/testing/index.js';
import { unwrap } from '../../../../src/index.js';
import { buildWebhookEvent } from '../../../../src/webhooks/index.js';
import { listen } from '../../../../test/listen.ts';
import { listingsOf, transpiled } from '../listings.ts';

// Runs events.ts of the guide "Events and webhooks" as the server of a shop.

const newAccount = setUpSandbox(afterAll);

interface Events {
  orders: Map<number, string>;
  onEvent: (body: string) => Promise<void>;
  work: () => Promise<void>;
  server: Server;
}

/** A shop with the code of the guide, in a separate folder. `save` runs before an order is written. */
async function startShop() {
  const save = vi.fn(async () => {});
  const { client, account, baseUrl, accessToken } = await newAccount();
  const folder = await mkdtemp(join(process.cwd(), 'dist', 'events-'));
  const hook = `save${folder.replace(/\W/g, '')}`;
  Object.assign(globalThis, { [hook]: save });
  for (const name of ['client', 'events']) {
    const [code = ''] = listingsOf('ts').flatMap(({ file, code }) => (file === `${name}.ts` ? [code] : []));
    const adapted = code
      .replaceAll('http://127.0.0.1:4010', baseUrl)
      .replace('process.env.PAYMENT_GATEWAY_TOKEN', `'${accessToken}'`)
      .replace('  orders.set(', `  await globalThis.${hook}();\n  orders.set(`)
      .replace(/^setInterval.*$/m, '')
      .replaceAll(".js'", ".mjs'");
    await writeFile(join(folder, `${name}.mjs`), transpiled(adapted));
  }
  vi.spyOn(console, 'error').mockImplementation(() => {});
  let process_ = 0;
  /** Starts the shop, again after a crash. */
  const start = async () => {
    const events: Events = await import(`${pathToFileURL(join(folder, 'events.mjs'))}?process=${process_++}`);
    const port = Number(new URL(await listen(events.server)).port);
    const send = async (body: unknown) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return (await fetch(`http://127.0.0.1:${port}/hooks`, { method: 'POST', body: text })).status;
    };
    return { ...events, port, send };
  };
  onTestFinished(async () => {
    vi.restoreAllMocks();
    await rm(folder, { recursive: true, force: true });
  });
  const pix = async () => {
    const body = { amount: 15990, payment_method: 'pix', async: true } as const;
    return (await unwrap(client.POST('/v1/transactions', { body }))).id;
  };
  const changed = (id: number, status: string) =>
    buildWebhookEvent('transaction.status_changed', { payload: { id, status } });
  const waiting = () => readdir(join(folder, 'inbox')).then((names) => names.length);
  return { start, save, account, client, pix, changed, waiting, folder };
}

test('an event whose work fails is not lost, without a repetition by the sender', async () => {
  const { start, save, account, pix, changed, waiting } = await startShop();
  const { send, work, orders } = await start();
  const id = await pix();
  await account.pay(id);
  save.mockRejectedValue(new Error('the database is down'));
  expect(await send(changed(id, 'paid'))).toBe(204);
  await work();
  expect(await waiting()).toBe(1);
  save.mockResolvedValue();
  await work();
  expect(orders.get(id)).toBe('paid');
  expect(await waiting()).toBe(0);
});

test('a shop that crashes after its response works on the event when it starts again', async () => {
  const { start, save, account, pix, changed } = await startShop();
  const first = await start();
  const id = await pix();
  await account.pay(id);
  save.mockRejectedValue(new Error('killed'));
  await first.send(changed(id, 'paid'));
  await first.work();
  save.mockResolvedValue();
  const { work, orders } = await start();
  await work();
  expect(orders.get(id)).toBe('paid');
});

test('a shop starts its server while old events still wait for a slow database', async () => {
  const { start, save, pix, changed, waiting } = await startShop();
  const first = await start();
  const id = await pix();
  save.mockRejectedValue(new Error('killed'));
  await first.send(changed(id, 'waiting_payment'));
  await first.work();
  let finish = () => {};
  save.mockImplementation(() => new Promise((resolve) => (finish = resolve)));
  const { send, work } = await start();
  await expect.poll(() => save.mock.calls.length).toBe(2);
  expect(await send(changed(id, 'waiting_payment'))).toBe(204);
  expect(await waiting()).toBe(2);
  save.mockResolvedValue(undefined);
  finish();
  await work();
  expect(await waiting()).toBe(0);
});

test('after a day, an event is only dropped if the gateway does not know its object', async () => {
  const { start, save, account, pix, changed, waiting, folder } = await startShop();
  const { send, work, orders } = await start();
  const id = await pix();
  save.mockRejectedValue(new Error('the database is down'));
  await send(changed(id, 'paid'));
  await send(changed(999_999, 'paid'));
  await work();
  expect(await waiting()).toBe(2);
  const old = Date.now() / 1000 - 90_000;
  for (const name of await readdir(join(folder, 'inbox'))) await utimes(join(folder, 'inbox', name), old, old);
  save.mockResolvedValue();
  await account.failNext('retrieveTransaction', { fault: 'status=401', times: 2 });
  await work();
  expect(await waiting()).toBe(2);
  await work();
  expect([await waiting(), orders.get(id)]).toEqual([0, 'waiting_payment']);
});

test('with a database that needs 20 ms, the order is up to date after `work`', async () => {
  const { start, save, account, client, pix } = await startShop();
  save.mockImplementation(() => new Promise((resolve) => setTimeout(resolve, 20)));
  const { port, work, orders } = await start();
  const body = { url: `http://127.0.0.1:${port}/hooks`, events: ['transactions'] };
  await unwrap(client.POST('/v1/webhooks', { body }));
  const id = await pix();
  await account.pay(id, { delivered: true });
  await work();
  expect(orders.get(id)).toBe('paid');
});

test('a forged event changes nothing, and stops no other event', async () => {
  const { start, account, pix, changed } = await startShop();
  const { send, work, orders } = await start();
  const id = await pix();
  expect(await send(changed(id, 'paid'))).toBe(204);
  expect(await send(changed(999_999, 'paid'))).toBe(204);
  expect(await send({ ...changed(id, 'paid'), model_id: '../../v1/customers/1' })).toBe(204);
  expect(await send(buildWebhookEvent('link.paid', { payload: { id } }))).toBe(204);
  expect(await send({ event: 'unknown', payload: {} })).toBe(204);
  for (const body of ['', 'null', '[]', '{"event":1}']) expect(await send(body), body).toBe(400);
  await work();
  expect([...orders.values()]).toEqual(['waiting_payment']);
  await account.pay(id);
  await send(changed(id, 'paid'));
  await work();
  expect([...orders]).toEqual([[id, 'paid']]);
});

test('with a secret path, other paths are 404', async () => {
  vi.stubEnv('WEBHOOK_PATH', '/hooks/5f2c');
  const { start, changed, waiting } = await startShop();
  expect(await (await start()).send(changed(1, 'paid'))).toBe(404);
  expect(await waiting()).toBe(0);
  vi.unstubAllEnvs();
});

test('an event whose work is slow does not overwrite the status of a later event', async () => {
  const { start, account, pix, changed, save } = await startShop();
  const { send, work, orders } = await start();
  const id = await pix();
  let delay = 200;
  save.mockImplementation(async () => {
    const wait = delay;
    delay = 0;
    await new Promise((resolve) => setTimeout(resolve, wait));
  });
  await send(changed(id, 'waiting_payment'));
  await expect.poll(() => save.mock.calls.length).toBeGreaterThan(0);
  await account.pay(id);
  await send(changed(id, 'paid'));
  // An old event that comes after the new one.
  await send(changed(id, 'processing'));
  await work();
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(orders.get(id)).toBe('paid');
});

test('a store that fails is a 500, so that the sender can repeat the event', async () => {
  const { start, pix, changed, folder } = await startShop();
  const { send } = await start();
  await rm(join(folder, 'inbox'), { recursive: true });
  expect(await send(changed(await pix(), 'paid'))).toBe(500);
});

test('a body that is cut off or too long does not stop the server', async () => {
  const { start, pix, changed, waiting } = await startShop();
  const { port, send, work, orders } = await start();
  const socket = connect(port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 1000\r\n\r\n{"event"');
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.destroy();
  await send(' '.repeat(20_000_000)).catch(() => {});
  expect(await waiting()).toBe(0);
  const id = await pix();
  expect(await send(changed(id, 'paid'))).toBe(204);
  await work();
  expect(orders.get(id)).toBe('waiting_payment');
});
