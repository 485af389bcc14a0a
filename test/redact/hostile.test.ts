import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redact } from '../../src/redact.ts';
import { character } from '../characters.ts';
import { runs, some } from '../property-runs.ts';
import { worstBodies } from './bodies.ts';

/** Secrets long enough for a search everywhere, unlike their surroundings. */
const secret = fc.stringMatching(/^[A-Za-z0-9+/="'\\ é\t.%&-]{8,40}$/).filter((text) => /\w{4}/.test(text));
const field = fc.constantFrom('card_number', 'card[card_number]', 'CREDENTIALS', 'x-api-key', 'token');

/** How a secret turns up elsewhere. */
const disguises: Record<string, (secret: string) => unknown> = {
  'in a longer text': (secret) => `before ${secret} after`,
  'in JSON': (secret) => JSON.stringify({ a: [secret] }),
  'in a URL': (secret) => `https://a.example/${encodeURIComponent(secret)}?x=1`,
  'as a key': (secret) => ({ [secret]: 1 }),
  'in an error': (secret) => new Error('failed', { cause: new AggregateError([new Error(`no ${secret}`)]) }),
  'in a Map and a Set': (secret) => new Map([[secret, new Set([secret])]]),
};

describe('property: no secret survives', () => {
  test.each(Object.entries(disguises))('%s', (_, disguise) => {
    fc.assert(
      fc.property(secret, field, fc.jsonValue({ maxDepth: 3 }), (secret, field, noise) => {
        const said = redact({ sent: { [field]: secret }, noise, said: [disguise(secret)] }) as { said: unknown };
        const told = redact([disguise(secret)], { secrets: [{ a: [{ [field]: secret }] }], fields: false });
        for (const shown of [JSON.stringify(said.said), JSON.stringify(told)]) {
          expect(shown).toContain('[redacted]');
          for (const word of secret.match(/\w{4,}/g) ?? [])
            fc.pre(!'redacted before after failed stack'.includes(word));
          expect(shown).not.toContain(JSON.stringify(secret).slice(1, -1));
        }
      }),
      { numRuns: runs(100) },
    );
  });
});

test('property: it never throws, and a second redaction changes nothing', { tags: 'long' }, () => {
  const anything = fc.anything({
    ...{ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true, withSparseArray: true },
    ...{ withBoxedValues: true, withNullPrototype: true, withObjectString: true },
    key: fc.oneof(fc.string(), fc.constantFrom('token', 'name', '__proto__', 'value', 'toJSON', 'entries')),
  });
  const parts =
    `token = : , " ' \\ \\\\ [ ] { } & %20 \\u0041 [redacted] Bearer Basic 4532015112830366 4111 1 abcdefgh cookie`.split(
      ' ',
    );
  const text = fc.oneof(
    fc.string({ unit: character }),
    fc.array(fc.constantFrom(...parts, ' ', '\n')).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(fc.oneof(anything, text), fc.boolean(), fc.boolean(), (value, personal, fields) => {
      const once = redact(value, { personal, fields });
      expect(redact(once, { personal, fields })).toEqual(once);
    }),
    { numRuns: runs(1_000) },
  );
  fc.assert(
    fc.property(anything, fc.array(anything), (value, secrets) => void redact(value, { secrets })),
    { numRuns: runs(100) },
  );
});

describe('hostile input does not stop it', () => {
  test.each(some(Object.entries(worstBodies)))('%s', { timeout: 30_000 }, (_, body) => {
    const value = body(100_000);
    redact(value);
    redact(value, { secrets: [value], fields: false, personal: true });
  });

  test('many values', { tags: 'long' }, () => {
    const list = Array.from({ length: 150_000 }, (_, index) => ({ index }));
    expect(JSON.stringify(redact(list)) === JSON.stringify(list)).toBe(true);
    expect(redact(Array.from({ length: 1_100 }, (_, index) => ({ token: `abc-${index}` })))).toBe('[redacted]');
  });

  test('values nested deeper than 250 levels are hidden, and secrets above them are collected', () => {
    const nested = (inner: unknown, levels: number) => {
      let deep = inner;
      for (let depth = 0; depth < levels; depth++) deep = depth % 2 ? [deep] : { inner: deep };
      return deep;
    };
    const card = { card_number: 'abcdefgh1' };
    expect(redact({ deep: nested(card, 240), note: 'abcdefgh1' })).toMatchObject({ note: '[redacted]' });
    expect(redact(nested(card, 100_000))).toEqual(nested('[redacted]', 250));
    expect(redact(nested(1, 249))).toEqual(nested(1, 249));
  });

  const endless: readonly [what: string, make: () => unknown][] = [
    ['a list of holes', () => new Array(2 ** 31)],
    [
      'getters that make two objects',
      function make(): object {
        return {
          get left() {
            return make();
          },
          get right() {
            return make();
          },
        };
      },
    ],
    [
      'toJSON',
      function make(): object {
        return { toJSON: () => ({ a: make(), b: make() }) };
      },
    ],
    [
      'shared lists',
      () => {
        let shared: unknown[] = [1];
        for (let depth = 0; depth < 60; depth++) shared = [shared, shared];
        return shared;
      },
    ],
  ];

  test.each(some(endless))('a value without an end is hidden: %s', (_, make) => {
    expect(redact({ endless: make() })).toBe('[redacted]');
    expect(redact('text', { secrets: [make()] })).toBe('[redacted]');
  });

  test('a list without an end is hidden', () => {
    const endless = new Proxy<unknown[]>([], { get: (_, key) => (key === 'length' ? 2 ** 53 - 1 : 1) });
    expect(redact({ seen: 1, endless })).toEqual({ seen: 1, endless: '[redacted]' });
  });

  test('a getter that makes another error ends at the deepest level', () => {
    class Failure extends Error {
      override stack = '';
      override get cause() {
        return new Failure();
      }
    }
    expect(JSON.stringify(redact({ seen: 1, failure: new Failure() }))).toMatch(/^\{"seen":1,.*"\[redacted]"/);
  });
});
