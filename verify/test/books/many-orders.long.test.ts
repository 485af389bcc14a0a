import { expect, test } from 'vitest';
import { compareBooks } from '../../src/books.js';
import { listed, manyListed, ordersOf, startList } from './list-server.ts';
import { clientOf } from './shop.ts';

/** After all payments. */
const NOW = Date.parse('2040-01-01T00:00:00Z');

test('100,000 orders are compared page by page, and few doubts cost few requests', async () => {
  const count = 100_000;
  await using list = await startList(manyListed(count));
  list.transactions[50_000] = listed(count - 50_000, { paid_amount: 400 });
  const started = performance.now();

  const result = await compareBooks(clientOf(list), ordersOf(count), { rate: Number.POSITIVE_INFINITY, now: NOW });

  console.log(`${((performance.now() - started) / 1000).toFixed(1)} s`);
  expect(result).toMatchObject({ orders: count, payments: count, open: [], undecided: [] });
  expect(result.differences.map(({ order }) => order)).toEqual([`order-${count - 50_000}`]);
  expect(list.asked).toHaveLength(count / 100 + 1);
});
