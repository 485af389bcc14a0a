import { WARNING_HEADER, warningHeaders } from './warning-header.js';

/** What a request gets: a status, headers with lower-case names, and a body. */
export interface WireResponse {
  status: number;
  headers: Record<string, string>;
  /** Becomes JSON; no body when undefined. */
  body?: unknown;
  /** The body as JSON, when it has been printed before. */
  print?: () => string;
  /** A body that is sent as it is: a page or a file. */
  bytes?: Uint8Array;
  /** A body that goes on until it ends by itself or the signal aborts. It is taken piece by piece, as fast as its reader reads. */
  stream?: (ended: AbortSignal) => AsyncIterable<string>;
  /** What was odd about the request, one sentence each: they go into headers. */
  warnings?: readonly string[];
  /** What goes wrong on the way: nothing arrives but a reset or a silence, or the body breaks off half way. */
  fault?: 'reset' | 'stall' | 'truncate';
}

/** A response in the contract's error shape: one sentence per thing that was wrong. */
export function refuse(
  status: number,
  errors: string | readonly string[],
  headers: Record<string, string> = {},
): WireResponse {
  return { status, headers, body: { errors: typeof errors === 'string' ? [errors] : errors } };
}

/** Prints the body now, so that the journal and the wire share the text. */
export function printNow(response: WireResponse): WireResponse {
  const { body, print, bytes } = response;
  if (body === undefined || bytes) return response;
  const text = print?.() ?? JSON.stringify(body);
  return { ...response, print: () => text };
}

/** The body as it goes over the wire, with the headers that describe it. Names are lower case. */
export function toWire({ headers: given, body, print, bytes, warnings = [] }: WireResponse): {
  headers: Record<string, string | string[]>;
  payload: string | Uint8Array;
} {
  const headers = warnings.length === 0 ? given : { ...given, [WARNING_HEADER]: warningHeaders(warnings) };
  if (bytes) return { headers: { ...headers, 'content-length': String(bytes.byteLength) }, payload: bytes };
  const payload = body === undefined ? '' : (print?.() ?? JSON.stringify(body));
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  return { headers: { ...type, ...headers, 'content-length': String(Buffer.byteLength(payload)) }, payload };
}
