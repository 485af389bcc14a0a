import { expect, test } from 'vitest';
import { memoize } from '../../src/contract/memoize.ts';

test('a result is computed once for each object', () => {
  const computed: object[] = [];
  const copyOf = memoize((key: object) => {
    computed.push(key);
    return { key };
  });
  const [one, other] = [{}, {}];
  expect(copyOf(one)).toBe(copyOf(one));
  expect(copyOf(other)).toEqual({ key: other });
  expect(computed).toEqual([one, other]);
});

test('an error is not kept', () => {
  let calls = 0;
  const fails = memoize((_: object) => {
    calls++;
    throw new Error('not now');
  });
  const key = {};
  expect(() => fails(key)).toThrow();
  expect(() => fails(key)).toThrow();
  expect(calls).toBe(2);
});
