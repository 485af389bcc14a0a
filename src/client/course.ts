import type { GatewayCall } from './errors.js';
import type { Exchange, Result } from './openapi-fetch.js';
import type { Settings } from './settings.js';
import type { TokenSource } from './token.js';

/** One logical call under way: what was asked for, and what is known of it so far. */
export interface Course {
  readonly call: GatewayCall;
  /** Nothing happens twice when it is sent twice. */
  readonly repeatable: boolean;
  readonly settings: Settings;
  readonly tokens: TokenSource;
  /** When `overallTimeoutMs` is over, on the clock of `performance`. */
  readonly deadline: number;
  /** Ends the call: the caller's signal, or that of a request which middleware made. */
  signal: AbortSignal | null | undefined;
  /** What no string may repeat: the body and the headers of the request, the token of the attempt. */
  secrets: readonly unknown[];
  /** A new token after a 401; one for a call. */
  renewal?: Promise<string>;
  token: string;
  /** Whether anything of the latest attempt can have arrived. */
  sent: boolean;
  /** Stays true once an attempt may have been accepted, whatever comes of the next one. */
  isUnknown: boolean;
  /** The attempts, which run inside the middleware; set when they begin. */
  attempts?: Promise<Result>;
  /** What the attempts came to. */
  result?: Result;
  /** Where middleware sees the call. */
  readonly exchange: Exchange | undefined;
  /** No attempt may begin any more. */
  hasEnded: boolean;
}
