/** Runs each webhook handler in TypeScript that the docs show through the same sales. `sales.long.test.ts` runs the one in PHP. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished, test } from 'vitest';
import { createGatewayClient, unwrap } from '../../../../src/index.js';
import { confirmWebhookEvent, parseWebhookEvent } from '../../../../src/webhooks/index.js';
import { some } from '../../../../test/property-runs.ts';
import { transpiled } from '../listings.ts';
import { type Shop, startShop } from './functions.ts';
import { AMOUNT, checkSales, type Handler, type Payment, REFERENCE } from './sales.ts';

const clientOf = (baseUrl: string) => createGatewayClient({ baseUrl, accessToken: 'shop' });

/** Copies the code of the guides once per gateway, and returns the exports of one file. */
function filesOfGuides() {
  let shop: Shop | undefined;
  onTestFinished(() => shop?.[Symbol.asyncDispose]());
  return async (url: string, name: string) => {
    shop ??= await startShop('TypeScript', url);
    return { shop, exported: await import(pathToFileURL(join(shop.folder, `${name}.mjs`)).href) };
  };
}

for (const file of some(['sandbox/README.md', 'sandbox/LEIAME.md'])) {
  test(`the handler of ${file} gets each sale right`, async () => {
    const readme = await readFile(file, 'utf8');
    const [, code = ''] = /^( {2}const onEvent = [\s\S]*?^ {2}\};)$/m.exec(readme) ?? [];
    await checkSales('status', (url) => {
      const orders = new Map<number, string>();
      const given = { orders, client: clientOf(url), parseWebhookEvent, confirmWebhookEvent, unwrap };
      const build = new Function(...Object.keys(given), `${transpiled(code)}\nreturn onEvent;`);
      const onEvent: Handler['onEvent'] = build(...Object.values(given));
      return { onEvent, result: ({ id }) => orders.get(id) };
    });
  });
}

test('the handler of the guide "Events and webhooks" gets each sale right', { tags: 'long' }, async () => {
  const fileOf = filesOfGuides();
  await checkSales('status', async (url) => {
    const { onEvent, orders } = (await fileOf(url, 'events')).exported;
    orders.clear();
    return { onEvent, result: ({ id }) => orders.get(id) };
  });
});

test('`stateOf` of the guide "Refunds and chargebacks" gets each sale right', async () => {
  const fileOf = filesOfGuides();
  await checkSales('state', async (url) => {
    const { shop } = await fileOf(url, 'order-state');
    const order = {
      transactions: [] as number[],
      amount: AMOUNT,
      refunded: 0,
      deadline: Date.now() + 1e9,
      state: 'open',
    };
    const look = async () => {
      order.state = String(await shop.call('stateOf', order));
    };
    return {
      onEvent: look,
      save: ({ id }: Payment) => void order.transactions.push(id),
      reconcile: look,
      result: () => order.state,
    };
  });
});

test('the careful shop of the guide "Find what breaks your shop" gets each sale right', async () => {
  const fileOf = filesOfGuides();
  await checkSales('paid', async (url) => {
    const { CarefulShop } = (await fileOf(url, 'careful-shop')).exported;
    const shop = new CarefulShop(clientOf(url));
    return {
      onEvent: (body: string) => shop.webhook(body),
      reconcile: () => shop.look(REFERENCE),
      result: () => shop.orders()[0]?.paid,
    };
  });
});
