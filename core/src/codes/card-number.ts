/** The public part of a card number: its brand by the published ranges, and its first and last digits. Also whether a card has expired. */

const BRANDS: readonly [brand: string, range: RegExp][] = [
  // Elo and Hipercard lie within ranges of other brands, so they come first.
  [
    'elo',
    /^(?:401178|401179|431274|438935|451416|457393|457631|457632|504175|506(?:699|7[0-6]\d|77[0-8])|509\d{3}|627780|636297|636368|650\d{3}|651[67]\d{2}|6550\d{2})/,
  ],
  ['hipercard', /^(?:606282|3841)/],
  ['amex', /^3[47]/],
  ['mastercard', /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['visa', /^4/],
];

/** Returns the brand in lower case, or undefined if no known range contains the number. */
export function brandOf(cardNumber: string): string | undefined {
  return BRANDS.find(([, range]) => range.test(cardNumber))?.[0];
}

/** The reason of a refusal after the month of a card has ended. */
export const CARD_EXPIRED = 'Cartão vencido';

/** Returns whether the month of a card, `MMYY`, ended before a day, `YYYY-MM-DD`. A month that does not exist never ends. */
export function hasCardExpired(expiration: string, day: string): boolean {
  const [, month, year] = /^(0[1-9]|1[0-2])(\d\d)$/.exec(expiration) ?? [];
  return month !== undefined && `20${year}-${month}` < day.slice(0, 7);
}

/** Returns the first six and the last four digits, or nothing for a number that is too short for a card. */
export function visibleDigits(cardNumber: string): { first: string; last: string } {
  if (!/^\d{12,19}$/.test(cardNumber)) return { first: '', last: '' };
  return { first: cardNumber.slice(0, 6), last: cardNumber.slice(-4) };
}
