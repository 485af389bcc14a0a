import { isObject, type JsonObject, listAt, objectAt, stringAt } from './json.js';

/** What a test card does, as `x-test-values` of the contract says. */
export type CardOutcome = 'approved' | 'refused' | 'request_authentication' | 'processing';
export interface TestCard {
  brand: string | undefined;
  outcome: CardOutcome;
}
export type TestCards = ReadonlyMap<string, TestCard>;

/** Card numbers stand near the surface of every request that has one; deeper nesting is nobody's card. */
const DEEPEST = 6;
const OUTCOMES: readonly string[] = ['approved', 'refused', 'request_authentication', 'processing'];

export function readTestCards(contract: JsonObject): TestCards {
  return new Map(
    listAt(objectAt(contract, 'x-test-values'), 'cards').flatMap((card): [string, TestCard][] => {
      const number = stringAt(card, 'card_number');
      const outcome = stringAt(card, 'outcome');
      if (!number || !isOutcome(outcome)) return [];
      return [[number, { brand: stringAt(card, 'brand'), outcome }]];
    }),
  );
}

/**
 * What the test card of a request does; undefined without one. A card that asks for authentication does so when the
 * request says where to (`threeDSecure`), and is approved otherwise.
 */
export function outcomeOf(body: unknown, testCards: TestCards): CardOutcome | undefined {
  const outcome = testCards.get(stringAt(objectAt(body, 'card'), 'card_number') ?? '')?.outcome;
  if (outcome !== 'request_authentication') return outcome;
  return isObject(body) && isObject(body.threeDSecure) ? outcome : 'approved';
}

/**
 * Sentences about numbers in a request that look like cards of real people. A mock that took them would pull whoever
 * runs it into PCI scope.
 */
export function realCards(body: unknown, testCards: TestCards): string[] {
  const suggestion = testCards.keys().next().value ?? 'a published test number';
  return cardNumbers(body)
    .filter(({ number }) => isLuhn(number) && !testCards.has(number))
    .map(
      ({ path }) =>
        `${path}: looks like a real card, which a mock must not receive; use a test number such as ${suggestion}, ` +
        'or start the mock with --allow-any-card',
    );
}

function cardNumbers(value: unknown, path = '', depth = 0): { path: string; number: string }[] {
  if (depth > DEEPEST || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    const at = path === '' ? key : `${path}.${key}`;
    if (key === 'card_number' && (typeof child === 'string' || typeof child === 'number')) {
      return [{ path: at, number: String(child).replace(/[\s-]/g, '') }];
    }
    return isObject(child) || Array.isArray(child) ? cardNumbers(child, at, depth + 1) : [];
  });
}

/** Whether the check digit is right, for numbers as long as cards are. */
function isLuhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  let sum = 0;
  for (let i = 0; i < number.length; i++) {
    const digit = Number(number[number.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

function isOutcome(value: string | undefined): value is CardOutcome {
  return value !== undefined && OUTCOMES.includes(value);
}
