const QUOTE = 34;
const BACKSLASH = 92;
const [OPEN_ARRAY, CLOSE_ARRAY] = [91, 93];
const [OPEN_OBJECT, CLOSE_OBJECT] = [123, 125];

/**
 * Returns whether a JSON text nests arrays and objects more than `levels` deep. Recursion is safe for all other texts:
 * JSON.parse accepts any depth, but most code that runs afterwards does not. It reads the text instead of the value,
 * because listing the keys of an object with 100,000 keys takes longer than parsing it.
 */
export function isDeeperThan(json: string, levels: number): boolean {
  if (!hasBrackets(json, levels)) return false;
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (isInString) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) isInString = false;
    } else if (code === QUOTE) isInString = true;
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      depth++;
      if (depth > levels) return true;
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth--;
  }
  return false;
}

/** Returns whether a text has more than `more` opening brackets, including those in strings. This settles most texts quickly. */
function hasBrackets(json: string, more: number): boolean {
  let found = 0;
  for (const bracket of ['{', '[']) {
    for (let at = json.indexOf(bracket); at >= 0; at = json.indexOf(bracket, at + 1)) {
      found++;
      if (found > more) return true;
    }
  }
  return false;
}
