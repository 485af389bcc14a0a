/** A string, or a character that structures JSON. Scalars need no look. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/** The most paths to name. */
const MOST = 10;

interface Open {
  /** The keys of an object; undefined for a list. */
  keys: Set<string> | undefined;
  /** The current key of an object, or the current index of a list. */
  at: string | number;
}

/** Returns the path of each key that an object in a valid JSON text has twice. JSON readers keep only one of the values. */
export function duplicateKeys(text: string): string[][] {
  const found: string[][] = [];
  const open: Open[] = [];
  let key: string | undefined;
  for (const [token] of text.matchAll(TOKEN)) {
    const inner = open.at(-1);
    if (token === '{') open.push({ keys: new Set(), at: '' });
    else if (token === '[') open.push({ keys: undefined, at: 0 });
    else if (token === '}' || token === ']') open.pop();
    else if (token === ',' && typeof inner?.at === 'number') inner.at += 1;
    else if (token === ':' && inner?.keys && key !== undefined) {
      inner.at = key;
      if (inner.keys.has(key) && found.length < MOST) found.push(open.map(({ at }) => String(at)));
      inner.keys.add(key);
    }
    key = token.startsWith('"') ? (JSON.parse(token) as string) : undefined;
  }
  return found;
}

/** Returns whether a JSON text may have more keys than its value. Finds out in less time than `duplicateKeys`. */
export function mayHaveDuplicateKeys(text: string, value: unknown): boolean {
  let colons = 0;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) colons++;
  return colons > keysIn(value);
}

function keysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) for (const item of value) count += keysIn(item);
  else {
    for (const name in value) count += 1 + keysIn((value as Record<string, unknown>)[name]);
  }
  return count;
}

const WHITESPACE = /[ \t\n\r]*/y;
// A run of plain characters in a string: everything from the space on, except quotes and backslashes.
const PLAIN = /[ !#-[\]-\uffff]+/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
/** The first characters of values. */
const VALUE = '{["-0123456789tfn';
const VALUE_OR_CLOSE = `${VALUE}]`;

/**
 * Returns the line and column, both from 1, of the first error in a text that JSON.parse rejected. For a truncated text,
 * this is its end. It uses a loop instead of recursion, so that deep nesting does not exhaust the stack.
 */
export function brokenAt(text: string): { line: number; column: number } {
  const open: string[] = [];
  let expected = VALUE;
  let at = 0;

  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };

  for (;;) {
    skip(WHITESPACE);
    const first = text[at];
    if (first === undefined || !expected.includes(first)) break;
    if (!'{}[]:,"'.includes(first)) {
      if (!skip(SCALAR)) break;
    } else {
      at++;
      if (first === '"') {
        while (skip(PLAIN) || skip(ESCAPE)) {}
        if (text[at] !== '"') break;
        at++;
      }
    }
    const isKey = first === '"' && !expected.includes('t');
    if (first === '{' || first === '[') open.push(first);
    if (first === '}' || first === ']') open.pop();
    const isInObject = open.at(-1) === '{';
    if (first === '{') expected = '"}';
    else if (first === '[') expected = VALUE_OR_CLOSE;
    else if (first === ',') expected = isInObject ? '"' : VALUE;
    else if (first === ':') expected = VALUE;
    else if (isKey) expected = ':';
    else if (open.length > 0) expected = isInObject ? ',}' : ',]';
    else expected = '';
  }

  const before = text.slice(0, at);
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') };
}
