import { describe, expect, test } from 'vitest';
import { redact } from '../../src/redaction/index.js';
import { some } from '../property-runs.ts';

/** What gives new members each time that it is looked at. A test that hangs, or takes all memory, is one that fails. */
const ENDLESS: Record<string, () => unknown> = {
  'a getter of a class': () => {
    class Failure extends Error {
      // To write it takes the test longer than everything else.
      override stack = '';
      override get cause() {
        return new Failure();
      }
    }
    return new Failure();
  },
  'getters that give two objects': () => {
    const make = (): object => ({
      get left() {
        return make();
      },
      get right() {
        return make();
      },
    });
    return make();
  },
  proxies: () => {
    const make = (): object =>
      new Proxy(
        {},
        {
          get: (_, key) => (key === 'a' || key === 'b' ? make() : undefined),
          ownKeys: () => ['a', 'b'],
          getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }),
        },
      );
    return make();
  },
  'a list without an end': () => new Proxy<unknown[]>([], { get: (_, key) => (key === 'length' ? 2 ** 53 - 1 : 1) }),
  toJSON: () => {
    const make = (): object => ({ toJSON: () => ({ a: make(), b: make() }) });
    return make();
  },
  'an iterator of a Set': () => {
    class Numbers extends Set<number> {
      override *[Symbol.iterator](): SetIterator<number> {
        for (let number = 0; ; number++) yield number;
      }
    }
    return new Numbers();
  },
  'entries of a Map': () => {
    class Pairs extends Map<string, number> {
      override *entries(): MapIterator<[string, number]> {
        for (let number = 0; ; number++) yield [`${number}`, number];
      }
      override [Symbol.iterator] = this.entries;
    }
    return new Pairs();
  },
};

/** These end at the deepest level, or are not iterable, so the values around them stay. The others are hidden as a whole. */
const CUT_OFF = ['a getter of a class', 'a list without an end'];

describe('an endless value ends at the bound of members or of depth', () => {
  test.each(some(Object.entries(ENDLESS)))('%s', (name, make) => {
    const shown = redact({ seen: 1, endless: make() });
    if (CUT_OFF.includes(name)) expect(shown).toMatchObject({ seen: 1 });
    else expect(shown).toBe('[redacted]');
    const text = JSON.stringify(shown);
    expect(text).toMatch(/"\[redacted]"}*$/);
    expect(text.length).toBeLessThan(20_000);
  });

  test('also among the secrets', () => {
    expect(redact('text', { secrets: [ENDLESS.toJSON?.()] })).toBe('[redacted]');
    expect(redact('text', { secrets: [ENDLESS['a getter of a class']?.()] })).toBe('text');
  });
});

test('existing values are shown, through any kind of access', () => {
  const shared = { a: 1 };
  const value = {
    list: Array.from({ length: 10_000 }, (_, index) => ({ index })),
    get shared() {
      return shared;
    },
    get made() {
      return { list: [1, 2], text: 'x'.repeat(1000) };
    },
  };
  // As text: to compare so many objects takes the test longer than everything else.
  expect(JSON.stringify(redact(value)) === JSON.stringify(value)).toBe(true);
});
