import { isSensitive, redact } from '../redact.js';
import type { ResponseHead } from '../util/index.js';
import { isObject } from '../util/index.js';

/** Bytes. A longer body is not parsed: hiding the secrets of a body takes a second for each megabyte. */
const longestBody = 64 * 1024;
/** Characters at the end of a cut text. They may hold a part of a secret, which cannot be recognized. */
const dropped = 1000;
/** Characters of a body that has no known form. */
const longestQuote = 500;

/** The parts of a request whose secrets an error must not repeat. */
export interface Sent {
  readonly body: unknown;
  readonly headers: unknown;
}

/** Returns a function that hides all card numbers and the secrets of the request in JSON. It never throws. */
const hiderOf =
  ({ body, headers }: Sent) =>
  (value: unknown): unknown => {
    const hidden = redact(value, { secrets: [body, headers], fields: false });
    if (!isObject(hidden)) return hidden;
    // A security code may come back as a number.
    const hideNumber = (name: string, one: unknown) =>
      typeof one === 'number' && isSensitive(name) ? '[redacted]' : one;
    return JSON.parse(JSON.stringify(hidden), hideNumber);
  };

/** Returns the beginning of a text, with secrets hidden. All of a text that is not longer than the limit of a body. */
export function hideSecrets(text: string, sent: Sent): string {
  return hideBeginning({ text: text.slice(0, longestBody), isCut: text.length > longestBody }, hiderOf(sent));
}

function hideBeginning({ text, isCut }: ErrorText, hide: (value: unknown) => unknown): string {
  const shown = `${hide(text)}`;
  return isCut ? shown.slice(0, -dropped) : shown;
}

/** The body of a failed response, or its beginning. */
export interface ErrorText {
  readonly text: string;
  readonly isCut: boolean;
}

/** Returns the text of a body. */
export function textOfBytes(bytes: Uint8Array): ErrorText {
  return { text: new TextDecoder().decode(bytes.subarray(0, longestBody)), isCut: bytes.length > longestBody };
}

/** Returns the text of an error that openapi-fetch has parsed. */
export function textOfError(error: unknown): ErrorText {
  try {
    const isMarkup = typeof error === 'string' && /^\s*</.test(error);
    const text = (isMarkup ? error : JSON.stringify(error)) ?? '';
    return { text: text.slice(0, longestBody), isCut: text.length > longestBody };
  } catch {
    return { text: '"nested too deeply to be shown"', isCut: false };
  }
}

/** The content of a failed response. */
export interface ErrorBody {
  /** The members of the body; empty unless it is an object. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** At least one sentence. */
  readonly causes: readonly string[];
}

/** Returns the reasons in a failed response, with secrets hidden. */
export function readErrorBody(body: ErrorText, head: ResponseHead, sent: Sent): ErrorBody {
  const hide = hiderOf(sent);
  const json = body.isCut ? undefined : hideParsed(body.text, hide);
  const fields = isObject(json) ? json : {};
  const causes = [...causesOf(json), ...redirectOf(head)];
  if (body.isCut) causes.push(`a body of more than ${longestBody} bytes, which begins: ${hideBeginning(body, hide)}`);
  if (!causes.length) {
    causes.push(head.statusText || `HTTP ${head.status}`);
    if (json === undefined && body.text.trim()) causes.push(foreignBody(head, hideBeginning(body, hide)));
  }
  // Once more as text: JSON has some secrets as numbers, and the rest comes from the head.
  return { fields, causes: causes.map((cause) => `${hide(cause)}`) };
}

function hideParsed(text: string, hide: (value: unknown) => unknown): unknown {
  try {
    return hide(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** What other APIs call the members that explain an error. */
const explanations = ['error', 'error_description', 'cause', 'detail', 'details'];

/**
 * Returns the strings of an error body: its `errors`, `message`, `code` and explanations. An object of another form, such as
 * `{ error: { message } }` or problem+json, is quoted.
 */
function causesOf(body: unknown): string[] {
  // A proxy may send a sentence or a list in place of an object.
  if (!isObject(body)) return stringsOf(body);
  const { errors, message, code, ...others } = body;
  const byField = isObject(errors) ? Object.entries(errors) : [['', errors]];
  const listed = byField.flatMap(([field, value]) => stringsOf(value, field && `${field}: `));
  const said = [...listed, ...stringsOf(message)];
  const isQuoted = !said.length && Object.values(others).some((value) => stringsOf(value).length);
  if (isQuoted) return [quote(JSON.stringify(body))];
  const explained = explanations.flatMap((name) => stringsOf(others[name]));
  return [...new Set([...said, ...stringsOf(code, 'code '), ...explained])];
}

/** Returns one string for each element of a list. Objects become JSON, so that no detail is lost. */
const stringsOf = (value: unknown, prefix: unknown = ''): string[] =>
  [value].flat().flatMap((one) => {
    if (one === undefined || one === null || one === '') return [];
    return `${prefix}${typeof one === 'object' ? JSON.stringify(one) : one}`;
  });

const quote = (text: string) => (text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text);

/** Returns where a redirect leads, without its path and query, which may hold a secret. */
function redirectOf({ status, headers, url }: ResponseHead): string[] {
  const location = status >= 300 && status < 400 && headers?.get?.('location');
  if (!location || !URL.canParse(location, url || undefined)) return [];
  const { origin } = new URL(location, url || undefined);
  const isSame = URL.canParse(url) && new URL(url).origin === origin;
  return [`redirects to ${isSame ? 'another path of ' : ''}${origin}: correct baseUrl`];
}

/** Returns the type of a body that is not JSON: a proxy or a firewall may have sent it. */
export function foreignType({ headers }: ResponseHead): string {
  const [type = 'a body'] = /^[\w.+-]+\/[\w.+-]+/.exec(headers?.get?.('content-type') ?? '') ?? [];
  return `${type} that is not JSON, perhaps not from the gateway`;
}

/** Describes a body that is not JSON. HTML is not quoted, because it begins with no sentence. */
const foreignBody = (head: ResponseHead, text: string): string =>
  /^\s*</.test(text) ? foreignType(head) : `${foreignType(head)}: ${quote(text.trim())}`;
