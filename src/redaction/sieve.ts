import { createFind, LONG, SHORTEST, speltLength } from './find.js';

/** Escapes other than those of quotes and slashes, percent signs and control characters: they may stand for other characters. */
const coded = /\\[^"/]|[%\p{Cc}]/u;
const codedSecret = /[\\%\p{Cc}]/u;
/** What may stand between the characters of a secret, or in another form: gaps between digits, spaces, backslashes. */
const fillers = /[\s\\.+\u00a0\u2010-\u2015-]+/g;
const word = /^\w+$/;
const wordCharacter = /\w/;
/** So many secrets are looked for one by one in any text. */
const FEW_SECRETS = 16;
/** More of them, as long as that takes less than to get ready for all at once: compared characters for each one of the secrets. */
const MOST_COMPARED = 600;
/** What a look takes, however short the text: as much as so many characters. */
const LOOK = 64;

/**
 * Tells of a text whether it may hold one of the secrets, however spelt: most texts hold none, which is told here in a tenth of the
 * time. `false` is certain: what may stand between the characters of a secret is left out of both, and then neither holds the other.
 */
export function createSieve(all: Iterable<string>): (text: string) => boolean {
  const secrets = [...all].filter((secret) => secret.length >= SHORTEST);
  if (secrets.some((secret) => codedSecret.test(secret))) return () => true;
  const isShortWord = (secret: string) => secret.length < LONG && word.test(secret);
  const words = secrets.filter(isShortWord);
  const others = secrets.filter((secret) => !isShortWord(secret)).map((secret) => secret.replace(fillers, ''));
  let left = secrets.length > FEW_SECRETS ? MOST_COMPARED * secrets.join('').length : Number.POSITIVE_INFINITY;
  return (text) => {
    left -= secrets.length * (text.length + LOOK);
    if (left < 0 || coded.test(text)) return true;
    if (words.some((secret) => standsAlone(secret, text))) return true;
    if (others.length === 0) return false;
    const bare = text.replace(fillers, '');
    return others.some((secret) => bare.includes(secret));
  };
}

/**
 * Finds and hides all secrets as `createFind` does, which is only made once a text may hold one, and of those that are not longer than
 * the text: to get ready for a megabyte takes seconds, and no sentence holds it.
 */
export function createSievedFind(secrets: ReadonlySet<string>): (text: string) => string {
  const mayHold = createSieve(secrets);
  let find = (text: string) => text;
  /** The longest text that it is good for. */
  let longest = 0;
  return (text) => {
    if (!mayHold(text)) return text;
    if (text.length > longest) {
      longest = 2 * text.length;
      find = createFind([...secrets].filter((secret) => secret.length <= longest || speltLength(secret) <= longest));
    }
    return find(text);
  };
}

/** Short secrets are hidden without anything between their characters, and where they are no part of a word. */
function standsAlone(secret: string, text: string): boolean {
  for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1)) {
    const isPart = wordCharacter.test(text.charAt(at - 1)) || wordCharacter.test(text.charAt(at + secret.length));
    if (!isPart) return true;
  }
  return false;
}
