import type { JsonObject } from './json.js';
import type { Log } from './log.js';

/** How a mock behaves. The names are those of the command line. */
export interface MockOptions {
  /** `pretty`, `json` or `silent` (the default), or a function that gets every request. */
  log?: Log;
  /** The one bearer token that is accepted. Without it any token is. */
  token?: string;
  /** Makes dynamic answers and failures the same from run to run. */
  seed?: string;
  /** Milliseconds that every answer waits. Default 0. */
  latency?: number;
  /** The share of requests, 0 to 1, that are answered with 503. Default 0. */
  failureRate?: number;
  /** Lets web pages of any origin call the mock. Default false. */
  cors?: boolean;
  /** Takes card numbers that could be real. Default false: they are refused. */
  allowAnyCard?: boolean;
  /** Another contract than the package's own: an OpenAPI 3.1 document with its references inside. */
  contract?: JsonObject;
}

export interface MockServerOptions extends MockOptions {
  /** 0 takes a free one. Default 4010. */
  port?: number;
  /** Default 127.0.0.1. */
  host?: string;
  /** Serves the rendered docs at /docs/. Default false. */
  docs?: boolean;
  /** Milliseconds that a request may take to arrive, and the client to take its response. Default 30,000. */
  requestTimeout?: number;
}

export const DEFAULT_PORT = 4010;
export const DEFAULT_HOST = '127.0.0.1';

/** Throws one line that names the option when a value makes no sense. */
export function checkOptions({ latency, failureRate, token }: MockOptions): void {
  if (latency !== undefined && !(Number.isInteger(latency) && latency >= 0 && latency <= 60_000)) {
    throw new RangeError('latency must be a whole number of milliseconds from 0 to 60000');
  }
  if (failureRate !== undefined && !(failureRate >= 0 && failureRate <= 1)) {
    throw new RangeError('failureRate must be a number from 0 to 1');
  }
  if (token !== undefined && !/^\S+$/.test(token)) {
    throw new RangeError('token must be one word, without spaces');
  }
}
