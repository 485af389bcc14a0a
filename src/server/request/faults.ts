import { refuse, type WireResponse } from '../wire/response.js';

/** What a request asks to go wrong with its response. */
export interface Fault {
  kind?: NonNullable<WireResponse['fault']>;
  /** An error of this status in place of the response. */
  status?: number;
  /** The `Retry-After` that goes with the status: seconds or a date. */
  retryAfter?: string;
  /** Milliseconds to wait before anything else. */
  latency?: number;
  /** The request is carried out first, and what goes wrong is its response. */
  after?: 'commit';
}

export const FAULT_HEADER = 'x-mock-fault';

const LONGEST_LATENCY = 60_000;
const GRAMMAR = `${FAULT_HEADER}: takes reset, stall, truncate, a status from 400 to 599 as in 503 or status=503, retry-after=<seconds or date>, latency=<milliseconds up to ${LONGEST_LATENCY}> and after=commit, separated by semicolons`;

/** Reads the fault header, as in `latency=250; status=503; retry-after=2`; a wrong one gives a sentence. */
export function readFault(header: string | undefined): Fault | { problem: string } {
  const fault: Fault = {};
  for (const part of header?.split(';') ?? []) {
    const [name = '', ...rest] = (/^\s*\d+\s*$/.test(part) ? `status=${part}` : part).split('=');
    const value = rest.join('=').trim();
    switch (name.trim().toLowerCase().replace('_', '-')) {
      case 'reset':
      case 'stall':
      case 'truncate':
        if (rest.length > 0) return { problem: GRAMMAR };
        fault.kind = name.trim().toLowerCase() as NonNullable<WireResponse['fault']>;
        break;
      case 'status':
        if (!/^[45]\d\d$/.test(value)) return { problem: GRAMMAR };
        fault.status = Number(value);
        break;
      case 'retry-after':
        if (!/^[\x20-\x7e]+$/.test(value)) return { problem: GRAMMAR };
        fault.retryAfter = value;
        break;
      case 'latency':
        if (!/^\d{1,5}$/.test(value) || Number(value) > LONGEST_LATENCY) return { problem: GRAMMAR };
        fault.latency = Number(value);
        break;
      case 'after':
        if (value !== 'commit') return { problem: GRAMMAR };
        fault.after = value;
        break;
      default:
        return { problem: GRAMMAR };
    }
  }
  return fault;
}

/** Whether a request asks for nothing to go wrong. */
export function isFaultless(fault: Fault): boolean {
  return Object.keys(fault).length === 0;
}

/** The response of a fault that takes the place of any other; undefined when the request goes on. */
export function faultResponse({ kind, status, retryAfter }: Fault): WireResponse | undefined {
  if (kind === 'reset' || kind === 'stall') return { status: 0, headers: {}, fault: kind };
  if (status === undefined) return undefined;
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  return refuse(status, `fault: this ${status} was asked for`, headers);
}
