import { describe, expect, test } from 'vitest';
import { canTransition, isDeclined, isFinal, vocabularies } from '../src/index.js';

test('a refused transaction is declined, no other is', () => {
  const declined = vocabularies.TransactionStatus.filter((status) => isDeclined({ status }));
  expect(declined).toEqual(['refused']);
  expect(isDeclined({})).toBe(false);
});

describe('isFinal', () => {
  test('returns true for final statuses', () => {
    const final = vocabularies.TransactionStatus.filter((status) => isFinal(status));
    expect(final).toEqual(['refused', 'refunded', 'canceled']);
    expect(isFinal('paid')).toBe(false);
    expect(isFinal('ended', 'SubscriptionStatus')).toBe(true);
    expect(isFinal('active', 'PaymentLinkStatus')).toBe(false);
  });

  test.each(['chargedback', 'analyzing', 'pending_review'] as const)('knows %s, which is not final', (status) => {
    expect(vocabularies.TransactionStatus).toContain(status);
    expect(isFinal(status)).toBe(false);
  });

  test.each(['in_dispute', 'toString', ''])('does not know %j', (status) => {
    expect(isFinal(status)).toBeUndefined();
  });
});

describe('canTransition', () => {
  test('knows the statuses that can follow', () => {
    expect(canTransition('processing', 'paid')).toBe(true);
    expect(canTransition('paid', 'processing')).toBe(false);
    expect(canTransition('refused', 'paid')).toBe(false);
    expect(canTransition('trialing', 'paid', 'SubscriptionStatus')).toBe(true);
  });

  test('does not know values that are not in the contract', () => {
    expect(canTransition('processing', 'in_dispute')).toBeUndefined();
    expect(canTransition('in_dispute', 'paid')).toBeUndefined();
  });
});
