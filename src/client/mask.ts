const hidden = '[redacted]';

/** Returns a function that hides the token, the card fields and credentials of a JSON request, and any card number, in a text. */
export function createMask(token: string, body: string): (text: string) => string {
  const secrets = [token];
  const addAll = (value: unknown): unknown =>
    Object(value) === value ? Object.values(value as object).map(addAll) : secrets.push(`${value}`);
  try {
    JSON.parse(body, (name, value) => {
      if (/^(card_number|card_cvv|credentials)$/.test(name)) addAll(value);
      return value;
    });
  } catch {
    // The body is not JSON.
  }
  const words = secrets
    .filter((secret) => secret.length > 2)
    .map((secret) => (/^\d+$/.test(secret) ? `\\b${secret}\\b` : secret.replace(/\W/g, '\\$&')));
  const known = new RegExp(words.join('|') || '[]', 'g');
  const cards = /\d{13,}|\d{4}([ -])(?:\d{4}\1\d{4}\1\d{1,7}|\d{6}\1\d{5})/g;
  return (text) => text.replace(known, hidden).replace(cards, (run) => (isCardNumber(run) ? hidden : run));
}

/** Returns whether digits, perhaps in groups, end with the check digit of a card number (Luhn). */
function isCardNumber(run: string): boolean {
  const digits = run.replace(/\D/g, '');
  const products = [...digits].map((digit, index) => Number(digit) * ((digits.length - index) % 2 ? 1 : 2));
  return digits.length < 20 && products.reduce((sum, one) => sum + (one > 9 ? one - 9 : one), 0) % 10 === 0;
}
