/** Orders that take several payments, and payments that several orders or refunds share. */
import { afterAll, expect, test } from 'vitest';
import { runs } from '../../../test/property-runs.ts';
import { setUpSandbox } from '../../src/testing/index.js';
import { RefundsSecond } from './shops/careful.js';
import { TakesItemBack } from './shops/careful-jobs.js';
import { HalfGoesBack, OrderPerSubmit } from './shops/charges.js';
import { explore, failureOf } from './shops/failure.js';
import { ChecksCard } from './shops/refunds.js';
import { AMOUNT, Shop, scenarioOf } from './shops/shop.js';

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

test('a price that nobody charges after a check of the card is a lost sale', async () => {
  const { tried } = await explore(newAccount, scenarioOf(ChecksCard), { only: 'createTransaction #2: 503' });
  expect(tried).toMatchObject([{ outcome: 'lost sale' }]);
});

test('a second order of a buyer who buys again is no problem', async () => {
  const { failures } = await explore(newAccount, scenarioOf(OrderPerSubmit), { only: 'flow: second click after' });
  expect(failures).toEqual([]);
});

/** Ships in its job, also after the back office has given a part back. */
class ShipsRefunded extends Shop {
  override orders() {
    return [{ ...this.books(), due: AMOUNT, shipped: this.order.shipments }];
  }
  override async reconcile(): Promise<void> {
    await super.reconcile();
    if (this.order.paid > 0 && this.order.paid < AMOUNT) this.order.shipments = 1;
  }
}

/** Refunds a part in its repair job. The gateway sends no event about it. */
class RefundsPart extends Shop {
  override async reconcile(): Promise<void> {
    await super.reconcile();
    const id = this.beginRefund();
    if (id !== undefined) await this.refund(id).catch(() => {});
  }
}

test('the repair job runs again after a change without an event', async () => {
  const only = 'repair job: refundTransaction #1: reset after commit';
  expect(await explore(newAccount, scenarioOf(RefundsPart), { only })).toMatchObject({ failures: [] });
});

test('an order whose buyer sent a shipped item back was shipped for its price', { tags: 'long' }, async () => {
  const shop = scenarioOf(TakesItemBack);
  const only = { without: ['assumption', 'later'] } as const;
  expect(await explore(newAccount, shop, { ...only, maxRuns: runs(80) })).toMatchObject({ failures: [] });
  // A refund that nobody wanted is no part of the price.
  const { failures } = await failureOf(
    explore(newAccount, scenarioOf(ShipsRefunded), { only: 'later: partial refund' }),
  );
  expect(failures[0]?.problem).toBe('order-1 was shipped for R$ 158.90, but it costs R$ 159.90');
});
