import { isLuhn } from 'payment-gateway-core/util';
import { fieldName, MOST_NAMED, restSentence } from 'payment-gateway-core/validation';
import { testCards } from 'payment-gateway-core/values';

/** The test numbers by outcome. */
const OWN = Object.entries(testCards).map(([outcome, numbers]) => [outcome, Object.values<string>(numbers)] as const);
const OWN_NUMBERS = OWN.flatMap(([, numbers]) => numbers);
/** `approved: 4111111111111111, …; refused: …` */
const BY_OUTCOME = OWN.map(([outcome, numbers]) => `${outcome}: ${numbers.join(', ')}`).join('; ');

/** The deepest level at which to look for card numbers. Every operation has them closer to the root. */
const DEEPEST = 6;
const CARD_NUMBER = 'card_number';

/**
 * Returns a sentence for each number that looks like a real card, up to a limit. If the
 * server accepted real cards, PCI rules would apply to the machine that runs it.
 */
export function realCards(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return [];
  const real = cardNumbersIn(body).filter(({ number }) => isLuhn(number) && !OWN_NUMBERS.includes(number));
  const said = real.slice(0, MOST_NAMED).map(({ number, path }) => {
    const gateway = otherTestCards.get(number);
    const says = gateway
      ? `is a test card of ${gateway}, which this server does not know; use ${BY_OUTCOME}`
      : `looks like a real card, which a test server must not receive; use a test number such as ${testCards.approved.visa}, or start the server with --allow-any-card`;
    return `${fieldName(path)}: ${says}`;
  });
  return real.length > MOST_NAMED ? [...said, restSentence()] : said;
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
