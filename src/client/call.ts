import { redact } from '../redaction/index.js';
import { GatewayConnectionError, type GatewayError } from './errors.js';
import { answerFailure, connection, errorTexts, failure, timeout, unknownOutcome } from './failure.js';
import { operationOf } from './operations.js';
import type { CallOptions, GatewayClientOptions, RequestEvent } from './options.js';
import { assertPathParameters } from './path.js';
import { isTransient, retryDelay } from './retry.js';
import { createTokenSource } from './token.js';
import { timeUp, within } from './within.js';

/** What openapi-fetch gives and takes, without the types of a contract. */
export interface Result {
  data?: unknown;
  error?: unknown;
  response: Response;
}
interface Init extends CallOptions {
  readonly params?: { readonly path?: Readonly<Record<string, unknown>> };
  readonly body?: unknown;
  readonly fetch?: (request: Request) => Promise<Response>;
}
type Send = (method: string, path: string, init: object) => Promise<Result>;

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

/** Gives the function that makes one logical call: attempts through `send` until there is an answer, or no hope of one. */
export function createCall(send: Send, options: GatewayClientOptions) {
  const tokens = createTokenSource(options.accessToken);
  const settings = { fetch: globalThis.fetch, ...defaults, ...options };

  return async (method: string, path: string, init: Init = {}): Promise<Result> => {
    const { signal, idempotencyKey, fetch, ...rules } = { ...settings, ...init };
    const { repeatable, ...call } = operationOf(method, path);
    assertPathParameters(call, init.params?.path);

    const deadline = performance.now() + rules.overallTimeoutMs;
    let renewal: Promise<string> | undefined;
    let token = '';
    let sent = false;
    /** Stays true once an attempt may have been accepted, whatever comes of the next one. */
    let isUnknown = false;

    /** One attempt. `sent` says afterwards whether anything can have arrived. */
    const attemptOnce = async (event: RequestEvent, attemptSignal: AbortSignal) => {
      sent = false;
      token = await (renewal ?? tokens.get());
      return send(method, path, {
        ...init,
        signal: attemptSignal,
        fetch: (request: Request) => {
          const headers: Record<string, string> = {
            ...notify(rules.onRequest, event),
            Authorization: `Bearer ${token}`,
            ...(idempotencyKey && { [rules.idempotencyHeader]: idempotencyKey }),
          };
          for (const name in headers) request.headers.set(name, `${headers[name]}`);
          sent = true;
          return fetch(request);
        },
      });
    };

    /** What an attempt without an answer comes to. */
    const noAnswer = (reason: unknown, limitMs: number): unknown => {
      const isTimeout = reason === timeUp;
      // Nothing was on its way: a mistake in the call, the caller's abort, or an error of `accessToken`.
      if (!sent && !isTimeout && !isUnknown) throw reason;
      const [text, codes] = isTimeout ? [`no answer within ${limitMs | 0} ms`, ''] : networkTexts(reason);
      isUnknown ||= sent && !repeatable && !neverArrived.test(codes);
      if (signal?.aborted && !isUnknown) return reason;
      const kind = isUnknown ? unknownOutcome : isTimeout ? timeout : connection;
      return failure(kind, call, `${redact(text, { secrets: [init.body, token] })}`);
    };

    /** Makes an answer that is not a success one that cannot be missed. */
    const settle = (result: Result): Result => {
      const { response, data } = result;
      const { status, statusText, ok, headers } = response;
      if (ok && (data !== undefined || status === 204 || method === 'DELETE')) return result;
      const error = redact(result.error, { secrets: [init.body, token], fields: false });
      const texts = errorTexts(error);
      const errors = texts.length ? texts : [statusText || `HTTP ${status}`];
      isUnknown ||= !repeatable && (ok || status === 408 || status >= 500);
      const unknown = isUnknown;
      failures.set(response, () =>
        answerFailure(call, { status, errors, requestId: headers.get('x-request-id') }, unknown),
      );
      return ok ? result : { error: texts.length ? error : { ...(error as object), errors }, response };
    };

    for (let attempt = 1; ; attempt++) {
      const event = { call, attempt };
      const startedAt = performance.now();
      const limitMs = Math.min(rules.timeoutMs, deadline - startedAt);
      let result: Result | undefined;
      let error: unknown;
      try {
        result = settle(await within(limitMs, signal, (attemptSignal) => attemptOnce(event, attemptSignal)));
      } catch (reason) {
        error = noAnswer(reason, limitMs);
      }
      const response = result?.response;
      const status = response?.status;
      const end = { ...event, durationMs: performance.now() - startedAt, ...(status ? { status } : { error }) };
      notify(rules.onResponse, end);

      const renews = status === 401 && tokens.renew && !renewal;
      const delayMs = renews ? 0 : retryDelay(response, attempt, rules.retryDelayMs);
      const mayRepeat =
        !response?.ok &&
        !signal?.aborted &&
        (repeatable || idempotencyKey || error instanceof GatewayConnectionError) &&
        attempt <= rules.retries &&
        performance.now() + delayMs < deadline &&
        notify(rules.retryIf, end);
      if (renews) {
        renewal = tokens.renew?.(token);
      } else if (!mayRepeat) {
        if (result) return result;
        throw error;
      }
      notify(rules.onRetry, { ...end, delayMs });
      await within(delayMs, signal, () => new Promise(() => {})).catch((reason) => {
        if (reason !== timeUp) throw isUnknown ? noAnswer(reason, 0) : reason;
      });
    }
  };
}

/** The texts and codes of a failure and its causes. The error itself may hold anything, down to the request. */
function networkTexts(reason: unknown): [texts: string, codes: string] {
  const texts: unknown[] = [];
  const codes: unknown[] = [];
  for (let link = Object(reason); link instanceof Error && texts.length < 5; link = Object(link.cause)) {
    texts.push(link.message);
    codes.push(Object(link).code);
  }
  return [texts.join(': '), codes.join()];
}

/** An observer must not change what the caller gets: after a payment was answered there is no way back. */
function notify<Event, Answer>(hook: ((event: Event) => Answer) | undefined, event: Event): Answer | undefined {
  try {
    return hook?.(event);
  } catch {
    return undefined;
  }
}
