const WHITESPACE = /[ \t\n\r]*/y;
// A run of plain characters in a string: everything from the space on, except quotes and backslashes.
const PLAIN = /[ !#-[\]-\uffff]+/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** The tokens that may follow: a value, a key, the colon after a key, or a comma or bracket after a value. */
type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or close' | 'end';

/**
 * Returns the line and column, both from 1, of the first error in a text that JSON.parse rejected. For a truncated text,
 * this is its end. It uses a loop instead of recursion, so that deep nesting does not exhaust the stack.
 */
export function brokenAt(text: string): { line: number; column: number } {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let at = 0;

  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const skipString = (): boolean => {
    at++; // skips the quote
    while (skip(PLAIN) || skip(ESCAPE)) {}
    if (text[at] !== '"') return false;
    at++;
    return true;
  };
  const afterValue = (): Expected => (open.length === 0 ? 'end' : ', or close');

  for (;;) {
    skip(WHITESPACE);
    const next = text[at];
    if (next === undefined) break;
    if ((expected === 'key' || expected === 'key or }') && next === '"') {
      if (!skipString()) break;
      expected = ':';
    } else if (expected === ':' && next === ':') {
      at++;
      expected = 'value';
    } else if (expected === ', or close' && next === ',') {
      at++;
      expected = open.at(-1) === '{' ? 'key' : 'value';
    } else if (closes(next, open.at(-1), expected)) {
      at++;
      open.pop();
      expected = afterValue();
    } else if (expected === 'value' || expected === 'value or ]') {
      if (next === '{' || next === '[') {
        at++;
        open.push(next);
        expected = next === '{' ? 'key or }' : 'value or ]';
      } else if (next === '"' ? skipString() : skip(SCALAR)) expected = afterValue();
      else break;
    } else break;
  }

  const before = text.slice(0, at);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: at - lineStart + 1 };
}

function closes(next: string, open: '{' | '[' | undefined, expected: Expected): boolean {
  if (next === '}') return open === '{' && (expected === ', or close' || expected === 'key or }');
  return next === ']' && open === '[' && (expected === ', or close' || expected === 'value or ]');
}
