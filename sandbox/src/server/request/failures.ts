import { refuse, type WireResponse } from 'payment-gateway-core/access';

/** Random failures. */
export interface Failures {
  /** Returns the 503 for this request, or undefined if the request does not fail. */
  next(): WireResponse | undefined;
  /** Restarts the sequence of the seed. */
  reset(): void;
}

/** @param share the share of requests that fail, from 0 to 1 */
export function createFailures(share = 0, seed?: string): Failures {
  let random = createRandom(seed);
  return {
    next() {
      if (share === 0 || random() >= share) return undefined;
      return refuse(503, 'failureRate: this request failed on purpose; send it again');
    },
    reset() {
      random = createRandom(seed);
    },
  };
}

/** Returns a generator of numbers from 0 to 1. A seed makes the sequence repeatable. */
export function createRandom(seed: string | undefined): () => number {
  if (seed === undefined) return Math.random;
  let state = 2166136261;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619);
  // mulberry32: short, and random enough to choose failing requests.
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
