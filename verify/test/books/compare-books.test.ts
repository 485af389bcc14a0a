import { describe, expect, test } from 'vitest';
import { type Assumed, parameters } from '../../../core/src/values.js';
import { startSandbox } from '../../../sandbox/src/index.js';
import { some } from '../../../test/property-runs.ts';
import { compareBooks, orderAt } from '../../src/books.js';
import { clientOf, createDifferences, DAY, NOW, pay, startGateway } from './shop.ts';

const kindsOf = (differences: readonly { kind: string; order: string | undefined }[]) =>
  differences.map(({ kind, order }) => [kind, order]);

/** The most payments of a page of the variant that ignores `per_page`. */
const { items: FEW } = parameters['list-envelope'];
const AT_ONCE = { now: NOW, rate: Number.POSITIVE_INFINITY };
const LATER = { ...AT_ONCE, now: Date.parse('2025-04-10T12:00:00Z') };

describe('compareBooks', () => {
  test('finds each kind of difference, and only reads [S101]', async () => {
    await using sandbox = await startGateway();
    const orders = await createDifferences(sandbox);
    const before = sandbox.requests.length;

    const result = await compareBooks(clientOf(sandbox), orders, AT_ONCE);

    expect(kindsOf(result.differences)).toEqual([
      ['charged-twice', 'twice'],
      ['payment-without-order', 'lost'],
      ['order-without-payment', 'unpaid'],
      ['other-amount', 'cheaper'],
      ['refund', 'refunded'],
    ]);
    expect(result).toMatchObject({ orders: 5, payments: 6, open: [], undecided: [] });
    expect(result.assumptions).toContain('refund-rules');
    expect(new Set(sandbox.requests.slice(before).map(({ method }) => method))).toEqual(new Set(['GET']));
  });

  test('calls a difference open if the payment is young or its money is on its way', async () => {
    await using sandbox = await startGateway();
    const created = await pay(sandbox, 'a');
    const young = { ...AT_ONCE, now: Date.parse(`${DAY}T12:10:00Z`) };
    const first = await compareBooks(clientOf(sandbox), [{ order: 'a', paid: 900 }], young);
    expect([kindsOf(first.differences), kindsOf(first.open)]).toEqual([[], [['other-amount', 'a']]]);
    await sandbox.refund(created);

    const orders = [{ order: 'a', paid: 1000 }];
    const later = await compareBooks(clientOf(sandbox), orders, AT_ONCE);

    expect([kindsOf(later.differences), kindsOf(later.open)]).toEqual([[], [['refund', 'a']]]);
  });

  test('finds an order that was charged twice a moment ago', async () => {
    await using sandbox = await startSandbox({ port: 0, log: 'silent' });
    for (const order of ['twice', 'twice']) await pay(sandbox, order);
    const { differences } = await compareBooks(clientOf(sandbox), [{ order: 'twice', paid: 1000 }]);
    expect(kindsOf(differences)).toEqual([['charged-twice', 'twice']]);
  });

  test('needs an order only for payments of the days since and until, and counts others for the orders given', async () => {
    await using sandbox = await startGateway();
    await pay(sandbox, 'of nobody');
    await pay(sandbox, 'a');
    const orders = [{ order: 'a', paid: 900 }];

    const onTheDay = await compareBooks(clientOf(sandbox), orders, { ...AT_ONCE, since: DAY, until: DAY });
    const later = await compareBooks(clientOf(sandbox), orders, { ...AT_ONCE, since: '2025-02-01' });
    const earlier = await compareBooks(clientOf(sandbox), orders, { ...AT_ONCE, until: '2025-01-09' });

    const ofOrder = ['other-amount', 'a'];
    expect(kindsOf(onTheDay.differences)).toEqual([['payment-without-order', 'of nobody'], ofOrder]);
    expect([later, earlier].map(({ differences }) => kindsOf(differences))).toEqual([[ofOrder], [ofOrder]]);
  });

  test('finds the refund of a payment from before since, if its order is in the list', async () => {
    await using sandbox = await startGateway({ 'list-envelope': 'few-per-page' });
    const old = await pay(sandbox, 'old');
    await sandbox.refund(await pay(sandbox, 'not in the list'));
    await sandbox.clock.advance({ days: 60 });
    const orders = Array.from({ length: FEW }, (_, index) => ({ order: `order-${index}`, paid: 1000 }));
    for (const { order } of orders) await pay(sandbox, order);
    await sandbox.refund(old, { amount: 400 });
    await sandbox.clock.advance({ days: 1 });

    const all = [...orders, { order: 'old', paid: 1000, refunded: 0 }];
    const { differences, payments } = await compareBooks(clientOf(sandbox), all, { ...LATER, since: '2025-03-01' });

    expect(payments).toBe(FEW + 1);
    expect(kindsOf(differences)).toEqual([['refund', 'old']]);
    expect(differences).toMatchObject([{ shop: 1000, gateway: 600, payments: [{ id: String(old), refunded: 400 }] }]);
  });

  test.each<[string, Assumed]>(
    some([
      ['reads on if an order lacks payments', { 'list-envelope': 'few-per-page' }],
      [
        'does not stop early if the oldest come first',
        { 'list-envelope': 'few-per-page', 'list-order': 'oldest-first' },
      ],
      ['reads pages without a total', { 'list-envelope': 'no-total' }],
    ]),
  )('%s', async (_, assume) => {
    await using sandbox = await startGateway(assume);
    for (let count = 0; count < FEW; count++) {
      await pay(sandbox, 'old', 90);
      await sandbox.clock.advance({ hours: 1 });
    }
    await sandbox.clock.advance({ days: 60 });
    await pay(sandbox, 'of nobody');
    const orders = [{ order: 'old', paid: FEW * 90, due: FEW * 90 }];

    const { differences } = await compareBooks(clientOf(sandbox), orders, { ...LATER, since: '2025-03-01' });

    expect(kindsOf(differences)).toEqual([['payment-without-order', 'of nobody']]);
  });

  test('stops at old payments, unless more payments can explain a difference', async () => {
    await using sandbox = await startGateway({ 'list-envelope': 'few-per-page' });
    await pay(sandbox, 'a', 400);
    for (let count = 0; count < FEW; count++) await pay(sandbox, 'of nobody');
    await pay(sandbox, 'a', 600);
    const requestsOf = async (orders: { order: string; paid: number; due: number }[]) => {
      const before = sandbox.requests.length;
      const { differences } = await compareBooks(clientOf(sandbox), orders, { ...LATER, since: '2025-04-01' });
      expect(differences).toEqual([]);
      return sandbox.requests.length - before;
    };

    expect(await requestsOf([{ order: 'a', paid: 600, due: 600 }])).toBe(1);
    expect(await requestsOf([{ order: 'a', paid: 1000, due: 1000 }])).toBe(2);
  });

  test('misses nothing if a payment arrives while it reads', async () => {
    await using sandbox = await startGateway({ 'list-envelope': 'few-per-page' });
    for (let count = 0; count < FEW; count++) await pay(sandbox, `order-${count}`);
    const client = clientOf(sandbox, async (request) => {
      if (request.url.includes('page=2')) await pay(sandbox, 'new');
      return fetch(request);
    });
    await pay(sandbox, 'first page');

    const { differences, payments } = await compareBooks(client, [], AT_ONCE);

    expect(payments).toBe(FEW + 1);
    expect(differences).toHaveLength(FEW + 1);
  });

  test('reads a payment again before it reports it', async () => {
    await using sandbox = await startGateway();
    const id = await pay(sandbox, 'a');
    const client = clientOf(sandbox, async (request) => {
      if (request.url.endsWith(`/${id}`)) await sandbox.refund(id, { amount: 400 });
      return fetch(request);
    });

    const { differences } = await compareBooks(client, [{ order: 'a', paid: 600 }], AT_ONCE);

    expect(differences).toEqual([]);
  });

  test('throws if no payment names an order, or an option is wrong', async () => {
    await using sandbox = await startGateway();
    await pay(sandbox, 'a');
    for (const [options, message] of [
      [{ orderOf: orderAt('metadata.number') }, /^transactions: none of 1 names an order in/],
      [{ since: '10/01/2025' }, 'since: must be a day as YYYY-MM-DD'],
      [{ since: '2025-01-02', until: '2025-01-01' }, 'until: must not be before since'],
      [{ rate: 0 }, 'rate: must be a number above 0'],
    ] as const)
      await expect(
        compareBooks(clientOf(sandbox), [{ order: 'a', paid: 1000 }], { ...AT_ONCE, ...options }),
      ).rejects.toThrow(message);
  });
});
