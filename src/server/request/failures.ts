import { refuse, type WireResponse } from '../wire/response.js';

/** Failures that come by chance. */
export interface Failures {
  /** The 503 of this request, or undefined when it is not its turn. */
  next(): WireResponse | undefined;
  /** Starts the sequence of a seed from its beginning. */
  reset(): void;
}

/** @param share of requests that fail, 0 to 1 */
export function createFailures(share = 0, seed?: string): Failures {
  let random = createRandom(seed);
  return {
    next() {
      if (share === 0 || random() >= share) return undefined;
      return refuse(503, 'the mock was started to fail now and then; send the request again');
    },
    reset() {
      random = createRandom(seed);
    },
  };
}

/** Numbers from 0 to 1, the same sequence for the same seed; without a seed as random as the engine's. */
export function createRandom(seed: string | undefined): () => number {
  if (seed === undefined) return Math.random;
  let state = 2166136261;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619);
  // mulberry32: short, and good enough to choose which request fails.
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
