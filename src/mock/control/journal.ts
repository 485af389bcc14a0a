import { redact } from '../../redaction/index.js';
import type { Values } from '../wire/json.js';
import type { JsonBody } from '../wire/json-body.js';

/** One request to the mock. Holds no card number, security code, credential or token. */
export interface MockRequest {
  /** When it was responded to, as an ISO 8601 timestamp. */
  time: string;
  method: string;
  /** The operation it was for; undefined when its path or method belong to none. */
  operationId: string | undefined;
  /** The parameters of the path, decoded. */
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  /** The JSON that was sent; undefined when there was none or it could not be read. */
  body: unknown;
  /** The status of the response; 0 when a fault took its place (reset, stall). */
  status: number;
  /** The sentences of the response when it was an error of the mock. */
  errors: readonly string[];
  /** On what the operation stands, as `documented 4.5`. */
  evidence: string | undefined;
  /** Milliseconds from the first byte that was looked at to the response. */
  duration: number;
}

export interface Journal {
  /** The last 1,000 requests, oldest first. */
  readonly requests: readonly MockRequest[];
  add(request: MockRequest): void;
  clear(): void;
}

const KEPT = 1_000;
/** A body beyond this many bytes is journaled by its size: a thousand of the largest would fill the memory. */
const LARGEST_BODY = 16 * 1024;

export function createJournal(): Journal {
  let requests: MockRequest[] = [];
  return {
    get requests() {
      return requests.slice(-KEPT);
    },
    add(request) {
      requests.push(request);
      // Cut now and then and not every time: that would copy the list for each request.
      if (requests.length >= 2 * KEPT) requests = requests.slice(-KEPT);
    },
    clear() {
      requests = [];
    },
  };
}

/** What was sent, without its secrets. */
export function journaled(
  { params, query, body }: { params: Record<string, string>; query: Values; body: JsonBody | undefined },
  token: string | undefined,
): Pick<MockRequest, 'params' | 'query' | 'body'> {
  const { value, text } = body && 'text' in body ? body : { value: undefined, text: '' };
  const isLarge = text.length > LARGEST_BODY;
  const sent = { params, query, body: isLarge ? `[${Buffer.byteLength(text)} bytes]` : value };
  // Nothing nested is hidden as a whole, so this is an object again.
  const hidden = redact(sent, { secrets: token ? [token] : [] }) as typeof sent;
  return { ...hidden, body: hidden.body };
}
