import { isLuhn, isObject, type JsonObject, listAt, objectAt, stringAt } from 'payment-gateway-core/util';
import { fieldName, MOST_NAMED, restSentence } from 'payment-gateway-core/validation';

/** The outcome of a test card, from `x-test-values` of the contract. */
export type CardOutcome = 'approved' | 'refused' | 'request_authentication' | 'processing';
interface TestCard {
  brand: string | undefined;
  outcome: CardOutcome;
}
/** Test cards by number, and the first digits of the security codes that refuse any card. */
export interface TestCards extends ReadonlyMap<string, TestCard> {
  readonly refusedCodes: readonly string[];
}

/** The deepest level at which to look for card numbers. Every operation has them closer to the root. */
const DEEPEST = 6;
const CARD_NUMBER = 'card_number';
const OUTCOMES: readonly string[] = ['approved', 'refused', 'request_authentication', 'processing'];

export function readTestCards(contract: JsonObject): TestCards {
  const values = objectAt(contract, 'x-test-values');
  const cards = new Map(
    listAt(values, 'cards').flatMap((card): [string, TestCard][] => {
      const number = stringAt(card, 'card_number');
      const outcome = stringAt(card, 'outcome');
      if (!number || !isOutcome(outcome)) return [];
      return [[number, { brand: stringAt(card, 'brand'), outcome }]];
    }),
  );
  const refusedCodes = listAt(values, 'security_codes').flatMap((code) => stringAt(code, 'begins_with') ?? []);
  return Object.assign(cards, { refusedCodes });
}

/**
 * Returns the outcome of the card in a request, or undefined without a card number. Any other card than a test card is approved. A card that
 * requires authentication is like an approved one if the request has no `threeDSecure`.
 */
export function testCardOutcome(body: unknown, testCards: TestCards): CardOutcome | undefined {
  const card = objectAt(body, 'card');
  const number = stringAt(card, 'card_number');
  if (number === undefined) return undefined;
  const outcome = testCards.get(number)?.outcome ?? 'approved';
  if (outcome === 'refused' || outcome === 'processing') return outcome;
  if (outcome === 'request_authentication' && isObject(body) && isObject(body.threeDSecure)) return outcome;
  const code = stringAt(card, 'card_cvv') ?? '';
  return testCards.refusedCodes.some((digits) => code.startsWith(digits)) ? 'refused' : 'approved';
}

/**
 * Returns a sentence for each number that looks like a real card, up to a limit, and then the count of the rest. If the
 * server accepted real cards, PCI rules would apply to the machine that runs it.
 */
export function realCards(body: unknown, testCards: TestCards): string[] {
  const suggestion = testCards.keys().next().value ?? 'a published test number';
  if (typeof body !== 'object' || body === null) return [];
  const real = cardNumbersIn(body).filter(({ number }) => isLuhn(number) && !testCards.has(number));
  const said = real.slice(0, MOST_NAMED).map(({ number, path }) => {
    const gateway = otherTestCards.get(number);
    const says = gateway
      ? `is a test card of ${gateway}, which this server does not know; use ${byOutcome(testCards)}`
      : `looks like a real card, which a test server must not receive; use a test number such as ${suggestion}, or start the server with --allow-any-card`;
    return `${fieldName(path)}: ${says}`;
  });
  const rest = real.length - said.length;
  return rest > 0 ? [...said, restSentence(rest)] : said;
}

/** `approved: 4111111111111111, …; refused: …` */
function byOutcome(testCards: TestCards): string {
  return OUTCOMES.flatMap((outcome) => {
    const numbers = [...testCards].filter(([, card]) => card.outcome === outcome).map(([number]) => number);
    return numbers.length > 0 ? [`${outcome}: ${numbers.join(', ')}`] : [];
  }).join('; ');
}

interface CardNumber {
  number: string;
  path: readonly string[];
}

/** Returns the card numbers of an object, without separators between their digits. */
function cardNumbersIn(object: object, depth = 0): CardNumber[] {
  const found: CardNumber[] = [];
  const members: Iterable<[string | number, unknown]> = Array.isArray(object)
    ? object.entries() // `Object.entries` would print each index
    : Object.entries(object);
  for (const [key, value] of members) {
    if (key === CARD_NUMBER && (typeof value === 'string' || typeof value === 'number')) {
      found.push({ number: String(value).replace(/[\s-]/g, ''), path: [key] });
    } else if (typeof value === 'object' && value !== null && depth < DEEPEST) {
      for (const { number, path } of cardNumbersIn(value, depth + 1))
        found.push({ number, path: [String(key), ...path] });
    }
  }
  return found;
}

function isOutcome(value: string | undefined): value is CardOutcome {
  return value !== undefined && OUTCOMES.includes(value);
}

/** Test numbers that other gateways publish. They belong to no cardholder. */
const OTHERS: Readonly<Record<string, string>> = {
  Stripe: `4242424242424242 4000056655665556 4000000000000002 4000000000000069 4000000000000077 4000000000000119
    4000000000000127 4000000000003220 4000000000009995 5200828282828210 5105105105105100 2223003122003222
    371449635398431 6011111111111117 6011000990139424 30569309025904 38520000023237 36227206271667 3566002020360505`,
  'Pagar.me': '4000000000000010 4000000000000028 4000000000000036',
  'Mercado Pago': `5031433215406351 4235647728025682 375365153556885 5031755734530604 4170068810108020
    371180303257522`,
  Braintree: `4012888888881881 4500600000000061 4217651111111119 4005519200000004 4009348888881881 4012000077777777
    4012000033330026 2223000048400011 3530111333300000`,
};

/** The gateway that publishes each test number. */
export const otherTestCards: ReadonlyMap<string, string> = new Map(
  Object.entries(OTHERS).flatMap(([gateway, numbers]) =>
    numbers.split(/\s+/).map((number): [string, string] => [number, gateway]),
  ),
);
