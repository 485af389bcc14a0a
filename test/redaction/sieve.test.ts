import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFind } from '../../src/redaction/find.js';
import { redact } from '../../src/redaction/index.js';
import { createSievedFind } from '../../src/redaction/sieve.js';

const piece = fc.constantFrom(
  ...['4111', '1', '7391', 'abc', 'token', 'é', ' ', '-', '.', '\\', '\\u0041', '%41', '"', '=', '\n'],
);
const text = fc.array(piece, { maxLength: 30 }).map((parts) => parts.join(''));

test('the sieve changes nothing of what is found, however many secrets there are and however long they are', () => {
  let hidden = 0;
  fc.assert(
    fc.property(fc.array(text, { maxLength: 40 }), fc.array(text, { maxLength: 8 }), (secrets, texts) => {
      const all = new Set(secrets);
      const sieved = createSievedFind(all);
      const find = createFind(all);
      for (const one of [...texts, ...secrets.map((secret) => `x ${secret} x`)]) {
        expect(sieved(one)).toBe(find(one));
        if (find(one) !== one) hidden++;
      }
    }),
    { numRuns: 1_000 },
  );
  expect(hidden).toBeGreaterThan(1_000);
});

test('a secret behind a long run of blanks is found without them', () => {
  const secrets = [`${' '.repeat(10_000)}12345678${'-'.repeat(10_000)}`];
  expect(redact('12345678 is said', { secrets })).toBe('[redacted] is said');
});

test.each([' ', '-', 'a', '1'])('a megabyte of %j as a secret holds up no sentence', (character) => {
  const secrets = [character.repeat(1_000_000)];
  const started = performance.now();
  expect(redact('card.card_number: must be digits only - 1 of them', { secrets })).toBe(
    'card.card_number: must be digits only - 1 of them',
  );
  // A hang guard: to get ready for such a secret takes seconds, and more memory than that of a small machine.
  expect(performance.now() - started).toBeLessThan(5_000);
});
