import { performance } from 'node:perf_hooks';
import { redact } from 'payment-gateway-contract';
import type { WireResponse } from 'payment-gateway-core/access';
import { parseTarget } from 'payment-gateway-core/access';
import type { OperationRoute } from 'payment-gateway-core/contract';
import { isObject, listAt, type Values } from 'payment-gateway-core/util';
import { type JsonBody, NO_BODY } from '../wire/json-body.js';
import type { Journal, JournalEntry, RecordedRequest } from './journal.js';
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

/** A response and its evidence. */
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
    const entry = new Entry(request, outcome);
    if (isKept) journal.add(entry);
    write(entry);
  };
}

/**
 * Redacts a request when it is read, which is rare. It keeps the texts as they arrived, because their memory can be counted:
 * parsed, `[[],[],…]` takes twenty times as much. Private fields stay out of JSON and of the inspector.
 */
class Entry implements JournalEntry {
  readonly method: string;
  readonly operationId: string | undefined;
  readonly planned: string | undefined;
  readonly evidence: string | undefined;
  readonly status: number;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  readonly account: string | undefined;
  readonly objectId: number | undefined;
  readonly started: number;
  readonly duration: number;
  readonly #at = Date.now();
  readonly #params: Record<string, string>;
  readonly #target: string;
  readonly #token: string | undefined;
  /** The JSON of the body, empty without a body, undefined if it is too large. */
  readonly #text: string | undefined;
  /** The size of the body in bytes. */
  readonly #size: number;
  readonly #headers: Record<string, string>;
  /** The JSON of the response, empty without a body. */
  readonly #response: string;

  constructor(request: ReceivedRequest, { response, answer = response, evidence, planned }: Outcome) {
    const { started, method, target, found, headers, body, account } = request;
    const isLost = response.fault === 'reset' || response.fault === 'stall';
    const { text, byteLength } = body && 'text' in body ? body : NO_BODY;
    this.#params = paramsOf(found);
    this.#target = target;
    this.#token = headers.authorization?.replace(/^Bearer( +|$)/i, '');
    this.#text = text.length > LARGEST_BODY ? undefined : text;
    this.#size = byteLength;
    this.#headers = headers;
    this.#response = isLost ? '' : shortened(response.print?.() ?? textOf(response));
    this.method = method;
    this.operationId = 'operation' in found ? found.operation.operationId : undefined;
    this.planned = planned;
    this.evidence = evidence;
    this.status = isLost ? 0 : response.status;
    this.errors = isLost ? [] : redactedErrors(sentencesOf(response), request, this.#token);
    this.warnings = response.warnings ?? [];
    this.account = account;
    this.objectId = idIn(answer);
    this.started = started;
    this.duration = performance.now() - started;
  }

  get time(): string {
    return new Date(this.#at).toISOString();
  }

  get subject(): readonly (string | number)[] {
    const response: unknown = this.#response === '' ? undefined : JSON.parse(this.#response);
    const { payment_method: method } = isObject(response) ? response : {};
    return [
      ...(this.objectId === undefined ? [] : [this.objectId]),
      ...(typeof method === 'string' && /^[a-z_]{3,12}$/.test(method) ? [method] : []),
    ];
  }

  /** V8 uses up to two bytes per character. */
  get bytes(): number {
    let characters = this.#target.length + (this.#text ?? '').length + this.#response.length;
    for (const name in this.#headers) characters += name.length + (this.#headers[name]?.length ?? 0);
    for (const sentence of this.errors) characters += sentence.length;
    for (const sentence of this.warnings) characters += sentence.length;
    return ENTRY_BYTES + 2 * characters;
  }

  mentions(text: string): boolean {
    return this.#target.includes(text) || this.#response.includes(text) || String(this.objectId) === text;
  }

  read(): RecordedRequest {
    const { time, method, operationId, status, errors, warnings, planned, evidence, duration } = this;
    const text = this.#text;
    const { path: encoded, query: parsed } = parseTarget(this.#target);
    const sent = {
      path: decoded(encoded),
      params: this.#params,
      query: parsed,
      headers: this.#headers,
      body: text === undefined ? `[${this.#size} bytes]` : text === '' ? undefined : (JSON.parse(text) as unknown),
      response: this.#response === '' ? undefined : (JSON.parse(this.#response) as unknown),
    };
    // `redact` never hides an object of this size as a whole.
    const { path, params, query, headers, body, response } = redact(sent, {
      secrets: [this.#token],
    }) as typeof sent;
    const shown = { path, params, query, headers, body, response, errors: [...errors], warnings: [...warnings] };
    return { time, method, operationId, ...shown, status, planned, evidence, duration };
  }
}

/** Decodes the ASCII characters of a path, so that no card number hides behind its escapes. */
function decoded(path: string): string {
  return path.replace(/%([0-7][\da-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Returns the id of the object in a successful response. */
function idIn({ status, body }: WireResponse): number | undefined {
  return status < 300 && isObject(body) && typeof body.id === 'number' ? body.id : undefined;
}

/** Returns a planned body as JSON; nothing for a file. */
const textOf = ({ body }: WireResponse): string => (body === undefined ? '' : JSON.stringify(body));

/** Returns the JSON of a response, or a JSON string with the size of a large one. */
function shortened(json: string): string {
  return json.length > LARGEST_BODY ? `"[${Buffer.byteLength(json)} bytes]"` : json;
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
