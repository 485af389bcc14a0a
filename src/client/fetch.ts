import { GatewayConnectionError, GatewayOutcomeUnknownError, GatewayTimeoutError, lookFirst } from './errors.js';
import { buildResponse, factsOf, failedResponse, messagesOf, wasNeverSent } from './failure.js';
import { createMask } from './mask.js';
import { buildRequest, operationOf } from './request.js';
import { pause, retryDelay, timeUp, withTimeout } from './timing.js';
import { type AccessToken, createTokens } from './token.js';

/** The settings of a client without others. */
export const defaults = { retries: 2, retryDelayMs: 250, timeoutMs: 30_000, overallTimeoutMs: 90_000 };

/** Settings of the client, or of a single call. Times are in milliseconds. `undefined` means the default. */
export interface Settings {
  /** How often a failed call is sent again where that is harmless: never a POST that may have been accepted. Default: 2. */
  readonly retries?: number | undefined;
  /** The limit of the first random delay. It doubles for each further delay. Default: 250. `Retry-After` wins, up to 30,000. */
  readonly retryDelayMs?: number | undefined;
  /** The time limit of one attempt, including reading the response. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /** The time limit of all attempts and the delays between them. Default: 90,000. */
  readonly overallTimeoutMs?: number | undefined;
}

export interface GatewayFetchOptions extends Settings {
  /** A token, or a function that returns one. After a 401 the client asks it for another token, once for all parallel calls. */
  readonly accessToken: AccessToken;
  /**
   * Replaces the global `fetch`. It gets one complete `Request` of the platform for each attempt, with the token. It must obey the signal of
   * the request, and must not send it twice. If it throws, a POST has an unknown outcome.
   */
  readonly fetch?: ((request: Request, init?: RequestInit) => Promise<Response>) | undefined;
}

/**
 * Returns a `fetch` for openapi-fetch, or for another client that passes a `Request`: `createClient<paths>({ baseUrl, fetch: gatewayFetch({
 * accessToken }) })`. It adds the token, limits the time, and sends a request again only where that is harmless.
 *
 * It returns HTTP errors, always with `errors` in their body. It throws a `GatewayError` if there is no usable response, the reason of
 * the caller's signal, or an exception of `accessToken`.
 */
export function gatewayFetch(
  options: GatewayFetchOptions,
): (request: Request, init?: RequestInit) => Promise<Response> {
  const tokens = createTokens(options.accessToken);
  const common = settingsOf(options, defaults);

  return async (request, init) => {
    const { retries, retryDelayMs, timeoutMs, overallTimeoutMs } = settingsOf(request as Settings, common);
    const operation = operationOf(request);
    const { call, isRepeatable } = operation;
    const isJson = /json/.test(request.headers.get('content-type') ?? '');
    const body = isJson ? await request.text() : '';
    const deadline = performance.now() + overallTimeoutMs;
    let token = '';
    let renewal: Promise<string> | undefined;

    for (let attempt = 1; ; attempt++) {
      const limitMs = Math.max(0, Math.min(timeoutMs, deadline - performance.now()));
      const progress: { isSent: boolean; head?: Response } = { isSent: false };
      let isSafe = isRepeatable;
      let response: Response | undefined;
      let error: unknown;

      // 1. Send the request, and read the whole response.
      try {
        response = await withTimeout(limitMs, request.signal, async (signal) => {
          token = await (renewal ?? tokens.get());
          if (signal.aborted) throw timeUp;
          const sent = buildRequest(request, body, token, signal, isRepeatable);
          progress.isSent = true;
          const received = await (options.fetch ?? fetch)(sent, ...(init ? [init] : []));
          progress.head = received;
          const text = await received.text();
          if (!received.ok) return failedResponse(received, text, call, isRepeatable, createMask(token, body));
          if (!operation.isUsable(text)) throw new Error(`HTTP ${received.status} without a usable JSON object`);
          return buildResponse(received, text);
        });
      } catch (thrown) {
        // openapi-fetch ignores a falsy exception, which may be the reason of a signal.
        const reason = thrown || new Error(`${thrown}`);
        const isAborted = request.signal?.aborted;
        // The caller's own `fetch` may have sent the request, and failed to send another one.
        const neverSent = !options.fetch && !progress.head && !isAborted && wasNeverSent(reason);
        isSafe ||= !progress.isSent || neverSent;
        // The caller's signal, or an exception of `accessToken`.
        if (isSafe && (isAborted || (!progress.isSent && reason !== timeUp))) throw reason;
        const mask = createMask(token, body);
        const facts = factsOf(call, progress.head, mask);
        const what = reason === timeUp ? `no response within ${Math.round(limitMs)} ms` : mask(messagesOf(reason));
        if (!isSafe) error = new GatewayOutcomeUnknownError(facts, what, lookFirst(call));
        else error = new (reason === timeUp ? GatewayTimeoutError : GatewayConnectionError)(facts, what);
      }
      if (response?.ok) return response;

      // 2. Decide whether another attempt follows: with another token, or where sending again is harmless.
      let delayMs: number | undefined;
      const isTransient = !response || response.status === 408 || response.status === 429 || response.status >= 500;
      if (response?.status === 401 && tokens.renew && !renewal) {
        renewal = tokens.renew(token);
        delayMs = 0;
      } else if (isSafe && isTransient && attempt <= retries) {
        delayMs = retryDelay(response, retryDelayMs * 2 ** (attempt - 1));
      }

      // 3. End with the failure, or wait.
      if (delayMs === undefined || performance.now() + delayMs >= deadline) {
        if (response) return response;
        throw error;
      }
      await pause(delayMs, request.signal);
    }
  };
}

function settingsOf(given: Settings, common: typeof defaults): typeof defaults {
  const settings = { ...common };
  for (const name of Object.keys(defaults) as (keyof Settings)[]) {
    const value = given[name] ?? common[name];
    if (typeof value !== 'number' || !(value >= 0)) throw new TypeError(`${name}: must be a number, 0 or more`);
    settings[name] = value;
  }
  return settings;
}
