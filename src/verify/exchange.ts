import { readBody, UnusableResponse } from '../client/body.js';

/** One request and its response, as JSON: a line of an exchanges file (`schemas/verify-exchange.json`). */
export interface Exchange {
  /** When the request was sent, as an ISO 8601 timestamp. */
  readonly time?: string;
  /** The step of the run that sent the request, as `workflowId.stepId`. */
  readonly step?: string;
  readonly request: Message & { readonly method: string; readonly url: string };
  readonly response: Message & { readonly status: number };
}

export interface Message {
  /** Names in lower case. A redacted `authorization` still shows that there was one. */
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON body. Missing when there was none, or when it was something else. */
  readonly body?: unknown;
  /** What the body was when it was not JSON, as `text/html, 512 bytes`. Its content is not kept. */
  readonly omitted?: string;
}

/** What redaction puts in the place of a value; it says nothing of the type that stood there. */
export const MASK = '[redacted]';

/** A body as a message carries it. `text` undefined or empty: there was none. */
export function bodyOf(text: string | undefined, contentType: string | undefined): Pick<Message, 'body' | 'omitted'> {
  if (text === undefined || text === '') return {};
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() || 'no content type';
  const size = `${Buffer.byteLength(text)} bytes`;
  try {
    return { body: JSON.parse(text) as unknown };
  } catch {
    return { omitted: `${isJsonType(type) ? `broken ${type}` : type}, ${size}` };
  }
}

/** The largest body that is read, in bytes after decompression. */
export const LARGEST_BODY = 10 * 2 ** 20;

/** Thrown for a body beyond `LARGEST_BODY`. The connection is closed, and nothing of the response is kept. */
export class OversizedBody extends Error {
  constructor(status: number) {
    super(`HTTP ${status} with more than ${LARGEST_BODY} bytes`);
  }
}

/** Returns the body of a response as text. Throws `OversizedBody`, so that an endless body or a gzip bomb takes little memory. */
export async function readText(response: Response): Promise<string> {
  try {
    return new TextDecoder().decode(await readBody(response, LARGEST_BODY));
  } catch (cause) {
    throw cause instanceof UnusableResponse ? new OversizedBody(response.status) : cause;
  }
}

function isJsonType(type: string): boolean {
  return /^application\/(.+\+)?json$/.test(type);
}
