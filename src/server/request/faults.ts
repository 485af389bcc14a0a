import { refuse, type WireResponse } from '../wire/response.js';

/** A fault that a request or a control call asks for. */
export interface Fault {
  kind?: NonNullable<WireResponse['fault']>;
  /** The status of an error that replaces the response. */
  status?: number;
  /** The `Retry-After` header of the error: seconds or a date. */
  retryAfter?: string;
  /** Milliseconds to wait before anything else. */
  latency?: number;
  /** Carries out the request first, so that only its response fails. */
  after?: 'commit';
}

export const FAULT_HEADER = 'x-mock-fault';

const LONGEST_LATENCY = 60_000;
const GRAMMAR = `${FAULT_HEADER}: takes reset, stall, truncate, a status from 400 to 599 as in 503 or status=503, retry-after=<seconds or date>, latency=<milliseconds up to ${LONGEST_LATENCY}> and after=commit, separated by semicolons`;

/** Reads the fault header, such as `latency=250; status=503; retry-after=2`. Returns a sentence for a wrong one. */
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

/** Returns whether the request asks for no fault. */
export function isFaultless(fault: Fault): boolean {
  return Object.keys(fault).length === 0;
}

/** Returns the response that replaces any other one, or undefined if the fault does not replace it. */
export function faultResponse({ kind, status, retryAfter }: Fault): WireResponse | undefined {
  if (kind === 'reset' || kind === 'stall') return { status: 0, headers: {}, fault: kind };
  if (status === undefined) return undefined;
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  return refuse(status, `fault: this ${status} was planned`, headers);
}
