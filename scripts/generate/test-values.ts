import { contractOf } from '../../core/src/contract/contract.ts';
import { isObject, type JsonObject, listAt, objectAt } from '../../core/src/util/json.ts';
import type { ContractFile } from '../contract/read.ts';
import { header, printed } from './stamp.ts';

export function generateTestValues(contract: ContractFile): string {
  const values = objectAt(contract.root, 'x-test-values');
  const table = { cards: listAt(values, 'cards'), security_codes: listAt(values, 'security_codes') };
  return `${header(
    contract,
    `Published card numbers, and what each does in the sandbox. Whether the gateway itself has a test mode is not shown.`,
  )}import type { vocabularies } from './vocabularies.js';

export interface TestCard {
  readonly card_number: string;
  readonly brand: (typeof vocabularies)['CardBrand'][number];
  readonly outcome: 'approved' | 'refused' | 'request_authentication' | 'processing';
  readonly note: string;
}

/** Refuses a card that would be approved otherwise. */
export interface TestSecurityCode {
  readonly begins_with: string;
  readonly outcome: 'refused';
  readonly note: string;
}

export const testValues = ${printed(table)} as const satisfies {
  readonly cards: readonly TestCard[];
  readonly security_codes: readonly TestSecurityCode[];
};

/** The numbers of all test cards. They are published, so they are no secrets. */
export const testCardNumbers: readonly string[] = ${printed(table.cards.filter(isObject).map(({ card_number }) => card_number))};

/**
 * Test card numbers by outcome and brand: \`testCards.refused.visa\`. The outcomes are those of the sandbox (\`x-test-values\` of the
 * contract). Whether the gateway itself has a test mode is unknown.
 */
export const testCards = ${printed(byOutcome(table.cards))} as const;
`;
}

/** The first card of each outcome and brand. */
function byOutcome(cards: unknown[]): Record<string, Record<string, unknown>> {
  const found: Record<string, Record<string, unknown>> = {};
  for (const card of cards.filter(isObject)) {
    const outcome = String(card.outcome);
    const brand = String(card.brand);
    found[outcome] = { ...found[outcome], [brand]: found[outcome]?.[brand] ?? card.card_number };
  }
  return found;
}

/** The first example of each event. */
function webhookExampleTable(contract: JsonObject): Record<string, unknown> {
  return Object.fromEntries(
    contractOf(contract).webhooks.map(({ path, request }) => [path, [...(request?.examples.values() ?? [])][0]?.value]),
  );
}

export function generateWebhookExamples(contract: ContractFile): string {
  return `${header(contract, `The contract's example of each event, from which test events are made.`)}import type { webhooks } from './types.js';

export type WebhookEventName = keyof webhooks;

/** The body of an event as the gateway sends it. */
export type WebhookBody<Name extends WebhookEventName> = NonNullable<
  webhooks[Name]['post']['requestBody']
>['content']['application/json'];

export const webhookExamples: { readonly [Name in WebhookEventName]: WebhookBody<Name> } = ${printed(webhookExampleTable(contract.root))};
`;
}
