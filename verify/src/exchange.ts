import { parseJson } from 'payment-gateway-core/util';

/** One request and its response, as JSON: a line of an exchanges file (`schemas/verify-exchange.json`). */
export interface Exchange {
  /** When the request was sent, as an ISO 8601 timestamp. */
  readonly time?: string | undefined;
  /** The step of the run that sent the request, as `card.refundTransaction-2`. */
  readonly step?: string | undefined;
  readonly request: Message & { readonly method: string; readonly url: string };
  readonly response: Message & { readonly status: number };
}

export interface Message {
  /** Header names are lower case. A redacted `authorization` header still shows that the client sent one. */
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON body. Missing if the message had no body or the body was not JSON. */
  readonly body?: unknown;
  /** Describes a body that was not JSON, as `text/html, 512 bytes`. The content is not kept. */
  readonly omitted?: string | undefined;
}

/** Redaction replaces values with this text. The original value may have had any type. */
export const MASK = '[redacted]';

/** Returns the body fields of a message. If `text` is undefined or empty, the message had no body. */
export function bodyOf(text: string | undefined, contentType: string | undefined): Pick<Message, 'body' | 'omitted'> {
  if (text === undefined || text === '') return {};
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() || 'no content type';
  const size = `${Buffer.byteLength(text)} bytes`;
  const body = parseJson(text);
  if (body !== undefined) return { body };
  return { omitted: `${/^application\/(.+\+)?json$/.test(type) ? `broken ${type}` : type}, ${size}` };
}

export function isSuccessStatus(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Returns whether the gateway refused the request itself. Excludes token, unknown-id and rate-limit errors. */
export function isRefusal(status: number): boolean {
  return [400, 402, 409, 415, 422].includes(status);
}

/** The largest body that is read, in bytes after decompression. It limits memory on endless bodies and gzip bombs. */
export const LARGEST_READ_BODY = 10 * 2 ** 20;
