import { expect, test } from 'vitest';
import { redact } from '../../src/redaction/index.js';

test('a secret after many spaces is found without them', () => {
  const secrets = [`${' '.repeat(10_000)}12345678${'-'.repeat(10_000)}`];
  expect(redact('12345678 is said', { secrets })).toBe('[redacted] is said');
});

test.each([' ', '-', 'a', '1'])('a megabyte of %j as a secret does not delay a sentence', (character) => {
  const secrets = [character.repeat(1_000_000)];
  const before = process.cpuUsage();
  expect(redact('card.card_number: must be digits only - 1 of them', { secrets })).toBe(
    'card.card_number: must be digits only - 1 of them',
  );
  // In processor time, which other processes do not change: to get ready for such a secret takes seconds, and more memory than that of a small machine.
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
});
