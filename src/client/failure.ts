import { leavesOutcomeOpen } from '../vocabulary.js';
import { type CallFacts, type ErrorFacts, keepFailure } from './errors.js';

/** Codes of errors before there was a connection, for those without `syscall`. The last one is of Bun. */
const withoutConnection =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_CERT_ALTNAME_INVALID|ERR_SSL_WRONG_VERSION_NUMBER|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|(UNABLE_TO|CERT)_\w+|ConnectionRefused)$/;

/** A longer chain of causes is not read to its end. */
const longestChain = 5;

/** Returns whether an error of the platform's `fetch` shows that nothing was sent. */
export function wasNeverSent(error: unknown, depth = 0): boolean {
  const { cause, errors, code, syscall } = Object(error) as Record<string, unknown>;
  if (depth > longestChain) return false;
  // One for each address that was tried.
  if (Array.isArray(errors) && errors.length) return errors.every((one) => wasNeverSent(one, depth + 1));
  if (syscall === 'connect' || syscall === 'getaddrinfo' || withoutConnection.test(`${code}`)) return true;
  return cause !== undefined && wasNeverSent(cause, depth + 1);
}

/** Returns the messages of an error and its causes. The rest of an error may contain the request. */
export function messagesOf(error: unknown, depth = 0): string {
  const { message = error, code, cause, errors } = Object(error) as Record<string, unknown>;
  const causes = depth < longestChain ? [cause, errors].flat().filter(Boolean) : [];
  const messages = [message || code, ...causes.map((one) => messagesOf(one, depth + 1))];
  return messages.filter(Boolean).join(': ');
}

/** Parses JSON; `undefined` if it is not JSON. The engine's own error would quote it. */
export function parseJson(text: string, revive?: (key: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, revive);
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Characters that are read of the body of an error, and shown of one without `errors`. */
const [longestBody, longestQuote] = [64 * 1024, 500];

/** Builds a response with this head. Other text replaces a reason that no `Response` can hold. */
export function buildResponse({ status, statusText, headers, url }: Response, body: string): Response {
  // `Response` refuses these statuses, or a body with them.
  const isOdd = status < 200 || status > 599 || status === 304;
  const response = new Response(status === 204 || status === 205 ? null : body, {
    status: isOdd ? 500 : status,
    statusText: /^[\t -~]*$/.test(statusText) ? statusText : '',
    headers,
  });
  // openapi-fetch skips a body with the length 0.
  response.headers.delete('content-length');
  if (isOdd) Object.defineProperty(response, 'status', { value: status });
  return Object.defineProperty(response, 'url', { value: url });
}

/** Returns what an error shows of a call and of its response, if one came. */
export function factsOf(call: CallFacts, response: Response | undefined, mask: (text: string) => string): ErrorFacts {
  if (!response) return call;
  const requestId = response.headers.get('x-request-id');
  return { ...call, status: response.status, requestId: requestId && mask(requestId) };
}

interface FailedCall {
  readonly call: CallFacts;
  readonly isRepeatable: boolean;
  /** Whether an earlier attempt may have changed or deleted the object. */
  readonly mayBeDone: boolean;
  readonly mask: (text: string) => string;
}

/** Returns a failed response whose body always has `errors`, with secrets hidden. It keeps the facts that `unwrap` needs. */
export function failedResponse(received: Response, text: string, failed: FailedCall): Response {
  const { call, isRepeatable, mayBeDone, mask } = failed;
  const { status, statusText, headers } = received;
  const body = parseJson(text.slice(0, longestBody), (_, value) => {
    if (Array.isArray(value)) return value;
    if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, one]) => [mask(name), one]));
    const shown = mask(`${value}`);
    return shown === `${value}` ? value : shown;
  });
  const { errors: given } = Object(body) as { errors?: unknown };
  const errors = listOf(given);
  const quoted = () => `${headers.get('content-type') ?? 'text'}: ${mask(text.slice(0, longestBody))}`;
  if (!errors.length && text) errors.push((body ? JSON.stringify(body) : quoted()).slice(0, longestQuote));
  if (!errors.length) errors.push(mask(statusText) || 'no body');
  // Only the host: the rest of an address may be a secret.
  const [, host] = /^(?:https?:)?\/\/(?:[^/?#]*@)?([^/?#]+)/.exec(headers.get('location') ?? '') ?? [];
  if (status < 400) errors.push(`redirects to ${host ?? 'another path'}, which the client does not follow`);
  if (mayBeDone) errors.push('an earlier attempt may have succeeded: read the object before you decide');
  const isByField = isObject(given) && !Array.isArray(given) && listOf(given).length > 0;
  const error = isByField ? body : { ...(isObject(body) && !Array.isArray(body) && body), errors };
  const response = buildResponse(received, JSON.stringify(error));
  response.headers.set('content-type', 'application/json');
  return keepFailure(response, {
    facts: { ...factsOf(call, received, mask), errors },
    isUnknown: !isRepeatable && leavesOutcomeOpen(status),
  });
}

/** Returns both forms of `errors`, a list or lists by field, as one list. */
function listOf(errors: unknown): string[] {
  if (Array.isArray(errors)) return errors.map((one) => (isObject(one) ? JSON.stringify(one) : `${one}`));
  if (!isObject(errors)) return errors === undefined || errors === null || errors === '' ? [] : [`${errors}`];
  return Object.entries(errors).flatMap(([field, texts]) => listOf([texts].flat()).map((text) => `${field}: ${text}`));
}
