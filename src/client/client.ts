import createClient, { defaultPathSerializer, type HeadersOptions } from 'openapi-fetch';
import type { paths } from '../../generated/types.js';
import { createMask } from '../mask-text.js';
import { leavesOutcomeOpen } from '../vocabulary.js';
import { GatewayConnectionError, GatewayOutcomeUnknownError, GatewayTimeoutError } from './errors.js';
import { factsOf, failedResponse, lookFirst, messagesOf, parseJson, readAgain, wasNeverSent } from './failure.js';
import type { GatewayClient, GatewayClientOptions, GatewayFetchOptions, Settings } from './options.js';
import { defaults, settingsOf } from './options.js';
import { bodySerializer, buildRequest, listed, operationOf, secretsOf } from './request.js';
import { pause, retryDelay, timeUp, withTimeout } from './timing.js';
import { createTokens } from './token.js';

type Send = (request: Request, init?: RequestInit) => Promise<Response>;
/** Options of a call that openapi-fetch puts on its request. */
const ofCall = [...Object.keys(defaults), 'next', 'cf', 'dispatcher'];

/**
 * Returns a client of openapi-fetch for the gateway at `baseUrl`. `createGatewayClient<PathsWithEvidence<'documented'>>` offers only operations
 * that the source document states. A response with an HTTP error sets `error`. A call without a usable response throws a `GatewayError`.
 */
export function createGatewayClient<Paths extends object = paths>(options: GatewayClientOptions): GatewayClient<Paths> {
  const { accessToken: _, baseUrl, headers, ...passedOn } = options;
  // The error does not quote the address, which may contain a password.
  if (!/^https?:\/\/[^@?#\s/]+(\/[^@?#\s/]+)*\/?$/.test(baseUrl))
    throw new TypeError('baseUrl: must be an address like https://gateway.example');
  const send = gatewayFetch(options);
  const client: Record<string, unknown> = {
    ...createClient({ bodySerializer, pathSerializer, ...passedOn, baseUrl, headers: listed(headers), fetch: send }),
  };
  for (const name of ['GET', 'POST', 'PUT', 'DELETE']) {
    const call = client[name] as (path: string, init: object) => unknown;
    client[name] = (path: string, init: Record<string, unknown> = {}) => {
      const fetch: Send = (request, more) => {
        // Middleware may have replaced the request.
        for (const key of ofCall) if (key in init && !(key in request)) Object.assign(request, { [key]: init[key] });
        return send(request, more);
      };
      return call(path, { ...init, headers: listed(init.headers as HeadersOptions), fetch });
    };
  }
  return client as unknown as GatewayClient<Paths>;
}

/** URL parsers drop `.` and `..`, so such an id would lead to another operation. */
const pathSerializer: typeof defaultPathSerializer = (path, values) => {
  for (const [name, value] of Object.entries(values))
    if (/^(\.{0,2}|NaN)$/.test(`${value ?? ''}`)) throw new TypeError(`params.path.${name}: is missing`);
  return defaultPathSerializer(path, values);
};

/**
 * Returns a `fetch` for openapi-fetch, or for another client that passes a `Request`: `createClient<paths>({ baseUrl, fetch: gatewayFetch({
 * accessToken }) })`. It adds the token, limits the time, and sends a request again only where that is harmless.
 *
 * It returns HTTP errors, always with `errors` in their body. It throws a `GatewayError` if there is no usable response, the reason of
 * the caller's signal, or an exception of `accessToken`.
 */
export function gatewayFetch(options: GatewayFetchOptions): Send {
  const tokens = createTokens(options.accessToken);
  const common = settingsOf(options, defaults);

  return async (request, init) => {
    const { retries, retryDelayMs, timeoutMs, overallTimeoutMs } = settingsOf(request as Settings, common);
    const operation = operationOf(request);
    const { call, isRepeatable } = operation;
    // React Native has no `body`, and refuses a request that was read.
    const body = await (request.body === undefined ? request.clone() : request).text();
    const deadline = performance.now() + overallTimeoutMs;
    let token = '';
    let renewal: Promise<string> | undefined;
    let mayBeDone = false;
    const maskOf = () => createMask([token, ...secretsOf(body)]);

    for (let attempt = 1; ; attempt++) {
      const limitMs = Math.max(0, Math.min(timeoutMs, deadline - performance.now()));
      let isSent = false as boolean;
      let head: Response | undefined;
      let isSafe = isRepeatable;
      let response: Response | undefined;
      let error: unknown;

      // 1. Send the request, and read the whole response.
      try {
        response = await withTimeout(limitMs, request.signal, async (signal) => {
          token = await (renewal ?? tokens.get());
          if (signal.aborted) throw timeUp;
          const sent = buildRequest(request, body, token, signal, isRepeatable);
          isSent = true;
          const received = await (options.fetch ?? fetch)(sent, ...(init ? [init] : []));
          head = received;
          const text = await received.text();
          if (!received.ok) return failedResponse(received, text, operation, mayBeDone, maskOf());
          const parsed = parseJson(text);
          if (operation.isUsable(text, parsed)) return readAgain(received, text, parsed);
          throw new Error(`HTTP ${received.status} without a usable JSON object`);
        });
      } catch (thrown) {
        // openapi-fetch ignores a falsy exception, which may be the reason of a signal.
        const reason = thrown || new Error(`${thrown}`);
        const isAborted = request.signal?.aborted;
        // The caller's own `fetch` may have sent the request, and failed to send another one.
        const neverSent = !options.fetch && !head && !isAborted && wasNeverSent(reason);
        isSafe ||= !isSent || neverSent;
        mayBeDone ||= isSent && !neverSent;
        // The caller's signal, or an exception of `accessToken`.
        if (isSafe && (isAborted || (!isSent && reason !== timeUp))) throw reason;
        const mask = maskOf();
        const facts = factsOf(call, head, mask);
        const isLate = reason === timeUp;
        const what = isLate ? `no response within ${Math.round(limitMs)} ms` : mask(messagesOf(reason));
        if (!isSafe) error = new GatewayOutcomeUnknownError(facts, what, lookFirst(call));
        else error = new (isLate ? GatewayTimeoutError : GatewayConnectionError)(facts, what);
      }
      if (response?.ok) return response;
      mayBeDone ||= response !== undefined && leavesOutcomeOpen(response.status);

      // 2. Decide whether another attempt follows: with another token, or where sending again is harmless.
      let delayMs: number | undefined;
      const isTransient = !response || response.status >= 500 || [408, 429].includes(response.status);
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
