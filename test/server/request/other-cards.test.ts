import { expect, test } from 'vitest';
import { testValues } from '../../../generated/test-values.ts';
import { otherTestCards } from '../../../src/server/request/other-cards.ts';
import { passesLuhn } from '../../contract/brazil.ts';

test.each([...otherTestCards])('%s of %s is a card number, and none of ours', (number) => {
  expect(passesLuhn(number)).toBe(true);
  expect(testValues.cards.map(({ card_number }) => card_number as string)).not.toContain(number);
});
