import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/property-runs.ts';
import { compareOrders, type Payment, sentenceOf } from '../../src/books/index.js';

const payment = (id: string, given: Partial<Payment> = {}): Payment => ({
  ...{ id, order: 'a', subscription: undefined, captured: 1000, refunded: 0, authorized: 0, isOpen: false },
  ...given,
});

const kindsOf = (payments: Payment[], paid: number, given = {}) => {
  const { differences, open } = compareOrders(payments, [{ order: 'a', paid, ...given }]);
  return [differences.map(({ kind }) => kind), open.map(({ kind }) => kind)];
};

describe('the books of a shop and of its gateway', () => {
  test('agree if the amounts of each order are equal, also after a refund', () => {
    expect(kindsOf([payment('1')], 1000)).toEqual([[], []]);
    expect(kindsOf([payment('1', { refunded: 300 })], 700, { refunded: 300 })).toEqual([[], []]);
    expect(kindsOf([payment('1', { refunded: 1000 }), payment('2')], 1000)).toEqual([[], []]);
    expect(kindsOf([], 0)).toEqual([[], []]);
  });

  test.each([
    ['charged-twice', [payment('1'), payment('2')], 1000, {}],
    ['charged-twice', [payment('1'), payment('2', { captured: 0, authorized: 1000 })], 1000, {}],
    ['charged-twice', [payment('1'), payment('2')], 2000, { due: 1000 }],
    ['order-without-payment', [], 1000, {}],
    ['order-without-payment', [payment('1', { captured: 0 })], 1000, {}],
    ['payment-without-order', [payment('1'), payment('2', { order: 'b' })], 1000, {}],
    ['payment-without-order', [payment('1'), payment('2', { order: undefined })], 1000, {}],
    ['other-amount', [payment('1')], 900, {}],
    ['other-amount', [payment('1')], 0, {}],
    ['refund', [payment('1', { refunded: 1000 })], 1000, {}],
    ['refund', [payment('1')], 700, { refunded: 300 }],
  ] as const)('have the difference %s (case %#)', (kind, payments, paid, given) => {
    expect(kindsOf([...payments], paid, given)).toEqual([[kind], []]);
  });

  test('take two parts of the price, and the renewals of a subscription, as one charge', () => {
    const parts = [payment('1', { captured: 400 }), payment('2', { captured: 600 })];
    expect(kindsOf(parts, 1000, { due: 1000 })).toEqual([[], []]);
    const renewals = [payment('1', { subscription: '7' }), payment('2', { subscription: '7' })];
    expect(kindsOf(renewals, 2000)).toEqual([[], []]);
  });

  test('wait for the last part of a price, and compare the amounts until then', () => {
    const parts = [payment('1', { captured: 400 }), payment('2', { captured: 200 })];
    const last = payment('3', { captured: 0, isOpen: true });
    expect(kindsOf([...parts, last], 1000, { due: 1000 })).toEqual([[], ['other-amount']]);
    expect(kindsOf(parts, 600, { due: 1000 })).toEqual([[], []]);
    expect(kindsOf(parts, 1000, { due: 1000 })).toEqual([['other-amount'], []]);
  });

  const amount = fc.integer({ min: 1, max: 100_000 });
  /** A captured amount, and how much of it went back. */
  const refundable = amount.chain((captured) => fc.tuple(fc.constant(captured), fc.nat({ max: captured })));

  test('property: parts of a price are never charged twice, with any refunds, and refunds are seen', () => {
    const parts = fc.array(refundable, { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(parts, (all) => {
        const payments = all.map(([captured, refunded], index) => payment(`${index}`, { captured, refunded }));
        const due = all.reduce((total, [captured]) => total + captured, 0);
        const refunded = all.reduce((total, [, gone]) => total + gone, 0);

        expect(kindsOf(payments, due - refunded, { due, refunded })).toEqual([[], []]);
        expect(kindsOf(payments, due - refunded, { due })).toEqual([[], []]);
        expect(kindsOf(payments, due, { due, refunded: 0 })).toEqual([refunded > 0 ? ['refund'] : [], []]);
      }),
      { numRuns: runs(200) },
    );
  });

  test('property: two payments of the price are charged twice until one has gone back, also if the shop knows both', () => {
    fc.assert(
      fc.property(refundable, ([due, refunded]) => {
        const payments = [payment('1', { captured: due }), payment('2', { captured: due, refunded })];
        const kinds = refunded < due ? ['charged-twice'] : [];

        expect(kindsOf(payments, 2 * due - refunded, { due, refunded })).toEqual([kinds, []]);
        expect(kindsOf(payments, due, { due })).toEqual([kinds, []]);
      }),
      { numRuns: runs(200) },
    );
  });

  test('are open, not different, while money that can explain it is on its way', () => {
    const open = payment('2', { captured: 0, isOpen: true });
    expect(kindsOf([open], 1000)).toEqual([[], ['order-without-payment']]);
    expect(kindsOf([payment('1', { isOpen: true })], 0)).toEqual([[], ['other-amount']]);
    const authorized = payment('2', { captured: 0, authorized: 1000, isOpen: true });
    expect(kindsOf([payment('1'), authorized], 1000)).toEqual([[], ['charged-twice']]);
    const parts = [payment('1', { captured: 400 }), payment('3', { captured: 600 }), authorized];
    expect(kindsOf(parts, 1000, { due: 1000 })).toEqual([[], ['charged-twice']]);
    expect(kindsOf([payment('1'), payment('2'), open], 1000)).toEqual([['charged-twice'], []]);
    expect(kindsOf([payment('1'), open], 1000)).toEqual([[], []]);
  });

  test('are charged twice at once, however young the payments are', () => {
    const young = [payment('1', { isOpen: true }), payment('2', { isOpen: true })];
    expect(kindsOf(young, 1000)).toEqual([['charged-twice'], []]);
    expect(kindsOf(young, 2000, { due: 2000 })).toEqual([[], []]);
  });

  test('call an amount that cannot be read so', () => {
    const unreadable = payment('1', { captured: 0, isUnreadable: true, isOpen: true });
    const sentences = (payments: Payment[]) =>
      compareOrders(payments, [{ order: 'a', paid: 900 }]).open.map(sentenceOf);
    expect(sentences([unreadable])).toEqual([
      'a: the shop says R$ 9.00, but the gateway received an amount that cannot be read: transaction 1 (its amount cannot be read)',
    ]);
    expect(sentences([unreadable, payment('2')])).toEqual([
      'a: the shop says R$ 9.00, but the gateway received R$ 10.00 and an amount that cannot be read: transaction 1 (its amount cannot be read) and transaction 2 (R$ 10.00 captured)',
    ]);
  });

  test('are reported in the order of the kinds, each with its payments and both amounts', () => {
    const payments = [payment('1', { refunded: 1000 }), payment('2', { order: 'b' }), payment('3', { order: 'b' })];
    const { differences } = compareOrders(payments, [
      { order: 'a', paid: 1000 },
      { order: 'b', paid: 1000 },
    ]);
    expect(differences.map(sentenceOf)).toEqual([
      'b: transaction 2 (R$ 10.00 captured) and transaction 3 (R$ 10.00 captured); the shop says R$ 10.00',
      'a: the shop says R$ 10.00, but the gateway received R$ 0.00: transaction 1 (R$ 10.00 captured, R$ 10.00 gone back)',
    ]);
  });
});
