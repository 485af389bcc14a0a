import { expect, test } from 'vitest';
import { booleanOf } from '../../src/util/json.js';

test.each([
  [true, [true, 1, '1', 'true']],
  [false, [false, 0, '0', 'false']],
  [undefined, [undefined, null, '', 2, 'yes', 'True', [], {}]],
])('the flag is %j for %j', (expected, values) => {
  for (const value of values) expect(booleanOf(value)).toBe(expected);
});
