import { isObject, type JsonObject } from '../contract/json.js';
import { namedHost } from './access/host.js';
import { LOG_FORMATS, type Log } from './journal/log.js';

/** How a server behaves, with or without a socket. The names are those of the command line. */
export interface ServerOptions {
  /**
   * `warnings` (the default) prints one line on standard error per kind of warning; `pretty` and `json` print every request on standard
   * output; `silent` prints nothing; a function gets every request.
   */
  log?: Log;
  /** The one bearer token that is accepted. Without it any token is. */
  token?: string;
  /** Makes dynamic responses and failures the same from run to run. */
  seed?: string;
  /** Milliseconds that every response waits. Default 0. */
  latency?: number;
  /** The share of requests, 0 to 1, that fail with 503. Default 0. */
  failureRate?: number;
  /** Lets web pages of any origin call the API. Default false: only pages of this server and of loopback origins may. */
  cors?: boolean;
  /**
   * More names that requests may carry in `Host`, without a port. IP addresses, `localhost`, names without a dot and `host` are
   * always allowed; any other name is refused with 403, because a web page can point its own name at this machine.
   */
  allowHosts?: readonly string[];
  /** Takes card numbers that could be real. Default false: they are refused. */
  allowAnyCard?: boolean;
  /** How many bytes of requests the journal keeps; it drops the oldest ones beyond that. Default 16 MiB. */
  journalBytes?: number;
  /** Makes a 400 of each request that is legal but can hardly be meant. Default false: a header `x-mock-warning` says so. */
  strict?: boolean;
  /** Another contract than the package's own: an OpenAPI 3.1 document with its references inside. */
  contract?: JsonObject;
}

export interface ListenOptions extends ServerOptions {
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

const LONGEST_TIMER = 2 ** 31 - 1;

/** Throws one line that names the option when a value makes no sense. An option that is undefined is not given. */
export function checkOptions(options: ListenOptions): void {
  const { latency = 0, failureRate = 0, token, seed, log = 'warnings', allowHosts = [], contract = {} } = options;
  const { journalBytes = 0 } = options;
  const { port = DEFAULT_PORT, host = DEFAULT_HOST, requestTimeout = 1 } = options;
  const problems = [
    isWhole(latency, 0, 60_000) || 'latency must be a whole number of milliseconds from 0 to 60000',
    (typeof failureRate === 'number' && failureRate >= 0 && failureRate <= 1) ||
      'failureRate must be a number from 0 to 1',
    token === undefined || isWord(token) || 'token must be one word, without spaces',
    seed === undefined || typeof seed === 'string' || 'seed must be a string',
    typeof log === 'function' || LOG_FORMATS.includes(log) || `log must be a function or ${LOG_FORMATS.join(', ')}`,
    (Array.isArray(allowHosts) && allowHosts.every((name) => typeof name === 'string' && namedHost(name))) ||
      'allowHosts must be host names or addresses, without a port',
    isWhole(journalBytes, 0, Number.MAX_SAFE_INTEGER) || 'journalBytes must be a whole number of bytes from 0',
    isObject(contract) || 'contract must be an object: an OpenAPI 3.1 document',
    isWhole(port, 0, 65_535) || 'port must be a whole number from 0 to 65535',
    isWord(host) || 'host must be an address or a name',
    isWhole(requestTimeout, 1, LONGEST_TIMER) || 'requestTimeout must be a whole number of milliseconds from 1',
  ];
  const problem = problems.find((problem) => problem !== true);
  if (problem !== undefined) throw new RangeError(String(problem));
}

function isWhole(value: unknown, from: number, to: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to;
}

function isWord(value: unknown): boolean {
  return typeof value === 'string' && /^\S+$/.test(value);
}
