import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';

/** One request to a server. Holds no card number, security code, credential or token. */
export interface RecordedRequest {
  /** The time of the response, as an ISO 8601 timestamp. */
  time: string;
  method: string;
  /** The path. Its ASCII characters are decoded. */
  path: string;
  /** The operation; undefined if the contract does not have the path or the method. */
  operationId: string | undefined;
  /** The parameters of the path, decoded. */
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  /** The headers of the request, with lower-case names. */
  headers: Record<string, unknown>;
  /** The JSON body; undefined without a body, or if the body is not valid JSON. */
  body: unknown;
  /** The status of the response; 0 if a fault replaced it (reset, stall). */
  status: number;
  /** The JSON body of the response; undefined without a body. */
  response: unknown;
  /** The sentences of an error response from this server. */
  errors: readonly string[];
  /** One sentence per warning. The response also carries them in `x-sandbox-warning` headers. */
  warnings: readonly string[];
  /** The planned fault, such as `502 after commit`: the gateway did not send this response. Undefined without one. */
  planned: string | undefined;
  /** The weakest evidence of the response, such as `documented 4.5`. Undefined if the contract has no such response. */
  evidence: string | undefined;
  /** Milliseconds from the start of processing to the response. */
  duration: number;
}

/** The fields that may hold secrets of the client. */
export type SecretField = 'path' | 'params' | 'query' | 'headers' | 'body' | 'response';

/** A request in the journal. The request may contain secrets, so only `read` returns it, redacted. */
export interface JournalEntry extends Omit<RecordedRequest, SecretField> {
  /** The object that the request created, found or changed, also if its response was lost. */
  readonly objectId: number | undefined;
  /** Its id, and the payment method in the response. Neither is a secret. */
  readonly subject: readonly (string | number)[];
  /** The account of the request, if the server has accounts. */
  readonly account: string | undefined;
  /** When it arrived, by `performance.now()`. */
  readonly started: number;
  /** The estimated memory of the entry, in bytes. */
  readonly bytes: number;
  /** Returns whether the path or the response contains the text, or the object has this id. */
  mentions(text: string): boolean;
  /** Returns a new object each time. */
  read(): RecordedRequest;
}

export interface Journal {
  /** The last 1,000 requests, oldest first. Large requests leave room for fewer. */
  readonly entries: readonly JournalEntry[];
  /** The same requests without secrets. Each access redacts them again. */
  readonly requests: readonly RecordedRequest[];
  /** The number of the oldest entry. Numbers start at 1 and continue after `clear`. */
  readonly first: number;
  add(entry: JournalEntry): void;
  clear(): void;
}

export const MOST_REQUESTS = 1_000;
export const JOURNAL_BYTES = 16 * 2 ** 20;

/** Milliseconds after which reading yields to other requests. */
const TURN = 10;

/** Reads entries without blocking other requests: redacting a large body takes milliseconds. */
export async function readEntries(entries: readonly JournalEntry[]): Promise<RecordedRequest[]> {
  const requests: RecordedRequest[] = [];
  let began = performance.now();
  for (const entry of entries) {
    requests.push(entry.read());
    if (performance.now() - began < TURN) continue;
    await setImmediate();
    began = performance.now();
  }
  return requests;
}

/**
 * @param mostBytes the limit above which the journal drops its oldest entries
 * @param onAdd called after each new entry
 */
export function createJournal(mostBytes = JOURNAL_BYTES, onAdd = (): void => {}): Journal {
  let kept: JournalEntry[] = [];
  let total = 0;
  let added = 0;
  return {
    get entries() {
      return [...kept];
    },
    get requests() {
      return kept.map((entry) => entry.read());
    },
    get first() {
      return added - kept.length + 1;
    },
    add(entry) {
      kept.push(entry);
      added += 1;
      total += entry.bytes;
      while (total > mostBytes || kept.length > MOST_REQUESTS) total -= kept.shift()?.bytes ?? 0;
      onAdd();
    },
    clear() {
      kept = [];
      total = 0;
    },
  };
}
