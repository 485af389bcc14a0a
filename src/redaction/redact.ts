import { takeSnapshot } from './bounded-copy.js';
import { createFind } from './find.js';
import { createHide } from './hide.js';
import { addSecret, hideInJson } from './json-text.js';
import { createKindOf, mentionsSensitive } from './names.js';
import { hideRanges, mask } from './text.js';

export interface RedactOptions {
  /**
   * Also hides names, documents, e-mail, phone, Pix keys, account numbers and addresses: what the LGPD calls personal data. By field name
   * only: in the text of a message, it finds none.
   */
  readonly personal?: boolean | undefined;
  /**
   * More values to hide: a string, such as a token, or an object, such as a request body, whose sensitive fields are hidden by
   * value, up to 250 levels deep. The sensitive fields of the redacted value are always hidden by value.
   */
  readonly secrets?: readonly unknown[] | undefined;
  /** `false` hides by value only. Error responses need it, because their sentences begin with the name of a field. */
  readonly fields?: boolean | undefined;
}

/**
 * Returns a copy of `value`, as JSON would carry it, that you can log. `[redacted]` replaces
 *
 * - values under a sensitive name: those of the contract (card number, security code, credentials), `token`, `password`, `secret`,
 *   `cookie`, `authorization` and similar names, in any spelling, also in headers and in strings that hold JSON, a form or a URL;
 * - the same values in other places: in keys, numbers and longer strings, escaped, or with their digits in groups. A value of three
 *   to seven characters, such as a security code, is hidden only between characters that are not part of a word;
 * - card numbers, recognized by prefix, length and Luhn's check digit, except published test cards; `Bearer …` and `Basic …`; JWT,
 *   `sk_live_…` and PEM blocks; `cvv: 987`; the password in an address (`https://user:password@host`);
 * - values that cannot be shown: a getter that throws, and everything nested deeper than 250 levels.
 *
 * An error keeps its name, message, stack, `cause` and `errors`. A Map, headers or a form become a record, bytes become their length, and
 * a cycle becomes `[circular]`. A value with more than 262,144 members is hidden as a whole, because getters, proxies and iterators can
 * make members without end. Takes time in proportion to the size of `value` and `secrets`. Never throws.
 */
export function redact(value: unknown, options: RedactOptions = {}): unknown {
  try {
    return redacted(value, options);
  } catch {
    // The value has no end, or does not fit into memory.
    return mask;
  }
}

function redacted(value: unknown, { personal = false, secrets = [], fields = true }: RedactOptions): unknown {
  const kindOf = createKindOf(personal);
  const found = new Set<string>();
  for (const secret of secrets) {
    if (typeof secret === 'string') addSecret(secret, found);
    else takeSnapshot(secret, kindOf, found);
  }
  const shown = takeSnapshot(value, fields === false ? () => undefined : kindOf, found);
  return hideInJson(shown, createHide(found));
}

/**
 * Returns a function that hides only these secrets in strings, or undefined without secrets. Use it for responses that repeat a
 * request: some ids in them look like card numbers.
 */
export function createHider(secrets: ReadonlySet<string>): ((string: string) => string) | undefined {
  if (secrets.size === 0) return undefined;
  const find = createFind(secrets);
  return (string) => hideRanges(string, find);
}

/** Escapes but those of quotes and slashes, invisible characters, and digits beyond ASCII: names with them have to be decoded. */
const coded = /\\[^"/]|[%\p{Cf}]|(?!\d)\p{Nd}/u;

/** The first character of an escape, or one beyond ASCII. Most texts have neither, and this test is faster than the one above. */
const special = /[^ -$&-[\]-~\s]/;

/** Returns whether no name in a JSON text, in its strings either, hides a value. `true` is certain. */
export function namesNothing(json: string): boolean {
  return !(special.test(json) && coded.test(json)) && !mentionsSensitive(json);
}
