/** The pace of requests, so that they do not disturb a gateway. */
import { setTimeout as pause } from 'node:timers/promises';
import { isLocalUrl } from './origin.js';

/** Requests per minute. */
export const USUAL_RATE = 50;
/** Milliseconds that a response may take. */
export const USUAL_TIMEOUT = 30_000;

/** Returns the requests per minute for a server: by default `USUAL_RATE`, and unlimited on this machine. */
export const rateFor = (baseUrl: string, rate?: number): number =>
  rate ?? (isLocalUrl(baseUrl) ? Number.POSITIVE_INFINITY : USUAL_RATE);

/** Returns a function that waits until the next request may be sent, for a rate per minute. It rejects when the signal aborts. */
export function createPace(rate: number): (signal?: AbortSignal) => Promise<void> {
  let next = 0;
  return async (signal) => {
    const wait = next - performance.now();
    next = Math.max(next, performance.now()) + 60_000 / rate;
    if (wait > 0 || signal?.aborted) await pause(Math.max(wait, 0), undefined, signal ? { signal } : {});
  };
}
