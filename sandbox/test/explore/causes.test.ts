/** The report names the simplest cause of a problem, and all that it is about. */
import { afterAll, expect, test } from 'vitest';
import { unwrap } from '../../../src/index.js';
import { problemOf } from '../../src/explore/judge.js';
import { linesOf, Timeline } from '../../src/explore/timeline.js';
import { say } from '../../src/sentences/index.js';
import { setUpSandbox } from '../../src/testing/index.js';
import { explore, failureOf } from './shops/failure.js';
import { AMOUNT, OnlyAnswers, payOpen, Shop, scenarioOf, WithoutJob } from './shops/shop.js';

const newAccount = setUpSandbox(afterAll);
const payment = (id: string, captured: number, order: string | undefined) => {
  return { id, order, captured, subscription: undefined, refunded: 0, authorized: 0, isOpen: false };
};

/** Books the payment before it asks for it. */
class BooksFirst extends OnlyAnswers {
  override async checkout(): Promise<void> {
    this.order.paid = AMOUNT;
    await this.chargeByPix();
  }
}

test('the plan that explains a problem alone is its headline', async () => {
  const shop = { ...scenarioOf(BooksFirst), buyer: payOpen };
  const { failures } = await failureOf(
    explore(newAccount, shop, { without: ['event', 'later', 'second-click', 'assumption', 'forged'] }),
  );
  const unpaid = failures.filter(({ key }) => key === 'order-without-payment').map(({ plan }) => plan);
  expect(unpaid[0]).toBe('buyer: never acts');
  expect(unpaid.filter((plan) => /crash|outage/.test(plan))).toEqual(
    unpaid.slice(-unpaid.filter((plan) => /crash|outage/.test(plan)).length),
  );
  expect(unpaid.length).toBeGreaterThan(2);
});

/** Adds the amount of each event that says `paid`, also of a copy. */
class AddsEvents extends WithoutJob {
  override async checkout(): Promise<void> {
    await this.charge();
  }
  override async webhook(body: string): Promise<void> {
    const { payload } = JSON.parse(body);
    if (payload.status === 'paid') this.order.paid += payload.paid_amount;
  }
}

class AddsPixEvents extends AddsEvents {
  override async checkout(): Promise<void> {
    await this.chargeByPix();
  }
}

test.each([
  [AddsEvents, /^an event that came twice was booked twice: .*says R\$ 319\.80$/],
  [AddsPixEvents, /^a forged event was believed: /],
])('an event that is booked twice is no forged event that was believed: %s', async (Kind, problem) => {
  const buyer = Kind === AddsPixEvents ? { buyer: payOpen } : {};
  const only = 'before the buyer: forged events';
  const { failures } = await failureOf(explore(newAccount, { ...scenarioOf(Kind), ...buyer }, { only }));
  expect(failures[0]?.problem).toMatch(problem);
});

test('two orders with one name are called so', async () => {
  const orders = (shop: Shop) => (shop.order.status === 'paid' ? shop.orders() : [...shop.orders(), ...shop.orders()]);
  const shop = { ...scenarioOf(Shop), orders, onEvent: () => {}, reconcile: () => {} };
  const { failures } = await failureOf(explore(newAccount, shop, { only: 'createTransaction #1: reset' }));
  expect(failures[0]?.problem).toBe('two orders of the shop are called order-1');
});

test('a payment that the shop knows under another name belongs to no order, and the report advises orderOf', async () => {
  const shop = { ...scenarioOf(Shop), orders: (one: Shop) => [{ ...one.books(), order: '1' }] };
  const { failures } = await failureOf(explore(newAccount, shop));
  expect(failures[0]?.problem).toBe(
    'transaction 1001 (R$ 159.90 paid) belongs to no order of the shop; if it belongs to 1, name its order with orderOf, or --order',
  );
});

test('all payments of a sum are named', () => {
  const payments = [payment('1001', 100, 'a'), payment('1003', 200, 'a')];
  expect(problemOf(payments, [{ order: 'a', paid: 100, due: 300 }])?.text).toBe(
    'a: the gateway received R$ 3.00 (transaction 1001 and transaction 1003), but the shop says R$ 1.00',
  );
});

test('equal steps in a row, such as those of a poll, are one line', () => {
  const timeline = new Timeline();
  for (let poll = 0; poll < 60; poll++) timeline.add('GET /v1/transactions/1001', say('showed', { object: '1001' }));
  timeline.add('GET /v1/transactions/1001', say('showed', { object: '1001, paid' }));
  expect(linesOf(timeline.steps(), 'en')).toEqual([
    expect.stringMatching(/^1 {2}GET \/v1\/transactions\/1001 +showed 1001 \(60 times\)$/),
    expect.stringMatching(/^2 {2}GET \/v1\/transactions\/1001 +showed 1001, paid$/),
  ]);
});

test('somebody else pays before the answer that shows it', async () => {
  const seen = new Map<Shop, number>();
  const flow = async (shop: Shop) => {
    await shop.checkout();
    seen.set(shop, (await unwrap(shop.client.GET('/v1/transactions'))).total ?? 0);
  };
  const check = ({ shop }: { readonly shop: Shop }) => {
    if (seen.get(shop) !== 1) throw new Error('two payments');
  };
  const only = 'listTransactions #1: somebody else pays before';
  const { failures } = await failureOf(explore(newAccount, { ...scenarioOf(Shop), flow, check }, { only }));
  const lines = failures[0]?.timeline.map((line) => line.replace(/^ *\d+ +/, '')) ?? [];
  const [paid, answer] = [/^somebody else pays/, /^GET .*2 of 2$/].map((line) =>
    lines.findIndex((one) => line.test(one)),
  );
  expect([paid, answer], lines.join('\n')).toEqual([1, 2]);
});
