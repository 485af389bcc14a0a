import { isHarmless } from './json-text.js';
import type { KindOf } from './names.js';
import { hideDecoded, hideWritten, mask, type Range } from './text.js';

/** A word, then perhaps a quote (escaped in JSON within JSON), then the sign that makes it the name of a value. */
const names = /([\w$.[\]%\\-]+)(["']?)\s*(=+|[:,]?)\s*/g;
/** Only these count as names if a comma or a bare colon follows. */
const headerNames = /^(proxy-)?authorization$|^(set-)?cookie$|^x-[\w-]*(key|token|secret)$/i;
const headerLists = /(headers|trailers)$/i;

/** Returns whether a string in a list is the name of a header and the next one its value. `list` is the name of the list. */
export const isHeaderAt = (list: string, string: string): boolean => headerLists.test(list) || headerNames.test(string);

/** The first word of a sentence about a header, such as `authorization: is missing` or `authorization: approved`. */
const prose =
  'is|are|was|has|must|should|may|can|cannot|not|no|missing|required|invalid|expired|approved|authorized|granted|captured|declined|denied|refused|rejected|failed|pending|voided|none';
/** A header's value without its scheme: a word, or pairs up to the end of the line. */
const headerValue = new RegExp(
  `(?:(?:bearer|basic|digest|token|jwt|apikey)[ \\t]+|[\\w-]+[ \\t]+(?=[\\w-]+=[^\\s=]|\\[redacted]))?(?!(?:${prose})\\b)([^\\s"\\\\=]+(?==[^\\s=])(?:=\\\\*"[^"\\r\\n]*"(?=[,;\\s]|$)|[^\\r\\n"\\\\])*|[^\\s"\\\\]+)`,
  'iy',
);

/**
 * Hides the values of sensitive names in running text: `"card_cvv": "123"` in JSON within a string, however often escaped, whole or
 * cut off; `card[card_cvv]=123` in a form or a URL; `"Cookie", "…"` in a list of headers. The text around them stays the same. (Parsed
 * and printed JSON would lose repeated names, digits of long ids, and everything if it was cut off.)
 *
 * @param onSecret receives each value of a sensitive name
 */
export function hideAssignments(string: string, kindOf: KindOf, onSecret?: (secret: string) => void): string {
  if (!/[:=,%]/.test(string)) return string;
  const find = (text: string) => valuesIn(text, kindOf, onSecret);
  return hideDecoded(hideWritten(string, find), find);
}

function valuesIn(text: string, kindOf: KindOf, onSecret?: (secret: string) => void): Range[] {
  const ranges: Range[] = [];
  names.lastIndex = 0;
  for (let found = names.exec(text); found; found = names.exec(text)) {
    const [whole, spelt = '', quote = '', sign = ''] = found;
    if (sign.length !== 1) continue;
    const name = spelt.replace(/(?<!\\)\\+$/, '');
    const kind = kindOf(name);
    if (!kind || (sign === ',' && !(quote && headerNames.test(name)))) continue;
    const at = found.index + whole.length;
    const isBare = sign !== '=' && !quote && !/^\\*["']/.test(text.slice(at));
    // `card_number: is missing` is a sentence.
    const value = isBare ? headerValueAt(text, at, name, whole) : valueAt(text, at, spelt.length - name.length);
    if (!value) continue;
    const content = text.slice(value.start, value.end);
    // Masks in a row stay, so that hiding twice changes nothing.
    if (!isHarmless(content) && content.replaceAll(mask, '') !== '') {
      if (onSecret && kind === 'sensitive') secretsOf(content, value.isNested).forEach(onSecret);
      const isQuoted = value.quote || sign === '=' || isBare;
      ranges.push([value.start, value.end, isQuoted ? '' : spelt.slice(name.length) + quote]);
    }
    names.lastIndex = Math.max(value.end, at);
  }
  return ranges;
}

interface Value {
  start: number;
  end: number;
  /** Whether it is an object or an array. */
  isNested: boolean;
  quote: string;
}

function headerValueAt(string: string, at: number, name: string, before: string): Value | undefined {
  if (!headerNames.test(name) || /[\r\n]/.test(before)) return undefined;
  headerValue.lastIndex = at;
  const [, value] = headerValue.exec(string) ?? [];
  if (value === undefined) return undefined;
  const end = headerValue.lastIndex;
  return { start: end - value.length, end, isNested: false, quote: '' };
}

/** @param escapes the number of backslashes before the quotes of this JSON */
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
  if (!isNested) return [value];
  const parts = value.split(/\\*"/);
  return parts.flatMap((part, index) => {
    if (index % 2 === 0) return part.match(/\d[\d.]+/g) ?? [];
    return /^\s*:/.test(parts[index + 1] ?? '') ? [] : part;
  });
}
