import { refuse, type WireResponse } from '../wire/response.js';
import { createRandom } from './random.js';

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
