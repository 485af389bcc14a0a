import { appendFileSync, closeSync } from 'node:fs';
import { printableSource } from 'payment-gateway-core/codes';
import { FileError, type FileKind, holds, openPrivate } from 'payment-gateway-core/files';
import { BodyTooLarge, readBody } from 'payment-gateway-core/util';
import { bodyOf, type Exchange, LARGEST_READ_BODY } from '../exchange.js';
import { redactExchange } from '../redacted.js';

/** A file of exchanges: lines of JSON. A run first notes nothing, so a line may begin with any field of an exchange. */
export const EXCHANGES: FileKind = {
  name: 'recorded exchanges',
  begins: /^\s*\{"(?:time|step|request|response)":/,
  isPrivate: true,
};

/** A `fetch` that also records. `recorded()` resolves when the file contains every exchange that has ended. */
export interface RecordingFetch {
  (input: string | URL | Request, init?: RequestInit): Promise<Response>;
  recorded(): Promise<void>;
}

export interface RecordOptions {
  /** Called if an exchange cannot be written. The request itself still succeeds. Default: a process warning. */
  readonly onError?: (error: Error) => void;
}

/**
 * Returns a `fetch` that also appends each exchange to a file as a line of JSON, for `payment-gateway-verify --exchanges`.
 * It hides card data, credentials, tokens and personal data before writing. Responses never wait for the recording.
 * Throws at the start if the file cannot be opened. Only the owner can read the file (mode 0600).
 */
export function recordExchanges(
  fetch: typeof globalThis.fetch,
  file: string,
  { onError = (error) => process.emitWarning(error) }: RecordOptions = {},
): RecordingFetch {
  if (!holds(file, EXCHANGES)) throw new FileError('write', file, new Error(`it has no ${EXCHANGES.name}`));
  closeSync(openPrivate(file, 'a'));
  const pending = new Set<Promise<void>>();

  const recording = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const time = new Date().toISOString();
    const request = new Request(input, init);
    const sent = request.body === null ? '' : request.clone().text();
    // The given fetch may read options that a Request drops. A stream can be read only once, and `request` has it now.
    const isRequest = input instanceof Request || init?.body instanceof ReadableStream;
    const response = await (isRequest ? fetch(request) : fetch(input, init));
    const writing = write(time, request, sent, response.clone())
      .catch((cause: unknown) => {
        const reason = cause instanceof Error ? cause.message : String(cause);
        onError(new Error(`an exchange was not recorded: ${reason}`, { cause }));
      })
      .finally(() => pending.delete(writing));
    pending.add(writing);
    return response;
  };

  async function write(time: string, request: Request, sent: string | Promise<string>, response: Response) {
    const { method, url, headers } = request;
    const body = bodyOf(await sent, headers.get('content-type') ?? '');
    const { status, headers: returned } = response;
    const exchange = {
      time,
      request: { method, url, headers: Object.fromEntries(headers), ...body },
      response: { status, headers: Object.fromEntries(returned), ...(await returnedBody(response)) },
    };
    appendExchange(file, exchange);
  }

  return Object.assign(recording, {
    async recorded() {
      while (pending.size > 0) await Promise.all(pending);
    },
  });
}

/** Appends an exchange to an exchanges file, redacted. The file is a path or a descriptor. */
export function appendExchange(file: string | number, exchange: Exchange): void {
  appendFileSync(file, lineOf(redactExchange(exchange)));
}

/** Returns a line of an exchanges file. Control characters and marks of direction are escaped, and the JSON has the same value. */
export const lineOf = (exchange: Exchange): string => `${printableSource(JSON.stringify(exchange))}\n`;

async function returnedBody(response: Response) {
  try {
    return bodyOf(await readBody(response, LARGEST_READ_BODY), response.headers.get('content-type') ?? '');
  } catch (error) {
    if (error instanceof BodyTooLarge) return { omitted: `more than ${LARGEST_READ_BODY} bytes` };
    throw error;
  }
}
