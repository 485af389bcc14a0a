import { hideCardNumbers } from './cards.js';
import { createFind } from './find.js';
import { mask, outsideMasks } from './mask.js';

/** `Basic plan` is a plan, and a `bearer token` no token. */
const credentials = /\b([Bb]earer +(?!tokens?\b)|[Bb]asic +(?![A-Z]?[a-z]+\b))[\w.~+/=-]+/g;

/** Hides what is a secret by its own account. */
export const hideKnown = (string: string) => hideCardNumbers(string.replace(credentials, `$1${mask}`));

/** Gives a function that hides these secrets in a string, and what is one by its own account. */
export function createHide(secrets: Iterable<string>): (string: string) => string {
  const find = createFind(secrets);
  return (string) => outsideMasks(find(string), hideKnown);
}
