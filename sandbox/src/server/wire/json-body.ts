/** A parsed JSON body with its text, or the reason for its refusal. */
export type JsonBody = ReadBody | { status: 400 | 415; problem: string };

interface ReadBody {
  /** Undefined without a body. */
  value: unknown;
  text: string;
  /** The size of the body as sent. */
  byteLength: number;
}

/** The deepest allowed nesting. The contract's deepest request has 5 levels. */
const DEEPEST_BODY = 200;

export const NO_BODY: ReadBody = { value: undefined, text: '', byteLength: 0 };

// Drops a byte order mark, and throws for text in another encoding.
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a request body. Refuses a body without a JSON content type, so that a client without the header finds out here
 * instead of at the gateway.
 */
export function readJsonBody(
  bytes: Uint8Array,
  contentType: string | undefined,
  encoding: string | undefined,
): JsonBody {
  if (bytes.byteLength === 0) return NO_BODY;
  if (encoding !== undefined && encoding !== 'identity') {
    return {
      status: 415,
      problem: 'content-encoding: must be absent; this server reads bodies that are not compressed',
    };
  }
  if (!isJson(contentType)) {
    const sent = contentType === undefined ? 'there is none' : 'another was sent';
    return { status: 415, problem: `content-type: must be application/json; ${sent}` };
  }
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return { status: 400, problem: 'body: is not UTF-8, the only encoding of JSON; was it sent as ISO-8859-1?' };
  }
  try {
    const value: unknown = JSON.parse(text);
    const problem = problemIn(value);
    return problem === undefined ? { value, text, byteLength: bytes.byteLength } : { status: 400, problem };
  } catch {
    // The engine's message quotes the body and differs between Node versions.
    const { line, column } = brokenAt(text);
    return { status: 400, problem: `body: is not JSON; it breaks at line ${line}, column ${column}` };
  }
}

/** JSON.parse accepts any depth, but most code that runs afterwards recurses. */
function problemIn(value: unknown, levels = DEEPEST_BODY): string | undefined {
  if (value === Infinity || value === -Infinity)
    return 'body: has a number beyond 1.8e308; JSON readers turn it into infinity';
  if (typeof value !== 'object' || value === null) return undefined;
  if (levels === 0) return `body: is nested deeper than ${DEEPEST_BODY} levels, which no operation needs`;
  for (const child of Object.values(value)) {
    const problem = problemIn(child, levels - 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType ?? '');
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
function brokenAt(text: string): { line: number; column: number } {
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
