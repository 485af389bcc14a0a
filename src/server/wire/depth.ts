const QUOTE = 34;
const BACKSLASH = 92;
const [OPEN_ARRAY, CLOSE_ARRAY] = [91, 93];
const [OPEN_OBJECT, CLOSE_OBJECT] = [123, 125];

/**
 * Whether arrays and objects stand in each other at more than `levels` levels in a JSON text. What passes can be walked
 * through by recursion: JSON.parse takes any depth, and nearly nothing after it does.
 * (The text and not the value: to list the keys of an object with 100,000 of them takes longer than to parse it.)
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

/** Whether more than so many arrays and objects begin, in strings or not: most texts are told by that. */
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
