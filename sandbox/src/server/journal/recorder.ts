import { performance } from 'node:perf_hooks';
import { redact } from 'payment-gateway-contract';
import type { WireResponse } from 'payment-gateway-core/access';
import { parseTarget } from 'payment-gateway-core/access';
import type { OperationRoute } from 'payment-gateway-core/contract';
import { isObject, listAt, type Values } from 'payment-gateway-core/util';
import { type JsonBody, NO_BODY } from '../wire/json-body.js';
import type { Journal, JournalEntry, RecordedRequest, SecretField } from './journal.js';
import { createLog, type Log } from './log.js';

/** A request for the API, not yet validated. Header names are lower case. */
export interface ReceivedRequest {
  /** When it arrived, by `performance.now()`. */
  started: number;
  method: string;
  /** Path and query, as in the request line. */
  target: string;
  /** The operation, or the refusal of a path or method that has no operation. */
  found: OperationRoute;
  /** The path before decoding. */
  path: string;
  query: Values;
  isQueryBroken?: boolean;
  headers: Record<string, string>;
  /** The host and port that the request names, which the guard has allowed. Undefined in this process. */
  host?: string | undefined;
  /** Undefined when it is too large. */
  body: JsonBody | undefined;
  /** The account of the request, if the server has accounts. */
  account?: string;
}

interface Outcome {
  response: WireResponse;
  /** The response before a fault replaced it. Default: `response` */
  answer?: WireResponse | undefined;
  /** The weakest evidence of the response, if the contract has it. */
  evidence: string | undefined;
  /** The planned fault of the request. */
  planned?: string | undefined;
}

/**
 * Writes a request and its outcome to the journal and the log.
 *
 * @param isKept whether it belongs in the journal. Default true
 */
export type Recorder = (request: ReceivedRequest, outcome: Outcome, isKept?: boolean) => void;

/** Characters. The journal keeps only the size of a larger body: a few of the largest would push out all other requests. */
const LARGEST_BODY = 16 * 1024;
/** Estimated bytes of an entry without its texts. */
const ENTRY_BYTES = 200;

export function createRecorder(journal: Journal, log: Log = 'warnings'): Recorder {
  const write = createLog(log);
  return (request, outcome, isKept = true) => {
    const entry = entryOf(request, outcome);
    if (isKept) journal.add(entry);
    write(entry);
  };
}

/**
 * Redacts a request when it is read, which is rare. Only `read` knows the texts, so they stay out of JSON and of the inspector. They are kept
 * as they arrived, because their memory can be counted: parsed, `[[],[],…]` takes twenty times as much.
 */
function entryOf(request: ReceivedRequest, { response, answer = response, evidence, planned }: Outcome): JournalEntry {
  const { started, method, target, found, headers, body, account } = request;
  const isLost = response.fault === 'reset' || response.fault === 'stall';
  const { text, byteLength } = body && 'text' in body ? body : NO_BODY;
  const params = paramsOf(found);
  const token = headers.authorization?.replace(/^Bearer( +|$)/i, '');
  const sentBody = text.length > LARGEST_BODY ? JSON.stringify(`[${byteLength} bytes]`) : text;
  // A file has no body.
  const json = isLost ? '' : (response.print?.() ?? JSON.stringify(response.body) ?? '');
  const responseBody = json.length > LARGEST_BODY ? `"[${Buffer.byteLength(json)} bytes]"` : json;
  const objectId = idIn(answer);
  const line = {
    time: new Date().toISOString(),
    method,
    operationId: 'operation' in found ? found.operation.operationId : undefined,
    status: isLost ? 0 : response.status,
    errors: isLost ? [] : redactedErrors(sentencesOf(response), request, token),
    warnings: response.warnings ?? [],
    planned,
    evidence,
    duration: performance.now() - started,
  };
  const texts = [target, sentBody, responseBody, ...Object.entries(headers).flat(), ...line.errors, ...line.warnings];
  return {
    ...line,
    objectId,
    subject: [objectId ?? [], isLost ? [] : methodIn(response)].flat(),
    account,
    started,
    // V8 uses up to two bytes per character.
    bytes: ENTRY_BYTES + 2 * texts.reduce((sum, one) => sum + one.length, 0),
    mentions: (part) => target.includes(part) || responseBody.includes(part) || String(objectId) === part,
    read() {
      const { path, query } = parseTarget(target);
      const sent = { path: decoded(path), params, query, headers };
      // `redact` never hides an object of this size as a whole.
      const shown = redact(
        { ...sent, body: parsed(sentBody), response: parsed(responseBody) },
        { secrets: [token] },
      ) as Pick<RecordedRequest, SecretField>;
      return { ...line, ...shown, errors: [...line.errors], warnings: [...line.warnings] };
    },
  };
}

/** Returns the value of a JSON text; undefined for an empty one. */
const parsed = (json: string): unknown => (json === '' ? undefined : JSON.parse(json));

/** Returns the payment method in a response. */
function methodIn({ body }: WireResponse): string | [] {
  const { payment_method: method } = isObject(body) ? body : {};
  return typeof method === 'string' && /^[a-z_]{3,12}$/.test(method) ? method : [];
}

/** Decodes the ASCII characters of a path, so that no card number hides behind its escapes. */
function decoded(path: string): string {
  return path.replace(/%([0-7][\da-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Returns the id of the object in a successful response. */
function idIn({ status, body }: WireResponse): number | undefined {
  return status < 300 && isObject(body) && typeof body.id === 'number' ? body.id : undefined;
}

/** Returns error sentences without the secrets of the request. They begin with a field name, so redaction ignores names here. */
function redactedErrors(
  sentences: readonly string[],
  { found, query, body }: ReceivedRequest,
  token: string | undefined,
): readonly string[] {
  if (sentences.length === 0) return sentences;
  const errors = redact(sentences, {
    secrets: [token, paramsOf(found), query, body && 'value' in body ? body.value : undefined],
    fields: false,
  });
  return Array.isArray(errors) ? errors : [String(errors)];
}

function paramsOf(found: OperationRoute): Record<string, string> {
  return 'params' in found ? found.params : {};
}

function sentencesOf({ status, body }: WireResponse): string[] {
  if (status < 400 || !isObject(body)) return [];
  return listAt(body, 'errors').filter((error) => typeof error === 'string');
}
