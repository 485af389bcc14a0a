import { setTimeout as pause } from 'node:timers/promises';
import { BodyTooLarge, readBody } from 'payment-gateway-core/util';
import { bodyOf, type Exchange, LARGEST_READ_BODY } from '../exchange.js';
import { createPace } from '../pace.js';

interface SendOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly timeoutMs: number;
  /** Requests per minute. Default: no limit. */
  readonly rate?: number;
}

export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object | undefined;
  /** Interrupts the wait and the request. A request with `isWrite` continues, because its outcome would be unknown. */
  readonly signal?: AbortSignal | undefined;
  readonly isWrite?: boolean;
  /** Called with every 429 that leads to a retry. */
  readonly onRetry?: ((exchange: Exchange) => void) | undefined;
}

/**
 * Sends a request at the run's rate. Throws `NotSent` if it was interrupted before the server processed the request. It repeats nothing but a 429.
 * (Node's `fetch` repeats a 421 once, which says that this server did not process the request: RFC 9110, 15.5.20.)
 */
export type Send = (request: Outgoing) => Promise<Exchange>;

/** Thrown if the run did not send a request, or the server did not process it. The message is the reason; it quotes nothing. */
export class NotSent extends Error {
  override readonly name = 'NotSent';
}

/** Thrown if no response came, so the outcome of the request is unknown. It has the message of the cause. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
}

/** Retries after a 429, which means that the server did not process the request. */
const MOST_AGAIN = 2;
/** The longest wait in milliseconds after a 429 without `Retry-After`. It doubles with each retry. */
const BACK_OFF = 2_000;
/** The longest wait in milliseconds after a 429. A longer `Retry-After` is cut. */
const LONGEST_WAIT = 30_000;

/** Returns a function that sends requests with a pause between them and retries after a 429. */
export function createSend({ fetch, timeoutMs, rate = Number.POSITIVE_INFINITY }: SendOptions): Send {
  const pace = createPace(rate);

  return async (request) => {
    for (let attempt = 1; ; attempt++) {
      await unlessInterrupted(pace(request.signal));
      const { exchange, response } = await sendAttempt(request);
      if (response.status !== 429 || attempt > MOST_AGAIN) return exchange;
      request.onRetry?.(exchange);
      const { signal } = request;
      await unlessInterrupted(pause(delayAfter(response, attempt), undefined, signal ? { signal } : {}));
    }
  };

  async function sendAttempt({ method, url, headers, body, signal, isWrite }: Outgoing) {
    const time = new Date().toISOString();
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const ended = new AbortController();
    const noResponse = new NoResponse(`no response within ${timeoutMs} ms`);
    // On Node 20, a signal of `AbortSignal.any` forgets its `AbortSignal.timeout`.
    const timer = setTimeout(() => ended.abort(noResponse), timeoutMs);
    const interrupt = () => ended.abort(signal?.reason);
    if (!isWrite) signal?.addEventListener('abort', interrupt);
    const init = { method, headers, redirect: 'manual', signal: ended.signal } as const;
    const [response, text] = await fetch(url, sent === undefined ? init : { ...init, body: sent })
      .then(async (response) => [response, await readBody(response, LARGEST_READ_BODY)] as const)
      .catch((error: unknown) => {
        if (error instanceof BodyTooLarge || error === noResponse) throw error;
        const { message, cause = error } = error instanceof Error ? error : { message: String(error) };
        // `fetch` wraps a cause such as ECONNREFUSED.
        throw new NoResponse(message, { cause });
      })
      .finally(() => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', interrupt);
      });
    const returned = Object.fromEntries(response.headers);
    const exchange = {
      time,
      request: { method, url, headers, ...bodyOf(sent, 'application/json') },
      response: { status: response.status, headers: returned, ...bodyOf(text, returned['content-type']) },
    };
    return { exchange, response };
  }
}

/** Returns the wait in milliseconds after a 429: `Retry-After`, or a random part of a bound that doubles. */
function delayAfter({ headers }: Response, attempt: number): number {
  const after = headers.get('retry-after') ?? '';
  const wait = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now();
  return Number.isNaN(wait) ? Math.random() * BACK_OFF * 2 ** (attempt - 1) : Math.min(Math.max(wait, 0), LONGEST_WAIT);
}

const unlessInterrupted = (waiting: Promise<void>): Promise<void> =>
  waiting.catch(() => {
    throw new NotSent('the run was interrupted');
  });
