import { expect, test } from 'vitest';
import { Refusal } from '../../src/state/index.js';

test('a refusal has a status and its sentences, without card numbers', () => {
  const refusal = new Refusal(422, ['id: no object 4532015112830366', 'status: must be paid']);
  expect([refusal.name, refusal.status, refusal.errors.length]).toEqual(['Refusal', 422, 2]);
  expect(refusal.message).toBe(refusal.errors.join(' '));
  expect(refusal.message).toMatch(/^id: no object .* status: must be paid$/);
  expect(refusal.message).not.toContain('4532015112830366');
});
