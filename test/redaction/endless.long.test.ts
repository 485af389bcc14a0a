import { expect, test } from 'vitest';
import { redact } from '../../src/redaction/index.js';

test('getters that give new objects for ever do not keep it for ever', { timeout: 120_000 }, () => {
  const endless = (): object => ({
    get left() {
      return endless();
    },
    get right() {
      return endless();
    },
  });
  expect(redact(endless())).toBe('[redacted]');
});
