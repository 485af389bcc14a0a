import { redact } from '../../redaction/index.js';
import type { Route } from '../contract/router.js';
import { isObject, listAt, type Values } from '../wire/json.js';
import { type JsonBody, NO_BODY } from '../wire/json-body.js';
import { parseTarget } from '../wire/request.js';
import type { WireResponse } from '../wire/response.js';
import type { Journal, JournalEntry, MockRequest } from './journal.js';
import { createLog, type Log } from './log.js';

/** A request for the API, not yet validated. Header names are lower case. */
export interface ReceivedRequest {
  method: string;
  /** Path and query, as in the request line. */
  target: string;
  /** The operation, or the refusal of a path or method that has no operation. */
  found: Route;
  /** The path before decoding. */
  path: string;
  query: Values;
  headers: Record<string, string>;
  /** Undefined when it is too large. */
  body: JsonBody | undefined;
}

/** Writes a request and its outcome to the journal and the log. */
export type Recorder = (request: ReceivedRequest, response: WireResponse, started: number) => void;

/** Characters. The journal keeps only the size of a larger body: a few of the largest would push out all other requests. */
const LARGEST_BODY = 16 * 1024;
/** Estimated bytes of an entry without its texts. */
const ENTRY_BYTES = 200;

/**
 * Redacts requests when the journal is read, which is rare. The journal keeps the texts as they arrived, because their memory can be
 * counted: parsed, `[[],[],…]` takes twenty times as much.
 */
export function createRecorder(journal: Journal, log: Log = 'silent'): Recorder {
  const write = createLog(log);
  return (request, response, started) => {
    const { method, target, found, headers, body } = request;
    const isLost = response.fault === 'reset' || response.fault === 'stall';
    const { text, byteLength } = body && 'text' in body ? body : NO_BODY;
    const isLarge = text.length > LARGEST_BODY;
    const token = headers.authorization?.replace(/^Bearer +/i, '');
    const params = 'params' in found ? found.params : {};
    const outcome = {
      time: new Date().toISOString(),
      method,
      operationId: 'operation' in found ? found.operation.operationId : undefined,
      errors: isLost ? [] : redactedErrors(sentencesOf(response), request, token),
      status: isLost ? 0 : response.status,
      warnings: response.warnings ?? [],
      evidence: evidenceOf(found),
      duration: performance.now() - started,
    };
    const kept = { target, params, token, text: isLarge ? undefined : text, size: byteLength };
    const entry: JournalEntry = { ...outcome, read: () => readRequest(kept, outcome) };
    journal.add(entry, bytesOf(kept, outcome));
    write(entry);
  };
}

interface Kept {
  target: string;
  params: Record<string, string>;
  token: string | undefined;
  /** The JSON of the body, empty without a body, undefined if it is too large. */
  text: string | undefined;
  /** The size of the body in bytes. */
  size: number;
}

/** Returns the request without its secrets, also where it repeats them. */
function readRequest({ target, params, token, text, size }: Kept, outcome: Omit<JournalEntry, 'read'>): MockRequest {
  const body: unknown = text === undefined ? `[${size} bytes]` : text === '' ? undefined : JSON.parse(text);
  const sent = { params, query: parseTarget(target).query, body };
  // An object of this size is never hidden as a whole.
  const shown = redact(sent, { secrets: token ? [token] : [] }) as typeof sent;
  const { errors, warnings } = outcome;
  return { ...outcome, ...shown, body: shown.body, errors: [...errors], warnings: [...warnings] };
}

/** Estimates memory. V8 takes two bytes per character if a text has characters beyond Latin-1. */
function bytesOf(
  { target, token = '', text = '', size }: Kept,
  { errors, warnings }: Omit<JournalEntry, 'read'>,
): number {
  const ofBody = text.length === size ? size : 2 * text.length;
  let ofSentences = 0;
  for (const sentence of errors) ofSentences += sentence.length;
  for (const sentence of warnings) ofSentences += sentence.length;
  return ENTRY_BYTES + 2 * target.length + token.length + ofBody + ofSentences;
}

/** Returns error sentences without the secrets of the request. They begin with the name of a field, so names hide nothing here. */
function redactedErrors(
  sentences: readonly string[],
  { found, query, body }: ReceivedRequest,
  token: string | undefined,
): readonly string[] {
  if (sentences.length === 0) return sentences;
  const params = 'params' in found ? found.params : {};
  const ofBody = body && 'text' in body ? body.secrets() : [];
  const errors = redact(sentences, { secrets: [...(token ? [token] : []), params, query, ...ofBody], fields: false });
  return Array.isArray(errors) ? errors : [String(errors)];
}

/** Returns the evidence of the operation; undefined for a request without an operation. */
export function evidenceOf(found: Route): string | undefined {
  return 'operation' in found ? found.operation.evidence : undefined;
}

function sentencesOf({ status, body }: WireResponse): string[] {
  if (status < 400 || !isObject(body)) return [];
  return listAt(body, 'errors').filter((error) => typeof error === 'string');
}
