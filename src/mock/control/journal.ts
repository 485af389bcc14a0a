import { isPlainJson, redact } from '../../redaction/index.js';
import type { Values } from '../wire/json.js';
import { type JsonBody, NO_BODY } from '../wire/json-body.js';

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
  /** What was odd about the request, one sentence each; in the response they are headers, `x-mock-warning`. */
  warnings: readonly string[];
  /** On what the operation stands, as `documented 4.5`. */
  evidence: string | undefined;
  /** Milliseconds from the first byte that was looked at to the response. */
  duration: number;
}

export interface Journal {
  /** The last 1,000 requests, or fewer where these take too many bytes; oldest first. Read anew each time. */
  readonly requests: readonly MockRequest[];
  /** The number of the oldest one that is kept: they are counted from 1, and go on when the journal is cleared. */
  readonly first: number;
  /** @param body the body as JSON, where it is at hand */
  add(request: MockRequest, body?: string): void;
  clear(): void;
}

const MOST_REQUESTS = 1_000;
export const JOURNAL_BYTES = 16 * 2 ** 20;
/** A body beyond this many bytes is journaled by its size: a few of the largest would push all others out. */
const LARGEST_BODY = 16 * 1024;

/**
 * Keeps requests as the bytes of their JSON: as objects, `[[],[],…]` takes twenty times the memory, and nobody could count it.
 *
 * @param mostBytes the oldest requests are dropped beyond that
 */
export function createJournal(mostBytes = JOURNAL_BYTES): Journal {
  let kept: Buffer[] = [];
  let bytes = 0;
  let added = 0;
  return {
    get requests() {
      return kept.map(readRequest);
    },
    get first() {
      return added - kept.length + 1;
    },
    add({ body, ...rest }, json = JSON.stringify(body)) {
      const entry = Buffer.from(withBody(JSON.stringify(rest), json));
      kept.push(entry);
      added += 1;
      bytes += entry.length;
      while (bytes > mostBytes || kept.length > MOST_REQUESTS) bytes -= kept.shift()?.length ?? 0;
    },
    clear() {
      kept = [];
      bytes = 0;
    },
  };
}

/** The JSON of an object with one more member: to print the body once more would take as long as all else. */
function withBody(json: string, body: string | undefined): string {
  return body === undefined ? json : `${json.slice(0, -1)},"body":${body}}`;
}

function readRequest(entry: Buffer): MockRequest {
  // JSON has no undefined, and the types promise these.
  return { operationId: undefined, body: undefined, evidence: undefined, ...JSON.parse(entry.toString()) };
}

/** What was sent, without its secrets. `json` is the body as JSON, where it is at hand. */
export interface Sent extends Pick<MockRequest, 'params' | 'query' | 'body'> {
  json?: string;
}

/** What came in: the parameters of the path, those of the query, and the body. */
interface Received {
  params: Record<string, string>;
  query: Values;
  body: JsonBody | undefined;
}

/** What was sent, without its secrets. */
export function journaled({ params, query, body }: Received, token: string | undefined): Sent {
  const { value, text } = body && 'text' in body ? body : NO_BODY;
  const isLarge = text.length > LARGEST_BODY;
  const secrets = token ? [token] : [];
  const sent = { params, query, body: isLarge ? `[${Buffer.byteLength(text)} bytes]` : value };
  // Most bodies hold nothing to hide, and are kept as they came.
  const isAlone = text !== '' && !isLarge && isEmpty(params) && isEmpty(query);
  if (isAlone && isPlainJson(text, secrets)) return { ...sent, json: text };
  if (isPlainJson(JSON.stringify(sent), secrets)) return sent;
  // Nothing nested is hidden as a whole, so this is an object again.
  const hidden = redact(sent, { secrets }) as typeof sent;
  return { ...hidden, body: hidden.body };
}

/** What was wrong with a request, without its secrets: a field's name stands before what was wrong with it. */
export function journaledErrors(
  sentences: readonly string[],
  { params, query, body }: Received,
  token: string | undefined,
): readonly string[] {
  if (sentences.length === 0) return sentences;
  const ofBody = body && 'text' in body ? body.secrets() : [];
  const errors = redact(sentences, { secrets: [...(token ? [token] : []), params, query, ...ofBody], fields: false });
  return Array.isArray(errors) ? errors : [String(errors)];
}

function isEmpty(values: Values): boolean {
  for (const _ in values) return false;
  return true;
}
