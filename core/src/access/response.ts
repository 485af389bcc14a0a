/** The response header for warnings about a request, repeated for each warning. */
export const WARNING_HEADER = 'x-sandbox-warning';

/** The most characters of all warnings together. Clients refuse headers of more than 16 KiB in total. */
const LARGEST = 6_000;

/** A response: a status, headers with lower-case names, and a body. */
export interface WireResponse {
  status: number;
  headers: Record<string, string>;
  /** Sent as JSON; undefined for no body. */
  body?: unknown;
  /** Returns the body as JSON, if it has been printed before. */
  print?: () => string;
  /** A body that is sent unchanged: a page or a file. */
  bytes?: Uint8Array;
  /** A streamed body, which ends with its source or when the signal aborts. The server pulls each piece as fast as the client reads. */
  stream?: (ended: AbortSignal) => AsyncIterable<string>;
  /** One sentence per problem with the request, for the warning headers. */
  warnings?: readonly string[];
  /** A fault in transit: the connection is reset, no response arrives, or the body ends halfway. */
  fault?: 'reset' | 'stall' | 'truncate';
}

/** Returns a response in the contract's error shape, with one sentence per problem. */
export function refuse(
  status: number,
  errors: string | readonly string[],
  headers: Record<string, string> = {},
): WireResponse {
  return { status, headers, body: { errors: typeof errors === 'string' ? [errors] : errors } };
}

/** Prints the body now, so that the journal and the connection share the text. */
export function printNow(response: WireResponse): WireResponse {
  const { body, print, bytes } = response;
  if (body === undefined || bytes) return response;
  const text = print?.() ?? JSON.stringify(body);
  return { ...response, print: () => text };
}

/** Returns the body as sent, with the headers that describe it. Header names are lower case. */
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

/**
 * Returns sentences as header values. It percent-encodes commas and characters that headers cannot hold. Clients join
 * headers of the same name with commas, so split the value at `, ` and decode each part with `decodeURIComponent`.
 */
function warningHeaders(sentences: readonly string[]): string[] {
  const values: string[] = [];
  let size = 0;
  for (const [index, sentence] of sentences.entries()) {
    const value = encoded(sentence);
    size += value.length;
    if (size > LARGEST) return [...values, `request: has ${sentences.length - index} warnings more`];
    values.push(value);
  }
  return values;
}

function encoded(text: string): string {
  return text.replace(/[^\x20-\x7e]+|[%,]/gu, (part) =>
    encodeURIComponent(part.replaceAll(/\p{Surrogate}/gu, '\ufffd')),
  );
}
