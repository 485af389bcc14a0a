import { createFinalURL, createQuerySerializer } from 'openapi-fetch';
import { redact } from '../redaction/index.js';
import { GatewayConnectionError, type GatewayError } from './errors.js';
import { answerFailure, connection, errorTexts, failure, networkTexts, timeout, unknownOutcome } from './failure.js';
import { operationOf } from './operations.js';
import type { CallOptions, GatewayClientOptions, RequestEvent } from './options.js';
import { pathSerializer } from './path.js';
import { isTransient, retryDelay } from './retry.js';
import { createTokenSource } from './token.js';
import { timeUp, within } from './within.js';

/** What a call takes and gives, without the types of the contract. */
export interface Init extends CallOptions {
  readonly params?: {
    readonly path?: Record<string, unknown>;
    readonly query?: Record<string, unknown>;
  };
  readonly body?: unknown;
}
export interface Result {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/** How to throw what an answer stands for: kept beside the answer, so that results stay those of openapi-fetch. */
const failures = /* @__PURE__ */ new WeakMap<Response, () => GatewayError>();
export const failureOf = (response: Response): GatewayError | undefined => failures.get(response)?.();

const defaults = {
  retries: 2,
  retryIf: isTransient,
  retryDelayMs: 250,
  timeoutMs: 30_000,
  overallTimeoutMs: 90_000,
  idempotencyHeader: 'Idempotency-Key',
};

/** Only what is sure not to have arrived may be sent again; every other network failure leaves that open. */
const neverArrived = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused/;

/**
 * Gives the function that makes one logical call: attempts until there is an answer, or no hope of one.
 *
 * Address and query are built by openapi-fetch. Its `createClient` is not used: it reads the body out of reach of
 * time-outs and retries, gives nothing for an empty error (#2070), and is a third of what this client may weigh.
 */
export function createCall(options: GatewayClientOptions) {
  const tokens = createTokenSource(options.accessToken);
  const settings = { ...defaults, ...options };
  const querySerializer = createQuerySerializer();
  const headers = lowerCase(options.headers);
  const baseUrl = options.baseUrl.replace(/\/+$/, '');

  return async (method: string, path: string, init: Init = {}): Promise<Result> => {
    const { body, params, signal, idempotencyKey, fetch: ownFetch = settings.fetch } = init;
    const { operationId, repeatable } = operationOf(method, path);
    const call = { operationId, method, path };
    const url = createFinalURL(path, {
      baseUrl,
      params: { path: {}, ...params },
      querySerializer,
      pathSerializer: pathSerializer(operationId),
    });
    const json = body === undefined ? null : JSON.stringify(body);

    const deadline = performance.now() + (init.overallTimeoutMs ?? settings.overallTimeoutMs);
    let renewal: Promise<string> | undefined;
    let token = '';
    /** Whether anything of the latest attempt can have arrived. */
    let sent = false;
    /** Stays true once an attempt may have been accepted, whatever comes of the next one. */
    let isUnknown = false;

    const attemptOnce = async (event: RequestEvent, attemptSignal: AbortSignal): Promise<Result> => {
      sent = false;
      token = await (renewal ?? tokens.get());
      // Time may have run out meanwhile, and a fetch of the caller need not look at the signal before it sends.
      attemptSignal.throwIfAborted();
      const request: RequestInit = {
        method,
        body: json,
        headers: {
          ...(json && { 'content-type': 'application/json' }),
          ...headers,
          ...lowerCase(init.headers),
          ...lowerCase(notify(settings.onRequest, event) || undefined),
          ...(idempotencyKey && { [settings.idempotencyHeader]: idempotencyKey }),
          authorization: `Bearer ${token}`,
        },
        signal: attemptSignal,
        // Followed, it would carry a card to another host, or turn a POST into a GET that looks like a success.
        redirect: 'manual',
      };
      // The global fetch makes a request of its own from whatever it gets: two of them cost a tenth of a call.
      const send = ownFetch?.bind(undefined, new Request(url, request)) ?? (() => fetch(url, request));
      sent = true;
      const response = await send();
      return toResult(response, await response.text());
    };

    /** An answer that is not a success cannot be missed; one that cannot be read is none. */
    const toResult = (response: Response, text: string): Result => {
      const { status, statusText, ok } = response;
      const data = parsed(text);
      if (ok) {
        if (data === undefined && (text || (status !== 204 && method !== 'DELETE')))
          throw new Error(`HTTP ${status} without JSON`);
        return { data, response };
      }
      const error = redact(data, { secrets: [body, token], fields: false });
      const texts = errorTexts(error);
      const errors = texts.length ? texts : [statusText || `HTTP ${status}`];
      isUnknown ||= !repeatable && (status === 408 || status >= 500);
      const answer = { status, errors, requestId: response.headers.get('x-request-id') };
      failures.set(response, () => answerFailure(call, answer, isUnknown));
      return { error: texts.length ? error : { ...Object(error), errors }, response };
    };

    /** What an attempt without an answer comes to. */
    const toError = (reason: unknown, limitMs: number): unknown => {
      const isTimeout = reason === timeUp;
      // Nothing was on its way: a mistake in the call, the caller's abort, or an error of `accessToken`.
      if (!sent && !isTimeout && !isUnknown) throw reason;
      const [text, codes] = isTimeout ? [`no answer within ${limitMs | 0} ms`, ''] : networkTexts(reason);
      isUnknown ||= sent && !repeatable && !neverArrived.test(codes);
      if (signal?.aborted && !isUnknown) return reason;
      const kind = isUnknown ? unknownOutcome : isTimeout ? timeout : connection;
      return failure(kind, call, `${redact(text, { secrets: [body, token] })}`);
    };

    for (let attempt = 1; ; attempt++) {
      const event = { call, attempt };
      const startedAt = performance.now();
      const limitMs = Math.min(init.timeoutMs ?? settings.timeoutMs, deadline - startedAt);
      let result: Result | undefined;
      let error: unknown;
      try {
        result = await within(limitMs, signal, (attemptSignal) => attemptOnce(event, attemptSignal));
      } catch (reason) {
        error = toError(reason, limitMs);
      }
      const response = result?.response;
      const end = {
        ...event,
        durationMs: performance.now() - startedAt,
        ...(response ? { status: response.status } : { error }),
      };
      notify(settings.onResponse, end);
      if (result?.response.ok) return result;

      let delayMs = 0;
      if (response?.status === 401 && tokens.renew && !renewal) {
        renewal = tokens.renew(token);
      } else {
        const rules = { ...settings, ...init };
        delayMs = retryDelay(response, attempt, rules.retryDelayMs);
        const harmless = repeatable || idempotencyKey || error instanceof GatewayConnectionError;
        const inTime = attempt <= rules.retries && performance.now() + delayMs < deadline;
        if (!harmless || !inTime || signal?.aborted || !notify(rules.retryIf, end)) {
          if (result) return result;
          throw error;
        }
      }
      notify(settings.onRetry, { ...end, delayMs });
      await within(delayMs, signal, () => new Promise(() => {})).catch((reason) => {
        if (reason !== timeUp) throw isUnknown ? toError(reason, 0) : reason;
      });
    }
  };
}

/** Names of one spelling, so that of two headers the later wins; a Headers object costs a twentieth of a call. */
const lowerCase = (headers?: Record<string, string>) =>
  headers && Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not passed on: the message quotes the text.
    return undefined;
  }
}

/** An observer must not change what the caller gets: after a payment was answered there is no way back. */
function notify<Event, Answer>(hook: ((event: Event) => Answer) | undefined, event: Event): Answer | undefined {
  try {
    return hook?.(event);
  } catch {
    return undefined;
  }
}
