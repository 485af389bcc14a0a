/** Orders that take several payments. */
import { afterAll, expect, test } from 'vitest';
import { explore, setUpSandbox } from '../../src/testing/index.js';
import { RefundsSecond } from './shops/careful.js';
import { HalfGoesBack } from './shops/charges.js';
import { failureOf } from './shops/failure.js';
import { type Shop, scenarioOf } from './shops/shop.js';

const newAccount = setUpSandbox(afterAll);
const halves = scenarioOf(HalfGoesBack);

test('asks for the price if the books count two payments of one order', async () => {
  const { message } = await failureOf(explore(newAccount, { ...halves, orders: (shop) => [shop.books()] }));
  expect(message).toContain('order-1 was charged twice');
  expect(message).toContain('if an order takes several payments, report its price as due');
});

test('asks for the order of each payment if a shop without orders sells twice', async () => {
  const { orders: _, ...without } = halves;
  const { message } = await failureOf(explore(newAccount, without));
  expect(message).toContain('if these are two sales, name the order of each payment with orderOf');
});

test('a price whose first part goes back after a refused second one is a lost sale', async () => {
  const { tried } = await explore(newAccount, halves, { only: 'createTransaction #2: 429' });
  expect(tried).toMatchObject([{ outcome: 'lost sale' }]);
});

test.each([{}, { due: 15_990 }])('accepts a shop that gives a second payment back, with %o', async (more) => {
  const shop = { ...scenarioOf(RefundsSecond), orders: (one: Shop) => [{ ...one.books(), ...more }] };
  const { tried } = await explore(newAccount, shop, { only: 'createTransaction #1: reset after commit' });
  expect(tried).toMatchObject([{ outcome: 'held' }]);
});
