import { expect, test } from 'vitest';
import { type Clock, movedTo, readClock, realTimeOf } from '../../src/state/clock.js';

const SYSTEM: Clock = { kind: 'system', offset: 500 };
const FROZEN: Clock = { kind: 'frozen', at: 2000 };

test('a clock shows the time of the system plus its offset, or its frozen time', () => {
  expect([readClock(SYSTEM, 1000), readClock(FROZEN, 1000)]).toEqual([1500, 2000]);
});

test('a clock moves only to a later time', () => {
  expect(movedTo(SYSTEM, 1501, 1000)).toEqual({ kind: 'system', offset: 501 });
  expect(movedTo(FROZEN, 2001, 1000)).toEqual({ kind: 'frozen', at: 2001 });
  expect(movedTo(SYSTEM, 1500, 1000)).toBe(SYSTEM);
  expect(movedTo(SYSTEM, 1499, 1000)).toBe(SYSTEM);
  expect(movedTo(FROZEN, 2000, 9000)).toBe(FROZEN);
});

test('a time on a clock has a real time, unless the clock is frozen before it', () => {
  expect(realTimeOf(SYSTEM, 1700)).toBe(1200);
  expect([realTimeOf(FROZEN, 1999), realTimeOf(FROZEN, 2000), realTimeOf(FROZEN, 2001)]).toEqual([0, 0, undefined]);
});
