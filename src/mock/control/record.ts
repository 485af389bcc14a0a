import { redact } from '../../redaction/index.js';
import type { Route } from '../contract/router.js';
import { isObject, listAt, type Values } from '../wire/json.js';
import { type JsonBody, NO_BODY } from '../wire/json-body.js';
import { parseTarget } from '../wire/request.js';
import type { WireResponse } from '../wire/response.js';
import type { Journal, JournalEntry, MockRequest } from './journal.js';
import { createLog, type Log } from './log.js';

/** A request for the API, before anybody looked whether it is a right one. Header names are lower case. */
export interface ReceivedRequest {
  method: string;
  /** Path and query, as in the request line. */
  target: string;
  /** The operation that it is for, or why there is none. */
  found: Route;
  /** As it was sent, percent-encoding and all. */
  path: string;
  query: Values;
  headers: Record<string, string>;
  /** Undefined when it is too large. */
  body: JsonBody | undefined;
}

/** Writes a request and what came of it to the journal and the log. */
export type Recorder = (request: ReceivedRequest, response: WireResponse, started: number) => void;

/** The journal keeps the size of a larger body and not the body: a few of the largest would push all others out. */
const LARGEST_BODY = 16 * 1024;
/** Bytes of an entry beside its texts, roughly. */
const ENTRY_BYTES = 200;

/**
 * Requests are redacted when the journal is read, which is rare. It keeps the texts that came in: parsed, `[[],[],…]` takes twenty
 * times the memory, and the size of objects cannot be counted.
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
  /** The JSON of the body, empty if there is none; undefined if it is too large. */
  text: string | undefined;
  /** The size of the body in bytes. */
  size: number;
}

/** The request as users see it: without its secrets, wherever it repeats them. */
function readRequest({ target, params, token, text, size }: Kept, outcome: Omit<JournalEntry, 'read'>): MockRequest {
  const body: unknown = text === undefined ? `[${size} bytes]` : text === '' ? undefined : JSON.parse(text);
  const sent = { params, query: parseTarget(target).query, body };
  // An object of this size is never hidden as a whole.
  const shown = redact(sent, { secrets: token ? [token] : [] }) as typeof sent;
  const { errors, warnings } = outcome;
  return { ...outcome, ...shown, body: shown.body, errors: [...errors], warnings: [...warnings] };
}

/** Characters beyond ASCII make V8 take two bytes for each character of a text. */
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

/** What was wrong with a request, without its secrets: a field's name stands before what was wrong with it. */
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

/** On what evidence the operation is known; undefined for a request that belongs to none. */
export function evidenceOf(found: Route): string | undefined {
  return 'operation' in found ? found.operation.evidence : undefined;
}

function sentencesOf({ status, body }: WireResponse): string[] {
  if (status < 400 || !isObject(body)) return [];
  return listAt(body, 'errors').filter((error) => typeof error === 'string');
}
