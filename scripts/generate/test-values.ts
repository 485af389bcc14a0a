import { child, list } from '../contract/elements.js';
import type { Contract } from '../contract/read.ts';
import { header } from './header.ts';
import { print } from './print.ts';

export function generateTestValues(contract: Contract): string {
  const values = child(contract.root, 'x-test-values');
  const table = { cards: list(values, 'cards'), security_codes: list(values, 'security_codes') };
  return `${header(
    contract,
    `Published card numbers, and what each does in the mock. Whether the gateway itself has a test mode is not shown.`,
  )}import type { components } from './types.js';
import type { Known } from './vocabularies.js';

export interface TestCard {
  readonly card_number: string;
  readonly brand: Known<components['schemas']['CardBrand']>;
  readonly outcome: 'approved' | 'refused' | 'request_authentication' | 'processing';
  readonly note: string;
}

/** Refuses a card that would be approved otherwise. */
export interface TestSecurityCode {
  readonly begins_with: string;
  readonly outcome: 'refused';
  readonly note: string;
}

export const testValues = ${print(table, 0, 200)} as const satisfies {
  readonly cards: readonly TestCard[];
  readonly security_codes: readonly TestSecurityCode[];
};
`;
}
