import { test } from 'vitest';
import { startShop } from './functions.ts';
import { AMOUNT, checkSales } from './sales.ts';

test('the webhook handler in PHP gets each sale right', { tags: 'phpSqlite' }, async () => {
  await checkSales('state', async (url) => {
    const shop = await startShop('PHP', url);
    await shop.call('createTables');
    await shop.call('saveOrder', 'order-1', AMOUNT, Math.round(Date.now() / 1000) + 864_000);
    return {
      onEvent: (body) => shop.call('onEvent', body),
      save: ({ id }) => shop.call('savePayment', id, 'order-1'),
      reconcile: () => shop.call('updateOrder', 'order-1'),
      result: async () => {
        const [[state] = []] = await shop.query("SELECT state FROM orders WHERE id = 'order-1'");
        await shop[Symbol.asyncDispose]();
        return state;
      },
    };
  });
});
