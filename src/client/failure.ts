import { leavesOutcomeOpen } from '../vocabulary.js';
import { type ErrorFacts, GatewayApiError, type GatewayError, GatewayOutcomeUnknownError } from './errors.js';

/** Codes of errors before there was a connection, for those without `syscall`. The last one is of Bun. */
const withoutConnection =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_T|ERR_SSL_WRONG|ERR_TLS_CERT|UNABLE_TO|CERT_|DEPTH_ZERO|SELF_SIGNED|ConnectionRefused)/;

type Link = Readonly<Record<'message' | 'code' | 'syscall' | 'cause' | 'errors', unknown>>;

/** Returns the causes of an error. `errors` has one for each address that was tried. */
const causesOf = ({ cause, errors }: Link): Link[] => [cause, errors].flat().filter(Boolean) as Link[];

/** Returns whether an error of the platform's `fetch` shows that nothing was sent: each of its last causes has to. */
export function wasNeverSent(error: unknown, depth = 0): boolean {
  const link = Object(error) as Link;
  const causes = causesOf(link);
  if (causes.length) return depth < 5 && causes.every((one) => wasNeverSent(one, depth + 1));
  return /^(connect|getaddrinfo)$/.test(`${link.syscall}`) || withoutConnection.test(`${link.code}`);
}

/** Returns the messages of an error and its causes. The rest of an error may contain the request. */
export function messagesOf(error: unknown, depth = 0): string {
  const link = Object(error) as Link;
  const causes = depth < 5 ? causesOf(link).map((one) => messagesOf(one, depth + 1)) : [];
  return [link.message || link.code || (error !== link && error), ...causes].filter(Boolean).join(': ');
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

/** Builds a response with the head of another one. */
function buildResponse(received: Response, body: string): Response {
  let response: Response;
  try {
    response = new Response(body || null, received);
  } catch {
    // `Response` refuses some statuses, such as 304 with a body.
    response = new Response(body, { status: 500, headers: received.headers });
  }
  // openapi-fetch skips a body with the length 0.
  response.headers.delete('content-length');
  return Object.defineProperties(response, { status: { value: received.status }, url: { value: received.url } });
}

/** Lets a response that was read be read again. Its JSON is parsed already, and a second response costs time, so few need one. */
export function readAgain(received: Response, text: string, body: unknown): Response {
  const copy = () => buildResponse(received, text);
  const others = { clone: copy, blob: () => copy().blob(), arrayBuffer: () => copy().arrayBuffer() };
  const again = Object.assign(received, { text: async () => text, json: async () => body, ...others });
  return Object.defineProperty(again, 'body', { get: () => copy().body });
}

/** Returns what an error shows of a call and of its response, if one came. */
export function factsOf(call: ErrorFacts, response: Response | undefined, mask: (text: string) => string): ErrorFacts {
  if (!response) return call;
  const requestId = response.headers.get('x-request-id');
  return { ...call, status: response.status, requestId: requestId && mask(requestId) };
}

/** Returns a failed response whose body always has `errors`, with secrets hidden. It keeps the facts that `unwrap` needs. */
export function failedResponse(
  received: Response,
  text: string,
  { call, isRepeatable }: { readonly call: ErrorFacts; readonly isRepeatable: boolean },
  mayBeDone: boolean,
  mask: (text: string) => string,
): Response {
  const { status, headers } = received;
  const beginning = text.slice(0, 64 * 1024);
  const body = parseJson(beginning, (_, value) => {
    if (Array.isArray(value)) return value;
    if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, one]) => [mask(name), one]));
    const shown = mask(`${value}`);
    return shown === `${value}` ? value : shown;
  });
  const given = (Object(body) as { errors?: unknown }).errors;
  const errors = listOf(given);
  const isByField = errors.length > 0 && isObject(given) && !Array.isArray(given);
  const shown = body ? JSON.stringify(body) : text.trim() && `${headers.get('content-type')}: ${mask(beginning)}`;
  if (!errors.length) errors.push(shown.slice(0, 500) || 'no reason given');
  const isOpen = leavesOutcomeOpen(status);
  const [, host = 'the same host'] = /^\w*:?\/\/(?:[^/?#]*@)?([^/?#]+)/.exec(headers.get('location') ?? '') ?? [];
  if (status < 400) errors.push(mask(`the client does not follow a redirect to ${host}`));
  // For example, a second DELETE after a lost response gets a 404.
  const isDone = mayBeDone && /PUT|DELETE/.test(call.method) && !isOpen;
  if (isDone) errors.push('an earlier attempt may have done it: retrieve the object');
  const error = { ...(isObject(body) && body), errors: isByField ? given : errors };
  const response = buildResponse(received, JSON.stringify(error));
  response.headers.set('content-type', 'application/json');
  const failure: Failure = { facts: { ...factsOf(call, received, mask), errors }, isUnknown: !isRepeatable && isOpen };
  return Object.assign(response, { [key]: failure });
}

/** Returns both forms of `errors`, a list or lists by field, as one list. */
function listOf(errors: unknown): string[] {
  if (Array.isArray(errors)) return errors.map((one) => (isObject(one) ? JSON.stringify(one) : `${one}`));
  if (!isObject(errors)) return errors === undefined || errors === null || errors === '' ? [] : [`${errors}`];
  return Object.entries(errors).flatMap(([field, texts]) => listOf([texts].flat()).map((text) => `${field}: ${text}`));
}

/** Returns the advice for an unknown outcome. A refund has the id of its object, a new payment only your reference. */
export const lookFirst = ({ path }: ErrorFacts): string =>
  `It may have been accepted: ${path.includes('{') ? 'retrieve the object' : 'look for your own reference'} before you send it again`;

/** Where a failed response keeps its facts for `unwrap`. Registered, because another copy of the package may unwrap it. */
const key = Symbol.for('payment-gateway-contract.failure');
type Failure = { readonly facts: ErrorFacts; readonly isUnknown: boolean };

function errorOf({ status, [key]: failure }: Response & { [key]?: Failure }): GatewayError {
  // Another client or middleware made this response, perhaps for a POST.
  const unknown = { method: 'call', path: 'of an unknown path', status, errors: [], requestId: null };
  const { facts, isUnknown } = failure ?? { facts: unknown, isUnknown: leavesOutcomeOpen(status) };
  const what = `HTTP ${status}: ${facts.errors?.join('; ')}`;
  if (isUnknown) return new GatewayOutcomeUnknownError(facts, what, lookFirst(facts));
  return new GatewayApiError(facts, what);
}

/**
 * Returns the data of a call. For an HTTP error it throws a `GatewayApiError`, or a `GatewayOutcomeUnknownError` if a POST may have been
 * accepted. A declined card may be a 200: see `isDeclined`.
 */
export async function unwrap<Result extends { data?: unknown; error?: unknown; response: Response }>(
  call: Promise<Result>,
): Promise<Exclude<Result['data'], undefined>> {
  const { data, error, response } = await call;
  if (error !== undefined || !response.ok) throw errorOf(response);
  return data as Exclude<Result['data'], undefined>;
}

/** Returns whether a POST may have been accepted although it failed. Pass the result of a call, or the error that it threw. */
export function isOutcomeUnknown(resultOrError: unknown): boolean {
  const { code, response } = Object(resultOrError) as { code?: unknown; response?: Response };
  return (response?.ok === false ? errorOf(response).code : code) === 'outcome_unknown';
}
