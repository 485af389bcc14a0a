import { expect, test } from 'vitest';
import { orderAt, requireOrders, usualOrder } from '../../src/books/index.js';

test('the order of a transaction is in metadata.order, or else in reference_key, or in a chosen field', () => {
  expect(usualOrder({ metadata: { order: 'a' }, reference_key: 'b' })).toBe('a');
  expect(usualOrder({ metadata: '{"order": 12}' })).toBe('12');
  expect(usualOrder({ metadata: 'no JSON', reference_key: 'b' })).toBe('b');
  expect(usualOrder({ metadata: null, reference_key: null })).toBeUndefined();
  expect(orderAt('metadata.shop.id')({ metadata: { shop: { id: 'c' } } })).toBe('c');
});

test('orders keep only the fields that are compared', () => {
  const given = [{ order: 'a', paid: 1, refunded: undefined, due: 2, shipped: true, note: 'gift' }];
  expect(requireOrders(given)).toEqual([{ order: 'a', paid: 1, due: 2, shipped: true }]);
});

test.each([
  ['no list', "orders: must be [{ order: 'order-1', paid: 15990 }], not string"],
  [null, /, not null$/],
  [[{}], /; order of item 1 must be a text$/],
  [[{ order: 'a' }], /; paid of item 1 must be whole centavos$/],
  [[{ order: 'a', paid: 159.9 }], /; paid of item 1 must be whole centavos$/],
  [[{ order: 'a', paid: 1, refunded: -1 }], /; refunded of item 1 must be whole centavos, 0 or more, or absent$/],
  [[{ order: 'a', paid: 1, shipped: 'yes' }], /; shipped of item 1 must be a count, true or false, or absent$/],
  [
    [
      { order: 'a', paid: 1 },
      { order: 'a', paid: 1 },
    ],
    /; item 2 repeats the order a$/,
  ],
])('orders that are %j get a message that names the first mistake', (orders, message) => {
  expect(() => requireOrders(orders)).toThrow(message);
});
