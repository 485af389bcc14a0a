import { isHarmless } from './json.js';
import type { KindOf } from './kinds.js';
import { mask } from './mask.js';

/** A word, then perhaps a quote (escaped, where the string is JSON within JSON), then what makes it the name of a value. */
const names = /([\w$.[\]%\\-]+)(["']?)\s*(=+|[:,]?)\s*/g;
/** Only of these two neighbours in a list are name and value. */
const headerNames = /^(proxy-)?authorization$|^(set-)?cookie$|^x-[\w-]*(key|token|secret)$/i;
const headerLists = /(headers|trailers)$/i;

/** Whether a string in a list is the name of a header whose value is the next one. `list`: the name of the list. */
export const isHeaderAt = (list: string, string: string): boolean => headerLists.test(list) || headerNames.test(string);

/**
 * What stands behind `Cookie:` in the text of a request, but for the scheme: a word, or pairs up to the end of the line.
 * `authorization: is missing` is a sentence.
 */
const headerValue =
  /(?:(?:bearer|basic|digest) +)?(?!(?:is|are|was|has|must|should|may|can|cannot|not|no|missing|required|invalid|expired)\b)([^\s"\\=]+(?==[^\s=])(?:=\\*"[^"\r\n]*"(?=[,;\s]|$)|[^\r\n"\\])*|[^\s"\\]+)/iy;

/**
 * Hides the values of sensitive names in running text: `"card_cvv": "123"` in JSON that is held in a string, escaped
 * however often, whole or cut off; `card[card_cvv]=123` in a form or a URL; `"Cookie", "…"` in a list of headers. The string
 * around them stays as it is. (JSON is not parsed and printed again: of two values of one name that would show one, of
 * long ids other digits, of a string that was cut off nothing.)
 *
 * @param onSecret is called with each value of a sensitive name
 */
export function hideAssignments(string: string, kindOf: KindOf, onSecret?: (secret: string) => void): string {
  if (!/[:=,]/.test(string)) return string;
  let shown = '';
  let done = 0;
  names.lastIndex = 0;
  for (let found = names.exec(string); found; found = names.exec(string)) {
    const [whole, spelt = '', quote = '', sign = ''] = found;
    if (sign.length !== 1) continue;
    const name = spelt.replace(/(?<!\\)\\+$/, '');
    const kind = kindOf(name);
    if (!kind || (sign === ',' && !(quote && headerNames.test(name)))) continue;
    const at = found.index + whole.length;
    const isBare = sign !== '=' && !quote && !/^\\*["']/.test(string.slice(at));
    // `card_number: is missing` is a sentence.
    const value = isBare ? headerValueAt(string, at, name, whole) : valueAt(string, at, spelt.length - name.length);
    if (!value) continue;
    const content = string.slice(value.start, value.end);
    // What was hidden by value beside it leaves masks side by side; they stay, so that hiding twice changes nothing.
    if (!isHarmless(content) && content.replaceAll(mask, '') !== '') {
      if (onSecret && kind === 'sensitive') secretsOf(content, value.isNested).forEach(onSecret);
      const mark = value.quote || sign === '=' || isBare ? '' : spelt.slice(name.length) + quote;
      shown += string.slice(done, value.start) + mark + mask + mark;
      done = value.end;
    }
    names.lastIndex = Math.max(value.end, at);
  }
  return shown + string.slice(done);
}

interface Value {
  start: number;
  end: number;
  /** Whether it is an object or a list. */
  isNested: boolean;
  quote: string;
}

function headerValueAt(string: string, at: number, name: string, before: string): Value | undefined {
  // In JSON a line ends with an escaped letter.
  if (!headerNames.test(name.replace(/^.*\\[nr]/, '')) || /[\r\n]/.test(before)) return undefined;
  headerValue.lastIndex = at;
  const [, value] = headerValue.exec(string) ?? [];
  if (value === undefined) return undefined;
  const end = headerValue.lastIndex;
  return { start: end - value.length, end, isNested: false, quote: '' };
}

/** @param escapes how many backslashes stand before the quotes of this JSON */
function valueAt(string: string, at: number, escapes: number): Value {
  let start = at;
  while (string[start] === '\\') start++;
  const first = string[start] ?? '';
  if (first === '"' || first === "'") {
    return { start: start + 1, end: endOfString(string, start + 1, first, start - at), isNested: false, quote: first };
  }
  if ((first === '{' || first === '[') && !string.startsWith(mask, start)) {
    return { start, end: endOfNested(string, start, escapes), isNested: true, quote: '' };
  }
  const end = string.startsWith(mask, start) ? start + mask.length : start;
  return { start, end: end + string.slice(end).search(/[\s,;&"'<>(){}\\]|$/), isNested: false, quote: '' };
}

/** Where the string ends: a quote with as many backslashes as the first, or fewer; more stand for one that belongs to it. */
function endOfString(string: string, start: number, quote: string, escapes: number): number {
  let backslashes = 0;
  for (let at = start; at < string.length; at++) {
    if (string[at] === '\\') backslashes++;
    else {
      const ends = backslashes <= escapes || (backslashes - escapes) % (2 * escapes + 2) === 0;
      if (string[at] === quote && ends) return at - Math.min(backslashes, escapes);
      backslashes = 0;
    }
  }
  return string.length;
}

/** Behind the bracket that closes the one at `start`, brackets in strings not counted. */
function endOfNested(string: string, start: number, escapes: number): number {
  let depth = 0;
  for (let at = start; at < string.length; at++) {
    const char = string[at] ?? '';
    if (char === '"') at = endOfString(string, at + 1, char, escapes) + escapes;
    else if (char === '{' || char === '[') depth++;
    else if ((char === '}' || char === ']') && --depth === 0) return at + 1;
  }
  return string.length;
}

/** The strings and numbers that a value consists of. */
function secretsOf(value: string, isNested: boolean): string[] {
  if (!isNested) return [value, fromForm(value)];
  const parts = value.split(/\\*"/);
  return parts.flatMap((part, index) => {
    if (index % 2 === 0) return part.match(/\d[\d.]+/g) ?? [];
    return /^\s*:/.test(parts[index + 1] ?? '') ? [] : part;
  });
}

function fromForm(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return value;
  }
}
