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
