import { sensitiveFields } from '../../../generated/fields.js';
import { redact } from '../../redaction/index.js';
import { isObject, type Values } from '../wire/json.js';
import type { JsonBody } from '../wire/json-body.js';

/** One request to the mock. Holds no card number, security code, credential or token. */
export interface MockRequest {
  /** When it was answered, as an ISO 8601 timestamp. */
  time: string;
  method: string;
  /** The operation it was for; undefined when its path or method belong to none. */
  operationId: string | undefined;
  /** The parameters of the path, decoded. */
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  /** The JSON that was sent; undefined when there was none or it could not be read. */
  body: unknown;
  /** The status of the answer; 0 when a fault took its place (reset, stall). */
  status: number;
  /** The sentences of the answer when it was an error of the mock. */
  errors: readonly string[];
  /** On what the operation stands, as `documented 4.5`. */
  evidence: string | undefined;
  /** Milliseconds from the first byte that was looked at to the answer. */
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

/** As many digits as a card number has, and no more: a misspelt field, free text, a path. Documents and phones are shorter. */
const CARD_LENGTH = /(?<!\d)\d{15,19}(?!\d)/g;
/** What may need hiding: the name of a sensitive field, an escape that may stand for a part of one, many digits. */
const SUSPICIOUS = new RegExp(
  [...sensitiveFields, 'authorization', '\\\\u', '\\d{15}'].join('|').replaceAll('_', '[_-]?'),
  'i',
);

/** What was sent, without its secrets. */
export function journaled(
  { params, query, body }: { params: Record<string, string>; query: Values; body: JsonBody | undefined },
  token: string | undefined,
): Pick<MockRequest, 'params' | 'query' | 'body'> {
  const { value, text } = body && 'text' in body ? body : { value: undefined, text: '' };
  const isLarge = text.length > LARGEST_BODY;
  const sent = { params, query, body: isLarge ? `[${Buffer.byteLength(text)} bytes]` : value };
  // Redaction copies everything twice; most requests hold nothing to hide, and their text says so.
  const isPlain = Object.keys(params).length === 0 && Object.keys(query).length === 0;
  const isHarmless = isLarge || !(SUSPICIOUS.test(text) || (token !== undefined && text.includes(token)));
  if (isPlain && isHarmless) return sent;
  const hidden = redact(sent, { secrets: token === undefined ? [] : [token] });
  // Redaction hides what is nested too deep to be looked through as a whole.
  if (!isObject(hidden)) return { params: {}, query: {}, body: hidden };
  const shown = JSON.parse(JSON.stringify(hidden, (_, node: unknown) => withoutCardNumbers(node))) as typeof sent;
  return { ...shown, body: shown.body };
}

function withoutCardNumbers(node: unknown): unknown {
  if (typeof node !== 'string' && typeof node !== 'number') return node;
  const shown = String(node).replace(CARD_LENGTH, '[redacted]');
  return shown === String(node) ? node : shown;
}
