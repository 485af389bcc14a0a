import { hideCardNumbers } from './cards.js';
import { addSecret } from './json.js';
import { mentionsSensitive } from './kinds.js';
import { createSieve } from './sieve.js';

/** Escapes other than those of quotes and slashes, and percent signs: a name that is written so, only `redact` reads. */
const escapes = /\\[^"/]|%/;
/** As many digits as the shortest card number has, in groups or not. */
const manyDigits = /(?:\d(?:%20|[ .+\u00a0\u2010-\u2015-]){0,3}){13}/;
const schemes = /[Bb](?:earer|asic) /;
/** So many brackets are not nested deeper than `redact` shows. */
const MOST_BRACKETS = 100;

/** Whether a string may hold a card number by its own account, or a token behind the name of its scheme. `false` is certain. */
export function isSuspicious(string: string): boolean {
  return manyDigits.test(string) || schemes.test(string);
}

/**
 * Whether `redact` would leave a value as it is, by a look at its JSON: most of what is logged holds nothing to hide, which is told
 * here in a tenth of the time. `true` is certain; `false` says that `redact` has to look.
 *
 * @param json as `JSON.stringify` writes it
 * @param secrets what is hidden by value
 */
export function isPlainJson(json: string, secrets: readonly string[] = []): boolean {
  const all = new Set<string>();
  for (const secret of secrets) addSecret(secret, all);
  return (
    namesNothing(json) &&
    !schemes.test(json) &&
    !(manyDigits.test(json) && hideCardNumbers(json) !== json) &&
    !isNested(json) &&
    !createSieve(all)(json)
  );
}

/** Whether no name in a JSON text, in its strings neither, hides a value. `true` is certain. */
export function namesNothing(json: string): boolean {
  return !escapes.test(json) && !mentionsSensitive(json);
}

function isNested(json: string): boolean {
  let brackets = 0;
  for (const bracket of ['{', '[']) {
    for (let at = json.indexOf(bracket); at >= 0 && brackets < MOST_BRACKETS; at = json.indexOf(bracket, at + 1)) {
      brackets++;
    }
  }
  return brackets >= MOST_BRACKETS;
}
