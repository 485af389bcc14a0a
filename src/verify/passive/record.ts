import { appendFileSync, closeSync, openSync } from 'node:fs';
import { bodyOf, type Exchange, LARGEST_BODY, OversizedBody, readText } from '../exchange.js';
import { redactExchange } from '../redacted.js';

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
 * Returns a `fetch` that also appends each exchange to a file as a line of JSON, for `payment-gateway verify --exchanges`.
 * It hides card data, credentials, tokens and personal data before writing. Responses never wait for the recording.
 * Throws at the start if the file cannot be opened. Only the owner can read the file (mode 0600).
 */
export function recordExchanges(
  fetch: typeof globalThis.fetch,
  file: string,
  { onError = warn }: RecordOptions = {},
): RecordingFetch {
  closeSync(openSync(file, 'a', 0o600));
  const pending = new Set<Promise<void>>();

  const recording = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const time = new Date().toISOString();
    let request: Request;
    try {
      request = new Request(input, init);
    } catch (cause) {
      // The given fetch may accept an input that `Request` rejects, such as a relative URL.
      onError(errorOf(cause));
      return await fetch(input, init);
    }
    const sent = request.body === null ? Promise.resolve('') : request.clone().text();
    // Pass the original arguments: the given fetch may read options that a Request drops.
    const response = await (input instanceof Request
      ? fetch(request)
      : fetch(input, isStream(init?.body) ? { ...init, body: request.body } : init));
    const copy = response.clone();
    const writing = write(time, request, sent, copy).catch((cause: unknown) => onError(errorOf(cause)));
    pending.add(writing);
    void writing.finally(() => pending.delete(writing));
    return response;
  };

  async function write(time: string, request: Request, sent: Promise<string>, response: Response): Promise<void> {
    const requestHeaders = Object.fromEntries(request.headers);
    const responseHeaders = Object.fromEntries(response.headers);
    const exchange: Exchange = {
      time,
      request: {
        method: request.method,
        url: request.url,
        headers: requestHeaders,
        ...body(await sent, requestHeaders),
      },
      response: { status: response.status, headers: responseHeaders, ...(await returned(response, responseHeaders)) },
    };
    appendFileSync(file, `${JSON.stringify(redactExchange(exchange))}\n`);
  }

  return Object.assign(recording, {
    async recorded() {
      while (pending.size > 0) await Promise.all(pending);
    },
  });
}

const omitted = { omitted: `more than ${LARGEST_BODY} bytes` };

function body(text: string, headers: Record<string, string>) {
  return text.length > LARGEST_BODY ? omitted : bodyOf(text, headers['content-type']);
}

async function returned(response: Response, headers: Record<string, string>) {
  try {
    return body(await readText(response), headers);
  } catch (error) {
    if (error instanceof OversizedBody) return omitted;
    throw error;
  }
}

function isStream(body: unknown): boolean {
  return body instanceof ReadableStream;
}

function errorOf(cause: unknown): Error {
  return new Error(`an exchange was not recorded: ${cause instanceof Error ? cause.message : String(cause)}`, {
    cause,
  });
}

function warn(error: Error): void {
  process.emitWarning(error);
}
