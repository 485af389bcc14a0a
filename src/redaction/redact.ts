import { createFind } from './find.js';
import { createHide } from './hide.js';
import { addSecret, hideInJson } from './json.js';
import { createKindOf, mentionsSensitive } from './names.js';
import { type Node, takeSnapshot } from './snapshot.js';
import { hideRanges, mask } from './text.js';

export interface RedactOptions {
  /** Also hides names, documents, e-mail, phone, account numbers and addresses: what the LGPD calls personal data. */
  readonly personal?: boolean | undefined;
  /**
   * More to hide by value: a string as it is (a token); of an object (the body of a request) what stands in its
   * sensitive fields. What stands in the sensitive fields of the redacted value itself is always hidden by value.
   */
  readonly secrets?: readonly unknown[] | undefined;
  /** `false` hides by value only: in an error response a field's name stands before what was wrong with it. */
  readonly fields?: boolean | undefined;
}

/**
 * A copy of `value`, as JSON would carry it, that may be logged. `[redacted]` stands in the place of
 *
 * - what stands under a sensitive name: those of the contract (card number, security code, credentials), `token`, `password`,
 *   `secret`, `cookie`, `authorization` and their kind, in any spelling, also in JSON, forms and URLs that are held in strings and
 *   in lists and lines of headers;
 * - the same values wherever else they turn up: in keys, numbers and longer strings, escaped, with their digits in groups. A short
 *   one (three to seven characters: a security code) where it stands alone in a string;
 * - card numbers by their own account (13 to 19 digits that pass Luhn), `Bearer …` and `Basic …`;
 * - what cannot be shown: what a getter throws, and what is nested deeper than 100.
 *
 * An error keeps its name, message and stack, `cause` and `errors`; a Map, headers or a form become a record; bytes become their length; a cycle
 * becomes `[circular]`. Hidden as a whole is a value with more than half a million objects or two million other members, or where
 * getters, proxies, iterators or `toJSON` make more than some 30,000 objects or 64 million characters. Takes time in proportion to
 * the size of `value` and `secrets`, and never throws.
 */
export function redact(value: unknown, options: RedactOptions = {}): unknown {
  try {
    return redacted(value, options);
  } catch {
    // A value without an end, or with more in it than memory holds.
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
  const shown = takeSnapshot(value, fields ? kindOf : () => undefined, found);
  const hide = createHide(found);
  return hideInJson(shown, hide, (node) => ({ names: (node as Node).names, values: (node as Node).shown }));
}

/**
 * Returns a function that hides these secrets in strings, and nothing else. Returns undefined if there are none. For responses that
 * repeat a request and have ids of their own, some of which look like card numbers.
 */
export function createHider(secrets: ReadonlySet<string>): ((string: string) => string) | undefined {
  if (secrets.size === 0) return undefined;
  const find = createFind(secrets);
  return (string) => hideRanges(string, find);
}

/** Fewer brackets cannot be nested deeper than `redact` shows. */
const MOST_BRACKETS = 100;

/**
 * Returns whether `redact` would leave a value as it is. Most logged values hold nothing to hide, and this tells so in a tenth of
 * the time. `true` is certain; after `false`, `redact` has to look.
 *
 * @param json as `JSON.stringify` writes it
 * @param secrets hidden by value
 */
export function isPlainJson(json: string, secrets: readonly string[] = []): boolean {
  const all = new Set<string>();
  for (const secret of secrets) addSecret(secret, all);
  return namesNothing(json) && (json.match(/[[{]/g)?.length ?? 0) < MOST_BRACKETS && createHide(all)(json) === json;
}

/** Escapes but those of quotes and slashes, invisible characters, and digits beyond ASCII: names with them have to be decoded. */
const coded = /\\[^"/]|[%\p{Cf}]|(?!\d)\p{Nd}/u;

/** Returns whether no name in a JSON text, in its strings either, hides a value. `true` is certain. */
export function namesNothing(json: string): boolean {
  return !coded.test(json) && !mentionsSensitive(json);
}
