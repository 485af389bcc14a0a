/**
 * Returns the mod 10 check digit of card numbers (Luhn) and of the fields of a boleto. Every second digit from the right counts double, and the
 * digits of the products are added.
 */
export function mod10(digits: string): number {
  let sum = 0;
  for (let place = 1; place <= digits.length; place++) {
    const product = Number(digits[digits.length - place]) * (place % 2 === 1 ? 2 : 1);
    sum += product > 9 ? product - 9 : product;
  }
  return (10 - (sum % 10)) % 10;
}

/** Returns whether a number of 12 to 19 digits has the check digit of a card. */
export function isLuhn(number: string): boolean {
  return /^\d{12,19}$/.test(number) && mod10(number.slice(0, -1)) === Number(number.at(-1));
}
