import { pause, refuseOldBun, retryDelay, sendOnce, timeUp, withTimeout } from 'payment-gateway-contract/internal/util';
import { bodyOf, type Exchange, OversizedBody, readText } from '../exchange.js';
import { createPace } from '../pace.js';

export interface SendOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly timeoutMs: number;
  /** Milliseconds between two requests. */
  readonly pauseMs: number;
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

/** Sends a request at the run's rate. Throws `NotSent` if it was interrupted before the server processed the request. */
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

/** Returns a function that sends requests with a pause between them and retries after a 429. */
export function createSend({ fetch, timeoutMs, pauseMs }: SendOptions): Send {
  refuseOldBun();
  const pace = createPace(pauseMs);

  return async (request) => {
    for (let attempt = 1; ; attempt++) {
      await unlessInterrupted(pace(request.signal));
      const { exchange, response } = await sendAttempt(request);
      if (response.status !== 429 || attempt > MOST_AGAIN) return exchange;
      request.onRetry?.(exchange);
      await unlessInterrupted(pause(retryDelay(response, attempt, BACK_OFF), [request.signal]));
    }
  };

  async function sendAttempt({ method, url, headers, body, signal, isWrite }: Outgoing) {
    const time = new Date().toISOString();
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const init: RequestInit = { method, headers, redirect: 'manual', ...(sent === undefined ? {} : { body: sent }) };
    const [response, text] = await withTimeout(timeoutMs, [isWrite ? undefined : signal], async (signal, stop) => {
      const send = () => fetch(url, { ...init, signal });
      const response = await (isWrite ? sendOnce({ method, url: new URL(url).href }, stop, send) : send());
      return [response, await readText(response)] as const;
    }).catch((error: unknown) => {
      if (error instanceof OversizedBody) throw error;
      if (error === timeUp) throw new NoResponse(`no response within ${timeoutMs} ms`);
      throw new NoResponse(error instanceof Error ? error.message : String(error), { cause: causeOf(error) });
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

/** Returns the error with the cause, such as ECONNREFUSED. `fetch` wraps it. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? error.cause : error;
}

const unlessInterrupted = (waiting: Promise<void>): Promise<void> =>
  waiting.catch(() => {
    throw new NotSent('the run was interrupted');
  });
