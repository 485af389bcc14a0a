import { createFind, LONG, SHORTEST, speltLength } from './find.js';

/** Escapes other than those of quotes and slashes, percent signs and control characters: they may stand for other characters. */
const coded = /\\[^"/]|[%\p{Cc}]/u;
const codedSecret = /[\\%\p{Cc}]/u;
/** What may stand between the characters of a secret, or in another form: gaps between digits, spaces, backslashes. */
const fillers = /[\s\\.+\u00a0\u2010-\u2015-]+/g;
const word = /^\w+$/;
const wordCharacter = /\w/;
/** So many secrets are looked for one by one in any string. */
const FEW_SECRETS = 16;
/** More of them, as long as that takes less than to get ready for all at once: compared characters for each one of the secrets. */
const MOST_COMPARED = 600;
/** What a look takes, however short the string: as much as so many characters. */
const LOOK = 64;

/**
 * Says whether a string may hold one of the secrets, however spelt: most strings hold none, which is found here in a tenth of the
 * time. `false` is certain: what may stand between the characters of a secret is left out of both, and then neither holds the other.
 */
export function createSieve(all: Iterable<string>): (string: string) => boolean {
  const secrets = [...all].filter((secret) => secret.length >= SHORTEST);
  if (secrets.some((secret) => codedSecret.test(secret))) return () => true;
  const isShortWord = (secret: string) => secret.length < LONG && word.test(secret);
  const words = secrets.filter(isShortWord);
  const others = secrets.filter((secret) => !isShortWord(secret)).map((secret) => secret.replace(fillers, ''));
  let left = secrets.length > FEW_SECRETS ? MOST_COMPARED * secrets.join('').length : Number.POSITIVE_INFINITY;
  return (string) => {
    left -= secrets.length * (string.length + LOOK);
    if (left < 0 || coded.test(string)) return true;
    if (words.some((secret) => standsAlone(secret, string))) return true;
    if (others.length === 0) return false;
    const bare = string.replace(fillers, '');
    return others.some((secret) => bare.includes(secret));
  };
}

/**
 * Finds and hides all secrets as `createFind` does, which is only made once a string may hold one, and of those that are not longer than
 * the string: to get ready for a megabyte takes seconds, and no sentence holds it.
 */
export function createSievedFind(secrets: ReadonlySet<string>): (string: string) => string {
  const mayHold = createSieve(secrets);
  let find = (string: string) => string;
  /** The longest string that it is good for. */
  let longest = 0;
  return (string) => {
    if (!mayHold(string)) return string;
    if (string.length > longest) {
      longest = 2 * string.length;
      find = createFind([...secrets].filter((secret) => secret.length <= longest || speltLength(secret) <= longest));
    }
    return find(string);
  };
}

/** Short secrets are hidden without anything between their characters, and where they are no part of a word. */
function standsAlone(secret: string, string: string): boolean {
  for (let at = string.indexOf(secret); at >= 0; at = string.indexOf(secret, at + 1)) {
    const isPart = wordCharacter.test(string.charAt(at - 1)) || wordCharacter.test(string.charAt(at + secret.length));
    if (!isPart) return true;
  }
  return false;
}
