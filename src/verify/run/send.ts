import { pause, retryDelay, timeUp, withTimeout } from '../../client/retry.js';
import { bodyOf, type Exchange, readText } from '../exchange.js';

export interface SendOptions {
  readonly fetch: typeof globalThis.fetch;
  /** Maps placeholders in flows to the secrets that replace them when a request is sent. */
  readonly secrets: ReadonlyMap<string, string>;
  readonly timeoutMs: number;
  /** Milliseconds between two requests. */
  readonly pauseMs: number;
  /** Called with every exchange, including a 429 that leads to a retry. */
  readonly onExchange?: (exchange: Exchange) => void;
}

export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: string | undefined;
  /** Interrupts the wait and the request. A request with `isWrite` continues, because its outcome would be unknown. */
  readonly signal?: AbortSignal | undefined;
  readonly isWrite?: boolean;
}

/** Sends a request at the run's rate. Throws `NotSent` if it was interrupted before the server processed the request. */
export type Send = (request: Outgoing) => Promise<Exchange>;

/** Thrown if the run did not send a request, or the server did not process it. The message is the reason; it quotes nothing. */
export class NotSent extends Error {
  override readonly name = 'NotSent';
}

/** Retries after a 429, which means that the server did not process the request. */
const MOST_AGAIN = 2;
/** The longest wait in milliseconds after a 429 without `Retry-After`. It doubles with each retry. */
const BACK_OFF = 2_000;

/** Returns a function that sends requests with a pause between them and retries after a 429. */
export function createSend({ fetch, secrets, timeoutMs, pauseMs, onExchange }: SendOptions): Send {
  let next = 0;

  return async (request) => {
    for (let attempt = 1; ; attempt++) {
      await wait(next - performance.now(), request.signal);
      next = performance.now() + pauseMs;
      const { exchange, response } = await sendOnce(request);
      onExchange?.(exchange);
      if (response.status !== 429 || attempt > MOST_AGAIN) return exchange;
      await wait(retryDelay(response, attempt, BACK_OFF), request.signal);
    }
  };

  async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
    if (ms > 0 || signal?.aborted)
      await pause(Math.max(ms, 0), [signal]).catch(() => {
        throw new NotSent('the run was interrupted');
      });
  }

  async function sendOnce({ method, url, headers, body, signal, isWrite }: Outgoing) {
    const time = new Date().toISOString();
    const filled = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)]));
    const sent = body === undefined ? undefined : fill(body, (secret) => JSON.stringify(secret).slice(1, -1));
    const [response, text] = await withTimeout(timeoutMs, [isWrite ? undefined : signal], async (signal) => {
      const response = await fetch(url, {
        method,
        headers: filled,
        ...(sent === undefined || method === 'GET' ? {} : { body: sent }),
        redirect: 'manual',
        signal,
      });
      return [response, await readText(response)] as const;
    }).catch((error: unknown) => {
      throw error === timeUp ? new Error(`no response within ${timeoutMs} ms`) : error;
    });
    const returned = Object.fromEntries(response.headers);
    const exchange = {
      time,
      request: { method, url, headers: filled, ...bodyOf(sent, 'application/json') },
      response: { status: response.status, headers: returned, ...bodyOf(text, returned['content-type']) },
    };
    return { exchange, response };
  }

  function fill(text: string, quote = (secret: string) => secret): string {
    let filled = text;
    for (const [placeholder, secret] of secrets) filled = filled.replaceAll(placeholder, () => quote(secret));
    return filled;
  }
}
