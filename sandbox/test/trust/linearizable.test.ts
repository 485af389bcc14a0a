import { expect, test } from 'vitest';
import { isLinearizable, type Model, minimalPrefix, type Operation } from './linearizable.ts';

type Input = number | 'read';

/** A number that is written and read. */
const register: Model<number, Input, number> = {
  initial: 0,
  step(value, input, output) {
    if (input !== 'read') return input;
    return output === undefined || output === value ? value : undefined;
  },
};

const write = (value: number, start: number, end: number): Operation<Input, number> => ({
  input: value,
  output: end === Number.POSITIVE_INFINITY ? undefined : value,
  start,
  end,
});
const read = (output: number, start: number, end: number): Operation<Input, number> => ({
  input: 'read',
  output,
  start,
  end,
});

test('operations at the same time may take effect in either order', () => {
  expect(isLinearizable([write(1, 0, 10), read(0, 2, 3), read(1, 4, 5)], register)).toBe(true);
  expect(isLinearizable([write(1, 0, 10), write(2, 0, 10), read(1, 11, 12)], register)).toBe(true);
});

test('a read that misses a finished write is found, and one that goes back', () => {
  expect(isLinearizable([write(1, 0, 1), read(0, 2, 3)], register)).toBe(false);
  expect(isLinearizable([write(1, 0, 10), read(1, 2, 3), read(0, 4, 5)], register)).toBe(false);
});

test('a write with an unknown outcome may take effect later, or never, but not twice', () => {
  const lost = write(1, 0, Number.POSITIVE_INFINITY);
  expect(isLinearizable([lost, read(0, 2, 3), read(1, 4, 5)], register)).toBe(true);
  expect(isLinearizable([lost, read(0, 2, 3)], register)).toBe(true);
  expect(isLinearizable([lost, read(1, 1, 2), write(2, 3, 4), read(1, 5, 6)], register)).toBe(false);
});

test('the minimal prefix ends with the operation that shows the fault', () => {
  const shown = read(0, 4, 5);
  const history = [write(1, 0, 1), read(1, 2, 3), shown, write(2, 6, 7), read(2, 8, 9)];
  expect(minimalPrefix(history, register).at(-1)).toBe(shown);
});
