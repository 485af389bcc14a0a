import { expect, test } from 'vitest';
import { isLuhn } from '../../../../core/src/util/mod10.js';
import { testValues } from '../../../../generated/test-values.ts';
import { otherTestCards } from '../../../src/server/request/other-cards.ts';

test.each([...otherTestCards])('%s of %s is a valid card number, but not one of our test cards', (number) => {
  expect(isLuhn(number)).toBe(true);
  expect(testValues.cards.map(({ card_number }) => card_number as string)).not.toContain(number);
});
