import { describe, expect, test } from 'vitest';
import { compareBooks, type Payment, sentenceOf } from '../../src/books/index.js';

const payment = (id: string, given: Partial<Payment> = {}): Payment => ({
  ...{ id, order: 'a', subscription: undefined, captured: 1000, refunded: 0, authorized: 0, isOpen: false },
  ...given,
});

const kindsOf = (payments: Payment[], paid: number, given = {}) => {
  const { differences, open } = compareBooks(payments, [{ order: 'a', paid, ...given }]);
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

  test('are open, not different, while money that can explain it is on its way', () => {
    const open = payment('2', { captured: 0, isOpen: true });
    expect(kindsOf([open], 1000)).toEqual([[], ['order-without-payment']]);
    expect(kindsOf([payment('1', { isOpen: true })], 0)).toEqual([[], ['other-amount']]);
    expect(kindsOf([payment('1'), payment('2', { isOpen: true })], 1000)).toEqual([[], ['charged-twice']]);
    expect(kindsOf([payment('1'), payment('2'), open], 1000)).toEqual([['charged-twice'], []]);
    expect(kindsOf([payment('1'), open], 1000)).toEqual([[], []]);
  });

  test('are reported in the order of the kinds, each with its payments and both amounts', () => {
    const payments = [payment('1', { refunded: 1000 }), payment('2', { order: 'b' }), payment('3', { order: 'b' })];
    const { differences } = compareBooks(payments, [
      { order: 'a', paid: 1000 },
      { order: 'b', paid: 1000 },
    ]);
    expect(differences.map(sentenceOf)).toEqual([
      'b: transaction 2 (R$ 10.00 captured) and transaction 3 (R$ 10.00 captured); the shop says R$ 10.00',
      'a: the shop says R$ 10.00, but the gateway received R$ 0.00: transaction 1 (R$ 10.00 captured, R$ 10.00 gone back)',
    ]);
  });
});
