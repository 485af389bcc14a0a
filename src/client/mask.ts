/** Replaces a secret. */
const hidden = '[redacted]';

/** The fields of a request whose values an error must not repeat. */
const secretFields = /^(card_number|card_cvv|credentials)$/;

/** Returns a function that hides the token, the card fields and credentials of a JSON request, and any card number, in a text. */
export function createMask(token: string, body: string): (text: string) => string {
  const secrets = [token];
  try {
    JSON.parse(body, (name, value) => {
      // `credentials` may contain further objects.
      if (secretFields.test(name))
        JSON.stringify(value, (_, leaf) => (Object(leaf) === leaf ? leaf : secrets.push(`${leaf}`)));
      return value;
    });
  } catch {
    // The body is not JSON.
  }
  const words = secrets
    .filter((secret) => secret.length > 2)
    .map((secret) => (/^\d+$/.test(secret) ? `\\b${secret}\\b` : secret.replace(/\W/g, '\\$&')));
  const known = new RegExp(words.join('|') || '[]', 'g');
  const digits = /\d{13,}|\d{4}([ -])(?:\d{4}\1\d{4}\1\d{1,7}|\d{6}\1\d{5})/g;
  return (text) =>
    text.replace(known, hidden).replace(digits, (run) => (isCardNumber(run.replace(/\D/g, '')) ? hidden : run));
}

/** Returns whether digits end with the check digit of a card number (Luhn). */
function isCardNumber(digits: string): boolean {
  if (digits.length > 19) return false;
  const sum = [...digits].reduceRight((sum, digit, index) => {
    const product = Number(digit) * ((digits.length - index) % 2 ? 1 : 2);
    return sum + (product > 9 ? product - 9 : product);
  }, 0);
  return sum % 10 === 0;
}
