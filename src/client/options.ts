import type { GatewayCall } from './errors.js';
import type { HeadersOptions, Middleware, ParseAs, QuerySerializerOptions } from './middleware.js';

/** How requests are written, as in openapi-fetch. */
export interface SerializerOptions {
  /** Sent with every request; those of a call over those of the client. A value of `null` leaves a header out. */
  readonly headers?: HeadersOptions | undefined;
  /** How a query is written; by default `a=1&b=2`, lists as `a=1&a=2`, objects as `a[b]=1`. */
  readonly querySerializer?: QuerySerializerOptions | ((query: Record<string, unknown>) => string) | undefined;
  /** How a body is written, JSON by default. Give it a content type in `headers` too. */
  bodySerializer?(body: unknown): NonNullable<RequestInit['body']>;
}

/** What can be set for the client and for a single call. Times are in milliseconds; `undefined` is the same as not set. */
export interface SharedOptions extends SerializerOptions {
  /** Replaces the global `fetch`. It must honour the signal of the request that it gets. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** How often a failed call is sent again: 2 by default. */
  readonly retries?: number | undefined;
  /**
   * Which failures are worth another attempt; by default no response, 408, 429 and 5xx. Asked only where sending again is
   * safe: a POST that may have been accepted never gets here without an `idempotencyKey`.
   */
  readonly retryIf?: ((failure: ResponseEvent) => boolean) | undefined;
  /** Upper bound of the first random wait, doubled for each further one: 250 by default. `Retry-After` wins, up to 30,000. */
  readonly retryDelayMs?: number | undefined;
  /** For one attempt, reading the response included: 30,000 by default. */
  readonly timeoutMs?: number | undefined;
  /** For all attempts and the waits between them: 90,000 by default. */
  readonly overallTimeoutMs?: number | undefined;
  /** The most bytes that a response may have, counted after decompression: 10,485,760 (10 MiB) by default. */
  readonly maxResponseBytes?: number | undefined;
}

/** What can be set for a single call. */
export interface CallOptions extends SharedOptions {
  /** Ends the call, also while it waits for the next attempt. */
  readonly signal?: AbortSignal | null | undefined;
  /**
   * Sent in the header `idempotencyHeader` with every attempt, and makes a POST one that may be retried. The gateway
   * documents no such header: set this only where you know that the server honours it. One key per logical call.
   */
  readonly idempotencyKey?: string | undefined;
  /** Middleware of openapi-fetch for this call, after that of `client.use()`. */
  readonly middleware?: Middleware[] | undefined;
  /**
   * As what a success is given: `json` by default. `stream` is the body as it arrives: the time-outs end with its headers, and
   * `signal` and `maxResponseBytes` go on.
   */
  readonly parseAs?: ParseAs | undefined;
}

/** An attempt that begins. */
export interface RequestEvent {
  /** The same object in all events of one call. */
  readonly call: GatewayCall;
  /** 1 for the first. */
  readonly attempt: number;
}

/** An attempt that ended: with `status` when a response came, else with `error`. */
export interface ResponseEvent extends RequestEvent {
  readonly status?: number;
  readonly error?: unknown;
  readonly durationMs: number;
}

/** An attempt that will be followed by another one after `delayMs`. */
export interface RetryEvent extends ResponseEvent {
  readonly delayMs: number;
}

/** Observers of each attempt. None of them gets a body, a header or an id; what they throw or reject with is ignored. */
export interface Hooks {
  /** May return headers to add to the attempt (`traceparent`). */
  // biome-ignore lint/suspicious/noConfusingVoidType: an observer that returns nothing is the usual one
  readonly onRequest?: ((event: RequestEvent) => Record<string, string> | void) | undefined;
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
}

/**
 * A token, or a function that gives one. After a 401 it is asked once more with `refresh: true`; calls that run in
 * parallel share the token.
 */
export type AccessToken = string | ((context: { readonly refresh: boolean }) => string | Promise<string>);

export interface GatewayClientOptions extends SharedOptions, Hooks {
  /** Where the gateway is, without `/v1`: `https://gateway.example`. */
  readonly baseUrl: string;
  readonly accessToken: AccessToken;
  /** Name of the header that carries an `idempotencyKey`: `Idempotency-Key` by default. */
  readonly idempotencyHeader?: string | undefined;
}
