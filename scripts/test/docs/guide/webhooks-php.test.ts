import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { buildWebhookEvent } from '../../../../src/webhooks/index.js';
import { freePort } from '../../../../test/free-port.ts';
import { programPath } from '../../../../test/programs.ts';
import { startShop } from './functions.ts';
import { startLossyGateway } from './lossy-gateway.ts';

// Runs hooks.php of the guide "Events and webhooks" as a shop with a SQLite file. Each call is a process, as on a web server.

const AMOUNT = 15990;

async function open() {
  const gateway = await startLossyGateway();
  const shop = await startShop('PHP', gateway.url);
  await shop.call('createTables');
  const pix = async (order: string) => {
    const body = JSON.stringify({ amount: AMOUNT, payment_method: 'pix' });
    const headers = { authorization: 'Bearer shop', 'content-type': 'application/json' };
    const created = await fetch(`${gateway.sandbox.url}/v1/transactions`, { method: 'POST', headers, body });
    const { id } = (await created.json()) as { id: number };
    await shop.call('savePayment', id, order);
    return id;
  };
  const ordered = async (order = 'order-1', days = 10) => {
    await shop.call('saveOrder', order, AMOUNT, Math.round(Date.now() / 1000) + days * 86_400);
    return pix(order);
  };
  const event = (id: number, status: string) =>
    JSON.stringify(buildWebhookEvent('transaction.status_changed', { payload: { id, status } }));
  return {
    ...{ gateway, shop, sandbox: gateway.sandbox, pix, ordered, event },
    onEvent: (id: number, status = 'paid') => shop.call('onEvent', event(id, status)),
    update: (order = 'order-1') => shop.call('updateOrder', order),
    shipments: async () => (await shop.query('SELECT order_id FROM shipments')).map(([order]) => order),
    state: async (order = 'order-1') => (await shop.query(`SELECT state FROM orders WHERE id = '${order}'`))[0]?.[0],
    async [Symbol.asyncDispose]() {
      await shop[Symbol.asyncDispose]();
      await gateway[Symbol.asyncDispose]();
    },
  };
}

describe('the webhook handler in PHP', { tags: 'phpSqlite' }, () => {
  test('ships a paid order once, however many copies of its event arrive at the same time', async () => {
    await using shop = await open();
    const id = await shop.ordered();
    await shop.sandbox.pay(id);
    shop.gateway.delayResponse = () => 100;
    expect(await Promise.all([1, 2, 3].map(() => shop.onEvent(id)))).toEqual([204, 204, 204]);
    expect(await shop.onEvent(id)).toBe(204);
    expect([await shop.state(), await shop.shipments()]).toEqual(['paid', ['order-1']]);
  });

  test('keeps the newest state if an older look at the payment answers late', async () => {
    await using shop = await open();
    const id = await shop.ordered();
    await shop.sandbox.pay(id);
    let isCarriedOut = false;
    shop.gateway.delayResponse = (_request, count) => {
      isCarriedOut = true;
      return count === 1 ? 300 : 0;
    };
    const first = shop.onEvent(id);
    await expect.poll(() => isCarriedOut).toBe(true);
    await shop.sandbox.chargeback(id);
    expect(await Promise.all([first, shop.onEvent(id, 'chargedback')])).toEqual([204, 204]);
    expect(await shop.state()).toBe('disputed');
  });

  test('believes nothing but the id: a forged event and a foreign id change nothing', async () => {
    await using shop = await open();
    const id = await shop.ordered();
    expect(await shop.onEvent(id)).toBe(204);
    expect(await shop.onEvent(999_999)).toBe(204);
    for (const body of ['', 'null', '[]', '{"event":1}']) expect(await shop.shop.call('onEvent', body), body).toBe(400);
    for (const body of ['{"event":"transaction.created"}', '{"event":"link.paid","model_id":"1001"}'])
      expect(await shop.shop.call('onEvent', body), body).toBe(204);
    expect([await shop.state(), await shop.shipments()]).toEqual(['open', []]);
  });

  test('loses nothing if a response is lost, or the event comes before the payment is saved', async () => {
    await using shop = await open();
    const id = await shop.ordered();
    await shop.sandbox.pay(id);
    shop.gateway.lose = (_request, count) => count === 1;
    await expect(shop.onEvent(id)).rejects.toThrow();
    expect(await shop.state()).toBe('open');
    await shop.shop.call('updateOrders');
    expect([await shop.state(), await shop.shipments()]).toEqual(['paid', ['order-1']]);
  });

  test('ends an order at its deadline, and gives a late payment to a person', async () => {
    await using shop = await open();
    await shop.sandbox.assume({ 'pix-flow': 'paid-after-cancel' });
    const id = await shop.ordered('order-1', -1);
    await shop.shop.call('updateOrders');
    expect(await shop.state()).toBe('expired');
    await shop.sandbox.expire(id);
    await shop.sandbox.pay(id);
    await shop.shop.call('updateOrders');
    expect([await shop.state(), await shop.shipments()]).toEqual(['paid late', []]);
  });

  test('an order with two payments is paid by either, and a failed look at one order does not stop the others', async () => {
    await using shop = await open();
    const first = await shop.ordered();
    const second = await shop.pix('order-1');
    const other = await shop.ordered('order-2');
    await shop.sandbox.expire(first);
    await shop.sandbox.pay(second);
    await shop.sandbox.pay(other);
    shop.gateway.lose = (_request, count) => count === 1;
    await shop.shop.call('updateOrders');
    expect([await shop.state(), await shop.state('order-2')]).toEqual(['open', 'paid']);
    expect(await shop.update()).toBe('paid');
  });

  test('answers over HTTP, one process per event', async () => {
    await using shop = await open();
    const id = await shop.ordered();
    await shop.sandbox.pay(id);
    const port = await freePort();
    const server = spawn(programPath('php'), ['-S', `127.0.0.1:${port}`, `${shop.shop.folder}/hooks.php`], {
      stdio: 'ignore',
      env: { ...process.env, PAYMENT_GATEWAY_TOKEN: 'shop' },
    });
    try {
      const send = (body: string) =>
        fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body }).then(
          ({ status }) => status,
          () => 0,
        );
      await expect.poll(() => send(shop.event(id, 'paid'))).toBe(204);
      expect(await send('oops')).toBe(400);
      shop.gateway.lose = () => true;
      expect(await send(shop.event(id, 'paid'))).toBe(500);
      expect(await shop.state()).toBe('paid');
    } finally {
      await ended(server);
    }
  });
});

async function ended(server: ChildProcess): Promise<void> {
  const exit = once(server, 'exit');
  server.kill();
  await exit;
}
