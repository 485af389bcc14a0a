import type { GatewayCall } from './errors.js';

/** What can be set for the client and for a single call. Times are in milliseconds. */
export interface CallOptions {
  /** Sent with every request; those of a call over those of the client. */
  readonly headers?: Record<string, string>;
  /** Replaces the global `fetch`. It must honour the signal of the request that it gets. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** How often a failed call is sent again: 2 by default. */
  readonly retries?: number;
  /**
   * Which failures are worth another attempt; by default no answer, 408, 429 and 5xx. Asked only where sending again is
   * safe: a POST that may have been accepted never gets here without an `idempotencyKey`.
   */
  readonly retryIf?: (failure: ResponseEvent) => boolean;
  /** Upper bound of the first random wait, doubled for each further one: 250 by default. `Retry-After` wins, up to 30,000. */
  readonly retryDelayMs?: number;
  /** For one attempt, reading the answer included: 30,000 by default. */
  readonly timeoutMs?: number;
  /** For all attempts and the waits between them: 90,000 by default. */
  readonly overallTimeoutMs?: number;
  /** Ends the call, also while it waits for the next attempt. */
  readonly signal?: AbortSignal | null;
  /**
   * Sent in the header `idempotencyHeader` with every attempt, and makes a POST one that may be retried. The gateway
   * documents no such header: set this only where you know that the server honours it. One key per logical call.
   */
  readonly idempotencyKey?: string;
}

/** An attempt that begins. */
export interface RequestEvent {
  /** The same object in all events of one call. */
  readonly call: GatewayCall;
  /** 1 for the first. */
  readonly attempt: number;
}

/** An attempt that ended: with `status` when an answer came, else with `error`. */
export interface ResponseEvent extends RequestEvent {
  readonly status?: number;
  readonly error?: unknown;
  readonly durationMs: number;
}

/** An attempt that will be followed by another one after `delayMs`. */
export interface RetryEvent extends ResponseEvent {
  readonly delayMs: number;
}

/** Observers. None of them gets a body, a header or an id; what they throw is ignored. */
export interface Hooks {
  /** May return headers to add to the attempt (`traceparent`). */
  // biome-ignore lint/suspicious/noConfusingVoidType: an observer that returns nothing is the usual one
  readonly onRequest?: (event: RequestEvent) => Record<string, string> | void;
  readonly onResponse?: (event: ResponseEvent) => void;
  readonly onRetry?: (event: RetryEvent) => void;
}

/**
 * A token, or a function that gives one. After a 401 it is asked once more with `refresh: true`; calls that run in
 * parallel share the answer.
 */
export type AccessToken = string | ((context: { readonly refresh: boolean }) => string | Promise<string>);

export interface GatewayClientOptions extends Omit<CallOptions, 'signal' | 'idempotencyKey'>, Hooks {
  /** Where the gateway is, without `/v1`: `https://gateway.example`. */
  readonly baseUrl: string;
  readonly accessToken: AccessToken;
  /** Name of the header that carries an `idempotencyKey`: `Idempotency-Key` by default. */
  readonly idempotencyHeader?: string;
}
