import { refuse, type WireResponse } from 'payment-gateway-core/access';

/** A fault that a request or a control call asks for. */
export interface Fault {
  kind?: NonNullable<WireResponse['fault']>;
  /** The status of the response that replaces any other one, from 200 to 599. */
  status?: number;
  /** The `Retry-After` header of the error: seconds or a date. */
  retryAfter?: string;
  /** Further headers of the planned response. */
  headers?: Readonly<Record<string, string>>;
  /** The body of the planned response: a string is sent as it is, any other value as JSON. */
  body?: unknown;
  /** Milliseconds before the response is sent. The request is carried out when it arrives. */
  latency?: number;
  /** Carries out the request first, so that only its response fails. */
  after?: 'commit';
  /** Sends the events of the request first, so that they come before its response. Only a server with events does that. */
  eventsFirst?: boolean;
}

export const FAULT_HEADER = 'x-sandbox-fault';

export const LONGEST_LATENCY = 60_000;
const GRAMMAR = `${FAULT_HEADER}: takes reset, stall, truncate, a status from 200 to 599 as in 503 or status=503, retry-after=<seconds or date>, latency=<milliseconds up to ${LONGEST_LATENCY}> and after=commit, separated by semicolons`;

/** The parts of the header with the fault that they mean. A part without `takes` has no value. */
const PARTS = new Map<string, { takes?: RegExp; read: (value: string) => Fault }>([
  ['reset', { read: () => ({ kind: 'reset' }) }],
  ['stall', { read: () => ({ kind: 'stall' }) }],
  ['truncate', { read: () => ({ kind: 'truncate' }) }],
  ['status', { takes: /^[2-5]\d\d$/, read: (value) => ({ status: Number(value) }) }],
  ['retry-after', { takes: /^[\x20-\x7e]+$/, read: (retryAfter) => ({ retryAfter }) }],
  ['latency', { takes: /^\d{1,5}$/, read: (value) => ({ latency: Number(value) }) }],
  ['after', { takes: /^commit$/, read: () => ({ after: 'commit' }) }],
]);

/** Reads the fault header, such as `latency=250; status=503; retry-after=2`. Returns a sentence for a wrong one. */
export function readFault(header: string | undefined): Fault | { problem: string } {
  const fault: Fault = {};
  for (const written of header?.split(';') ?? []) {
    const [name = '', ...rest] = (/^\s*\d+\s*$/.test(written) ? `status=${written}` : written).split('=');
    const part = PARTS.get(name.trim().toLowerCase().replace('_', '-'));
    const value = rest.join('=').trim();
    const isValid = part?.takes ? part.takes.test(value) : rest.length === 0;
    if (!part || !isValid) return { problem: GRAMMAR };
    Object.assign(fault, part.read(value));
  }
  return (fault.latency ?? 0) > LONGEST_LATENCY ? { problem: GRAMMAR } : fault;
}

/** Returns whether the request asks for no fault. */
export function isFaultless(fault: Fault): boolean {
  return Object.keys(fault).length === 0;
}

/** Returns a fault for a person: `502 after commit`, `250 ms late`. */
export function describeFault({ kind, status, after, latency, eventsFirst }: Fault): string {
  const what = kind ?? status;
  const parts = [
    what !== undefined && `${what}${after === undefined ? '' : ' after commit'}`,
    latency !== undefined && `${latency} ms late`,
    eventsFirst === true && 'events first',
  ];
  return parts.filter(Boolean).join(', ');
}

/** Returns the response that replaces any other one, or undefined if the fault does not replace it. */
export function faultResponse({ kind, status, retryAfter, headers: own, body }: Fault): WireResponse | undefined {
  if (kind === 'reset' || kind === 'stall') return { status: 0, headers: {}, fault: kind };
  if (status === undefined) return undefined;
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  for (const [name, value] of Object.entries(own ?? {})) headers[name.toLowerCase()] = value;
  if (typeof body === 'string') {
    headers['content-type'] ??= body.trimStart().startsWith('<')
      ? 'text/html; charset=utf-8'
      : 'text/plain; charset=utf-8';
    return { status, headers, body, bytes: Buffer.from(body) };
  }
  if (body !== undefined) {
    headers['content-type'] ??= 'application/json';
    // Bytes, because the assumptions of an account do not change a body that the caller planned.
    return { status, headers, body, bytes: Buffer.from(JSON.stringify(body)) };
  }
  // A success or a redirect without a planned body is empty.
  return status < 400 ? { status, headers } : refuse(status, `fault: this ${status} was planned`, headers);
}

/** Random failures. */
export interface Failures {
  /** Returns the 503 for this request, or undefined if the request does not fail. */
  next(): WireResponse | undefined;
  /** Restarts the sequence of the seed. */
  reset(): void;
}

/** @param share the share of requests that fail, from 0 to 1 */
export function createFailures(share = 0, seed?: string): Failures {
  let random = createRandom(seed);
  return {
    next() {
      if (share === 0 || random() >= share) return undefined;
      return refuse(503, 'failureRate: this request failed on purpose; send it again');
    },
    reset() {
      random = createRandom(seed);
    },
  };
}

/** Returns a generator of numbers from 0 to 1. A seed makes the sequence repeatable. */
export function createRandom(seed: string | undefined): () => number {
  if (seed === undefined) return Math.random;
  let state = 2166136261;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619);
  // mulberry32: short, and random enough to choose failing requests.
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
