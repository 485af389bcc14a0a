import { expect } from 'vitest';
import { isKept, kindName, statusesAfter } from '../../src/rules/kinds.js';
import { notFound, wrongState } from '../../src/rules/refusals.js';
import { test } from './gateway.ts';

test.each([
  ['links', 4711, 'There is no payment link 4711'],
  ['bank_accounts', 'x'.repeat(100), `There is no bank account ${'x'.repeat(40)}`],
  ['plans', {}, 'There is no plan of such an id'],
])('unknown-id: the error for an unknown object of %s names its kind and the id', (kind, id, message) => {
  expect(notFound(kind, id)).toMatchObject({ status: 404, errors: [message] });
});

test.each([
  [[], 'this status is final'],
  [['a'], 'to leave, it must be a'],
  [['a', 'b', 'c'], 'to leave, it must be a, b or c'],
])('wrong-state: the error for the allowed states %j', (legal, message) => {
  const object = { kind: 'bank_accounts', id: 5, value: { status: 'x' }, hidden: {}, groups: [], keys: [] };
  expect(wrongState(object, 'leave', legal)).toMatchObject({
    status: 422,
    errors: [`status: bank account 5 is x; ${message}`],
  });
});

test('a kind is named in words, and an unknown kind by its key', () => {
  expect(['transactions', 'links', 'bank_accounts', 'others'].map(kindName)).toEqual([
    'transaction',
    'payment link',
    'bank account',
    'others',
  ]);
  expect(['Plan', 'toString', 'TransactionHistoryEntry'].map(isKept)).toEqual([true, false, false]);
});

test('statuses follow from the contract, but not for an unknown status or kind', () => {
  expect(statusesAfter('bank_accounts', 'active')).toEqual(['inactive']);
  expect(statusesAfter('subscriptions', 'unpaid')).toContain('canceled');
  const unknown = ['x', 'toString', '__proto__', undefined, 5];
  expect(unknown.flatMap((status) => statusesAfter('links', status))).toEqual([]);
  expect(statusesAfter('plans', 'active')).toEqual([]);
});

test('list-envelope: a parameter that is sent twice counts once', async ({ gateway }) => {
  for (let n = 0; n < 3; n++) await gateway.call('createPlan', { body: { name: 'plan' } });
  const query = { page: ['2', '1'], per_page: ['2'] } as never;
  expect(await gateway.call('listPlans', { query })).toMatchObject({
    current_page: 2,
    last_page: 2,
    data: [{ id: 1001 }],
  });
});
