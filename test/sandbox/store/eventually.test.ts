import { expect, test } from 'vitest';
import { type Eventually, follow } from '../../../src/sandbox/store/index.js';

const double = (value: number): Eventually<number> => 2 * value;

test('goes on at once with a value, and later with a promise', async () => {
  expect(follow(3, double)).toBe(6);
  expect(follow(undefined, (value) => value ?? 'nothing')).toBe('nothing');
  await expect(follow(Promise.resolve(3), double)).resolves.toBe(6);
});

test('a failure of a promise, or after it, rejects', async () => {
  const fail = (): never => {
    throw new Error('after it');
  };
  await expect(follow(Promise.reject<number>(new Error('of it')), double)).rejects.toThrow('of it');
  await expect(follow(Promise.resolve(3), fail)).rejects.toThrow('after it');
});

test('waits for a promise that is no instance of the global Promise', async () => {
  const later = (async () => 3)();
  const original = globalThis.Promise;
  globalThis.Promise = class<Value> extends original<Value> {} as PromiseConstructor;
  const isInstance = later instanceof Promise;
  const followed = follow(later, double);
  globalThis.Promise = original;
  expect(isInstance).toBe(false);
  expect(await followed).toBe(6);
});
