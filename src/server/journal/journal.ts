import { setImmediate } from 'node:timers/promises';

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
  /** The headers of the request, with lower-case names. */
  headers: Record<string, unknown>;
  /** The JSON body; undefined without a body and for one that could not be read. */
  body: unknown;
  /** The status of the response; 0 when a fault took its place (reset, stall). */
  status: number;
  /** The JSON body of the response; undefined if there was none. */
  response: unknown;
  /** The sentences of the response when it was an error of the mock. */
  errors: readonly string[];
  /** One sentence per warning; the response carries them as headers, `x-mock-warning`. */
  warnings: readonly string[];
  /** The evidence of the operation, as `documented 4.5`. */
  evidence: string | undefined;
  /** Milliseconds from the first byte that was looked at to the response. */
  duration: number;
}

/** The fields that may hold secrets of the client. */
export type Sent = 'params' | 'query' | 'headers' | 'body' | 'response';

/** A request in the journal. What the client sent may hold secrets, so only `read` shows it, without them. */
export interface JournalEntry extends Omit<MockRequest, Sent> {
  /** An estimate of the memory that the entry takes. */
  readonly bytes: number;
  /** Returns a new object each time. */
  read(): MockRequest;
}

export interface Journal {
  /** The last 1,000 requests, or fewer where these take too many bytes; oldest first. */
  readonly entries: readonly JournalEntry[];
  /** The same without secrets. Redacted anew each time. */
  readonly requests: readonly MockRequest[];
  /** The number of the oldest entry. Requests are counted from 1, also across `clear`. */
  readonly first: number;
  add(entry: JournalEntry): void;
  clear(): void;
}

const MOST_REQUESTS = 1_000;
export const JOURNAL_BYTES = 16 * 2 ** 20;

/** Milliseconds of reading after which other requests have their turn. */
const TURN = 10;

/** Reads entries without holding up other requests: a large body takes milliseconds to redact. */
export async function readEntries(entries: readonly JournalEntry[]): Promise<MockRequest[]> {
  const requests: MockRequest[] = [];
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
 * @param mostBytes the journal drops its oldest entries beyond that
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
