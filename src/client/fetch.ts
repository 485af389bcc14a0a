import {
  buildResponse,
  decode,
  leavesOutcomeOpen,
  limitBody,
  parseJson,
  pause,
  type ResponseHead,
  readBody,
  retryDelay,
  sendOnce,
  timeUp,
  UnusableResponse,
  withTimeout,
} from '../util/index.js';
import { attemptRequest, isReplaced } from './attempt-request.js';
import { checkHeader, kindOf, type Settings } from './checked-options.js';
import { foreignType, hideSecrets, textOfBytes } from './error-body.js';
import {
  type CallFacts,
  describeNetworkFailure,
  factsOf,
  failedResult,
  failure,
  type NetworkFailure,
} from './failure.js';
import type { RequestEvent } from './options.js';
import { notify } from './retry.js';
import type { Renewal, TokenSource } from './token-source.js';
import { findUnsafeId } from './unsafe-ids.js';

/** One call of the client, and how it ended. */
export interface CallState extends CallFacts {
  /** Whether sending it twice is harmless. */
  readonly repeatable: boolean;
  /** Whether a success without a body is complete. */
  readonly mayLackObject: boolean;
  readonly settings: Settings;
  /** Keys of frameworks and engines, such as `next`, `cf` and `dispatcher`. */
  readonly added: Readonly<Record<string, unknown>>;
  readonly tokens: TokenSource;
  /** How the attempts ended, if they failed: with a response, or with an exception. */
  failed?: { readonly error: object; readonly response: Response } | undefined;
  thrown?: unknown;
  /** The JSON of the last success, which is parsed once: a large list costs more to parse than all else the client does. */
  parsed?: { readonly data: unknown; readonly response: Response } | undefined;
}

/**
 * Returns the `fetch` of one call. It makes attempts until there is a response, or until another attempt would be useless or unsafe.
 * openapi-fetch and middleware get a copy of the response, in memory.
 *
 * It throws a `GatewayError`, the reason of the caller's signal, an exception of `accessToken`, or a TypeError for a mistake.
 */
export function gatewayFetch(state: CallState): (request: Request) => Promise<Response> {
  let wasCalled = false;
  return async (request) => {
    // Middleware can call this function too: it is `options.fetch`.
    if (wasCalled && !state.repeatable)
      throw failure('unknown', state.call, 'middleware called options.fetch twice, but a POST is sent once');
    wasCalled = true;
    state.failed = undefined;
    state.thrown = undefined;
    state.parsed = undefined;
    try {
      return await makeAttempts(request, state);
    } catch (reason) {
      // openapi-fetch ignores falsy exceptions.
      state.thrown = reason || new Error(`${reason}`);
      throw state.thrown;
    }
  };
}

async function makeAttempts(request: Request, state: CallState): Promise<Response> {
  const { call, repeatable, settings, tokens } = state;
  const deadline = performance.now() + settings.overallTimeoutMs;
  // The signal of the caller, and one that middleware may have added.
  const signals = isReplaced(request) ? [request.signal, settings.signal] : [settings.signal];
  const abortedSignal = () => signals.find((signal) => signal?.aborted);
  let token = '';
  let renewal: Promise<Renewal> | undefined;
  let renewals = 0;

  for (let attempt = 1; ; attempt++) {
    const event: RequestEvent = { call, attempt };
    const startedAt = performance.now();
    const limitMs = Math.min(settings.timeoutMs, deadline - startedAt);
    let response: Response | undefined;
    let error: unknown;
    let reached: Reached = 'nothing';
    let mayHaveActed = false;
    let isRepeatable = repeatable;

    // 1. Send the request and read the response.
    try {
      response = await withTimeout(limitMs, signals, async (signal, stop) => {
        const current = renewal ? (await renewal).token : await tokens.get();
        // Time may be up by now, and the caller's fetch may ignore the signal.
        signal.throwIfAborted();
        token = current;
        const headers = attemptHeaders(request, settings, event, token);
        state.headers = headers;
        const sent = attemptRequest(request, { headers, signal, added: state.added, mayRepeat: isRepeatable });
        const send = () => (settings.fetch ?? fetch)(sent);
        reached = 'request';
        const response = await (isRepeatable ? send() : sendOnce(sent, stop, send));
        reached = 'head';
        return receive(response, state);
      });
      mayHaveActed = !response.ok && leavesOutcomeOpen(response.status);
      state.isUnknown ||= !repeatable && mayHaveActed;
    } catch (reason) {
      // A mistake in the call, an abort, or an exception of `accessToken`.
      if (reached === 'nothing' && reason !== timeUp) throw reason;
      const failed = failedAttempt(reason, state, reached, limitMs, abortedSignal());
      error = failed.error;
      mayHaveActed = !failed.neverArrived;
      isRepeatable = !failed.isTooLarge && (isRepeatable || failed.neverArrived);
    }

    // 2. Tell the hook, and return a success.
    const durationMs = performance.now() - startedAt;
    const ended = { ...event, durationMs, ...(response ? { status: response.status } : { error }) };
    notify(settings.onResponse, ended);
    if (response?.ok) return response;

    // 3. Decide whether another attempt follows: with a new token after a 401, or where sending it again is harmless.
    let delayMs: number | undefined;
    if (response?.status === 401 && tokens.renew && renewals < 2 && !(await renewal)?.isRefreshed) {
      renewal = tokens.renew(token, renewals > 0);
      renewals++;
      delayMs = 0;
    } else if (isRepeatable && !abortedSignal() && attempt <= settings.retries) {
      const wait = retryDelay(response, attempt, settings.retryDelayMs);
      if (performance.now() + wait < deadline && notify(settings.retryIf, ended)) delayMs = wait;
    }

    // 4. Return or throw the failure.
    if (delayMs === undefined) {
      if (!response) throw error;
      const body = textOfBytes(new Uint8Array(await response.arrayBuffer()));
      state.failed = failedResult(state, response, body);
      return state.failed.response;
    }

    // 5. Wait.
    state.mayBeDone ||= mayHaveActed && /PUT|DELETE/.test(call.method);
    notify(settings.onRetry, { ...ended, delayMs });
    await pause(delayMs, signals);
  }
}

/** How far an attempt got: nothing was sent, the request was, or the head of a response has arrived. */
type Reached = 'nothing' | 'request' | 'head';

/** Returns the error of an attempt without a usable response. Notes in the state whether a POST may have had an effect. */
function failedAttempt(
  reason: unknown,
  state: CallState,
  reached: Reached,
  limitMs: number,
  aborted: AbortSignal | null | undefined,
) {
  const isTimeout = reason === timeUp;
  const { message, neverConnected, unusable }: NetworkFailure = isTimeout
    ? { message: `no response within ${Math.max(0, Math.floor(limitMs))} ms`, neverConnected: false }
    : describeNetworkFailure(reason);
  // A code shows this only if it comes from the connection, rather than from reading a body or from the caller's signal.
  const neverArrived = reached === 'nothing' || (neverConnected && reached === 'request' && !aborted);
  state.isUnknown ||= !state.repeatable && !neverArrived;
  const kind = state.isUnknown ? 'unknown' : isTimeout ? 'timeout' : (unusable?.reason ?? 'connection');
  const what = hideSecrets(message, state);
  const hasResponse = unusable && (kind === 'unknown' || kind === 'unexpected');
  const facts = hasResponse ? factsOf(state, unusable.response, [what]) : undefined;
  const error: unknown =
    aborted && kind === 'connection' ? aborted.reason : failure(kind, state.call, what, facts, state.mayBeDone);
  return { error, neverArrived, isTooLarge: unusable?.reason === 'tooLarge' };
}

/** Builds new headers, so that the request that middleware holds never gets the token. */
function attemptHeaders(request: Request, settings: Settings, event: RequestEvent, token: string): Headers {
  const headers = new Headers(request.headers);
  for (const [name, value] of Object.entries<unknown>(notify(settings.onRequest, event) ?? {})) {
    checkHeader(name, value);
    if (value !== undefined && value !== null) headers.set(name, `${value}`);
  }
  headers.set('authorization', `Bearer ${token}`);
  return headers;
}

/**
 * Reads a response within the limits of the call, and checks that a success is the JSON that the contract promises. Returns a copy
 * that is still to be read, and notes its JSON in the state. Throws an `UnusableResponse`.
 */
async function receive(returned: Response, state: CallState): Promise<Response> {
  const { parseAs, maxResponseBytes, signal } = state.settings;
  // Not `instanceof`: the package undici has its own class.
  const { status, statusText, headers, url, body: stream } = returned ?? {};
  if (!Number.isInteger(status) || !headers?.get || (stream !== null && !stream?.getReader))
    throw new TypeError(`fetch returned ${kindOf(returned)} instead of a Response`);
  const head = { status, statusText, headers, url };
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && parseAs === 'stream') {
    return buildResponse(head, stream && limitBody(head, stream, maxResponseBytes, signal));
  }
  const body = await readBody({ ...head, body: stream }, maxResponseBytes);
  // A creation without an id and a GET without the object are not complete.
  const mayBeEmpty = state.mayLackObject && (state.call.method !== 'POST' || status === 204 || status === 205);
  if (!isSuccess || parseAs !== 'json' || (mayBeEmpty && !body.length)) return buildResponse(head, body);
  const data = checkedJson(decode(body), head);
  if (data === null && mayBeEmpty) return buildResponse(head, null);
  if (typeof data !== 'object' || data === null)
    throw new UnusableResponse('unexpected', head, `HTTP ${status} with ${kindOf(data)} instead of an object`);
  const response = buildResponse(head, body);
  state.parsed = { data, response };
  return response;
}

/** Parses the JSON of a success. Throws an `UnusableResponse` if it is not JSON, or if JavaScript has rounded an id in it. */
function checkedJson(text: string, head: ResponseHead): unknown {
  const data = parseJson(text);
  if (data === undefined) {
    const what = text.trim() ? `with ${foreignType(head)}` : 'without JSON';
    throw new UnusableResponse('broken', head, `HTTP ${head.status} ${what}`);
  }
  const unsafe = findUnsafeId(data);
  if (unsafe === undefined) return data;
  const what = `with a number above 2^53 as ${unsafe}, which JavaScript rounds to another id`;
  throw new UnusableResponse('unexpected', head, `HTTP ${head.status} ${what}`);
}
